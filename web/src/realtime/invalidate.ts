import type { Query, QueryClient } from '@tanstack/react-query';
import type { RealtimeEvent } from '#contract/realtime.ts';
import type { RowsQuery } from '../api/rows.ts';
import { thisDevice } from '../api/this-device.ts';

/** A burst of events is one refetch: the first waits a moment for its company, the next ones a little longer. */
const gatherMs = 60;
const pauseMs = 500;
/** Where each question has the server count tickets: their numbers follow a little later while something happens all the time. */
const countsPauseMs = 30_000;

/** What else shows something of a noun, beside the queries keyed by it: other nouns, or single calls of theirs. */
const shownBy: Record<string, readonly string[]> = {
  tickets: ['products', 'tags', 'labels', 'side-conversations'],
  messages: ['tickets', 'side-conversations'],
  products: ['tickets', 'mailboxes', 'integrations', 'product-call-phones'],
  companies: ['users', 'privileges'],
  users: ['tickets', 'messages', 'privileges', 'teams'],
  teams: ['users', 'products', 'templates', 'invite'],
  calendars: ['teams'],
  invites: ['invite'],
  mailboxes: ['tickets/reply-defaults', 'products'],
  integrations: ['products'],
  quidgets: ['products', 'tickets/chat'],
  'product-call-phones': ['products'],
  categories: ['templates'],
  templates: ['categories'],
  tags: ['tickets', 'customers'],
  customers: ['tickets'],
  labels: ['tickets'],
};
/** All that these show of tickets is how many there are: whoever asked for names alone has them already. */
const countsOfTickets: Record<string, string> = {
  products: 'unresolved_tickets',
  tags: 'ticket_count',
  labels: 'ticket_count',
};
const countedAnew = ['tags', 'labels'];
/** Conditions on these never change for a row, so an event that names another value leaves such a query alone. */
const fixedFields = ['id', 'company_id', 'ticket_id', 'mailbox_id'] as const;

/**
 * Turns events into refetches of what is on the screen, coalesced. Queries with `meta.isHeld` only become stale: their
 * screen decides when rows may move under the pointer.
 */
export function makeInvalidator(client: QueryClient): { take: (event: RealtimeEvent) => void; stop: () => void } {
  const cache = client.getQueryCache();
  let waiting: RealtimeEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastAt = -Infinity;
  let counting: ReturnType<typeof setTimeout> | undefined;
  let countedAt = -Infinity;
  const toCount = new Set<Query>();
  const overtaken = new Set<Query>();

  /** Begun anew with each event, an answer that takes longer than the next one would never come: it is asked for once more behind it. */
  const renew = (isMeant: (query: Query) => boolean) => {
    for (const query of cache.findAll({ fetchStatus: 'fetching', predicate: isMeant })) overtaken.add(query);
    void client.invalidateQueries({ predicate: (query) => isMeant(query) && !isHeld(query) }, { cancelRefetch: false });
    void client.invalidateQueries({ predicate: (query) => isMeant(query) && isHeld(query), refetchType: 'none' });
  };
  const leave = cache.subscribe((told) => {
    const { query, type } = told;
    if (type === 'removed') overtaken.delete(query);
    if (type !== 'updated' || query.state.fetchStatus === 'fetching' || !overtaken.delete(query)) return;
    if (told.action.type === 'success') renew((one) => one === query);
    // Whoever cancelled it asks again by themselves.
    else query.invalidate();
  });
  const flush = () => {
    timer = undefined;
    lastAt = performance.now();
    const events = waiting;
    waiting = [];
    const touched = (query: Query, isCount: boolean) =>
      events.some((event) => counts(query.queryKey, event) === isCount && concerns(query.queryKey, event));
    renew((query) => touched(query, false));
    for (const query of cache.findAll({ predicate: (one) => touched(one, true) })) {
      query.invalidate();
      toCount.add(query);
      counting ??= setTimeout(count, Math.max(0, countedAt + countsPauseMs - lastAt));
    }
  };
  const count = () => {
    counting = undefined;
    countedAt = performance.now();
    renew((query) => toCount.has(query));
    toCount.clear();
  };
  return {
    take: (event) => {
      waiting.push(event);
      timer ??= setTimeout(flush, Math.max(gatherMs, lastAt + pauseMs - performance.now()));
    },
    stop: () => {
      clearTimeout(timer);
      clearTimeout(counting);
      leave();
    },
  };
}

