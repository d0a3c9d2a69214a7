import { expect, test } from 'vitest';
import { changesOf } from './changes-of.ts';

test('what changed stands with before and after, what stayed is left out', () => {
  const detail = { before: { name: 'Shop', color: '#111' }, after: { name: 'Lamps', color: '#111' }, times: 3 };
  expect(changesOf({ detail })).toEqual({
    changes: [{ name: 'name', before: 'Shop', after: 'Lamps' }],
    more: [['times', 3]],
    hasBefore: true,
  });
});

test('a new thing has no before, and an entry without detail says nothing', () => {
  expect(changesOf({ detail: { after: { name: 'Lamps' } } })).toMatchObject({ hasBefore: false });
  expect(changesOf({ detail: null })).toEqual({ changes: [], more: [], hasBefore: false });
});
