import type { ViewType } from '#contract/tickets.ts';
import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import { after, type Happening, waitingSince } from './ticket-life.ts';

export type Ticket = {
  readonly id: number;
  readonly company_id: number;
  readonly number: number;
  readonly product_id: number;
  readonly customer_id: number;
  readonly channel_account_id: number | null;
  readonly channel: 'mail' | 'chat' | 'telegram' | 'viber' | 'whatsapp' | 'phone';
  readonly title: string;
  readonly view_type: ViewType;
  readonly waiting_since: Date | null;
  readonly assignee_id: number | null;
  readonly is_deleted: 0 | 1;
  readonly is_spam: 0 | 1;
};

/** Two who act on one ticket take turns. Undefined when it does not exist within the scope of the transaction. */
export const lockTicket = (tx: Tx, id: number): Promise<Ticket | undefined> =>
  tx.row<Ticket>(
    sql`select id, company_id, number, product_id, customer_id, channel_account_id, channel, title, view_type, waiting_since, assignee_id, is_deleted, is_spam
        from tickets where id = ${id} for update`,
  );

/** Moves a ticket by the table of its life. Answers false, and changes nothing, when that is not allowed now. */
export async function moveTicket(tx: Tx, ticket: Ticket, happening: Happening): Promise<boolean> {
  const next = after(ticket.view_type, happening);
  if (next === undefined) return false;
  const waits = waitingSince(ticket.waiting_since, happening, new Date());
  await tx.run(
    sql`update tickets set view_type = ${next}, waiting_since = ${waits}, resolved_at = ${next === 'resolved' ? new Date() : null}, version = version + 1, updated = now()
        where id = ${ticket.id}`,
  );
  return true;
}

/** A number of the company's own, in order and without gaps: the row of the company is the counter. */
export async function nextTicketNumber(tx: Tx, companyId: number): Promise<number> {
  const row = await tx.row<{ number: number }>(
    sql`update companies set last_ticket_number = last_ticket_number + 1 where id = ${companyId} returning last_ticket_number as number`,
  );
  if (!row) throw new Error(`no company ${companyId}`);
  return row.number;
}

/** What a list shows of the newest message. */
export async function noteLastMessage(
  tx: Tx,
  the: { ticketId: number; messageId: number; direction: 1 | 2; line: string; hasAttachments: boolean },
): Promise<void> {
  await tx.run(
    sql`update tickets set last_message_id = ${the.messageId}, last_direction = ${the.direction}, last_line = ${the.line}, message_count = message_count + 1,
          has_attachments = greatest(has_attachments, ${the.hasAttachments ? 1 : 0}), updated = now() where id = ${the.ticketId}`,
  );
}

const lineLengthMax = 160;
/** The first line somebody would read, on one line. */
export function firstLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= lineLengthMax ? line : `${line.slice(0, lineLengthMax - 1).toWellFormed()}…`;
}
