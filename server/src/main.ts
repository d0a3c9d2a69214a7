import { forgetSealed, opensSealed } from '#domain/accounts/index.ts';
import { CannotStart } from '#platform/cannot-start.ts';
import { openDataFolder } from '#platform/data-folder.ts';
import { connectDatabase, type Database } from '#platform/database.ts';
import { startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { filesInFolder } from '#platform/files.ts';
import { requireOwnFiles, requireOwnKey } from '#platform/installation.ts';
import { createLog } from '#platform/log.ts';
import { migrate } from '#platform/migrations.ts';
import { createSecrets } from '#platform/secrets.ts';
import { onShutdown, requestStop, runUntilStopped } from '#platform/shutdown.ts';
import { tidyWhenIdle } from '#platform/tidy-when-idle.ts';
import { busOverPostgres, busOverRedis, createWake } from '#platform/wake.ts';
import { builtWeb, openParley } from './app.ts';
import { type Config, ConfigurationError, readConfig } from './config.ts';
import { demoEnvironment } from './demo/demo-environment.ts';
import { demoShopPath, demoShopQuidget } from './demo/demo-shop-address.ts';
import { openDemo } from './demo/open-demo.ts';
import { hasOutboxPage, outboxLink } from './http/outbox-page.ts';

const say = (line: string) => console.log(line);

await runUntilStopped(async () => {
  const demoEnv = demoEnvironment(process.argv.slice(2), process.env);
  const config = readConfigOrStop(demoEnv ?? process.env);
  const log = createLog(config.LOG_LEVEL);
  const folder = await openDataFolder(config.DATA_DIR);
  onShutdown('data folder', () => folder.release());
  const secrets = createSecrets(folder.secretKey(config.SECRET_KEY));

  // The embedded database is ours alone: its owner migrates it, and the server works as a role that may do less.
  const embedded = config.DATABASE_URL ? undefined : await startDatabase(folder.postgres);
  const owner = embedded ?? { connectionString: config.DATABASE_URL };
  const ran = await migrate(owner, {
    appMayLogin: embedded !== undefined,
    onWait: () => say('database: another process brings it up to date: waiting'),
  });
  const connection = embedded ? { ...embedded, user: 'parley_app' } : owner;
  if (ran.length > 0) say(`database: ${ran.length} migrations applied`);
  const db = connectDatabase(connection, {
    connectionsMax: 20,
    onError: ({ message }) => log.warn({ words: message }, 'a database connection broke'),
  });
  onShutdown('database connections', () => db.close());
  await requireOwnFiles(db, folder.files);
  const key = await requireOwnKey(db, secrets, {
    replaces: config.SECRET_KEY_REPLACES,
    sealed: { opens: (tx) => opensSealed(tx, secrets), forget: forgetSealed },
  });
  if (key === 'replaced') say('SECRET_KEY is another one from now on: take SECRET_KEY_REPLACES out again');

  const onLost = (err: unknown) => log.warn({ err }, 'a wake-up was lost');
  const wake = await createWake(await openBus(config, db, onLost), onLost);
  onShutdown('wake-ups', () => wake.close());
  const files = filesInFolder(folder.files);
  const demo = demoEnv && (await openDemo({ db, files, secrets, outboxFolder: folder.outbox, say }));
  if (demo) onShutdown('demo mail', () => demo.close());
  const parley = await openParley({
    config,
    db,
    files,
    secrets,
    wake,
    log,
    outboxFolder: folder.outbox,
    outboxKey: folder.keyTo('outbox-key'),
    metricsKey: config.METRICS_KEY ?? folder.keyTo('metrics-key'),
    webFolder: builtWeb,
    hasEmbeddedDatabase: !config.DATABASE_URL,
    ...(demo && { demoShop: { path: demoShopPath, quidget: demoShopQuidget } }),
  });
  onShutdown('doors and workers', () => parley.stop());
  tidyWhenIdle({ onTidied: (bytes) => log.debug(bytes, 'memory was given back') });
  say(`Parley is ready at ${parley.url}/v1/`);
  if (parley.operationsUrl) say(`This worker tells how it does at ${parley.operationsUrl}/v1/health/ready`);
  if (demo) say(`Be a visitor of its shop at ${parley.url}${demoShopPath}`);
  if (demo) say(`Sign in as ${demo.signIn.email} with the password ${demo.signIn.password}`);
  if (config.ROLE !== 'worker' && !config.SMTP_URL)
    say(
      `Its own letters, such as confirmations, are ${hasOutboxPage(config) ? `at ${parley.url}${outboxLink(folder.keyTo('outbox-key'))}` : `in ${folder.outbox}`}`,
    );
});

function readConfigOrStop(env: NodeJS.ProcessEnv) {
  try {
    return readConfig(env);
  } catch (error) {
    throw error instanceof ConfigurationError ? new CannotStart(error.message) : error;
  }
}

/** One process with its own database has nobody to wake. */
async function openBus(config: Config, db: Database, onLost: (error: unknown) => void) {
  if (config.REDIS_URL) return busOverRedis(config.REDIS_URL, onLost);
  return config.DATABASE_URL ? busOverPostgres(db) : null;
}

async function startDatabase(dataDir: string) {
  const postgres = await startEmbeddedPostgres({ dataDir, log: say });
  onShutdown('database', () => postgres.stop());
  postgres.exited.then(requestStop, requestStop);
  return postgres.connection;
}
