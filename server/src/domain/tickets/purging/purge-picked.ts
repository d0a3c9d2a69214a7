import type { Transactions, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { withinReach } from '../../reach/index.ts';
import { sees } from '../ticket-access.ts';
import { lockTickets } from '../ticket-queries.ts';
import { purgedAtOnce } from './purge-due.ts';
import { lockWithMerged, purgeTickets } from './purge-tickets.ts';

/** Deletes tickets that somebody named for good. All of them are in the trash, or none goes. Answers how many went. */
export function purgePicked(db: Transactions, ids: readonly number[], caller: Caller): Promise<number> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const wanted = [...new Set(ids)];
    await lockWithMerged(tx, wanted);
    const locked = await lockTickets(tx, wanted);
    const tickets = wanted.map((id) => {
      const ticket = locked.get(id);
      if (!ticket || !sees(caller, ticket)) throw new Problem('ticket_not_found', { field: 'data.ids' });
      return ticket;
    });
    if (!tickets.every((one) => caller.may(one.company_id, 'tickets.purge'))) throw new Problem('forbidden');
    if (tickets.some((one) => one.is_deleted === 0 || one.merged_into_id !== null))
      throw new Problem('not_in_this_state', { field: 'data.ids' });
    let gone = 0;
    for (const [, some] of Map.groupBy(tickets, (one) => one.company_id))
      gone += await purgeTickets(
        tx,
        some.map((one) => one.id),
        { kind: 'user', id: caller.userId },
      );
    return gone;
  });
}

/** Which are in the trash of a company since then at the latest, as far as the caller sees them. */
const inTrash = (companyId: number, until: Date, caller: Caller) =>
  sql`company_id = ${companyId} and is_deleted = 1 and merged_into_id is null and deleted_at <= ${until}
      and ${withinReach(caller, 't', [companyId]) ?? sql.unsafe('true')}`;

export async function countTrash(tx: Tx, companyId: number, until: Date, caller: Caller): Promise<number> {
  const row = await tx.row<{ n: number }>(
    sql`select count(*)::int as n from tickets t where ${inTrash(companyId, until, caller)}`,
  );
  return row?.n ?? 0;
}

/** A stretch of it, those first that have been there longest. Answers how many it took: none where none are left. */
export async function purgeTrash(tx: Tx, companyId: number, until: Date, caller: Caller): Promise<number> {
  for (;;) {
    const oldest = await tx.rows<{ id: number }>(
      sql`select t.id from tickets t where ${inTrash(companyId, until, caller)} order by t.deleted_at, t.id limit ${purgedAtOnce}`,
    );
    if (oldest.length === 0) return 0;
    const ids = oldest.map((one) => one.id);
    await lockWithMerged(tx, ids);
    // Some may have been restored, or have gone for good, while they were waited for.
    const some = await tx.rows<{ id: number }>(
      sql`select t.id from tickets t where t.id = any (${ids}::bigint[]) and ${inTrash(companyId, until, caller)}`,
    );
    if (some.length === 0) continue;
    await purgeTickets(
      tx,
      some.map((one) => one.id),
      { kind: 'user', id: caller.userId },
    );
    return some.length;
  }
}
