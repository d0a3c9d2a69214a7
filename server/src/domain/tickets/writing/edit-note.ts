import { noteVersionsMax } from '#contract/notes.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { type Actor, recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { forgetAttachments } from '../../messages/index.ts';
import { recountThread, rereadThread } from '../merging/recount-thread.ts';
import { lockVisibleTicket } from '../ticket-access.ts';
import { messageEvent, ticketEvent } from '../ticket-events.ts';
import type { Ticket } from '../ticket-queries.ts';
import { addMentions, type Mentioned } from './note-on-ticket.ts';

const field = 'data.message_id';

type StoredNote = {
  id: number;
  ticket_id: number;
  author_kind: string;
  author_id: number | null;
  author_name: string;
  edits: number;
  attachments: number;
};

/**
 * Changes what a note says. What it said stays with it. Only its writer may, and only what they have seen: an edit from
 * another of their machines is not written over.
 */
export function editNote(
  db: Database,
  the: {
    messageId: number;
    bodyHtml: string;
    bodyText: string;
    edits: number;
    /** Looked at already; who is called here for the first time is told. */
    mentions: readonly Mentioned[];
  },
  caller: Caller,
): Promise<number> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const { note, ticket } = await lockNote(tx, the.messageId, caller);
    if (note.author_kind !== 'user' || note.author_id !== caller.userId)
      throw new Problem('note_of_another', { field });
    if (the.bodyText.trim() === '' && note.attachments === 0)
      throw new Problem('message_empty', { field: 'data.body_html' });
    if (note.edits !== the.edits) throw new Problem('conflict', { field: 'data.edits' });
    if (note.edits >= noteVersionsMax) throw new Problem('limit_reached', { field, values: { max: noteVersionsMax } });
    await tx.run(
      sql`insert into note_versions (company_id, message_id, body_html, body_text, written_at)
          select company_id, id, body_html, body_text, coalesce(edited_at, added) from messages where id = ${note.id}`,
    );
    await tx.run(
      sql`update messages set body_html = ${the.bodyHtml}, body_text = ${the.bodyText}, edits = edits + 1, edited_at = now() where id = ${note.id}`,
    );
    await rereadThread(tx, ticket.id);
    const called = await addMentions(tx, { companyId: ticket.company_id, messageId: note.id }, the.mentions);
    await tell(tx, ticket, note.id, caller, called);
    return note.edits + 1;
  });
}

/** Where a note stands that the caller may see. */
export const ticketOfNote = (db: Database, messageId: number, caller: Caller): Promise<number> =>
  db.transaction({ companies: caller.companies }, async (tx) => (await lockNote(tx, messageId, caller)).ticket.id);

/** What a note said before, the newest first. */
export function noteVersions(db: Database, messageId: number, caller: Caller) {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const { note } = await lockNote(tx, messageId, caller, 'messages.get');
    return tx.rows<{ body_html: string | null; body_text: string; written_at: string }>(
      sql`select body_html, body_text, to_char(written_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as written_at
          from note_versions where message_id = ${note.id} order by id desc`,
    );
  });
}

/**
 * Takes a note away for good, with what it said before and its files. A line stays in its place: who took it away, whose it
 * was, and why. What left as mail cannot be taken away: its receiver has it.
 */
export function deleteNote(
  db: Database,
  the: { messageId: number; reason: string },
  caller: Caller,
  isAdministrator: (companyId: number) => boolean,
): Promise<void> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const { note, ticket } = await lockNote(tx, the.messageId, caller);
    const isOwn = note.author_kind === 'user' && note.author_id === caller.userId;
    if (!isOwn && !isAdministrator(ticket.company_id)) throw new Problem('note_of_another', { field });
    const me = await tx.row<{ name: string }>(sql`select name from users where id = ${caller.userId}`);
    await forgetAttachments(tx, sql`message_id = ${note.id}`);
    await tx.run(sql`delete from note_versions where message_id = ${note.id}`);
    await tx.run(sql`delete from mentions where message_id = ${note.id}`);
    await tx.run(
      sql`update messages set kind = 'event', body_html = null, body_text = '', edits = 0, edited_at = null, event_key = ${isOwn ? 'note_deleted' : 'note_of_deleted'},
            event_values = ${JSON.stringify({ whose: isOwn ? '' : note.author_name, reason: the.reason.trim() })}::jsonb,
            author_kind = 'user', author_id = ${caller.userId}, author_name = ${me?.name ?? ''} where id = ${note.id}`,
    );
    await recountThread(tx, ticket.id);
    await tell(tx, ticket, note.id, caller);
  });
}

async function lockNote(tx: Tx, id: number, caller: Caller, privilege = 'messages.create') {
  const where = () =>
    tx.row<{ ticket_id: number }>(sql`select ticket_id from messages where id = ${id} and kind = 'note'`);
  const before = await where();
  if (!before) throw new Problem('not_found', { field });
  const ticket = await lockVisibleTicket(tx, before.ticket_id, caller, privilege, field).catch((error: unknown) => {
    if (error instanceof Problem && error.key === 'ticket_not_found') throw new Problem('not_found', { field });
    throw error;
  });
  const note = await tx.row<StoredNote>(
    sql`select id, ticket_id, author_kind, author_id, author_name, edits, (select count(*)::int from attachments a where a.message_id = m.id) as attachments
        from messages m where id = ${id} and kind = 'note' for update`,
  );
  if (note?.ticket_id !== ticket.id) throw new Problem('not_found', { field });
  return { note, ticket };
}

async function tell(
  tx: Tx,
  ticket: Ticket,
  messageId: number,
  caller: Caller,
  called: readonly number[] = [],
): Promise<void> {
  const actor: Actor = { kind: 'user', id: caller.userId };
  await recordEvents(tx, [
    {
      ...messageEvent(ticket, messageId, actor, { action: 'updated' }),
      ...(called.length > 0 ? { detail: { called } } : {}),
    },
    ticketEvent('updated', ticket, actor),
  ]);
}
