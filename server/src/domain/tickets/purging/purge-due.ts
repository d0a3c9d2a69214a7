import { trashDays } from '#contract/tickets.ts';
import type { Tx } from '#platform/database.ts';
import { systemActor } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';
import { purgeTickets } from './purge-tickets.ts';

/** Of one transaction: whoever wants one of them waits no longer than these take. */
export const purgedAtOnce = 20;

/**
 * Deletes tickets whose time in the trash is over, of one company at a time. Those that somebody holds are left for the
 * next look, so any number of processes do this together. Answers how many were due.
 */
export async function purgeDue(tx: Tx): Promise<number> {
  const due = await tx.rows<{ id: number; company_id: number }>(
    sql`select id, company_id from tickets
        where deleted_at < now() - make_interval(days => ${trashDays}) and is_deleted = 1 and merged_into_id is null
        order by deleted_at limit ${purgedAtOnce} for update skip locked`,
  );
  for (const [, some] of Map.groupBy(due, (one) => one.company_id))
    await purgeTickets(
      tx,
      some.map((one) => one.id),
      systemActor,
    );
  return due.length;
}
