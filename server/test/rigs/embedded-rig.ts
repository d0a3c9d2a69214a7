import path from 'node:path';
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { settingsForTests, type TestCluster } from './postgres15-rig.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';

/** Starts Parley's own PostgreSQL on a fresh folder, as the server does, only without waiting for the disk. */
export async function startEmbedded(): Promise<TestCluster> {
  const { folder, remove } = makeTemporaryFolder('pg');
  const { connection, stop } = await startEmbeddedPostgres({
    dataDir: path.join(folder, 'data'),
    log: () => {},
    settings: { ...settingsForTests, max_connections: '200' },
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
