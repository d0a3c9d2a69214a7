import type { Database, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { addMessage, findByClientId, takeUploads } from '../../messages/index.ts';
import { lockWhereFound, noteRead } from '../ticket-access.ts';
import { messageEvent, ticketEvent } from '../ticket-events.ts';
import type { Along, Answered } from './reply-to-ticket.ts';

export type Note = {
  ticketId: number;
  clientId: string;
  bodyHtml: string;
  bodyText: string;
  attachments: readonly number[];
  /** Whom it calls, each once, and with which team; looked at already. */
  mentions: readonly Mentioned[];
};

export type Mentioned = { readonly userId: number; readonly teamId: number | null };

/** Adds a note for the team. It is never an outgoing message: no delivery can come of it. */
export async function noteOnTicket(db: Database, note: Note, caller: Caller, along?: Along): Promise<Answered> {
  return db.transaction({ companies: caller.companies }, (tx) => writeNote(tx, note, caller, along));
}

/** The same within a transaction. */
export async function writeNote(tx: Tx, note: Note, caller: Caller, along?: Along): Promise<Answered> {
  const ticket = await lockWhereFound(tx, note.ticketId, caller, 'messages.create');
  const before = await findByClientId(tx, ticket.id, note.clientId);
  if (before) return { messageId: before.id, ticketId: ticket.id, isNew: false };
  if (note.bodyText.trim() === '' && note.attachments.length === 0)
    throw new Problem('message_empty', { field: 'data.body_html' });

  await (await along?.(tx, ticket.id))?.(ticket);
  const me = await tx.row<{ name: string }>(sql`select name from users where id = ${caller.userId}`);
  const messageId = await addMessage(tx, {
    companyId: ticket.company_id,
    ticketId: ticket.id,
    kind: 'note',
    direction: 2,
    channel: ticket.channel,
    author: { kind: 'user', id: caller.userId, name: me?.name ?? '' },
    bodyHtml: note.bodyHtml,
    bodyText: note.bodyText,
    clientId: note.clientId,
  });
  await takeUploads(tx, { ids: note.attachments, userId: caller.userId, companyId: ticket.company_id, messageId });
  await addMentions(tx, { companyId: ticket.company_id, messageId }, note.mentions);
  await tx.run(
    sql`update tickets set message_count = message_count + 1, version = version + 1, updated = now() where id = ${ticket.id}`,
  );
  await noteRead(tx, ticket, caller.userId, messageId);
  const actor = { kind: 'user', id: caller.userId } as const;
  await recordEvents(tx, [
    messageEvent(ticket, messageId, actor, { clientId: note.clientId }),
    ticketEvent('updated', ticket, actor, messageId),
  ]);
  return { messageId, ticketId: ticket.id, isNew: true };
}

/** Answers who was not called by it before. */
export async function addMentions(
  tx: Tx,
  { companyId, messageId }: { companyId: number; messageId: number },
  mentions: readonly Mentioned[],
): Promise<number[]> {
  if (mentions.length === 0) return [];
  const added = await tx.rows<{ user_id: number }>(
    sql`insert into mentions (company_id, message_id, user_id, team_id)
        select ${companyId}, ${messageId}, user_id, team_id from unnest(${mentions.map((one) => one.userId)}::bigint[], ${mentions.map((one) => one.teamId)}::bigint[]) as m (user_id, team_id)
        on conflict do nothing returning user_id`,
  );
  return added.map((one) => one.user_id);
}
