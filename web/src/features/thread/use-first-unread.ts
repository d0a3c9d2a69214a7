import { useEffect, useEffectEvent, useState } from 'react';
import type { Message } from './message.ts';
import { firstUnreadOf, reachesFirstUnread } from './thread-items.ts';

/** How far each thread was seen in this tab. */
const seen = new Map<number, number>();

export function rememberSeen(ticketId: number, messageId: number): void {
  seen.set(ticketId, Math.max(seen.get(ticketId) ?? 0, messageId));
}

/** A thread is fetched no further back for its first unread letter. */
const fetchedMax = 500;

type Ticket = { ticketId: number; isUnread: boolean; readTo: number };
type Pages = {
  messages: readonly Message[];
  isSuccess: boolean;
  hasNextPage: boolean;
  isFetching: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
};

/**
 * The first unread message of a thread, null for none; undefined while older ones are fetched until it is among them.
 * Decided once per visit: the `New` line above it must not jump away while somebody reads below it.
 */
export function useFirstUnread({ ticketId, isUnread, readTo }: Ticket, thread: Pages): number | null | undefined {
  const [decided, decide] = useState<{ ticket: number; at: number | null } | null>(null);
  const knownTo = Math.max(readTo, seen.get(ticketId) ?? 0);
  const isOpen = thread.isSuccess && decided?.ticket !== ticketId;
  const isFurtherUp =
    isUnread &&
    thread.hasNextPage &&
    !thread.isFetchNextPageError &&
    thread.messages.length < fetchedMax &&
    !reachesFirstUnread(thread.messages, knownTo);
  if (isOpen && !isFurtherUp) {
    decide({ ticket: ticketId, at: firstUnreadOf(thread.messages, isUnread, knownTo) });
  }
  const fetchesMore = isOpen && isFurtherUp && !thread.isFetching;
  const fetchMore = useEffectEvent(() => thread.fetchNextPage());
  useEffect(() => {
    if (fetchesMore) fetchMore();
  }, [fetchesMore]);
  return decided?.ticket === ticketId ? decided.at : undefined;
}
