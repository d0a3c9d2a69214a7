import {
  type FetchNextPageOptions,
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
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
  const { renew, ...query } = usePages(ticketId);
  const fetchedFor = useRef(version);
  const grown = useEffectEvent(renew);
  useEffect(() => {
    if (fetchedFor.current !== version) void grown();
    fetchedFor.current = version;
  }, [version]);
  const rows = useMemo(
    () => uniqueById((query.data?.pages ?? []).flatMap((page) => page.rows)).reverse(),
    [query.data],
  );
  return { ...query, messages: rows };
}

/** The same letters, as far as they are on the screen. `whole`: with the older ones, as many as one letter may forward. */
export function useThreadLetters(ticketId: number) {
  const { data, hasNextPage, fetchNextPage } = usePages(ticketId);
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

function usePages(ticketId: number) {
  const client = useQueryClient();
  const asked = threadQuery(ticketId);
  const query = useInfiniteQuery(asked);
  return {
    ...query,
    fetchNextPage: (how?: FetchNextPageOptions) => fetchOlder(client, asked.queryKey, () => query.fetchNextPage(how)),
    renew: () => renewBehind(client, asked.queryKey),
  };
}

/** An older page comes at once. It takes the place of what is being fetched anew, and looks fresh for all of it: that is asked for again behind it. */
export async function fetchOlder<R>(client: QueryClient, queryKey: QueryKey, fetchPage: () => Promise<R>): Promise<R> {
  const state = client.getQueryState(queryKey);
  const isRenewed = state?.fetchStatus === 'fetching' && !state.fetchMeta?.fetchMore;
  try {
    return await fetchPage();
  } finally {
    if (isRenewed || state?.isInvalidated) void renewBehind(client, queryKey);
  }
}

const waitedForMax = 5;

/** Fetches a thread anew, behind what is under way: that may be older than the news, or an older page somebody waits for. */
export async function renewBehind(client: QueryClient, queryKey: QueryKey): Promise<void> {
  const asked = { queryKey, exact: true };
  for (let times = 0; times < waitedForMax && client.isFetching(asked) > 0; times += 1)
    await client.refetchQueries(asked, { cancelRefetch: false });
  await client.invalidateQueries(asked);
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
