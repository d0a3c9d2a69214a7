import type { Tx } from '#platform/database.ts';
import { type Actor, recordEvents } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';
import { holdWaitingLetters } from '../../messages/index.ts';
import { heldEvents } from '../draft-events.ts';
import { messageEvent, ticketEvent } from '../ticket-events.ts';
import { lockTicket, reopenTicket, type Ticket } from '../ticket-queries.ts';
import { answersFollow } from './move-drafts.ts';
import { recountThread, settleRest } from './recount-thread.ts';

/**
 * Puts what came in by mail from one ticket into another, both locked, with the answers to it that wait to leave. It is our
 * turn there, whatever it was put off until, and a person's word holds what was to be sent as if it came in now. A ticket
 * left without messages goes to the trash. What was shown in a chat is shown in none any more: it may be another's.
 */
export async function moveLetter(tx: Tx, messageId: number, from: Ticket, target: Ticket, actor: Actor): Promise<void> {
  const moved = await tx.row<{ is_human: boolean }>(
    sql`update messages set ticket_id = ${target.id}, origin_ticket_id = ${target.id}, channel = 'mail'
        where id = ${messageId} and ticket_id = ${from.id} returning kind = 'inbound' and (mail_kind is null or mail_kind = 'human') as is_human`,
  );
  if (!moved) throw new Error(`message ${messageId} is not in ticket ${from.id}`);
  // Before its answers follow: those were written by somebody who had read it.
  const held = moved.is_human ? await holdWaitingLetters(tx, target.id) : [];
  const way = { companyId: target.company_id, from: from.id, to: target.id };
  const answers = await answersFollow(tx, { ...way, messageIds: [messageId] });
  for (const { id } of [from, target]) await recountThread(tx, id);
  await reopenTicket(tx, target);
  await settleRest(tx, from.id);
  await tx.run(
    sql`update tickets set is_deleted = 1
        where id = ${from.id} and not exists (select from messages where ticket_id = ${from.id} and kind in ('inbound', 'outbound', 'note'))`,
  );
  const both = [await lockTicket(tx, from.id), await lockTicket(tx, target.id)];
  await recordEvents(tx, [
    ...both.flatMap((ticket) => (ticket ? [ticketEvent('updated', ticket, actor)] : [])),
    messageEvent(target, messageId, actor, { action: 'updated' }),
    ...answers,
    ...heldEvents(target, held),
  ]);
}
