import { describe, expect, test } from 'vitest';
import type { Message } from './message.ts';
import { aMessage } from './sample-message.ts';
import { firstUnreadOf, reachesFirstUnread, threadItems } from './thread-items.ts';

const day = (added: string) => added.slice(0, 10);
const shape = (messages: Message[], unread: number | null = null) =>
  threadItems(messages, day, unread).map((item) =>
    item.kind === 'events' ? item.messages.map((m) => m.id) : item.kind === 'letter' ? item.message.id : item.kind,
  );

describe('the thread', () => {
  test('has a line for every day and folds neighbouring events', () => {
    const messages = [
      aMessage({ id: 1 }),
      aMessage({ id: 2, kind: 'event' }),
      aMessage({ id: 3, kind: 'event' }),
      aMessage({ id: 4, kind: 'note' }),
      aMessage({ id: 5, kind: 'event', added: '2026-11-20 08:00:00' }),
    ];
    expect(shape(messages)).toEqual(['day', 1, [2, 3], 4, 'day', [5]]);
  });

  test('says New above the first unread letter, never above the whole thread', () => {
    const messages = [aMessage({ id: 1 }), aMessage({ id: 2, kind: 'outbound' }), aMessage({ id: 3 })];
    expect(shape(messages, 3)).toEqual(['day', 1, 2, 'new', 3]);
    expect(shape(messages, 1)).toEqual(['day', 1, 2, 3]);
  });

  test('events do not fold across the New line', () => {
    const messages = [aMessage({ id: 1 }), aMessage({ id: 2, kind: 'event' }), aMessage({ id: 3, kind: 'event' })];
    expect(shape(messages, 3)).toEqual(['day', 1, [2], 'new', [3]]);
  });

  test('what a mail server reports is a line, beside the thread it is none of its', () => {
    const report = (the: Partial<Message>) => threadItems([aMessage({ mail_kind: 'bounce', ...the })], day, null)[1];
    expect(report({})).toMatchObject({ kind: 'report', key: 'message-1' });
    expect(report({ kind: 'side_inbound' })).toMatchObject({ kind: 'letter' });
  });

  test('a sent reply keeps its place in the page when its row arrives', () => {
    const [, pending] = threadItems([aMessage({ id: 0, client_id: 'c-1' })], day, null);
    const [, sent] = threadItems([aMessage({ id: 9, client_id: 'c-1' })], day, null);
    expect(pending?.key).toBe(sent?.key);
  });
});

describe('the first unread', () => {
  const messages = [
    aMessage({ id: 1 }),
    aMessage({ id: 2, kind: 'outbound' }),
    aMessage({ id: 3, kind: 'event' }),
    aMessage({ id: 4 }),
    aMessage({ id: 5 }),
  ];

  test('is what the customer wrote after our last answer', () => {
    expect(firstUnreadOf(messages, true, 0)).toBe(4);
  });

  test('is not what was seen here before', () => {
    expect(firstUnreadOf(messages, true, 4)).toBe(5);
  });

  test('is what came after the last word that was read, also when a colleague has answered since', () => {
    expect(firstUnreadOf([...messages, aMessage({ id: 6, kind: 'outbound' }), aMessage({ id: 7 })], true, 4)).toBe(5);
  });

  test('is nothing in a ticket that was read', () => {
    expect(firstUnreadOf(messages, false, 0)).toBeNull();
  });

  test('is further up as long as neither what was read nor our last answer is in sight', () => {
    expect(reachesFirstUnread(messages.slice(1), 0)).toBe(true);
    expect(reachesFirstUnread(messages.slice(2), 0)).toBe(false);
    expect(reachesFirstUnread(messages.slice(1), 1)).toBe(false);
    expect(reachesFirstUnread(messages, 1)).toBe(true);
  });
});
