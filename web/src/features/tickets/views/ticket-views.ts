import type { Condition } from '#contract/entity.ts';
import type { channels } from '#contract/messages.ts';
import type { TicketFilters } from '#contract/saved-searches.ts';
import type { TicketCounters, ViewType } from '#contract/tickets.ts';
import { narrowings } from './narrowings.ts';
import { readTicketSearch, type TicketSearch, type View } from './ticket-search.ts';

/** Which tickets a view holds. `me` is the signed-in person. */
export function conditionsOf(search: TicketSearch, me: number): Condition[] {
  const { view = 'open', company, product, assignee, team, channel, label, tag } = search;
  const narrowing: Condition[] = [
    ...(company ? [['company_id', '=', company] as const] : []),
    ...(product ? [['product_id', '=', product] as const] : []),
    ...(assignee ? [['assignee_id', '=', idOf(assignee, me)] as const] : []),
    ...(team ? [['team_id', '=', team] as const] : []),
    ...(channel ? [['channel', '=', channel] as const] : []),
    ...(label ? [['label_id', '=', label] as const] : []),
    ...(tag ? [['tag_ids', '=', tag] as const] : []),
  ];
  return [...inView[view](me), ...narrowing];
}

const idOf = (assignee: NonNullable<TicketSearch['assignee']>, me: number): number | null =>
  assignee === 'me' ? me : assignee === 'nobody' ? null : assignee;

/** What stands first: what happened last, and of what is put off what wakes first. */
export const orderOf = ({ view }: TicketSearch): ['snoozed_until', 'asc'] | ['updated', 'desc'] =>
  view === 'snoozed' ? ['snoozed_until', 'asc'] : ['updated', 'desc'];

/** Whether anything narrows the view. */
export const isNarrowed = (search: TicketSearch): boolean =>
  search.search !== undefined || narrowings.some((by) => search[by] !== undefined);

/** Whether somebody chose among its tickets, beyond a product or a team, whose lists stand beside the views. */
export const isFiltered = ({ company, assignee, channel, label, tag }: TicketSearch): boolean =>
  [company, assignee, channel, label, tag].some((one) => one !== undefined);

/** The list that was chosen among: the view, and the product or the team whose list it is. */
export const unfiltered = ({ view, product, team }: TicketSearch): TicketSearch => ({ view, product, team });

/** What is worth keeping of it. */
export function filtersOf(of: TicketSearch): TicketFilters {
  const { view, company, product, assignee, team, channel, label, tag, search } = of;
  return {
    ...(view ? { view } : {}),
    ...(company ? { company } : {}),
    ...(product ? { product } : {}),
    ...(assignee ? { assignee } : {}),
    ...(team ? { team } : {}),
    ...(channel ? { channel } : {}),
    ...(label ? { label } : {}),
    ...(tag ? { tag } : {}),
    ...(search === undefined ? {} : { search }),
  };
}

/** How many a list holds, where that is counted with every change; undefined where nobody counts it. */
export function countIn(search: TicketSearch, counters: TicketCounters): number | undefined {
  const { view = 'open', product, team } = search;
  if (isFiltered(search)) return undefined;
  if (product === undefined && team === undefined) return view === 'mentions' ? undefined : counters.views[view];
  if (view !== 'open' || (product !== undefined && team !== undefined)) return undefined;
  const all: readonly { id: number; open: number }[] = product === undefined ? counters.teams : counters.products;
  return all.find((one) => one.id === (product ?? team))?.open ?? 0;
}

/** One list is told from another by it. */
export const nameOfList = (search: TicketSearch): string => JSON.stringify(filtersOf(readTicketSearch({ ...search })));

export const isSameSearch = (a: TicketSearch, b: TicketSearch): boolean => nameOfList(a) === nameOfList(b);

const kept: Condition[] = [
  ['is_deleted', '=', 0],
  ['is_spam', '=', 0],
];
const open: Condition[] = [...kept, ['view_type', '=', '']];

const inView: Record<View, (me: number) => Condition[]> = {
  open: () => open,
  mine: (me) => [...open, ['assignee_id', '=', me]],
  unassigned: () => [...open, ['assignee_id', '=', null]],
  mentions: (me) => [...kept, ['mentioned_ids', '=', me]],
  drafts: (me) => [...kept, ['drafted_by_ids', '=', me]],
  snoozed: () => [...kept, ['view_type', '=', 'snoozed']],
  answered: () => [...kept, ['view_type', '=', 'answered']],
  resolved: () => [...kept, ['view_type', '=', 'resolved']],
  spam: () => [
    ['is_deleted', '=', 0],
    ['is_spam', '=', 1],
  ],
  trash: () => [['is_deleted', '=', 1]],
};

/** What decides in which view a ticket stands. */
export type Placed = {
  readonly company_id: number;
  readonly product_id: number;
  readonly team_id: number | null;
  readonly label_id: number | null;
  readonly channel: (typeof channels)[number];
  readonly assignee_id: number | null;
  readonly view_type: ViewType;
  readonly is_spam: 0 | 1;
  readonly is_deleted: 0 | 1;
};

/**
 * Whether a ticket stands in a view: the same rule as `conditionsOf`, for what changed before the server has answered. Of
 * tags the server alone can tell, since one may have become another.
 */
export function belongsTo(search: TicketSearch, ticket: Placed, me: number): boolean {
  const { view = 'open', company, product, assignee, team, channel, label } = search;
  if (assignee !== undefined && ticket.assignee_id !== idOf(assignee, me)) return false;
  if (channel !== undefined && ticket.channel !== channel) return false;
  if (company !== undefined && ticket.company_id !== company) return false;
  if (product !== undefined && ticket.product_id !== product) return false;
  if (team !== undefined && ticket.team_id !== team) return false;
  if (label !== undefined && ticket.label_id !== label) return false;
  if (view === 'trash') return ticket.is_deleted === 1;
  if (ticket.is_deleted === 1) return false;
  if (view === 'spam') return ticket.is_spam === 1;
  if (ticket.is_spam === 1) return false;
  // Whom its notes name, and who is writing, the server alone knows.
  if (view === 'mentions' || view === 'drafts') return true;
  if (view === 'snoozed' || view === 'answered' || view === 'resolved') return ticket.view_type === view;
  if (ticket.view_type !== '') return false;
  return view === 'open' || ticket.assignee_id === (view === 'mine' ? me : null);
}
