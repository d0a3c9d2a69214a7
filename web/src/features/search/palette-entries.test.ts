import { expect, test } from 'vitest';
import { chosenAmong, entriesThatFit, inOneLine, textOf } from './palette-entries.ts';

const there = {
  actions: [
    { key: 'KeyE', label: 'Resolve', run() {} },
    { key: 'KeyA', label: 'Призначити', also: 'assign', run() {} },
  ],
  screens: [
    { name: 'Saved searches', section: 'Administration', to: { to: '/tickets' } },
    { name: 'Теги', section: 'Керування', also: 'tags', to: { to: '/tickets' } },
  ],
  recent: [{ id: 'recent-7', name: 'A walnut table' }],
  found: { tickets: [{ id: 'ticket-7', name: 'Lamp' }], customers: [] },
} as const;
const names = (typed: string) =>
  entriesThatFit(typed, there).flatMap((group) => group.entries.map((one) => `${group.name}: ${textOf(one.name)}`));

test('with nothing typed the palette has what is at hand', () => {
  expect(names('')).toEqual([
    'actions: Resolve',
    'actions: Призначити',
    'recent: A walnut table',
    'screens: Saved searches',
    'screens: Теги',
  ]);
});

test('words begin words, in whatever layout they were typed', () => {
  const found = ['tickets: Lamp'];
  for (const typed of ['res', 'RES', 'куі']) expect(names(typed), typed).toContain('actions: Resolve');
  expect(names('куі')).toEqual(['actions: Resolve', ...found, 'everything: куі']);
  expect(names('ghbp')).toEqual(['actions: Призначити', ...found, 'everything: ghbp']);
  expect(names('sea sav')).toEqual([...found, 'screens: Saved searches', 'everything: sea sav']);
  expect(names('admin')).toContain('screens: Saved searches');
  expect(names('esolve')).toEqual([...found, 'everything: esolve']);
});

test('what has a Ukrainian name is found by its English word, by its sound and by its keys, and the other way round', () => {
  for (const typed of ['ta', 'TAGS', 'teh', 'tegy', 'Те', 'ntu', 'ефп'])
    expect(names(typed), typed).toContain('screens: Теги');
  for (const typed of ['assign', 'pryz', 'PRYZNACHYTY']) expect(names(typed), typed).toContain('actions: Призначити');
  expect(names('зу'), 'by no chance letter').not.toContain('screens: Теги');
});

test('what was typed is marked in actions and screens, as in what the server found', () => {
  const marks = (typed: string, name: string) =>
    entriesThatFit(typed, there)
      .flatMap((group) => group.entries)
      .flatMap((one) => (typeof one.name !== 'string' && one.name.text === name ? [one.name.marks] : []));
  expect(marks('sea sav', 'Saved searches')).toEqual([
    [
      [0, 3],
      [6, 9],
    ],
  ]);
  expect(marks('ntu', 'Теги'), 'by its keys').toEqual([[[0, 3]]]);
  expect(marks('tags', 'Теги'), 'by another word').toEqual([[]]);
  expect(inOneLine({ text: 'LO-7', marks: [[3, 4]] }, { text: 'Hanna', marks: [[0, 2]] })).toEqual({
    text: 'LO-7 · Hanna',
    marks: [
      [3, 4],
      [7, 9],
    ],
  });
});

test('what the arrows led to stays chosen while tickets come before it, and no other is meant once it is gone', () => {
  const [lamp, chair, tags] = ['ticket-7', 'ticket-8', 'go-tags'].map((id) => ({ id, name: id }));
  if (!lamp || !chair || !tags) throw new Error('three of them');
  expect(chosenAmong([lamp, tags], null)).toBe(lamp);
  expect(chosenAmong([lamp, chair, tags], 'go-tags')).toBe(tags);
  expect(chosenAmong([lamp, tags], 'ticket-8')).toBeUndefined();
});
