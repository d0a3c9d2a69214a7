import { linksMax } from '#contract/ticket-links.ts';
import type { Transactions, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { type Actor, recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { addEventLines, authorOf } from '../event-lines.ts';
import { sees } from '../ticket-access.ts';
import { ticketEvent } from '../ticket-events.ts';
import { caseNumbers, lockTickets, refuseMerged, type Ticket } from '../ticket-queries.ts';

type Pair = { readonly ticket_id: number; readonly other_id: number };

/** Lets two tickets know of each other: one link, the newest. */
export function linkTickets(
  db: Transactions,
  { kind, ...pair }: Pair & { kind: 'related' | 'follows' },
  caller: Caller,
): Promise<void> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const both = await lockPair(tx, pair, caller);
    const before = await tx.row<Pair & { kind: string }>(
      sql`select ticket_id, other_id, kind from ticket_links where ${isBetween(pair)}`,
    );
    if (before?.kind === kind && (kind === 'related' || before.ticket_id === pair.ticket_id)) return;
    await tx.run(sql`delete from ticket_links where ${isBetween(pair)}`);
    for (const one of both) await requireRoom(tx, one);
    await addLink(tx, { ...pair, companyId: both[0].company_id, kind, linkedBy: caller.userId });
    await tell(tx, both, 'linked', caller);
  });
}

/** Takes the link between two tickets away. Where there is none, nothing happens. */
export function unlinkTickets(db: Transactions, pair: Pair, caller: Caller): Promise<void> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const both = await lockPair(tx, pair, caller);
    const gone = await tx.run(
      sql`delete from ticket_links where ticket_id = any (${family(pair.ticket_id)}) and other_id = any (${family(pair.other_id)})
            or ticket_id = any (${family(pair.other_id)}) and other_id = any (${family(pair.ticket_id)})`,
    );
    // What intake opened because the other one was over long ago.
    const unfollowed = await tx.run(
      sql`update tickets set follows_id = null where id = any (${family(pair.ticket_id)}) and follows_id = any (${family(pair.other_id)})
            or id = any (${family(pair.other_id)}) and follows_id = any (${family(pair.ticket_id)})`,
    );
    if (gone + unfollowed > 0) await tell(tx, both, 'unlinked', caller);
  });
}

/** Writes a link between tickets that are known to have none. `linkedBy` null: Parley itself. */
export async function addLink(
  tx: Tx,
  the: Pair & { companyId: number; kind: 'related' | 'follows' | 'split'; linkedBy: number | null },
): Promise<void> {
  await tx.run(
    sql`insert into ticket_links (company_id, ticket_id, other_id, kind, linked_by)
        values (${the.companyId}, ${the.ticket_id}, ${the.other_id}, ${the.kind}, ${the.linkedBy}) on conflict do nothing`,
  );
}

const isBetween = ({ ticket_id: a, other_id: b }: Pair) =>
  sql`((ticket_id = ${a} and other_id = ${b}) or (ticket_id = ${b} and other_id = ${a}))`;

/** A ticket with what was merged into it: their links are its own. */
const family = (id: number) =>
  sql`array(select t.id from tickets t, (select company_id from tickets where id = ${id}) c where t.company_id = c.company_id and (t.id = ${id} or t.merged_into_id = ${id}))`;

async function lockPair(tx: Tx, { ticket_id, other_id }: Pair, caller: Caller): Promise<[Ticket, Ticket]> {
  const locked = await lockTickets(tx, [ticket_id, other_id]);
  const [ticket, other] = [locked.get(ticket_id), locked.get(other_id)];
  if (!ticket || !sees(caller, ticket)) throw new Problem('ticket_not_found', { field: 'data.ticket_id' });
  if (!other || !sees(caller, other) || other.company_id !== ticket.company_id)
    throw new Problem('ticket_not_found', { field: 'data.other_id' });
  if (ticket === other) throw new Problem('invalid_value', { field: 'data.other_id' });
  if (!caller.may(ticket.company_id, 'tickets.update')) throw new Problem('forbidden');
  await refuseMerged(tx, [ticket], 'data.ticket_id');
  await refuseMerged(tx, [other], 'data.other_id');
  return [ticket, other];
}

async function requireRoom(tx: Tx, ticket: Ticket): Promise<void> {
  const row = await tx.row<{ n: number }>(
    sql`select count(*)::int as n from ticket_links where company_id = ${ticket.company_id} and (ticket_id = ${ticket.id} or other_id = ${ticket.id})`,
  );
  if ((row?.n ?? 0) >= linksMax)
    throw new Problem('limit_reached', { field: 'data.other_id', values: { max: linksMax } });
}

/** A line in both threads. */
async function tell(tx: Tx, [ticket, other]: readonly [Ticket, Ticket], key: string, caller: Caller): Promise<void> {
  const numbers = await caseNumbers(tx, [ticket, other]);
  const actor: Actor = { kind: 'user', id: caller.userId };
  const ways = [
    { ticket, to: other },
    { ticket: other, to: ticket },
  ];
  const lines = ways.map(({ ticket, to }) => ({ ticket, key, values: { number: numbers.get(to.id), id: to.id } }));
  const ids = [ticket.id, other.id];
  await tx.run(sql`update tickets set version = version + 1 where id = any (${ids}::bigint[])`);
  await recordEvents(tx, [
    ...(await addEventLines(tx, lines, await authorOf(tx, caller))),
    ...ways.map(({ ticket, to }) => ({
      ...ticketEvent('updated', ticket, actor),
      detail: { after: { [key]: numbers.get(to.id) } },
    })),
  ]);
}
