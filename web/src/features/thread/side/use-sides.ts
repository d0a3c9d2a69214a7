import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { listSideConversations } from '#contract/side-conversations.ts';
import { callQuery } from '../../../api/call.ts';
import { rowsQuery } from '../../../api/rows.ts';
import { messageFields } from '../message.ts';

export const sidesQuery = (ticketId: number) => callQuery(listSideConversations, { ticket_id: ticketId });

export const useSides = (ticketId: number) => useQuery(sidesQuery(ticketId)).data?.conversations ?? [];

const lettersMax = 100;

/** The newest letters of a side conversation, oldest first. */
export function useSideLetters(ticketId: number, sideId: number) {
  const { data } = useQuery({
    ...rowsQuery(messages, {
      fields: messageFields,
      conditions: [
        ['ticket_id', '=', ticketId],
        ['side_id', '=', sideId],
      ],
      sort: [['id', 'desc']],
      range: [0, lettersMax],
    }),
    placeholderData: keepPreviousData,
  });
  return (data?.rows ?? []).toReversed();
}
