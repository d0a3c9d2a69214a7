import type { Draft, DraftKind } from '#contract/drafts.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { type Happening, recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
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
    await recordEvents(tx, await drop(tx, ticket, { ...place, ...device }, await lockDraft(tx, which)));
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
  const found = await lockDraft(tx, whatLeft(place, version, sent));
  await recordEvents(tx, await drop(tx, ticket, place, found));
}

/**
 * The same of a message that may be sent once only, and not at all where it was taken back meanwhile. What it needs to know is asked
 * with the first questions of whoever sends it; what is answered is done once it is known that it leaves.
 */
export async function leaveWithDraft(
  tx: Tx,
  {
    clientId,
    version,
    ...the
  }: Omit<DraftPlace, 'sideId'> & { readonly clientId: string; readonly version: number | undefined },
  sent: SentWords,
): Promise<(ticket: Ticket) => Promise<void>> {
  const place = { sideId: null, ...the };
  const [kept, found] = await Promise.all([
    tx.row(
      sql`select from drafts where ticket_id = ${the.ticketId} and client_id = ${clientId} and state = 'taken_back'`,
    ),
    lockDraft(tx, whatLeft(place, version, sent)),
  ]);
  return async (ticket) => {
    if (kept) throw new Problem('was_taken_back', { field: 'data.client_id' });
    await recordEvents(tx, await drop(tx, ticket, place, found));
  };
}

const whatLeft = (place: DraftPlace, version: number | undefined, sent: SentWords): Sql =>
  sql`${isAt(place)} and (d.version <= ${version ?? 0} or ${saysNoMore(sent)})`;

const lockDraft = async (tx: Tx, which: Sql): Promise<number | undefined> =>
  (await tx.row<{ id: number }>(sql`select d.id from drafts d where ${which} for update`))?.id;

async function drop(
  tx: Tx,
  ticket: Ticket,
  the: DraftPlace & { device?: string },
  id: number | undefined,
): Promise<Happening[]> {
  if (id === undefined) return [];
  await freeFiles(tx, id);
  await tx.run(sql`delete from drafts where id = ${id}`);
  return [draftEvent('deleted', ticket, { ...the, id })];
}

/**
 * Forgets what nobody came back to, unless it was to leave; and that something was taken back, which a browser that was away may
 * send until then. Files of it go like every upload that nobody sent.
 */
export async function forgetOldDrafts(db: Database, days: number): Promise<void> {
  await db.transaction('system', (tx) =>
    tx.run(
      sql`delete from drafts where state not in ('waiting', 'held') and updated < now() - make_interval(days => ${days}::int)`,
    ),
  );
}
