import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { copyQueries, putBack } from './copy-queries.ts';
import { keepAtPauses } from './use-kept-ticket.ts';

const drafts = ['drafts', 'drafts/of-ticket', { ticket_id: 7 }];
const thread = ['messages', 'get', { conditions: [['ticket_id', '=', 7]] }, 'thread'];

test('a draft that has been sent since does not come back with a ticket that was kept: this browser speaks of drafts itself', () => {
  const then = new QueryClient();
  const mine = [{ kind: 'reply', version: 1, body_html: '<p>It is ready</p>' }];
  then.setQueryData(drafts, { mine, aside: [], colleagues: [{ name: 'Ira' }], waiting: [] }, { updatedAt: 5 });
  then.setQueryData(thread, ['It is'], { updatedAt: 4 });
  const kept = copyQueries(then, () => true);
  const now = new QueryClient();
  putBack(now, kept);
  expect(now.getQueryData(drafts)).toEqual({ aside: [], colleagues: [{ name: 'Ira' }], waiting: [] });
  expect(now.getQueryData(thread)).toEqual(['It is']);
  expect(now.getQueryState(drafts)?.dataUpdatedAt).toBe(5);
});

test('a ticket is kept while something happens in it all the time, and as it is left', () => {
  vi.useFakeTimers();
  const client = new QueryClient();
  const keep = vi.fn<() => void>();
  const leave = keepAtPauses(client, keep);
  for (let second = 1; second <= 20; second += 1) {
    client.setQueryData(thread, [second]);
    vi.advanceTimersByTime(1_000);
  }
  expect(keep.mock.calls.length).toBeGreaterThan(0);
  vi.advanceTimersByTime(60_000);
  const before = keep.mock.calls.length;
  client.setQueryData(drafts, { mine: [] });
  leave();
  expect(keep.mock.calls.length, 'what came last is kept').toBe(before + 1);
  client.setQueryData(drafts, { mine: [1] });
  vi.advanceTimersByTime(60_000);
  expect(keep.mock.calls.length).toBe(before + 1);
  vi.useRealTimers();
});
