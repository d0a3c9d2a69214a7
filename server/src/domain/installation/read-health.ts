import { readFileSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import type { InstallationHealth, QueueHealth } from '#contract/installation-health.ts';
import type { Database, Tx } from '#platform/database.ts';
import { type Sql, sql } from '#platform/sql.ts';

type Stored = Pick<InstallationHealth, 'connections' | 'workers' | 'database' | 'suspended_companies'>;

/** How the installation does, by indexes of what waits or failed; `folder`: where files lie, `role`: what this process does. */
export async function readHealth(db: Database, the: { folder: string; role: string }): Promise<InstallationHealth> {
  const [{ queues, stored }, disk] = await Promise.all([
    db.transaction('system', async (tx) => {
      const [counted, rest] = await Promise.all([tx.row<{ queues: QueueHealth[] }>(allQueues), readStored(tx)]);
      if (!counted || !rest) throw new Error('a select without from answered no row');
      return { queues: counted.queues, stored: rest };
    }),
    readDisk(the.folder),
  ]);
  return {
    at: wireTime(new Date()),
    queues,
    ...stored,
    disk,
    process: {
      ...{ version, node: process.versions.node, role: the.role },
      started: wireTime(new Date(Date.now() - process.uptime() * 1000)),
      memory_bytes: process.memoryUsage.rss(),
    },
  };
}

const working = sql`company_id <> all ((select parley_suspended())::bigint[])`;
const yesterday = sql`now() - interval '1 day'`;

/** `since`: when what waits should have been done. */
const queue = (name: QueueHealth['name'], from: Sql, since: Sql, failed: Sql = sql`null::int`): Sql =>
  sql`select ${name}::text as name, count(*)::int as waiting,
        (extract(epoch from now() - min(${since}) filter (where ${since} <= now())))::int as late_seconds, (${failed}) as failed from ${from}`;

const failedOf = (from: Sql, at: Sql): Sql =>
  sql`select count(*)::int from ${from} where state = 'failed' and ${at} > ${yesterday}`;

/** What a suspended company keeps waiting is late for nobody. */
const ofWorking = (time: Sql): Sql => sql`case when ${working} then ${time} end`;

const allQueues = sql`select json_agg(q) as queues from (
  ${sql.join(
    [
      queue('inbound', sql`inbound_mails where outcome = 'waiting'`, sql`added`),
      queue(
        'waiting_letters',
        sql`(select company_id, send_at from drafts where state = 'waiting' union all select company_id, send_at from new_letters where state = 'waiting') w`,
        ofWorking(sql`send_at`),
      ),
      queue(
        'deliveries',
        sql`deliveries where state in ('queued', 'sending')`,
        ofWorking(sql`due_at`),
        failedOf(sql`deliveries`, sql`due_at`),
      ),
      queue('copies', sql`deliveries where copy_state = 'queued'`, ofWorking(sql`copy_due_at`)),
      queue(
        'system_mails',
        sql`system_mails where state = 'queued'`,
        sql`due_at`,
        failedOf(sql`system_mails`, sql`due_at`),
      ),
      queue('notification_letters', sql`notifications where mail_state = 'queued'`, ofWorking(sql`mail_at`)),
      queue(
        'pushes',
        sql`(select p.due_at, n.company_id from pushes p left join notifications n on n.id = p.notification_id where p.state = 'queued') p`,
        sql`case when company_id is null or ${working} then due_at end`,
        failedOf(sql`pushes`, sql`added`),
      ),
      queue(
        'jobs',
        sql`jobs where state in ('waiting', 'running')`,
        ofWorking(sql`due_at`),
        failedOf(sql`jobs`, sql`ended`),
      ),
      queue('search_words', sql`search_due`, sql`null::timestamptz`),
    ],
    ' union all ',
  )}) q`;

const readStored = (tx: Tx) =>
  tx.row<Stored>(
    sql`select (select coalesce(json_agg(c), '[]') from (select kind, health_state as state, case when health_state <> 'ok' then health_key end as key, count(*)::int as count
            from channel_accounts where kind in ('mailbox', 'messenger') and is_deleted = 0 group by 1, 2, 3 order by 1, 2 desc, 4 desc) c) as connections,
          (select json_build_object('alive', count(distinct lease_owner) filter (where lease_until > now()), 'mailboxes_held', count(*) filter (where lease_until > now()),
            'mailboxes', count(*)) from channel_accounts where kind = 'mailbox' and is_deleted = 0) as workers,
          (select json_build_object('version', current_setting('server_version'), 'bytes', pg_database_size(current_database()),
            'connections', (select numbackends from pg_stat_database where datname = current_database()),
            'connections_max', current_setting('max_connections')::int)) as database,
          (select count(*)::int from company_suspensions) as suspended_companies`,
  );

/** The folder may not be there yet, and not every file system says how large it is. */
async function readDisk(folder: string): Promise<InstallationHealth['disk']> {
  try {
    const { blocks, bavail, bsize } = await statfs(folder);
    return { bytes: blocks * bsize, free: bavail * bsize };
  } catch {
    return null;
  }
}

const { version } = JSON.parse(readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const wireTime = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');
