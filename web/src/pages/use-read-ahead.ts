import { InfiniteQueryObserver, type QueryClient, QueryObserver, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { draftsOfTicket } from '#contract/drafts.ts';
import { replyDefaults } from '#contract/ticket-writing.ts';
import { callQuery } from '../api/call.ts';
import { useMay } from '../api/self.ts';
import { threadQuery } from '../features/thread/thread-queries.ts';

/** Whoever goes past one ticket after another asks for none of them. */
const pauseMs = 150;

/**
 * What a ticket's page is drawn of is fetched while the one before is read, and kept fresh until it is opened: then it is
 * there with the key that opens it. Null: nothing to read ahead.
 */
export function useReadAhead(id: number | null): void {
  const client = useQueryClient();
  const mayRead = useMay('messages.get');
  useEffect(() => {
    if (id === null || !mayRead) return;
    let stop = () => {};
    const timer = setTimeout(() => {
      stop = keepFresh(client, id);
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [client, id, mayRead]);
}

/** The same in a list, of the row that the keys are on. It draws nothing: the list is not drawn anew at every step. */
export function ReadAheadOfRow() {
  const [id, lookAt] = useState<number | null>(null);
  useEffect(() => {
    const look = ({ target }: FocusEvent) => {
      const row = target instanceof Element ? target.closest<HTMLElement>('[data-ticket]') : null;
      lookAt(row ? Number(row.dataset.ticket) : null);
    };
    document.addEventListener('focusin', look);
    return () => document.removeEventListener('focusin', look);
  }, []);
  useReadAhead(id);
  return null;
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
