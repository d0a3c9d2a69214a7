/**
 * Holds a data folder (first argument) with its embedded database, and says so: "ready <postgres pid>". With "write" as
 * second argument it inserts row after row and says "row <n>" for each that the database has acknowledged.
 */
import type pg from 'pg';
import { openDataFolder } from '#platform/data-folder.ts';
import { connectClient } from '#platform/database-client.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { onShutdown, runUntilStopped } from '#platform/shutdown.ts';

const [dir = '', task] = process.argv.slice(2);

await runUntilStopped(async () => {
  const folder = await openDataFolder(dir);
  onShutdown('data folder', folder.release);
  const database = await startEmbeddedPostgres({ dataDir: folder.postgres, log: (line) => console.error(line) });
  onShutdown('database', database.stop);
  console.log(`ready ${database.pid}`);
  // Ends with the database's connection.
  if (task === 'write') writeForEver(database.connection).catch(() => {});
});

async function writeForEver(connection: pg.ClientConfig): Promise<void> {
  const client = await connectClient(connection);
  await client.query('create table if not exists rows (n bigint primary key)');
  const last = await client.query<{ n: string }>('select coalesce(max(n), 0) as n from rows');
  for (let n = Number(last.rows[0]?.n) + 1; ; n++) {
    await client.query('insert into rows values ($1)', [n]);
    console.log(`row ${n}`);
  }
}
