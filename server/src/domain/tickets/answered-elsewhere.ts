import type { Tx } from '#platform/database.ts';
import { recordEvents } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';
import { addEventLines, type LineAuthor } from './event-lines.ts';
import { isPutAwaySince, letterLeft } from './state/letter-left.ts';
import { type LastMessage, moveTicket, type Ticket } from './ticket-queries.ts';
import { backByReply } from './writing/back-by-reply.ts';

/**
 * A letter of ours that left by another way at this time, and is heard of only now: the ticket is answered as if it had been
 * written here then. Who has written since waits for another one, what was put away since stays where it was put, and
 * what a program wrote answers nobody.
 */
export async function answeredElsewhere(
  tx: Tx,
  ticket: Ticket,
  letter: Omit<LastMessage, 'direction'> & {
    readonly at: Date;
    readonly isHuman: boolean;
    readonly author: LineAuthor;
  },
): Promise<void> {
  const { at, isHuman, author, ...last } = letter;
  if (isHuman && !(await hasWrittenSince(tx, ticket, at))) {
    const newest = { direction: 2, ...last } as const;
    if (await isPutAwaySince(tx, ticket, at)) return letterLeft(tx, ticket, null, newest);
    const back = await backByReply(tx, ticket);
    await moveTicket(tx, ticket, 'agentReplied', { last: newest });
    if (back) await recordEvents(tx, await addEventLines(tx, [back], author));
    return;
  }
  await tx.run(
    sql`update tickets set message_count = message_count + 1, has_attachments = greatest(has_attachments, ${last.hasAttachments ? 1 : 0}) where id = ${ticket.id}`,
  );
}

/** By when their mail server had it, not by when it was fetched. */
export async function hasWrittenSince(tx: Tx, ticket: Ticket, at: Date): Promise<boolean> {
  const row = await tx.row(
    sql`select 1 from messages m left join inbound_mails i on i.id = m.inbound_mail_id
        where m.company_id = ${ticket.company_id} and m.ticket_id = ${ticket.id} and m.kind = 'inbound' and coalesce(m.mail_kind, 'human') = 'human'
          and coalesce(i.received_at, m.added) > ${at} limit 1`,
  );
  return row !== undefined;
}
