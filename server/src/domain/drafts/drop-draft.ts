import type { Draft, DraftKind } from '#contract/drafts.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { type Happening, recordEvents } from '#platform/events.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { draftEvent, lockWhereFound, type Ticket } from '../tickets/index.ts';
import { asDraft, type DraftPlace, findDraft, freeFiles, isAt } from './draft-queries.ts';
import { placeOf } from './save-draft.ts';
import { type SentWords, saysNoMore } from './words-that-left.ts';

/** Throws away what somebody was writing; answers what they have written elsewhere since, which stays. Nothing there is as good as gone. */
export async function discardDraft(
  db: Database,
  the: {
    ticketId: number;
    kind: DraftKind;
    sideId: number | null;
    device: string;
    /** One of theirs that stands aside. */
    asideId: number | undefined;
    /** The one that is thrown away; undefined: whatever stands there. */
    version: number | undefined;
  },
  caller: Caller,
): Promise<Draft | null> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const ticket = await lockWhereFound(tx, the.ticketId, caller, 'messages.create');
    const place = placeOf(ticket, the, caller);
    const which =
      the.asideId === undefined
        ? isAt(place)
        : sql`d.id = ${the.asideId} and d.ticket_id = ${ticket.id} and d.user_id = ${caller.userId} and d.state = 'aside'`;
    const device = the.asideId === undefined && place.namedId === ticket.id ? { device: the.device } : {};
    if (the.version !== undefined && the.asideId === undefined) {
      const there = await findDraft(tx, place);
      if (there && there.version !== the.version) return asDraft(there);
    }
    await recordEvents(tx, await drop(tx, ticket, { ...place, ...device }, which));
    return null;
  });
}

/**
 * What became a message is no draft any more; what was typed since then is. A version that its sender did not know of is
 * none either where nothing stands in it that did not leave: a page that was left may have kept it on its way.
 */
export async function dropSentDraft(
  tx: Tx,
  ticket: Ticket,
  { version, ...the }: Omit<DraftPlace, 'ticketId' | 'sideId'> & { sideId?: number; version: number | undefined },
  sent: SentWords,
): Promise<void> {
  const place = { sideId: null, ...the, ticketId: ticket.id };
  const which = sql`${isAt(place)} and (d.version <= ${version ?? 0} or ${saysNoMore(sent)})`;
  await recordEvents(tx, await drop(tx, ticket, place, which));
}

async function drop(tx: Tx, ticket: Ticket, the: DraftPlace & { device?: string }, which: Sql): Promise<Happening[]> {
  const row = await tx.row<{ id: number }>(sql`select d.id from drafts d where ${which} for update`);
  if (!row) return [];
  await freeFiles(tx, row.id);
  await tx.run(sql`delete from drafts where id = ${row.id}`);
  return [draftEvent('deleted', ticket, { ...the, id: row.id })];
}

const takenBackDays = 7;

/** Forgets what nobody came back to, unless it was to leave. Files of it go like every upload that nobody sent. */
export async function forgetOldDrafts(db: Database, days: number): Promise<void> {
  await db.transaction('system', (tx) =>
    tx.run(
      sql`delete from drafts where state not in ('waiting', 'held') and updated < now() - make_interval(days => case when state = 'taken_back' then ${takenBackDays} else ${days}::int end)`,
    ),
  );
}
