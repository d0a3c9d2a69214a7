import path from 'node:path';
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import type { TestCluster } from './postgres15-rig.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

/** Starts Parley's own PostgreSQL on a fresh folder, as the server does, only without waiting for the disk. */
export async function startEmbedded(): Promise<TestCluster> {
  const { folder, remove } = makeTemporaryFolder('pg');
  const { connection, stop } = await startEmbeddedPostgres({
    dataDir: path.join(folder, 'data'),
    log: () => {},
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
  });
  return {
    admin: { ...connection, database: 'postgres' },
    loginRole: connection.user,
    async stop() {
      await stop();
      await remove();
    },
  };
}
