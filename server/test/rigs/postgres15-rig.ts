import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import { needs, provision } from '../../../tools/test-provision.ts';
import { askDatabase } from './ask-database.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';
import { startTethered, type TetheredProcess } from './tethered-process.ts';
import { waitUntil } from './wait-until.ts';

/** Databases that live for seconds survive no crash of the machine, and gather nothing that is worth being cleared. */
export const settingsForTests = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum: 'off',
  // A file of tests asks each statement a few times: five plans of it, each for its values alone, are a tenth of the work.
  plan_cache_mode: 'force_generic_plan',
};

/** Where a cluster is administered, and the role that the application signs in as. */
export type TestCluster = { admin: pg.ClientConfig; loginRole: string; stop(): Promise<void> };

const binaries = '/usr/lib/postgresql/15/bin';

/**
 * Starts Debian's PostgreSQL 15 on a fresh cluster, reached by a Unix socket only. The application signs in as a role
 * that may create roles and owns its databases, but is no superuser: what a person who runs Parley on a managed
 * database has. `more` are settings on top of the rig's, which trade durability for speed.
 */
export async function startPostgres15(
  more: Record<string, string> = {},
): Promise<TestCluster & { crashAndRestart(): Promise<void> }> {
  provision(needs.postgres15);
  const { folder, remove } = makeTemporaryFolder('pg15');
  const account = accountForPostgres();
  const data = path.join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  if (account.uid !== undefined) chownSync(data, account.uid, account.gid ?? account.uid);
  const { PATH, GLIBC_TUNABLES } = process.env;
  const environment = { PATH, LC_ALL: 'C.UTF-8', TZ: 'UTC', ...(GLIBC_TUNABLES && { GLIBC_TUNABLES }) };

  const initdb = ['-D', data, '-U', 'admin', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync'];
  const made = spawnSync(`${binaries}/initdb`, initdb, { ...account, cwd: '/', env: environment, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`initdb failed: ${made.error ?? made.stderr}`);

  let printed = '';
  let daemon: TetheredProcess;
  const launch = async () => {
    printed = '';
    const started = startTethered(`${binaries}/postgres`, ['-D', data, ...settings(data, more)], {
      ...account,
      env: environment,
      stopSignal: 'INT',
      onOutput: (text) => {
        printed = (printed + text).slice(-20_000);
      },
    });
    daemon = started;
    const ready = () => (started.hasExited() ? 'gone' : printed.includes('ready to accept connections') && 'ready');
    const state = await waitUntil(ready, { timeoutMs: 30_000, what: 'PostgreSQL 15' });
    // Those whom kill -9 left behind go at once when they notice it; until then nobody can take their place.
    if (state === 'gone' && printed.includes('pre-existing shared memory block')) return false;
    if (state === 'gone') throw new Error(`PostgreSQL 15 did not start: ${printed}`);
    return true;
  };
  const admin = { host: data, port: 5432, user: 'admin', database: 'postgres' };
  const stop = async () => {
    await daemon?.stop();
    await remove();
  };
  try {
    await launch();
    await makeLoginRole(admin);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    admin,
    loginRole: 'parley',
    stop,
    async crashAndRestart() {
      await daemon.kill();
      await waitUntil(launch, { timeoutMs: 30_000, what: 'PostgreSQL 15 after its crash' });
    },
  };
}

async function makeLoginRole(admin: pg.ClientConfig): Promise<void> {
  await askDatabase(admin, 'create role parley login createrole');
}

/** PostgreSQL refuses to run as root; Debian's package brings the user postgres. */
function accountForPostgres(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (option: string) => Number(spawnSync('id', [option, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: idOf('-u'), gid: idOf('-g') };
}

function settings(socketFolder: string, more: Record<string, string>): string[] {
  const values = {
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    max_connections: '200',
    ...settingsForTests,
    // Compiling a plan takes longer than carrying it out on tables this small.
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...more,
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
