import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Row } from '#contract/entity.ts';
import { tickets } from '#contract/tickets.ts';
import { rowQuery } from '../../api/rows.ts';
import { type Self, selfQuery } from '../../api/self.ts';
import { sessionState } from '../../api/session.ts';
import { copyQueries } from './copy-queries.ts';
import { keepsHere } from './keeps-here.ts';
import { keepPerson, keepTicket, ticketBytesMax } from './kept-store.ts';
import { isOfTicket } from './of-ticket.ts';

const pauseMs = 1_500;
/** Where something happens all the time, it is kept all the same. */
const patienceMs = 10_000;

/** Keeps the ticket with this id, as its page has it, a moment after each change and as it is left. */
export function useKeptTicket(id: number | null, isOn: boolean): void {
  const client = useQueryClient();
  useEffect(() => {
    if (id === null || !isOn) return;
    return keepAtPauses(client, () => void keep(client, id).catch(() => {}));
  }, [client, id, isOn]);
}

/**
 * Keeps what the cache holds of a ticket when nothing has come for a moment, now and then while something does, and at the end
 * what came last. Answers how to end it.
 */
export function keepAtPauses(client: QueryClient, keepNow: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let since: number | undefined;
  const now = () => {
    clearTimeout(timer);
    since = undefined;
    keepNow();
  };
  const soon = () => {
    clearTimeout(timer);
    since ??= Date.now();
    timer = setTimeout(now, Math.max(0, Math.min(pauseMs, since + patienceMs - Date.now())));
  };
  const stop = client.getQueryCache().subscribe(({ query, type }) => {
    if (type === 'updated' && ['tickets', 'messages', 'drafts', 'customers'].includes(String(query.queryKey[0])))
      soon();
  });
  soon();
  return () => {
    stop();
    if (since !== undefined) now();
  };
}

async function keep(client: QueryClient, id: number): Promise<void> {
  const who = client.getQueryData<Self | null>(selfQuery.queryKey);
  const ticket = openTicket(client, id);
  // Another tab may have signed out meanwhile, and whoever does not want it kept any more leaves it as well.
  if (!who || !ticket || sessionState() !== 'in' || !keepsHere()) return;
  const at = Date.now();
  const hasThread = client.getQueriesData({
    predicate: ({ queryKey, state }) =>
      queryKey[0] === 'messages' && state.data !== undefined && isOfTicket(queryKey, ticket),
  });
  const queries = copyQueries(client, (query) => isOfTicket(query.queryKey, ticket));
  if (hasThread.length === 0 || queries.length > ticketBytesMax) return;
  await keepPerson({ key: 'self', at, self: who });
  const { first_name, last_name, email } = ticket.customer;
  const customer = [first_name, last_name].filter(Boolean).join(' ') || email || '';
  await keepTicket({ id, title: ticket.title, number: ticket.case_number, customer, at, queries });
}

/** As its own query has it, whichever fields that asked for. */
export function openTicket(client: QueryClient, id: number): Row<typeof tickets> | undefined {
  const mine = JSON.stringify(rowQuery(tickets, id).queryKey[2].conditions);
  return client
    .getQueryCache()
    .findAll({ queryKey: [tickets.name, 'row'] })
    .map((query) => ({ query, asked: query.queryKey[2] as { conditions?: unknown; fields?: readonly string[] } }))
    .filter(({ asked }) => JSON.stringify(asked.conditions) === mine && asked.fields?.includes('case_number'))
    .map(({ query }) => query.state.data as Row<typeof tickets> | undefined)
    .find((row) => row !== undefined);
}
