import type { Message } from './message.ts';

/** What stands in the thread, from top to bottom. */
export type ThreadItem =
  | { readonly kind: 'day'; readonly key: string; readonly at: string }
  | { readonly kind: 'new'; readonly key: string }
  | { readonly kind: 'events'; readonly key: string; readonly messages: readonly Message[] }
  | { readonly kind: 'report'; readonly key: string; readonly message: Message }
  | { readonly kind: 'letter'; readonly key: string; readonly message: Message };

/**
 * Lays a thread out: a line per day, `New` above the first unread message, neighbouring events folded into one,
 * and what a mail server reports about a letter of ours folded into a line.
 *
 * @param messages oldest first
 * @param dayOf the day of a message where the reader is
 * @param firstUnread id of the first unread message, if any. On top of everything there is nothing to divide.
 */
export function threadItems(
  messages: readonly Message[],
  dayOf: (added: string) => string,
  firstUnread: number | null,
): ThreadItem[] {
  const items: ThreadItem[] = [];
  let day = '';
  for (const [at, message] of messages.entries()) {
    const today = dayOf(message.added);
    if (today !== day) items.push({ kind: 'day', key: `day-${today}`, at: message.added });
    day = today;
    if (message.id === firstUnread && at > 0) items.push({ kind: 'new', key: 'new' });
    const last = items.at(-1);
    if (message.kind === 'inbound' && message.mail_kind === 'bounce')
      items.push({ kind: 'report', key: keyOf(message), message });
    else if (message.kind !== 'event') items.push({ kind: 'letter', key: keyOf(message), message });
    else if (last?.kind === 'events') items[items.length - 1] = { ...last, messages: [...last.messages, message] };
    else items.push({ kind: 'events', key: `events-${message.id}`, messages: [message] });
  }
  return items;
}

/** A reply keeps its key when the server's row takes the place of the pending one, so that it does not blink. */
export const keyOf = (message: Message): string => message.client_id ?? `message-${message.id}`;

/**
 * Where to open a thread whose ticket is unread: the first message of the customer after the last one we wrote, or after
 * the last one this person is known to have seen here.
 */
export function firstUnreadOf(messages: readonly Message[], isUnread: boolean, readTo: number): number | null {
  if (!isUnread) return null;
  // Who never opened the ticket starts behind our last answer: what is above was dealt with.
  const answered = readTo > 0 ? -1 : messages.findLastIndex((message) => message.kind === 'outbound');
  const unread = messages.find(
    (message, at) => at > answered && message.id > readTo && (message.kind === 'inbound' || message.kind === 'call'),
  );
  return unread?.id ?? null;
}

/** Whether what was read, or our last answer to whoever read nothing, is among these: what is unread begins after it. */
export function reachesFirstUnread(messages: readonly Message[], readTo: number): boolean {
  return messages.some((message) => (readTo > 0 ? message.id <= readTo : message.kind === 'outbound'));
}
