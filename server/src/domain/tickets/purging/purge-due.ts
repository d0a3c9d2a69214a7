import { trashDays } from '#contract/tickets.ts';
import type { Tx } from '#platform/database.ts';
import { systemActor } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';
import { purgeTickets } from './purge-tickets.ts';

/** Of one transaction: whoever wants one of them waits no longer than these take. */
export const purgedAtOnce = 20;

/**
 * Deletes tickets whose time in the trash is over, of one company at a time. Those that somebody holds are left for the
 * next look, so any number of processes do this together. Answers how many went.
 */
export async function purgeDue(tx: Tx): Promise<number> {
  const due = await tx.rows<{ id: number; company_id: number }>(
    sql`select id, company_id from tickets
        where deleted_at < now() - make_interval(days => ${trashDays}) and is_deleted = 1 and merged_into_id is null
        order by deleted_at limit ${purgedAtOnce} for update skip locked`,
  );
  const whole = await lockWhole(
    tx,
    due.map((one) => one.id),
  );
  const going = due.filter((one) => whole.has(one.id));
  for (const [, some] of Map.groupBy(going, (one) => one.company_id))
    await purgeTickets(
      tx,
      some.map((one) => one.id),
      systemActor,
    );
  return going.length;
}

/** Those of whom everything that was merged into them could be locked without waiting. */
async function lockWhole(tx: Tx, roots: readonly number[]): Promise<ReadonlySet<number>> {
  const whole = await tx.rows<{ id: number }>(
    sql`with recursive these (root, id) as (
          select id, id from unnest(${roots}::bigint[]) r (id)
          union select x.root, t.id from tickets t join these x on t.merged_into_id = x.id),
        held as materialized (select id from tickets where id in (select id from these) for update skip locked)
        select root as id from these group by root having bool_and(id in (select id from held))`,
  );
  return new Set(whole.map((one) => one.id));
}
