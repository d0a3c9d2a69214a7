import type { Transactions, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { type Actor, type Happening, recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { holdOvertakenLetters } from '../../messages/index.ts';
import { heldEvents } from '../draft-events.ts';
import { addEventLines, authorOf, type LineAuthor } from '../event-lines.ts';
import { joined } from '../state/ticket-life.ts';
import { sees } from '../ticket-access.ts';
import { ticketEvent, withNews } from '../ticket-events.ts';
import { caseNumbers, lockTickets, moveTicket, refuseMerged, type Ticket } from '../ticket-queries.ts';
import { draftsFollow } from './move-drafts.ts';
import { deliveriesFollow, sidesFollow } from './move-messages.ts';
import { recountThread } from './recount-thread.ts';

export type Together = { readonly survivor_id: number; readonly ids: readonly number[] };
export type Merge = { readonly id: number; readonly ticket_id: number };

/**
 * Makes one ticket of several. What they hold goes to the survivor: messages with their deliveries and attachments, tags,
 * and how far each person has read. Their numbers lead there from then on. One transaction, so that of many who merge the
 * same tickets at once one succeeds and the others are told.
 */
export function mergeTickets(db: Transactions, the: Together, caller: Caller): Promise<Merge[]> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const { survivor, others } = await lockForMerge(tx, the, caller);
    const author = await authorOf(tx, caller);
    const numbers = await caseNumbers(tx, [survivor, ...others]);
    const merges: Merge[] = [];
    const drafts: Happening[] = [];
    let standing = survivor;
    for (const ticket of others) {
      const { id, now } = await absorb(tx, standing, ticket, author);
      drafts.push(...(await draftsFollow(tx, { companyId: survivor.company_id, from: ticket.id, to: survivor.id })));
      merges.push({ id, ticket_id: ticket.id });
      standing = now;
    }
    const held = await holdOvertakenLetters(tx, survivor.id);
    const name = await nameOf(tx, standing.assignee_id);
    const lines = others.flatMap((ticket) => [
      { ticket: survivor, key: 'merged', values: { number: numbers.get(ticket.id), id: ticket.id } },
      // Whoever waits in a chat is told who answers from now on.
      { ticket, key: 'merged_into', values: { number: numbers.get(survivor.id), id: survivor.id, name } },
    ]);
    await recountThread(tx, survivor.id);
    const actor: Actor = { kind: 'user', id: caller.userId };
    await recordEvents(tx, [
      ...(await addEventLines(tx, lines, author)),
      {
        ...withNews(ticketEvent('updated', survivor, actor)),
        detail: { after: { merged: others.map((one) => numbers.get(one.id)) } },
      },
      ...others.map((one) => ({
        ...withNews(ticketEvent('updated', one, actor)),
        detail: { after: { merged_into: numbers.get(survivor.id) } },
      })),
      ...drafts,
      ...heldEvents(survivor, held),
    ]);
    return merges;
  });
}

const nameOf = async (tx: Tx, userId: number | null): Promise<string> =>
  (userId === null ? undefined : await tx.row<{ name: string }>(sql`select name from users where id = ${userId}`))
    ?.name ?? '';

/** Locked, seen by whoever asks, of one company, and in the way of nobody. */
export async function lockForMerge(tx: Tx, { survivor_id, ids }: Together, caller: Caller) {
  const wanted = [...new Set(ids)];
  const locked = await lockTickets(tx, [survivor_id, ...wanted]);
  const found = (id: number, field: string): Ticket => {
    const ticket = locked.get(id);
    if (!ticket || !sees(caller, ticket)) throw new Problem('ticket_not_found', { field });
    return ticket;
  };
  const survivor = found(survivor_id, 'data.survivor_id');
  const others = wanted.map((id) => found(id, 'data.ids'));
  if (others.includes(survivor)) throw new Problem('invalid_value', { field: 'data.ids' });
  if (others.some((one) => one.company_id !== survivor.company_id))
    throw new Problem('ticket_not_found', { field: 'data.ids' });
  if (!caller.may(survivor.company_id, 'tickets.merge')) throw new Problem('forbidden');
  await refuseMerged(tx, [survivor], 'data.survivor_id');
  await refuseMerged(tx, others, 'data.ids');
  const isAway = (one: Ticket) => one.is_deleted === 1 || one.is_spam === 1;
  if (isAway(survivor)) throw new Problem('not_in_this_state', { field: 'data.survivor_id' });
  if (others.some(isAway)) throw new Problem('not_in_this_state', { field: 'data.ids' });
  // What went into it would be found by nobody who is forgotten again, and what answers it would come back by another one.
  const isErased = (one: Ticket) => one.erased_at !== null;
  if (isErased(survivor)) throw new Problem('ticket_is_erased', { field: 'data.survivor_id' });
  if (others.some(isErased)) throw new Problem('ticket_is_erased', { field: 'data.ids' });
  return { survivor, others };
}

