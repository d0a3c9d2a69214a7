import type { Database } from './database.ts';
import type { Log } from './log.ts';
import { type Loop, runLoop } from './loop.ts';
import { type Sql, sql } from './sql.ts';
import type { Wake } from './wake.ts';

/** By the ids of transactions, as `xid8`. */
type Look = {
  /** The oldest of those that are open and not known to be elsewhere. */
  readonly oldest: string | null;
  readonly elsewhere: readonly string[];
};

const looks = new WeakMap<Database, Look>();
const lookBefore = (db: Database): Look => looks.get(db) ?? { oldest: null, elsewhere: [] };

const here = sql`(select oid from pg_database where datname = current_database())`;
const open = sql`pg_snapshot_xip(pg_current_snapshot()) as x`;
/** A transaction of another database: whatever becomes of it, it writes nothing here. Anybody may see what is locked, and by whom. */
const isElsewhere = sql`exists (select from pg_locks l join pg_stat_activity a using (pid)
    where l.locktype = 'transactionid' and l.transactionid = x::xid and l.mode = 'ExclusiveLock' and l.granted and a.datid <> ${here})`;

/**
 * The first transaction that may still write here, for the statement that asks: an `xid8`, of which all earlier ones are done
 * and seen. Transactions are counted for all databases of a cluster together. One that goes on for an hour in another of them
 * is left out as soon as it is known to be there; what is not known is waited for.
 */
export const firstOpen = (db: Database): Sql =>
  sql`(select least(coalesce(min(x), pg_snapshot_xmax(pg_current_snapshot())), pg_current_xact_id_if_assigned())
    from ${open} where x <> all (${lookBefore(db).elsewhere}::xid8[]))`;

/** Whoever was the oldest at the look before, too, holds things up: where it is, is looked at. Answers whether that helps. */
export async function lookElsewhere(db: Database): Promise<boolean> {
  const before = lookBefore(db);
  const [now] = await db.read<Look>(
    'system',
    sql`select min(x) filter (where x <> all (${before.elsewhere}::xid8[]))::text as oldest,
          coalesce(array_agg(x::text) filter (where x = any (${before.elsewhere}::xid8[])), '{}') as elsewhere from ${open}`,
  );
  const { oldest, elsewhere } = now ?? before;
  looks.set(db, { oldest, elsewhere });
  if (oldest === null || oldest !== before.oldest) return false;
  const found = await db.read<{ id: string }>('system', sql`select x::text as id from ${open} where ${isElsewhere}`);
  looks.set(db, { oldest, elsewhere: found.map(({ id }) => id) });
  return found.some(({ id }) => id === oldest);
}

/** Looks again and again, for whoever reads the log of what happened in this process. */
export const watchElsewhere = ({ db, wake, log }: { db: Database; wake: Wake; log: Log }): Loop =>
  runLoop({
    name: 'open elsewhere',
    log,
    work: async () => {
      if (await lookElsewhere(db)) wake.nudge('events');
      return 'idle';
    },
    wakeOn: () => () => {},
    restSeconds: 3,
  });
