import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { countUnread, unreadMax } from '#contract/notifications.ts';
import { callQuery } from '../../api/call.ts';

type Unread = z.output<typeof countUnread.answer>;

/** The newest news of a ticket that this person has not seen, null for none. */
export function useUnseenNews(ticketId: number): ReturnType<typeof unseenNewsOf> {
  const { data } = useQuery(callQuery(countUnread, {}));
  return data ? unseenNewsOf(data, ticketId) : null;
}

/** Of somebody with more than is counted, any other ticket may have some. */
export function unseenNewsOf({ tickets, letters, newest }: Unread, ticketId: number): number | 'perhaps' | null {
  const known = newest.find((one) => one.ticket_id === ticketId);
  return known?.id ?? (tickets + letters < unreadMax ? null : 'perhaps');
}
