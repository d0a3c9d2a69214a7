import { useState } from 'react';
import type { Message } from './message.ts';
import { firstUnreadOf } from './thread-items.ts';

/** How far each thread was seen in this tab. */
const seen = new Map<number, number>();

export function rememberSeen(ticketId: number, messageId: number): void {
  seen.set(ticketId, Math.max(seen.get(ticketId) ?? 0, messageId));
}

/** Where the `New` line stands. Decided once per visit: it must not jump away while somebody reads below it. */
export function useFirstUnread(
  { ticketId, isUnread, readTo }: { ticketId: number; isUnread: boolean; readTo: number },
  messages: readonly Message[],
  isReady: boolean,
) {
  const [decided, decide] = useState<{ ticket: number; at: number | null } | null>(null);
  if (isReady && decided?.ticket !== ticketId) {
    decide({ ticket: ticketId, at: firstUnreadOf(messages, isUnread, Math.max(readTo, seen.get(ticketId) ?? 0)) });
  }
  return decided?.ticket === ticketId ? decided.at : null;
}
