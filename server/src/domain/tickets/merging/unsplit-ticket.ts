import type { Transactions, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { type Actor, recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { holdOvertakenLetters } from '../../messages/index.ts';
import { heldEvents } from '../draft-events.ts';
import { addEventLines, authorOf } from '../event-lines.ts';
import { standAgain } from '../state/stand-again.ts';
import { isSameStanding, joined, type Parted, parted, type Standing, wordsOf } from '../state/ticket-life.ts';
import { sees } from '../ticket-access.ts';
import { ticketEvent, withNews } from '../ticket-events.ts';
import { caseNumbers, lockTickets, moveTicket, type Ticket } from '../ticket-queries.ts';
import { draftsFollow } from './move-drafts.ts';
import { deliveriesFollow, mailsFollow } from './move-messages.ts';
import { recountThread } from './recount-thread.ts';

type SplitRow = {
  ticket_id: number;
  from_ticket_id: number;
  found_in: number;
  undone_at: Date | null;
  /** How the first ticket stood before; unknown of old splits. */
  was_view_type: Ticket['view_type'] | null;
  was_waiting_since: Date | null;
  is_settled: 0 | 1;
};

/**
 * Takes a split back as long as nobody has written in the new ticket: its messages go where they were, and its number
 * leads there.
 */
export function unsplitTicket(db: Transactions, splitId: number, caller: Caller): Promise<void> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const { split, fresh, target } = await lockSplit(tx, splitId, caller);
    const author = await authorOf(tx, caller);
    const parts = await tx.rows<Parted>(
      sql`select kind, mail_kind, added from messages
          where company_id = ${fresh.company_id} and ticket_id = ${fresh.id} and kind <> 'event' order by id`,
    );
    const back = await tx.rows<{ id: number }>(
      sql`update messages m set ticket_id = ${target.id}, origin_ticket_id = case when m.parted_to_id is null then p.origin else m.origin_ticket_id end,
            parted_to_id = case when m.parted_to_id is not null then nullif(p.origin, m.origin_ticket_id) end
          from ticket_splits s, unnest(s.message_ids, s.origin_ids) p (id, origin) where s.id = ${splitId} and m.id = p.id and m.ticket_id = ${fresh.id} returning m.id`,
    );
    const ids = back.map((one) => one.id);
    await Promise.all([deliveriesFollow(tx, target), mailsFollow(tx, target.company_id, ids)]);
    const drafts = await draftsFollow(tx, { companyId: target.company_id, from: fresh.id, to: target.id });
    const held = await holdOvertakenLetters(tx, target.id);
    await putBackState(tx, split, parts, { fresh, target });
    await tx.run(sql`update tickets set merged_into_id = ${target.id}, version = version + 1 where id = ${fresh.id}`);
    await tx.run(
      sql`insert into ticket_merges (company_id, survivor_id, ticket_id, merged_by, is_split)
          values (${target.company_id}, ${split.from_ticket_id}, ${fresh.id}, ${caller.userId}, 1)`,
    );
    await tx.run(sql`update ticket_splits set undone_at = now() where id = ${splitId}`);
    await tx.run(
      sql`delete from ticket_links where ticket_id = ${fresh.id} and other_id = ${split.from_ticket_id} and kind = 'split'`,
    );
    await recountThread(tx, target.id);
    const number = (await caseNumbers(tx, [fresh])).get(fresh.id);
    const actor: Actor = { kind: 'user', id: caller.userId };
    await recordEvents(tx, [
      ...(await addEventLines(tx, [{ ticket: target, key: 'split_undone', values: { number, id: fresh.id } }], author)),
      { ...withNews(ticketEvent('updated', target, actor)), detail: { after: { split_undone: number } } },
      withNews(ticketEvent('updated', fresh, actor)),
      ...drafts,
      ...heldEvents(target, held),
    ]);
  });
}

async function lockSplit(tx: Tx, id: number, caller: Caller) {
  const read = () =>
    tx.row<SplitRow>(
      sql`select s.ticket_id, s.from_ticket_id, s.undone_at, s.was_view_type, s.was_waiting_since, s.is_settled,
            coalesce(f.merged_into_id, f.id) as found_in
          from ticket_splits s join tickets f on f.id = s.from_ticket_id where s.id = ${id}`,
    );
  const known = await read();
  if (!known) throw new Problem('not_found', { field: 'data.split_id' });
  const tickets = await lockTickets(tx, [known.ticket_id, known.from_ticket_id, known.found_in]);
  const [fresh, target] = [tickets.get(known.ticket_id), tickets.get(known.found_in)];
  if (!fresh || !target || !sees(caller, fresh) || !sees(caller, target))
    throw new Problem('not_found', { field: 'data.split_id' });
  if (!caller.may(fresh.company_id, 'tickets.merge')) throw new Problem('forbidden');
  const split = await read();
  const written = await tx.row(
    sql`select 1 from messages m where m.company_id = ${fresh.company_id} and m.ticket_id = ${fresh.id} and m.kind <> 'event'
          and m.id <> all (array(select unnest(message_ids) from ticket_splits where id = ${id})) limit 1`,
  );
  const joinedBy = await tx.row(
    sql`select 1 from ticket_merges where survivor_id = ${fresh.id} and undone_at is null limit 1`,
  );
  const isGone = fresh.merged_into_id !== null || fresh.is_deleted === 1;
  // What went back there would be seen by nobody, and leave with it.
  const isAway = target.is_deleted === 1 || target.is_spam === 1;
  if (!split || split.undone_at !== null || split.found_in !== target.id || written || joinedBy || isGone || isAway)
    throw new Problem('not_in_this_state', { field: 'data.split_id' });
  if (fresh.erased_at !== null || target.erased_at !== null)
    throw new Problem('ticket_is_erased', { field: 'data.split_id' });
  return { split, fresh, target };
}

/**
 * As long as nothing has moved either of them since, the first ticket stands again as it stood. Otherwise what joins it
 * says how it stands; notes alone say nothing.
 */
async function putBackState(
  tx: Tx,
  split: SplitRow,
  parts: readonly Parted[],
  { fresh, target }: { fresh: Ticket; target: Ticket },
): Promise<void> {
  const { was_view_type: view_type, was_waiting_since: waiting_since } = split;
  if (view_type !== null && isSameStanding(fresh, parted(parts, view_type))) {
    const left: Standing = split.is_settled
      ? { view_type: 'answered', waiting_since: null }
      : { view_type, waiting_since };
    if (target.id === split.from_ticket_id && isSameStanding(target, left)) {
      if (split.is_settled) await standAgain(tx, target, { view_type, waiting_since, resolved_at: null });
      return;
    }
    if (wordsOf(parts).length === 0) return;
  }
  const change = joined(target, fresh);
  if (change) await moveTicket(tx, { ...target, waiting_since: change.waitingSince }, change.happening);
}
