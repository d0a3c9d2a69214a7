import { mailboxes } from '#contract/mailboxes.ts';
import { tickets } from '#contract/tickets.ts';
import { rowQuery, rowsQuery } from '../../../api/rows.ts';

/** To which address it was written. Here, for no list waits for what a mailbox is. */
export const mailboxQuery = (id: number) => rowQuery(mailboxes, id, ['id', 'from_email']);

/** How it came to whoever has it. */
export const assignmentQuery = (id: number) => rowQuery(tickets, id, ['id', 'assignment', 'queued_at']);

const otherTicketsMax = 10;

/** What else this customer wrote about, newest first; one more than is shown is not worth a second page here. */
export const ticketsOfCustomerQuery = (customerId: number) =>
  rowsQuery(tickets, {
    fields: ['id', 'case_number', 'title', 'view_type', 'updated', 'is_unread'],
    conditions: [
      ['customer_id', '=', customerId],
      ['is_deleted', '=', 0],
    ],
    sort: [['updated', 'desc']],
    range: [0, otherTicketsMax],
  });
