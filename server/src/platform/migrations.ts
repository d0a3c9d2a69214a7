import fs from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { CannotStart } from './cannot-start.ts';
import { connectClient } from './database-client.ts';

const folder = path.join(import.meta.dirname, '../../migrations');
const lockNumber = 7_274_539_012;
const waitToldAfterMs = 2000;

/**
 * Brings a database to the newest schema. Forward only, each file once and in one transaction, one process at a time.
 * Answers the names of the files it ran. `appMayLogin` lets `parley_app` sign in, where only this program can reach the server;
 * `onWait` is called once where another process keeps this one waiting.
 * Throws `CannotStart` where nobody lets us in, and where the database or the server is not of a version that we know.
 */
export async function migrate(
  connection: string | pg.ClientConfig,
  { appMayLogin = false, onWait = () => {} }: { appMayLogin?: boolean; onWait?: () => void } = {},
): Promise<string[]> {
  const client = await connectClient(connection).catch((error: NodeJS.ErrnoException) => {
    const { host, port, database } = new pg.Client(connection);
    // Where a name has several addresses, what is said of each lies below, and there is a code alone.
    const words = error.message || error.code;
    throw new CannotStart(
      `The database ${database} at ${host}:${port} (DATABASE_URL) does not let Parley in: ${words}`,
    );
  });
  const waiting = setTimeout(onWait, waitToldAfterMs);
  try {
    await requireVersion(client, 15);
    const files = (await fs.readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
    const ran: string[] = [];
    for (;;) {
      const name = await inTurn(client, async () => {
        clearTimeout(waiting);
        return (await runNext(client, files)) ?? startEra(client);
      });
      if (name === undefined) break;
      ran.push(name);
    }
    if (appMayLogin) await client.query('alter role parley_app login');
    return ran;
  } finally {
    clearTimeout(waiting);
    await client.end();
  }
}

/**
 * One transaction, of one process at a time. The lock ends with it: that of a session would stay with the connection of a
 * pooler, and nobody could start any more.
 */
async function inTurn<T>(client: pg.Client, work: () => Promise<T>): Promise<T> {
  // The walls hold for the owner of the database as well: what is told of all rows would reach none.
  await client.query("begin; set local parley.scope = 'system'");
  try {
    await client.query('select pg_advisory_xact_lock($1)', [lockNumber]);
    const result = await work();
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

/** Runs the first file that has not run, if there is one, and answers its name. */
async function runNext(client: pg.Client, files: readonly string[]): Promise<string | undefined> {
  // Looked for first: a login that may not make tables can still start on a database that needs none.
  const { rows } = await client.query<{ found: string | null }>(`select to_regclass('schema_migrations') as found`);
  if (!rows[0]?.found) {
    await client.query(
      'create table schema_migrations (name text primary key, ran_at timestamptz not null default now())',
    );
  }
  const done = new Set(
    (await client.query<{ name: string }>('select name from schema_migrations')).rows.map((row) => row.name),
  );
  const unknown = [...done].filter((name) => !files.includes(name));
  if (unknown.length > 0)
    throw new CannotStart(
      `The database was used by a newer version of Parley (it knows ${unknown.join(', ')}). Start that version.`,
    );
  const name = files.find((one) => !done.has(one));
  if (name === undefined) return;
  if (done.size > 0) await client.query(appRoleWhereMissing);
  await runFile(client, name);
  return name;
}

/** The first file makes it; a dump that was restored into another cluster without its rights has run that file, and brings no role. */
const appRoleWhereMissing = `do $$ begin
  if exists (select from pg_roles where rolname = 'parley_app') then return; end if;
  create role parley_app nologin;
  execute format('grant parley_app to %I', current_user);
exception when duplicate_object or unique_violation then null;
end $$`;

async function runFile(client: pg.Client, name: string) {
  const text = await fs.readFile(path.join(folder, name), 'utf8');
  try {
    await client.query(text);
    await client.query('insert into schema_migrations (name) values ($1)', [name]);
    await client.query('grant select on schema_migrations to parley_app');
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

/**
 * A dump restored into another cluster starts counting transactions anew, so old events would look unwritten and
 * bookmarks would lead nowhere. A new cluster is a new era: old events become the past, old bookmarks are refused.
 */
async function startEra(client: pg.Client): Promise<undefined> {
  const { rows } = await client.query<{ cluster_id: string; now_id: string }>(
    `select cluster_id, (select system_identifier::text from pg_control_system()) || '/' || current_database() as now_id from installation`,
  );
  const row = rows[0];
  if (!row || row.cluster_id === row.now_id) return;
  await client.query(`update events set written_in = '0'`);
  await client.query('update installation set cluster_id = $1, era = gen_random_uuid()', [row.now_id]);
}

async function requireVersion(client: pg.Client, majorMin: number) {
  const { rows } = await client.query<{ server_version_num: string }>('show server_version_num');
  const major = Math.floor(Number(rows[0]?.server_version_num) / 10_000);
  if (major < majorMin) throw new CannotStart(`Parley needs PostgreSQL ${majorMin} or newer; this is ${major}.`);
}
