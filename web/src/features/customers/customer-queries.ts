import type { z } from 'zod';
import { customerCard, customerDuplicates } from '#contract/customers.ts';
import { products } from '#contract/products.ts';
import { tickets } from '#contract/tickets.ts';
import { callQuery } from '../../api/call.ts';
import { rowsQuery } from '../../api/rows.ts';
import { firstOf, named } from '../../ui/offered/reference.ts';
import { readableAddress } from '../../ui/readable-address.ts';

export type CustomerCard = z.output<typeof customerCard.answer>;

export const cardQuery = (id: number) => callQuery(customerCard, { id });
export const duplicatesQuery = (id: number) => callQuery(customerDuplicates, { id });

type Named = Pick<CustomerCard, 'first_name' | 'last_name' | 'email' | 'phone'>;
/** What to call them: the name, else the address, else the number. Empty when nothing is known. */
export const nameOf = (of: Named): string => readableAddress(keptNameOf(of));
/** As the server knows it. */
export const keptNameOf = (of: Named): string =>
  `${of.first_name} ${of.last_name}`.trim() || of.email || of.phone || '';

export const timelineStates = ['all', 'open', 'resolved'] as const;
export type TimelineState = (typeof timelineStates)[number];

export const timelinePage = 25;
export type TimelineFilter = { id: number; state: TimelineState; productId: number | null };
/** A page of their tickets, from 0: those that are open first, then the rest, the newest first. */
export const timelineQuery = ({ id, state, productId }: TimelineFilter, page: number) =>
  rowsQuery(tickets, {
    fields: [
      ...['id', 'case_number', 'title', 'view_type', 'message', 'channel', 'added', 'updated', 'is_unread'],
      ...['messages.direction', 'product.name', 'product.abbreviation', 'product.color', 'users.name', 'users.avatar'],
    ],
    conditions: [
      ['customer_id', '=', id],
      ['is_deleted', '=', 0],
      ['is_spam', '=', 0],
      ...(state === 'open' ? [['view_type', 'in', ['', 'answered', 'snoozed']] as const] : []),
      ...(state === 'resolved' ? [['view_type', '=', 'resolved'] as const] : []),
      ...(productId === null ? [] : [['product_id', '=', productId] as const]),
    ],
    sort: [
      ['is_resolved', 'asc'],
      ['updated', 'desc'],
    ],
    range: [page * timelinePage, (page + 1) * timelinePage],
  });

export const toProduct = named(products);
export const productsQuery = (companyId: number) => rowsQuery(products, firstOf(toProduct, companyId));
