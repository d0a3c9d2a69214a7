import type { DraftKind } from '#contract/drafts.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { type Happening, recordEvents } from '#platform/events.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { lockVisibleTicket, type Ticket } from '../tickets/index.ts';
import { draftEvent } from './draft-events.ts';
import { freeFiles } from './draft-queries.ts';

/** Throws away what somebody was writing. Nothing there is as good as gone. */
export async function discardDraft(
  db: Database,
  the: { ticketId: number; kind: DraftKind; device: string },
  caller: Caller,
): Promise<void> {
  await db.transaction({ companies: caller.companies }, async (tx) => {
    const ticket = await lockVisibleTicket(tx, the.ticketId, caller, 'messages.create');
    await recordEvents(tx, await drop(tx, ticket, { ...the, userId: caller.userId }, sql.empty));
  });
}

/** What became a message is no draft any more; what was typed since then is. */
export async function dropSentDraft(
  tx: Tx,
  ticket: Ticket,
  the: { kind: DraftKind; userId: number; version: number | undefined },
): Promise<void> {
  if (the.version === undefined) return;
  await recordEvents(tx, await drop(tx, ticket, the, sql`and version <= ${the.version}`));
}

async function drop(
  tx: Tx,
  ticket: Ticket,
  the: { kind: DraftKind; userId: number; device?: string },
  which: Sql,
): Promise<Happening[]> {
  const row = await tx.row<{ id: number }>(
    sql`select id from drafts where ticket_id = ${ticket.id} and user_id = ${the.userId} and kind = ${the.kind} and state = 'draft' ${which} for update`,
  );
  if (!row) return [];
  await freeFiles(tx, row.id);
  await tx.run(sql`delete from drafts where id = ${row.id}`);
  return [draftEvent('deleted', ticket, { ...the, id: row.id })];
}

const takenBackDays = 7;

/** Forgets what nobody came back to. Files of it go like every upload that nobody sent. */
export async function forgetOldDrafts(db: Database, days: number): Promise<void> {
  await db.transaction('system', (tx) =>
    tx.run(
      sql`delete from drafts where state <> 'waiting' and updated < now() - make_interval(days => case when state = 'taken_back' then ${takenBackDays} else ${days}::int end)`,
    ),
  );
}
