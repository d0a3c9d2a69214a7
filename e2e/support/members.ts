import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { connectClient } from '#platform/database-client.ts';
import { askDatabase } from '#test/rigs/ask-database.ts';
import type { ParleyServer } from '#test/rigs/parley-server.ts';

/** Makes somebody an agent of a company, as an accepted invitation would: told to the server's own database. */
export const joinsAsAgent = (server: ParleyServer, userId: number, companyId: number): Promise<unknown> =>
  askOwnDatabase(server, "insert into roles (user_id, company_id, level, name) values ($1, $2, 1, 'agent')", [
    userId,
    companyId,
  ]);

/** What no call does: a statement in the server's own database. */
export const askOwnDatabase = <Row extends pg.QueryResultRow>(
  server: ParleyServer,
  statement: string,
  values: unknown[],
): Promise<Row[]> => askDatabase<Row>(ownDatabase(server), statement, values);

/** Somebody has these tickets in their hands, until the answer is called: whoever wants to change one waits. */
export async function holdTickets(server: ParleyServer, title: string): Promise<() => Promise<void>> {
  const client = await connectClient(ownDatabase(server));
  await client.query('begin');
  await client.query('select from tickets where title = $1 for update', [title]);
  return () => client.end();
}

function ownDatabase(server: ParleyServer) {
  const [found] = globSync('**/postmaster.pid', { cwd: server.dataDir });
  if (!found) throw new Error('the server has no database running');
  // The fifth line of that file is where PostgreSQL listens.
  const host = readFileSync(path.join(server.dataDir, found), 'utf8').split('\n')[4] ?? '';
  return { host, user: 'parley_owner', database: 'parley' };
}
