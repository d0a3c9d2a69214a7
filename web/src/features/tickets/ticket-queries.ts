import { queryOptions } from '@tanstack/react-query';
import { type Row, rowsPerCallMax } from '#contract/entity.ts';
import { labels } from '#contract/labels.ts';
import { products } from '#contract/products.ts';
import { teams } from '#contract/teams.ts';
import { ticketCounters, tickets } from '#contract/tickets.ts';
import { callQuery } from '../../api/call.ts';
import { getRows, rowQuery, rowsQuery } from '../../api/rows.ts';
import { firstOf, named } from '../../ui/offered/reference.ts';
import { readableAddress } from '../../ui/readable-address.ts';
import { ownChangesEnd } from './actions/own-changes.ts';
import type { TicketSearch } from './views/ticket-search.ts';
import { conditionsOf, orderOf } from './views/ticket-views.ts';

/** A ticket as the desk fetches it. */
export type Ticket = Row<typeof tickets>;

const fields = [
  'id',
  'company_id',
  'product_id',
  'number',
  'case_number',
  'title',
  'customer_id',
  'customer.first_name',
  'customer.last_name',
  'customer.phone',
  'customer.email',
  'messages.direction',
  'product_id',
  'product.name',
  'product.abbreviation',
  'product.color',
  'users.name',
  'users.avatar',
  'assignee_id',
  'team_id',
  'team.name',
  'label_id',
  'label.name',
  'tags',
  'channel',
  'merged_into_id',
  'mailbox_id',
  'view_type',
  'snoozed_until',
  'snooze',
  'message',
  'message_count',
  'is_undelivered',
  'waiting_since',
  'has_attachments',
  'draft_state',
  'has_side_answer',
  'draft_by',
  'is_unread',
  'read_to',
  'looks_like',
  'is_spam',
  'is_deleted',
  'deleted_at',
  'erased_at',
  'version',
  'added',
  'updated',
] as const satisfies readonly (keyof (typeof tickets)['fields'])[];

/** Rows of a stretch: the list is fetched in such, where somebody looks. */
export const stretchRows = 50;
/** What is out of sight is forgotten soon, however far somebody scrolls. */
const forgottenMs = 60_000;

/**
 * One stretch of the list, from 0. Asked again while something of this person's is still on its way, it waits for that: its
 * answer would take back on the screen what they have just done, and the focus from where they left it.
 */
export const stretchQuery = (search: TicketSearch, me: number, stretch: number) => {
  const asked = {
    fields,
    conditions: conditionsOf(search, me),
    sort: [orderOf(search)],
    range: [stretch * stretchRows, (stretch + 1) * stretchRows] as const,
  };
  return queryOptions({
    ...rowsQuery(tickets, asked),
    queryFn: async ({ client, queryKey, signal }) => {
      if (client.getQueryData(queryKey) !== undefined) await ownChangesEnd();
      return getRows(tickets, asked, signal);
    },
    gcTime: forgottenMs,
  });
};

/** The rows between two places of the list, as far as one call goes. */
export const rangeQuery = (search: TicketSearch, me: number, range: readonly [from: number, to: number]) =>
  rowsQuery(tickets, { fields, conditions: conditionsOf(search, me), sort: [orderOf(search)], range });

/** These very tickets, wherever they stand. */
export const foundQuery = (ids: readonly number[]) =>
  rowsQuery(tickets, { fields, conditions: [['id', 'in', ids]], range: [0, rowsPerCallMax] });

export const ticketQuery = (id: number) => rowQuery(tickets, id, fields);

export const countersQuery = callQuery(ticketCounters, {});

export const toProduct = named(products, 'abbreviation', 'color');
export const productsQuery = rowsQuery(products, firstOf(toProduct, null));

export const toTeam = named(teams, 'members');
export const teamsQuery = rowsQuery(teams, firstOf(toTeam, null));

export const toLabel = named(labels);
/** What tickets are classified by: a company has a few. */
export const labelsQuery = (companyId: number) => rowsQuery(labels, firstOf(toLabel, companyId));

/** What to call the customer: the name, else the address, else the number. Empty when nothing is known. */
export function customerNameOf({ customer }: Pick<Ticket, 'customer'>): string {
  const name = [customer.first_name, customer.last_name].filter(Boolean).join(' ').trim();
  return readableAddress(name || customer.email || customer.phone || '');
}

export const isOurs = (ticket: Pick<Ticket, 'messages'>) => ticket.messages.direction === 2;
