import { expect, test } from 'vitest';
import { splitMessagesMax } from '#contract/ticket-merges.ts';
import { notSplit } from './letters-to-split.ts';
import { aMessage } from './sample-message.ts';

const thread = (count: number, hasMore = false) => ({
  letters: Array.from({ length: count }, (_, at) => aMessage({ id: at + 1 })),
  hasMore,
});

test('no more is split off at once than the server takes, and lines of the timeline count for nothing', () => {
  const { letters } = thread(splitMessagesMax + 2);
  const lines = letters.map(({ id }) => aMessage({ id: id + 10_000, kind: 'event' }));
  const all = { letters: [...letters, ...lines, aMessage({ id: 3 })], hasMore: false };
  expect(notSplit(all, aMessage({ id: 2 }), 1)).toBe('too_many');
  expect(notSplit(all, aMessage({ id: 2 }), 0)).toBeUndefined();
  expect(notSplit(all, aMessage({ id: 3 }), 1), 'though one stands in two pages').toBeUndefined();
});

test('something stays, as far as is known', () => {
  expect(notSplit(thread(3), aMessage({ id: 1 }), 1)).toBe('nothing_left');
  expect(notSplit(thread(3), aMessage({ id: 2 }), 1)).toBeUndefined();
  expect(notSplit(thread(1), aMessage({ id: 1 }), 0)).toBe('nothing_left');
  expect(notSplit(thread(3, true), aMessage({ id: 1 }), 1)).toBeUndefined();
});
