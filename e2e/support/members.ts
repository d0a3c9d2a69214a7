import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { askDatabase } from '#test/rigs/ask-database.ts';
import type { ParleyServer } from '#test/rigs/parley-server.ts';

/** Makes somebody an agent of a company, as an accepted invitation would: told to the server's own database. */
export const joinsAsAgent = (server: ParleyServer, userId: number, companyId: number): Promise<void> =>
  askOwnDatabase(server, "insert into roles (user_id, company_id, level, name) values ($1, $2, 1, 'agent')", [
    userId,
    companyId,
  ]);

/** What no call does: a statement in the server's own database. */
export async function askOwnDatabase(server: ParleyServer, statement: string, values: unknown[]): Promise<void> {
  const [found] = globSync('**/postmaster.pid', { cwd: server.dataDir });
  if (!found) throw new Error('the server has no database running');
  // The fifth line of that file is where PostgreSQL listens.
  const host = readFileSync(path.join(server.dataDir, found), 'utf8').split('\n')[4] ?? '';
  await askDatabase({ host, user: 'parley_owner', database: 'parley' }, statement, values);
}
