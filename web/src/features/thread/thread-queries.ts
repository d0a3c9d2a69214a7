import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { messages } from '#contract/messages.ts';
import { forwardedLettersMax } from '#contract/side-conversations.ts';
import { getRows, type RowsQuery } from '../../api/rows.ts';
import { type Message, messageFields } from './message.ts';

/** Letters fetched at once; the newest come first, older ones when asked for. */
const pageSize = 50;

/**
 * The messages of a ticket, oldest first, from the newest page back as far as has been asked for. They are fetched again
 * whenever the ticket's `version` has grown.
 */
export function useMessages(ticketId: number, version: number) {
  const query = useInfiniteQuery(threadQuery(ticketId));
  const { refetch } = query;
  const fetchedFor = useRef(version);
  useEffect(() => {
    if (fetchedFor.current !== version) void refetch();
    fetchedFor.current = version;
  }, [version, refetch]);
  const rows = useMemo(
    () => uniqueById((query.data?.pages ?? []).flatMap((page) => page.rows)).reverse(),
    [query.data],
  );
  return { ...query, messages: rows };
}

/** The same letters, as far as they are on the screen. `whole`: with the older ones, as many as one letter may forward. */
export function useThreadLetters(ticketId: number) {
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery(threadQuery(ticketId));
  const letters = useMemo(() => flat(data), [data]);
  const whole = async () => {
    let [got, hasMore] = [letters, hasNextPage];
    while (hasMore && lettersOf(got).length < forwardedLettersMax) {
      const next = await fetchNextPage({ throwOnError: true });
      [got, hasMore] = [flat(next.data), next.hasNextPage];
    }
    return lettersOf(got).slice(-forwardedLettersMax);
  };
  return { letters, whole, hasMore: hasNextPage };
}

const flat = (data: { readonly pages: readonly { readonly rows: readonly Message[] }[] } | undefined) =>
  (data?.pages ?? []).flatMap((page) => page.rows);

/** What the customer and we wrote, oldest first. */
export const lettersOf = (all: readonly Message[]): Message[] =>
  uniqueById(all.filter((one) => one.kind === 'inbound' || one.kind === 'outbound')).toSorted((a, b) => a.id - b.id);

/** Whether they hold more than one file, or may: older letters are not there until somebody asks for them. */
export const haveFiles = (letters: readonly Message[]): boolean =>
  letters.length >= pageSize || letters.flatMap((one) => one.attachments).filter((file) => !file.inline).length > 1;

/** As the thread asks for it: `useReadAhead` asks for the next one before it is opened. */
export function threadQuery(ticketId: number) {
  const query: RowsQuery = {
    fields: messageFields,
    // What is said beside the ticket stands beside it.
    conditions: [
      ['ticket_id', '=', ticketId],
      ['kind', 'in', ['inbound', 'outbound', 'note', 'event', 'call', 'forward']],
    ],
    sort: [['id', 'desc']],
  };
  return infiniteQueryOptions({
    queryKey: [messages.name, 'get', query, 'thread'] as const,
    queryFn: ({ pageParam, signal }) =>
      getRows(messages, { ...query, range: [pageParam, pageParam + pageSize] }, signal),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const fetched = pages.reduce((sum, page) => sum + page.rows.length, 0);
      return last.rows.length === pageSize && fetched < last.total ? fetched : undefined;
    },
  });
}

/** A message that arrived between two pages would otherwise stand in both. */
function uniqueById<R extends { id: number }>(rows: readonly R[]): R[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
