import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RealtimeEvent } from '#contract/realtime.ts';
import { askAgainForWhatFailed, concerns, makeInvalidator } from './invalidate.ts';

const event = (entity: string, params: Record<string, unknown>): RealtimeEvent => ({
  uuid: crypto.randomUUID(),
  entity,
  action: 'updated',
  params,
});
const rows = (entity: string, ...conditions: [string, string, unknown][]) => [entity, 'get', { conditions }];

describe('what an event concerns', () => {
  test('every list and call of its noun', () => {
    expect(concerns(rows('tickets', ['view_type', '=', '']), event('tickets', { id: 7 }))).toBe(true);
    expect(concerns(['tickets', 'tickets/counters', {}], event('tickets', { id: 7 }))).toBe(true);
    expect(concerns(rows('customers'), event('tickets', { id: 7 }))).toBe(false);
  });

  test('not the thread of another ticket', () => {
    const letter = event('messages', { id: 3, ticket_id: 7 });
    expect(concerns(rows('messages', ['ticket_id', '=', 7]), letter)).toBe(true);
    expect(concerns(rows('messages', ['ticket_id', '=', 8]), letter)).toBe(false);
  });

  test('whom to answer in its own ticket alone', () => {
    const answering = ['tickets', 'tickets/reply-defaults', { ticket_id: 7 }];
    for (const one of [event('tickets', { id: 7 }), event('messages', { id: 3, ticket_id: 7 }), event('mailboxes', {})])
      expect(concerns(answering, one)).toBe(true);
    for (const one of [event('tickets', { id: 8 }), event('messages', { id: 3, ticket_id: 8 })])
      expect(concerns(answering, one)).toBe(false);
  });

  test('a list by a field that may have changed, whatever the event names', () => {
    const moved = event('tickets', { id: 7, product_id: 2 });
    expect(concerns(rows('tickets', ['product_id', '=', 1]), moved)).toBe(true);
  });

  test('of people who come and go, lists alone', () => {
    const came = event('users', { id: 7, company_id: 1, presence: true });
    expect(concerns(rows('users'), came)).toBe(true);
    expect(concerns(['teams', 'teams/members', { id: 3 }], came)).toBe(true);
    expect(concerns(['users', 'users/self', {}], came)).toBe(false);
    expect(concerns(rows('tickets'), came)).toBe(false);
  });

  test('of letters without a ticket, how many drafts there are, unless only their words changed', () => {
    const counters = ['tickets', 'tickets/counters', {}];
    expect(concerns(counters, event('new-letters', { changes_lists: true }))).toBe(true);
    expect(concerns(counters, event('new-letters', { changes_lists: false, device: 'another' }))).toBe(false);
    expect(concerns(rows('tickets'), event('new-letters', { changes_lists: true }))).toBe(false);
  });

  test('of tickets that are merged or split, the bell as well: their news stands elsewhere since', () => {
    const bell = ['notifications', 'notifications/unread', {}];
    expect(concerns(bell, event('tickets', { id: 7, moves_news: true }))).toBe(true);
    expect(concerns(bell, event('tickets', { id: 7 }))).toBe(false);
  });

  test('what else shows something of it', () => {
    expect(concerns(rows('products'), event('tickets', { id: 7 }))).toBe(true);
    const asked = (noun: string, fields: string[]) => concerns([noun, 'get', { fields }], event('tickets', { id: 7 }));
    expect(asked('tags', ['name', 'ticket_count'])).toBe(true);
    expect(asked('products', ['name', 'unresolved_tickets'])).toBe(true);
    for (const noun of ['products', 'tags', 'labels']) expect(asked(noun, ['id', 'name'])).toBe(false);
    // A chat is closed with its quidget.
    expect(concerns(['tickets', 'tickets/chat', { ticket_id: 1 }], event('quidgets', { id: 1 }))).toBe(true);
    expect(concerns(rows('tickets'), event('quidgets', { id: 1 }))).toBe(false);
  });

  test('products by the health and the names of their channels and teams; teams wherever they are named', () => {
    for (const noun of ['mailboxes', 'integrations', 'quidgets', 'product-call-phones', 'teams'])
      expect([noun, concerns(rows('products'), event(noun, { id: 1 }))]).toEqual([noun, true]);
    for (const noun of ['users', 'templates', 'invite'])
      expect([noun, concerns(rows(noun), event('teams', { id: 1 }))]).toEqual([noun, true]);
  });
});

