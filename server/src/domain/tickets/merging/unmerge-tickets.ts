import type { Transactions, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { type Actor, recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { addEventLines, authorOf, type LineAuthor, systemAuthor } from '../event-lines.ts';
import { standAgain } from '../state/stand-again.ts';
import { after, joined } from '../state/ticket-life.ts';
import { sees } from '../ticket-access.ts';
import { ticketEvent, withNews } from '../ticket-events.ts';
import { caseNumbers, lockTickets, type Ticket } from '../ticket-queries.ts';
import { draftsFollow } from './move-drafts.ts';
import { belongsTo, deliveriesFollow, noticesFollow, sidesFollow } from './move-messages.ts';
import { recountThread } from './recount-thread.ts';

type MergeRow = {
  id: number;
  company_id: number;
  survivor_id: number;
  ticket_id: number;
  was_view_type: Ticket['view_type'] | null;
  was_waiting_since: Date | null;
  was_resolved_at: Date | null;
  tags_added: number[];
  /** Where the ticket is found by now. */
  found_in: number;
};

/**
 * Takes merges back, the newest first. Each ticket gets its own messages again, and with them those of what had been
 * merged into it; what was written since stays with the survivor. A later merge of the survivor stays as it is.
 */
export function unmergeTickets(db: Transactions, ids: readonly number[], caller: Caller): Promise<number[]> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const author = await authorOf(tx, caller);
    const back: number[] = [];
    for (const id of [...new Set(ids)].sort((a, b) => b - a)) back.push(await unmerge(tx, id, caller, author));
    return back;
  });
}

/**
 * Takes a person's tickets out of those of others, and others' out of theirs, before they are forgotten: each customer's own
 * words are in tickets of their own then. Answers the tickets whose threads have changed by that.
 */
export async function partFromOthers(
  tx: Tx,
  ticketIds: readonly number[],
  cards: readonly number[],
): Promise<number[]> {
  const merges = await tx.rows<{ id: number }>(
    sql`select m.id from ticket_merges m join tickets t on t.id = m.ticket_id join tickets r on r.id = t.merged_into_id join tickets s on s.id = m.survivor_id
        where m.undone_at is null and m.is_split = 0 and (m.ticket_id = any (${ticketIds}::bigint[]) or m.survivor_id = any (${ticketIds}::bigint[]))
          and ((t.customer_id = any (${cards}::bigint[])) <> (r.customer_id = any (${cards}::bigint[]))
            or (t.customer_id = any (${cards}::bigint[])) <> (s.customer_id = any (${cards}::bigint[])))
        order by m.id desc`,
  );
  const touched = new Set<number>();
  for (const { id } of merges) {
    const found = await findMerge(tx, id);
    if (!found) continue;
    await takeApart(tx, found, systemAuthor);
    for (const one of [found.ticket, found.root]) touched.add(one.id);
  }
  return [...touched];
}

async function unmerge(tx: Tx, id: number, caller: Caller, author: LineAuthor): Promise<number> {
  const found = await lockMerge(tx, id, caller);
  await takeApart(tx, found, author);
  return found.ticket.id;
}

async function takeApart(tx: Tx, { merge, ticket, root, survivor }: Found, author: LineAuthor): Promise<void> {
  const branch = await branchOf(tx, ticket.id);
  const { company_id: companyId } = ticket;
  await tx.run(
    sql`update messages set ticket_id = ${ticket.id}
        where company_id = ${companyId} and ticket_id = ${root.id} and ${belongsTo} = any (${branch}::bigint[])`,
  );
  await deliveriesFollow(tx, ticket);
  await sidesFollow(tx, { companyId, from: root.id, to: ticket.id, begunIn: branch });
  await noticesFollow(tx, { companyId, from: root.id, to: ticket.id });
  const drafts = await draftsFollow(tx, { companyId, from: root.id, to: ticket.id, begunIn: branch });
  await tx.run(
    sql`update tickets set merged_into_id = nullif(${ticket.id}::bigint, id), version = version + 1 where id = any (${branch}::bigint[])`,
  );
  await tx.run(
    sql`insert into ticket_reads (company_id, ticket_id, user_id, last_message_id)
        select company_id, ${ticket.id}, user_id, last_message_id from ticket_reads where ticket_id = ${root.id}
        on conflict (ticket_id, user_id) do update set last_message_id = greatest(ticket_reads.last_message_id, excluded.last_message_id)`,
  );
  await tx.run(sql`update ticket_merges set undone_by = ${author.id}, undone_at = now() where id = ${merge.id}`);
  await takeTagsBack(tx, merge);
  await putBackState(tx, merge, survivor, ticket);
  await recountThread(tx, ticket.id);
  await recountThread(tx, root.id);

  const numbers = await caseNumbers(tx, [ticket, root]);
  const actor: Actor = { kind: author.kind, id: author.id };
  const lines = [
    { ticket: root, key: 'unmerged', values: { number: numbers.get(ticket.id), id: ticket.id } },
    { ticket, key: 'unmerged_from', values: { number: numbers.get(root.id), id: root.id } },
  ];
  await recordEvents(tx, [
    ...(await addEventLines(tx, lines, author)),
    { ...withNews(ticketEvent('updated', root, actor)), detail: { after: { unmerged: numbers.get(ticket.id) } } },
    { ...withNews(ticketEvent('updated', ticket, actor)), detail: { after: { unmerged_from: numbers.get(root.id) } } },
    ...drafts,
  ]);
}

/** A merge with the tickets it is about: what went, what it went into, and where both are found by now. */
type Found = { readonly merge: MergeRow; readonly ticket: Ticket; readonly survivor: Ticket; readonly root: Ticket };