async function absorb(tx: Tx, survivor: Ticket, ticket: Ticket, author: LineAuthor) {
  const { company_id: companyId } = survivor;
  await tx.run(
    sql`update messages m set ticket_id = ${survivor.id}, client_id = case when not exists (
            select from messages o where o.ticket_id = ${survivor.id} and o.client_id = m.client_id) then m.client_id end
        where m.company_id = ${companyId} and m.ticket_id = ${ticket.id}`,
  );
  await deliveriesFollow(tx, survivor);
  await sidesFollow(tx, { companyId, from: ticket.id, to: survivor.id });
  const tags = await giveTags(tx, survivor, ticket);
  await shareReads(tx, survivor, ticket);
  const change = joined(survivor, ticket);
  if (change) await moveTicket(tx, { ...survivor, waiting_since: change.waitingSince }, change.happening);
  await tx.run(
    sql`update tickets set merged_into_id = ${survivor.id}, version = version + 1
        where company_id = ${companyId} and (id = ${ticket.id} or merged_into_id = ${ticket.id})`,
  );
  const row = await tx.row<{ id: number }>(
    sql`insert into ticket_merges (company_id, survivor_id, ticket_id, merged_by, was_view_type, was_waiting_since, was_resolved_at, tags_added)
        values (${companyId}, ${survivor.id}, ${ticket.id}, ${author.id}, ${change ? survivor.view_type : null}, ${survivor.waiting_since}, ${survivor.resolved_at}, ${tags}::bigint[]) returning id`,
  );
  if (!row) throw new Error('insert answered no row');
  const now = (await lockTickets(tx, [survivor.id])).get(survivor.id) ?? survivor;
  return { id: row.id, now };
}

/** Tags of the one that goes, also for the survivor. Answers those that are new to it. */
async function giveTags(tx: Tx, survivor: Ticket, ticket: Ticket): Promise<number[]> {
  const rows = await tx.rows<{ tag_id: number }>(
    sql`insert into ticket_tags (company_id, ticket_id, tag_id, merged_from, added_by)
        select company_id, ${survivor.id}, tag_id, merged_from, added_by from ticket_tags where ticket_id = ${ticket.id}
        on conflict (ticket_id, tag_id) do nothing returning tag_id`,
  );
  return rows.map((row) => row.tag_id);
}

/**
 * The joined thread is read as far as both were: for whom one of them was unread, it is unread, from that letter on.
 * Messages moved already; those of the one that goes are known by their origin.
 */
async function shareReads(tx: Tx, survivor: Ticket, ticket: Ticket): Promise<void> {
  await tx.run(
    sql`insert into ticket_reads (company_id, ticket_id, user_id, is_unread, last_message_id)
        select ${survivor.company_id}::bigint, ${survivor.id}::bigint, user_id, is_unread, coalesce((
            select min(m.id) - 1 from messages m where m.company_id = ${survivor.company_id} and m.ticket_id = ${survivor.id} and m.kind = 'inbound'
              and m.id > case when m.origin_ticket_id = any (array(select id from tickets where company_id = ${survivor.company_id}
                  and (id = ${ticket.id} or merged_into_id = ${ticket.id}))) then theirs else ours end), greatest(ours, theirs))
        from (select user_id, max(last_message_id) filter (where ticket_id = ${survivor.id}) as ours, max(last_message_id) filter (where ticket_id = ${ticket.id}) as theirs, max(is_unread) as is_unread
          from (select user_id, ticket_id, last_message_id, is_unread from ticket_reads where ticket_id in (${survivor.id}, ${ticket.id})
                union all select distinct user_id, k.id, 0, 0 from ticket_reads r cross join (values (${survivor.id}::bigint), (${ticket.id}::bigint)) k (id)
                  where r.ticket_id in (${survivor.id}, ${ticket.id})) each
          group by user_id) both_read
        on conflict (ticket_id, user_id) do update set last_message_id = excluded.last_message_id, is_unread = excluded.is_unread`,
  );
}