describe('a burst of events', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test('is one refetch of what is on the screen, and leaves held rows where they are', async () => {
    const client = new QueryClient();
    const fetched = { shown: 0, held: 0 };
    const watch = (name: keyof typeof fetched, meta: { isHeld?: true }) =>
      new QueryObserver(client, {
        queryKey: ['tickets', 'get', { name }],
        queryFn: () => ++fetched[name],
        meta,
      }).subscribe(() => {});
    watch('shown', {});
    watch('held', { isHeld: true });
    await vi.advanceTimersByTimeAsync(10);
    expect(fetched).toEqual({ shown: 1, held: 1 });

    const { take, stop } = makeInvalidator(client);
    for (let id = 1; id <= 50; id++) take(event('tickets', { id }));
    await vi.advanceTimersByTimeAsync(100);
    expect(fetched).toEqual({ shown: 2, held: 1 });

    take(event('tickets', { id: 51 }));
    await vi.advanceTimersByTimeAsync(100);
    expect(fetched.shown).toBe(2);
    await vi.advanceTimersByTimeAsync(500);
    expect(fetched.shown).toBe(3);
    stop();
    client.clear();
  });

  test('is heard also after the clock of the computer was set back', async () => {
    const client = new QueryClient();
    let fetched = 0;
    new QueryObserver(client, { queryKey: ['tickets', 'get', {}], queryFn: () => ++fetched }).subscribe(() => {});
    const { take, stop } = makeInvalidator(client);
    take(event('tickets', { id: 1 }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(fetched).toBe(2);
    vi.setSystemTime(Date.now() - 3_600_000);
    take(event('tickets', { id: 2 }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(fetched).toBe(3);
    stop();
    client.clear();
  });

  test('lets an answer come that takes longer than news, and asks once more behind it', async () => {
    const client = new QueryClient();
    let asked = 0;
    let underWay = 0;
    const answer = async () => {
      const nth = ++asked;
      underWay++;
      await new Promise((done) => setTimeout(done, 2_000));
      underWay--;
      return nth;
    };
    const shown = new QueryObserver(client, { queryKey: ['tickets', 'get', {}], queryFn: answer });
    shown.subscribe(() => {});
    await vi.advanceTimersByTimeAsync(1_000);
    const { take, stop } = makeInvalidator(client);
    take(event('tickets', { id: 1 }));
    await vi.advanceTimersByTimeAsync(3_100);
    expect(shown.getCurrentResult().data, 'what happened while it was answered for the first time').toBe(2);
    for (let id = 2; id < 20; id++) {
      take(event('tickets', { id }));
      await vi.advanceTimersByTimeAsync(500);
      expect(underWay).toBeLessThanOrEqual(1);
    }
    expect(shown.getCurrentResult().data).toBeGreaterThanOrEqual(5);
    await vi.advanceTimersByTimeAsync(5_000);
    expect({ asked, data: shown.getCurrentResult().data }).toEqual({ asked, data: asked });
    expect(client.isFetching()).toBe(0);

    // Cancelled, while something of oneself is shown before it is true: whoever did it asks again.
    void shown.refetch();
    take(event('tickets', { id: 20 }));
    await vi.advanceTimersByTimeAsync(600);
    await client.cancelQueries({ queryKey: ['tickets'] });
    await vi.advanceTimersByTimeAsync(600);
    expect(client.isFetching()).toBe(0);
    expect(shown.getCurrentQuery().state.isInvalidated).toBe(true);
    stop();
    client.clear();
  });

  test('has tickets of tags and labels counted now and then, and what else happens to these at once', async () => {
    const client = new QueryClient();
    const fetched = { tags: 0, labels: 0, names: 0 };
    const watch = (name: keyof typeof fetched, noun: string, fields: string[]) =>
      new QueryObserver(client, {
        queryKey: [noun, 'get', { fields }],
        queryFn: () => ++fetched[name],
      }).subscribe(() => {});
    watch('tags', 'tags', ['name', 'ticket_count']);
    watch('labels', 'labels', ['name', 'ticket_count']);
    watch('names', 'tags', ['name']);
    await vi.advanceTimersByTimeAsync(10);
    const { take, stop } = makeInvalidator(client);
    take(event('tickets', { id: 1 }));
    await vi.advanceTimersByTimeAsync(100);
    expect(fetched).toEqual({ tags: 2, labels: 2, names: 1 });
    for (let id = 0; id < 50; id++) {
      take(event('tickets', { id }));
      await vi.advanceTimersByTimeAsync(500);
    }
    expect(fetched).toEqual({ tags: 2, labels: 2, names: 1 });
    take(event('tags', { id: 1 }));
    await vi.advanceTimersByTimeAsync(600);
    expect(fetched).toEqual({ tags: 3, labels: 2, names: 2 });
    await vi.advanceTimersByTimeAsync(30_000);
    expect(fetched).toEqual({ tags: 4, labels: 3, names: 2 });
    stop();
    client.clear();
  });
});

test('what changed while nobody could be asked is asked for once the server is back; the rest is left alone', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  let isAway = false;
  const asked: string[] = [];
  const look = (name: string) => {
    const queryFn = () => {
      asked.push(name);
      return isAway ? Promise.reject(new Error('offline')) : Promise.resolve(name);
    };
    return new QueryObserver(client, { queryKey: [name], queryFn }).subscribe(() => {});
  };
  const leaves = ['tickets', 'messages', 'products'].map(look);
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  isAway = true;
  // An event was heard and its answer lost; a list was looked at again.
  await client.invalidateQueries({ queryKey: ['messages'] });
  await client.refetchQueries({ queryKey: ['tickets'] });
  isAway = false;
  asked.length = 0;
  await askAgainForWhatFailed(client);
  expect(asked.sort()).toEqual(['messages', 'tickets']);
  asked.length = 0;
  await askAgainForWhatFailed(client);
  expect(asked).toEqual([]);
  for (const leave of leaves) leave();
});