/** Locked, unless it was undone. */
async function findMerge(tx: Tx, id: number): Promise<Found | undefined> {
  const read = () =>
    tx.row<MergeRow>(
      sql`select m.id, m.company_id, m.survivor_id, m.ticket_id, m.was_view_type, m.was_waiting_since, m.was_resolved_at, m.tags_added, t.merged_into_id as found_in
          from ticket_merges m join tickets t on t.id = m.ticket_id where m.id = ${id} and m.undone_at is null and m.is_split = 0`,
    );
  let merge = await read();
  // Whoever merged the survivor in this very moment has moved everything on: it is looked for where it is now.
  for (let before: MergeRow | undefined; merge && merge.found_in !== before?.found_in; ) {
    before = merge;
    await lockTickets(tx, [merge.ticket_id, merge.survivor_id, merge.found_in]);
    merge = await read();
  }
  const tickets = merge && (await lockTickets(tx, [merge.ticket_id, merge.survivor_id, merge.found_in]));
  const [ticket, survivor, root] = merge
    ? [tickets?.get(merge.ticket_id), tickets?.get(merge.survivor_id), tickets?.get(merge.found_in)]
    : [];
  return merge && ticket && survivor && root ? { merge, ticket, survivor, root } : undefined;
}

/** The same for somebody who may take it back. */
async function lockMerge(tx: Tx, id: number, caller: Caller): Promise<Found> {
  const known = await tx.row<{ undone_at: Date | null }>(
    sql`select undone_at from ticket_merges where id = ${id} and is_split = 0`,
  );
  if (!known) throw new Problem('not_found', { field: 'data.merge_ids' });
  const found = known.undone_at === null ? await findMerge(tx, id) : undefined;
  if (!found) {
    if (!(await mayKnow(tx, id, caller))) throw new Problem('not_found', { field: 'data.merge_ids' });
    throw new Problem('not_in_this_state', { field: 'data.merge_ids' });
  }
  const { ticket, root } = found;
  if (!sees(caller, ticket) || !sees(caller, root)) throw new Problem('not_found', { field: 'data.merge_ids' });
  if (!caller.may(ticket.company_id, 'tickets.merge')) throw new Problem('forbidden');
  return found;
}

/** Whoever does not see the ticket is not told either that it was merged once. */
async function mayKnow(tx: Tx, id: number, caller: Caller): Promise<boolean> {
  const row = await tx.row<Ticket>(
    sql`select t.company_id, t.product_id, t.assignee_id, t.team_id from ticket_merges m join tickets t on t.id = m.ticket_id where m.id = ${id}`,
  );
  return row !== undefined && sees(caller, row);
}

/** The ticket and all that is merged into it, however far off. */
async function branchOf(tx: Tx, ticketId: number): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    sql`with recursive branch as (
          select ${ticketId}::bigint as id
          union select m.ticket_id from branch b join ticket_merges m on m.survivor_id = b.id and m.undone_at is null)
        select id from branch`,
  );
  return rows.map((row) => row.id);
}

/**
 * Tags that came by this merge alone go again, all the way up; where another ticket that is still merged has one as well,
 * it is by that one from now on.
 */
async function takeTagsBack(
  tx: Tx,
  { survivor_id: survivorId, tags_added: tags, id }: Pick<MergeRow, 'id' | 'survivor_id' | 'tags_added'>,
): Promise<void> {
  if (tags.length === 0) return;
  const heirs = await tx.rows<{ tag_id: number }>(
    sql`with heirs as (
          select distinct on (x.tag_id) m.id, x.tag_id from ticket_merges m join ticket_tags x on x.ticket_id = m.ticket_id
          where m.survivor_id = ${survivorId} and m.undone_at is null and m.id <> ${id} and x.tag_id = any (${tags}::bigint[]) order by x.tag_id, m.id),
        noted as (update ticket_merges m set tags_added = m.tags_added || h.tags from (select id, array_agg(tag_id) as tags from heirs group by id) h where m.id = h.id)
        select tag_id from heirs`,
  );
  const inherited = new Set(heirs.map((row) => row.tag_id));
  const gone = tags.filter((tag) => !inherited.has(tag));
  if (gone.length === 0) return;
  await tx.run(sql`delete from ticket_tags where ticket_id = ${survivorId} and tag_id = any (${gone}::bigint[])`);
  const further = await tx.row<{ id: number; survivor_id: number; tags_added: number[] }>(
    sql`select id, survivor_id, tags_added from ticket_merges where ticket_id = ${survivorId} and undone_at is null`,
  );
  if (further)
    await takeTagsBack(tx, { ...further, tags_added: further.tags_added.filter((tag) => gone.includes(tag)) });
}

/** The last moment there is (ECMAScript). */
const farAhead = new Date(8.64e15);

/**
 * The survivor stands again where it stood before, if nothing has moved it since and nothing was merged into it later.
 * Otherwise it stays: a customer who waits is not forgotten for a merge that was taken back.
 */
async function putBackState(tx: Tx, merge: MergeRow, survivor: Ticket, ticket: Ticket): Promise<void> {
  const { was_view_type: view_type, was_waiting_since: waiting_since } = merge;
  if (view_type === null) return;
  // What slept and was woken would have slept for longer.
  const change = joined({ view_type, waiting_since, snoozed_until: farAhead }, ticket);
  const isAsLeft =
    change !== undefined &&
    survivor.view_type === after(view_type, change.happening) &&
    (survivor.waiting_since?.getTime() ?? null) === (change.waitingSince?.getTime() ?? null);
  const later = await tx.row(
    sql`select 1 from ticket_merges where survivor_id = ${survivor.id} and undone_at is null and is_split = 0 and id > ${merge.id}`,
  );
  if (!isAsLeft || later) return;
  await standAgain(tx, survivor, { view_type, waiting_since, resolved_at: merge.was_resolved_at });
}
