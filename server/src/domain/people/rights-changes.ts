import type { Database, Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

/** What was committed at that moment. */
export type RightsSeen = { readonly snapshot: string; readonly at: string };

/** Changes are kept for an hour: of what was seen longer ago nobody knows any more. */
const minutesKnown = 30;

const [snapshot, at] = [Symbol('snapshot'), Symbol('at')];
const question = {
  snapshot: sql`select pg_current_snapshot()::text`,
  at: sql`select now()::text`,
  // What was committed before cannot be newer than the oldest that was under way then.
  is_changed: sql`select exists (
      select from rights_changes c where c.written_in >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and not pg_visible_in_snapshot(c.written_in, ${snapshot}::pg_snapshot))
    or now() not between ${at}::timestamptz and ${at}::timestamptz + make_interval(mins => ${minutesKnown}::int)`,
};

/**
 * Whether anything has changed, since it was `seen`, of what says who is signed in and what they may. Triggers note it
 * (migration 0121), so whoever changes it, and however, need not think of it. True when nothing was seen before.
 */
export async function seeRights(
  db: Database,
  before: RightsSeen | undefined,
): Promise<{ readonly seen: RightsSeen; readonly isChanged: boolean }> {
  const row = await db.readValues<RightsSeen & { is_changed: boolean | null }>('system', question, (param) => {
    if (param === snapshot) return before?.snapshot ?? null;
    return param === at ? (before?.at ?? null) : param;
  });
  if (!row) throw new Error('values answered no row');
  return { seen: { snapshot: row.snapshot, at: row.at }, isChanged: before === undefined || row.is_changed !== false };
}

export async function forgetOldRightsChanges(tx: Tx): Promise<void> {
  await tx.run(sql`delete from rights_changes where at < now() - interval '1 hour'`);
}
