import { InfiniteQueryObserver, type QueryClient, QueryObserver, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { draftsOfTicket } from '#contract/drafts.ts';
import { replyDefaults } from '#contract/ticket-writing.ts';
import { callQuery } from '../api/call.ts';
import { threadQuery } from '../features/thread/thread-queries.ts';

/** Whoever goes past one ticket after another asks for none of them. */
const pauseMs = 150;

/**
 * What a ticket's page is drawn of is fetched while the one before is read, and kept fresh until it is opened: then it is
 * there with the key that opens it. Null: nothing to read ahead.
 */
export function useReadAhead(id: number | null): void {
  const client = useQueryClient();
  useEffect(() => {
    if (id === null) return;
    let stop = () => {};
    const timer = setTimeout(() => {
      stop = keepFresh(client, id);
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client, id]);
}

function keepFresh(client: QueryClient, id: number): () => void {
  // Whoever watches a query hears of what happened to it: what is opened later is what the server says then.
  const stops = [
    new InfiniteQueryObserver(client, threadQuery(id)).subscribe(() => {}),
    new QueryObserver(client, callQuery(draftsOfTicket, { ticket_id: id })).subscribe(() => {}),
    new QueryObserver(client, callQuery(replyDefaults, { ticket_id: id })).subscribe(() => {}),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
