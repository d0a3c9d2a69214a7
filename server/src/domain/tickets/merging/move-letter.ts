import type { Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { type Actor, type Happening, recordEvents } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';
import { holdWaitingLetters } from '../../messages/index.ts';
import { hasWrittenSince } from '../answered-elsewhere.ts';
import { heldEvents } from '../draft-events.ts';
import { addEventLines, authorOf } from '../event-lines.ts';
import { earlier } from '../state/ticket-life.ts';
import { unreadForAssignee } from '../ticket-access.ts';
import { messageEvent, ticketEvent, withNews } from '../ticket-events.ts';
import { lockTicket, moveTicket, reopenTicket, type Ticket } from '../ticket-queries.ts';
import { answersFollow, sideDraftsFollow } from './move-drafts.ts';
import { deliveriesFollow, mailsFollow, noticesFollow } from './move-messages.ts';
import { recountThread, settleRest, waitAgain } from './recount-thread.ts';

/**
 * Puts what came in by mail from one ticket into another, both locked, with the answers to it that wait to leave. It is our
 * turn there, whatever it was put off until, unread for whoever has it, and they wait since the letter came. A person's word
 * holds what was to be sent as if it came in now. A letter of ours, from the Sent box, answers there and no more where it
 * was. A ticket left without messages goes to the trash, and what was asked of third parties about them goes along. What
 * was shown in a chat is shown in none any more: it may be another's.
 */
export async function moveLetter(
  tx: Tx,
  messageId: number,
  from: Ticket,
  target: Ticket,
  caller: Caller,
): Promise<void> {
  const moved = await tx.row<{ is_human: boolean; is_ours: boolean; added: Date }>(
    sql`update messages set ticket_id = ${target.id}, origin_ticket_id = ${target.id}, channel = 'mail'
        where id = ${messageId} and ticket_id = ${from.id} returning kind = 'inbound' and (mail_kind is null or mail_kind = 'human') as is_human, kind = 'outbound' as is_ours, added`,
  );
  if (!moved) throw new Error(`message ${messageId} is not in ticket ${from.id}`);
  // Before its answers follow: those were written by somebody who had read it.
  const held = moved.is_human ? await holdWaitingLetters(tx, target.id) : [];
  const way = { companyId: target.company_id, from: from.id, to: target.id };
  const answers = await answersFollow(tx, { ...way, messageIds: [messageId] });
  for (const { id } of [from, target]) await recountThread(tx, id);
  if (moved.is_human) {
    const since = earlier(target.waiting_since, moved.added);
    await moveTicket(tx, { ...target, waiting_since: since }, 'joinedByOpen');
    await unreadForAssignee(tx, target);
  } else if (moved.is_ours) {
    const isAnswered = target.view_type === '' && !(await hasWrittenSince(tx, target, moved.added));
    if (isAnswered) await moveTicket(tx, target, 'agentTookBack');
    await waitAgain(tx, from.id);
  } else await reopenTicket(tx, target);
  await settleRest(tx, from);
  const author = await authorOf(tx, caller);
  const isEmptied = await tx.run(
    sql`update tickets set is_deleted = 1 where id = ${from.id}
          and not exists (select from messages where ticket_id = ${from.id} and kind in ('inbound', 'outbound', 'note', 'call'))`,
  );
  const binned = isEmptied && from.is_deleted === 0 ? [{ ticket: from, key: 'deleted' }] : [];
  const rest = [...(isEmptied ? await sidesGoAlong(tx, way) : []), ...(await addEventLines(tx, binned, author))];
  await noticesFollow(tx, way);
  const actor: Actor = { kind: 'user', id: caller.userId };
  const both = [await lockTicket(tx, from.id), await lockTicket(tx, target.id)];
  await recordEvents(tx, [
    ...both.flatMap((ticket) => (ticket ? [withNews(ticketEvent('updated', ticket, actor))] : [])),
    messageEvent(target, messageId, actor, { action: 'updated' }),
    ...answers,
    ...rest,
    ...heldEvents(target, held),
  ]);
}

/** Side conversations with their letters, drafts and lines. Nothing of them is a part of the ticket that is left any more. */
async function sidesGoAlong(
  tx: Tx,
  { companyId, from, to }: { companyId: number; from: number; to: number },
): Promise<Happening[]> {
  const sides = await tx.rows<{ id: number }>(
    sql`update side_conversations set ticket_id = ${to}, origin_ticket_id = ${to} where company_id = ${companyId} and ticket_id = ${from} returning id`,
  );
  if (sides.length === 0) return [];
  const sideIds = sides.map((one) => one.id);
  const letters = await tx.rows<{ id: number }>(
    sql`update messages set ticket_id = ${to}, origin_ticket_id = ${to} where company_id = ${companyId} and ticket_id = ${from}
          and (side_id is not null or kind = 'event' and event_key in ('side_begun', 'side_answered')) returning id`,
  );
  await deliveriesFollow(tx, { id: to, company_id: companyId });
  await mailsFollow(
    tx,
    companyId,
    letters.map((one) => one.id),
  );
  return sideDraftsFollow(tx, { companyId, from, to, sideIds });
}
