import { mailboxes } from '#contract/mailboxes.ts';
import { tickets } from '#contract/tickets.ts';
import { rowQuery, rowsQuery } from '../../../api/rows.ts';
import type { Ticket } from '../ticket-queries.ts';

/** To which address it was written. Here, for no list waits for what a mailbox is. */
export const mailboxQuery = (id: number) => rowQuery(mailboxes, id, ['id', 'from_email']);

/** How it came to whoever has it. */
export const assignmentQuery = (id: number) => rowQuery(tickets, id, ['id', 'assignment', 'queued_at']);

const otherTicketsMax = 10;

/** What else the customer of a ticket wrote about: what is open first, then the newest. The rest is on their own page. */
export const otherTicketsQuery = (ticket: Pick<Ticket, 'id' | 'customer_id'>) =>
  rowsQuery(tickets, {
    fields: ['id', 'case_number', 'title', 'view_type', 'updated', 'is_unread'],
    conditions: [
      ['customer_id', '=', ticket.customer_id],
      ['id', '!=', ticket.id],
      ['is_deleted', '=', 0],
      ['is_spam', '=', 0],
    ],
    sort: [
      ['is_resolved', 'asc'],
      ['updated', 'desc'],
    ],
    range: [0, otherTicketsMax],
  });
