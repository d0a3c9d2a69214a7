import type { TxtResolver } from '#channels/email/domain-check/txt-resolver.ts';
import { connectDatabase, type Database } from '#platform/database.ts';
import { filesInFolder } from '#platform/files.ts';
import type { Limits } from '#platform/limits.ts';
import { createLog } from '#platform/log.ts';
import { createSecrets, type Secrets } from '#platform/secrets.ts';
import { createWake, type Wake } from '#platform/wake.ts';
import { openParley, type Parley } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { makeTemporaryFolder } from '#test/rigs/temporary-folder.ts';
import { aDatabase } from '#test/rigs/test-database.ts';
import { ApiClient } from './api-client.ts';

/** A Parley within this process, on a database of its own. Without workers unless asked for: tests then move the work. */
export type TestParley = {
  parley: Parley;
  /** Where it can be reached, whatever it is called. */
  listening: string;
  db: Database;
  secrets: Secrets;
  wake: Wake;
  folder: string;
  databaseUrl: string;
  /** A browser that has not signed in. */
  stranger(): ApiClient;
  close(): Promise<void>;
};

/** What opens the outbox and the metrics of every test's Parley. */
export const outboxKey = 'the-key-of-the-outbox-of-each-tests-parley_';
export const metricsKey = 'the-key-of-the-metrics-of-each-tests-parley';

export async function aParley({
  role = 'web',
  env = {},
  webFolder = null,
  limits,
  resolveTxt,
}: {
  role?: 'all' | 'web' | 'worker';
  env?: Record<string, string>;
  webFolder?: string | null;
  limits?: Limits;
  resolveTxt?: TxtResolver;
} = {}): Promise<TestParley> {
  const database = await aDatabase();
  const { folder, remove } = makeTemporaryFolder('api');
  const config = readConfig({
    PORT: '0',
    ROLE: role,
    DATABASE_URL: database.url,
    SECRET_KEY: 'a key of the tests, long enough to be one',
    OUTBOUND_ALLOW: '127.0.0.0/8',
    // Nobody listens there: tests that need a messenger bring one.
    TELEGRAM_API_URL: 'http://127.0.0.1:1',
    VIBER_API_URL: 'http://127.0.0.1:1',
    WHATSAPP_API_URL: 'http://127.0.0.1:1',
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    ...env,
  });
  const log = createLog(config.LOG_LEVEL);
  // As `npm start` reaches its own database, and a database that was named: there each transaction becomes parley_app first.
  const connectionString = database.kind === 'embedded' ? database.appUrl : database.url;
  const db = connectDatabase({ connectionString }, { connectionsMax: 5 });
  const wake = await createWake(null, () => {});
  const secrets = createSecrets(config.SECRET_KEY ?? '');
  const removeGround = async () => {
    await wake.close();
    await db.close();
    await database.drop();
    await remove();
  };
  const parley = await openParley({
    config,
    db,
    files: filesInFolder(`${folder}/files`),
    secrets,
    wake,
    log,
    outboxFolder: `${folder}/outbox`,
    outboxKey,
    metricsKey,
    webFolder,
    hasEmbeddedDatabase: true,
    ...(limits ? { limits } : {}),
    ...(resolveTxt ? { resolveTxt } : {}),
  }).catch(async (error: unknown) => {
    await removeGround();
    throw error;
  });
  // With PUBLIC_URL Parley is called by a name that leads nowhere here.
  const address = parley.http?.server.address();
  const listening = typeof address === 'object' && address ? `http://localhost:${address.port}` : parley.url;
  return {
    parley,
    listening,
    db,
    secrets,
    wake,
    folder,
    databaseUrl: database.url,
    stranger: () => new ApiClient(listening),
    async close() {
      await parley.stop();
      await removeGround();
    },
  };
}
