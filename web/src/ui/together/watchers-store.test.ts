import { expect, test } from 'vitest';
import type { RealtimeEvent } from '#contract/realtime.ts';
import { createWatchers } from './watchers-store.ts';

const ira = { id: 7, name: 'Ira', avatar: null, doing: 'replying', is_visitor: 0 } as const;
const event = (entity: string, action: RealtimeEvent['action'], params: Record<string, unknown> = {}) => ({
  ...{ uuid: crypto.randomUUID(), entity, action, params },
});
const at = (ticketId: number, ...who: object[]) =>
  event('watchers', 'updated', { ticket_id: ticketId, company_id: 1, watchers: who });

test('who is where is what was told last', () => {
  const watchers = createWatchers();
  let changes = 0;
  watchers.listen(() => changes++);
  watchers.take(at(3, ira));
  watchers.take(at(4, { ...ira, doing: 'reading' }));
  expect(watchers.of(3)).toEqual([ira]);
  watchers.take(at(3));
  expect([watchers.of(3), watchers.of(4).length]).toEqual([[], 1]);
  expect(changes).toBe(3);
});

test('a list that is asked for twice is the same one, or screens would draw for ever', () => {
  const watchers = createWatchers();
  expect(watchers.of(3)).toBe(watchers.of(4));
  watchers.take(at(3, ira));
  expect(watchers.of(3)).toBe(watchers.of(3));
});

test('a new greeting begins with an empty house; so does a list that has gaps', () => {
  for (const start of [event('realtime', 'hello'), event('realtime', 'resync'), event('watchers', 'resync')]) {
    const watchers = createWatchers();
    watchers.take(at(3, ira));
    watchers.take(event('tickets', 'updated', { id: 3 }));
    expect(watchers.of(3)).toEqual([ira]);
    watchers.take(start);
    expect(watchers.of(3)).toEqual([]);
  }
});

test('what a newer server tells in another shape is passed over', () => {
  const watchers = createWatchers();
  watchers.take(at(3, { ...ira, doing: 'dancing' }));
  watchers.take(event('watchers', 'updated', {}));
  expect(watchers.of(3)).toEqual([]);
});
