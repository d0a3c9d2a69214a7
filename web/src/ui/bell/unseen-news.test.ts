import { expect, test } from 'vitest';
import { unseenNewsOf } from './unseen-news.ts';

test('news of another ticket is none of the one that is opened, and further news of it is new', () => {
  const newest = [{ ticket_id: 7, id: 31 }];
  expect(unseenNewsOf({ tickets: 1, letters: 1, newest }, 8)).toBe(null);
  expect(unseenNewsOf({ tickets: 1, letters: 1, newest }, 7)).toBe(31);
  expect(unseenNewsOf({ tickets: 1, letters: 1, newest: [{ ticket_id: 7, id: 32 }] }, 7)).toBe(32);
});

test('with more news than is counted, a ticket that is not named may have some', () => {
  const newest = Array.from({ length: 99 }, (_, nth) => ({ ticket_id: 100 + nth, id: 999 - nth }));
  expect(unseenNewsOf({ tickets: 99, letters: 1, newest }, 8)).toBe('perhaps');
  expect(unseenNewsOf({ tickets: 99, letters: 0, newest }, 8)).toBe(null);
});
