import { expect, test } from 'vitest';
import { mergeSaved } from './merge-saved.ts';

const was = { name: 'Shop', abbreviation: 'SHP', members: [1, 2] };

test('what nobody touched here follows what somebody else saved', () => {
  const now = { name: 'Studio', abbreviation: 'SHP', members: [1, 2, 3] };
  expect(mergeSaved({ was, mine: was, now, open: {} })).toEqual({ values: now, theirs: {} });
});

test('what was typed stays, and a field that both changed is asked about', () => {
  const mine = { ...was, name: 'Workshop', abbreviation: 'WRK' };
  const now = { ...was, name: 'Studio', members: [3] };
  expect(mergeSaved({ was, mine, now, open: {} })).toEqual({
    values: { name: 'Workshop', abbreviation: 'WRK', members: [3] },
    theirs: { name: 'Studio' },
  });
});

test('both changed it to the same: there is nothing to ask', () => {
  const now = { ...was, name: 'Studio' };
  expect(mergeSaved({ was, mine: now, now, open: {} })).toEqual({ values: now, theirs: {} });
});

test('a question stays open while they change something else, and closes when they change it to ours', () => {
  const first = { ...was, name: 'Studio' };
  const mine = { ...first, name: 'Workshop' };
  const second = { ...first, abbreviation: 'STD' };
  expect(mergeSaved({ was: first, mine, now: second, open: { name: 'Studio' } }).theirs).toEqual({ name: 'Studio' });
  expect(mergeSaved({ was: first, mine, now: mine, open: { name: 'Studio' } }).theirs).toEqual({});
});

test('what was typed during a save stays, and what that save itself tidied is nothing to choose between', () => {
  const sent = { name: ' Workshop', abbreviation: 'wrk', members: [1] };
  const mine = { ...sent, name: ' Workshop in town', members: [1, 2] };
  const now = { name: 'Workshop', abbreviation: 'WRK', members: [3] };
  expect(mergeSaved({ was: sent, mine, now, open: {}, own: ['name', 'abbreviation'] })).toEqual({
    values: { ...mine, abbreviation: 'WRK' },
    theirs: { members: [3] },
  });
});
