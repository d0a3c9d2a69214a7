import type { Database } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { forgetAttachments } from '../messages/index.ts';
import { messageEvent, ticketEvent } from '../tickets/index.ts';
import { lockSide } from './side-rows.ts';

/**
 * Stops a letter that has not begun to leave: it is as if it had never been written, and its uploads are its writer's
 * again. Whoever comes first, this or the delivery, decides. Answers the conversation, unless it was all of it.
 */
export function takeBackSideLetter(db: Database, messageId: number, caller: Caller): Promise<number | null> {
  const field = 'data.message_id';
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const message = await tx.row<{ side_id: number; author_id: number | null }>(
      sql`select side_id, author_id from messages where id = ${messageId} and kind in ('forward', 'side_outbound')`,
    );
    if (!message || message.author_id !== caller.userId) throw new Problem('not_found', { field });
    const { side, ticket } = await lockSide(tx, message.side_id, caller, 'messages.create').catch(() => {
      throw new Problem('not_found', { field });
    });
    const stopped = await tx.run(
      sql`delete from deliveries where message_id = ${messageId} and state = 'queued' and attempts = 0 and due_at > now()`,
    );
    if (stopped !== 1) throw new Problem('already_sent', { field });
    // Copies of what was forwarded go; what was uploaded for this letter comes back.
    await forgetAttachments(tx, sql`message_id = ${messageId} and is_copy = 1`);
    await tx.run(sql`update attachments set message_id = null, added = now() where message_id = ${messageId}`);
    await tx.run(
      sql`update side_conversations set last_message_id = null where id = ${side.id} and last_message_id = ${messageId}`,
    );
    await tx.run(sql`delete from messages where id = ${messageId}`);
    const last = await tx.row<{ id: number | null }>(
      sql`select max(id) as id from messages where company_id = ${side.company_id} and side_id = ${side.id}`,
    );
    const isLeft = last?.id != null;
    if (isLeft) {
      await tx.run(sql`update side_conversations set last_message_id = ${last.id} where id = ${side.id}`);
    } else {
      await tx.run(
        sql`delete from messages where company_id = ${ticket.company_id} and ticket_id = ${ticket.id} and kind = 'event'
              and event_key = 'side_begun' and (event_values->>'side_id')::bigint = ${side.id}`,
      );
      // Whoever had begun to write on in it begins it instead.
      await tx.run(
        sql`update drafts set state = 'aside', side_id = null where ticket_id = ${ticket.id} and side_id = ${side.id} and state in ('draft', 'aside')`,
      );
      await tx.run(sql`delete from side_conversations where id = ${side.id}`);
    }
    const actor = { kind: 'user', id: caller.userId } as const;
    await recordEvents(tx, [
      messageEvent(ticket, messageId, actor, { action: 'deleted' }),
      ticketEvent('updated', ticket, actor),
    ]);
    return isLeft ? side.id : null;
  });
}