/** Once the server can be asked again: what came or was done before it could not is behind the bookmark, and is told by nobody. */
export function askAgainForWhatFailed(client: QueryClient): Promise<void> {
  const isMissing = (query: Query) => query.state.isInvalidated || query.state.status === 'error';
  return client.invalidateQueries({ predicate: (query) => isMissing(query) && !isHeld(query) });
}

function isHeld(query: Query): boolean {
  return query.meta?.isHeld === true;
}

const counts = ([noun]: readonly unknown[], { entity }: RealtimeEvent): boolean =>
  entity === 'tickets' && countedAnew.some((one) => one === noun);

/** Every few words are saved: only the ticket they belong to looks again, and lists when there is one more or less. */
function concernsDrafts(noun: string, query: unknown, params: RealtimeEvent['params']): boolean {
  if (noun === 'tickets') return params.changes_lists === true;
  if (noun !== 'drafts' || params.device === thisDevice) return false;
  const asked = typeof query === 'object' && query !== null && 'ticket_id' in query ? query.ticket_id : undefined;
  return asked === undefined || asked === params.ticket_id;
}

/** Whom to answer is a question of one ticket: what happens to others, which is all the time, changes nothing of it. */
function isOfAnother(
  asked: { ticket_id: number },
  { entity, params }: Pick<RealtimeEvent, 'entity' | 'params'>,
): boolean {
  const about = entity === 'tickets' ? params.id : entity === 'messages' ? params.ticket_id : undefined;
  return about !== undefined && about !== asked.ticket_id;
}

/** Whether what a query shows may differ after an event. */
export function concerns(key: readonly unknown[], event: Pick<RealtimeEvent, 'entity' | 'params'>): boolean {
  const [noun, kind, query] = key;
  if (typeof noun !== 'string') return false;
  if (event.entity === 'drafts') return concernsDrafts(noun, query, event.params);
  if (event.entity === 'new-letters' && event.params.device === thisDevice) return false;
  if (event.entity === 'new-letters' && (kind === 'tickets/counters' || noun === 'notifications'))
    return event.params.changes_lists === true;
  if (noun === 'notifications' && event.params.moves_news === true) return true;
  if (kind === 'tickets/reply-defaults' && isOfAnother(query as { ticket_id: number }, event)) return false;
  // Visitors move all the time: of tickets, only those named are looked at again.
  if (event.entity === 'visits' && kind === 'tickets/chat')
    return (event.params.ticket_ids as unknown[]).includes((query as { ticket_id: number }).ticket_id);
  // Somebody came or went: lists of people say so, and nothing else has changed.
  if (event.params.presence === true) return noun === 'teams' || (noun === 'users' && kind === 'get');
  const count = event.entity === 'tickets' ? countsOfTickets[noun] : undefined;
  if (count !== undefined && (query as RowsQuery | undefined)?.fields?.includes(count) === false) return false;
  if (noun !== event.entity) return shownBy[event.entity]?.some((one) => one === noun || one === kind) ?? false;
  if (kind !== 'get' && kind !== 'row') return true;
  const conditions = (query as RowsQuery | undefined)?.conditions ?? [];
  return conditions.every(([field, operator, value]) => {
    const named = event.params[field];
    if (operator !== '=' || named === undefined || !fixedFields.some((fixed) => fixed === field)) return true;
    return named === value;
  });
}
