import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { CannotStart } from './cannot-start.ts';
import { connectClient } from './database-client.ts';
import { asAccount } from './embedded-postgres-account.ts';
import { type Binaries, findBinaries } from './embedded-postgres-binaries.ts';
import { prepareCluster, superuser } from './embedded-postgres-cluster.ts';
import { type DatabasePlace, findPlace } from './embedded-postgres-place.ts';
import { endPredecessor } from './embedded-postgres-predecessor.ts';
import { embeddedSettings } from './embedded-postgres-settings.ts';
import { takeLock } from './exclusive-lock.ts';
import { spawnWatched } from './watched-process.ts';

export type EmbeddedPostgresOptions = {
  /** A folder for the database alone; made when absent. */
  dataDir: string;
  /** What a person who waits for the start, or reads the log later, should know. */
  log: (line: string) => void;
  /** PostgreSQL settings on top of `embeddedSettings`; tests may say `fsync: 'off'`. */
  settings?: Record<string, string>;
};

export type EmbeddedPostgres = {
  socketDir: string;
  /** For pg and its pools; names everything that the environment (PGPORT, PGSSLMODE …) could change otherwise. */
  connection: { host: string; port: number; user: string; database: string; ssl: false };
  pid: number;
  /** For example "18.4". */
  serverVersion: string;
  /** Closes every connection, writes everything down and ends PostgreSQL. May be called twice. */
  stop(): Promise<void>;
  /** Resolves with the reason when PostgreSQL ends although nobody asked it to; pends for ever otherwise. */
  exited: Promise<string>;
};

const databaseName = 'parley';
/** After this long, `stop` no longer waits for a clean end; the next start then recovers from the write-ahead log. */
const cleanStopMs = 6_000;

/**
 * Starts the PostgreSQL that comes with Parley on the data in `dataDir`, creating it at first, with the superuser
 * `parley_owner` and the database `parley`. It listens on a Unix socket only, never runs as root, and ends when this
 * process ends, however it ends. Throws `CannotStart` when another process serves the folder, or when it cannot be
 * served at all.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, settings = {} } = options;
  const place = findPlace(path.resolve(options.dataDir), log);
  const lock = await takeLock(path.join(place.home, 'lock'), ({ pid }) => wordsForBusy(place, pid));
  try {
    const binaries = findBinaries(place.account, log);
    await endPredecessor(place.cluster, log);
    await prepareCluster(place, binaries, settings.fsync !== 'off');
    return await serve(place, binaries, { ...embeddedSettings, ...settings }, log, lock.release);
  } catch (error) {
    lock.release();
    throw error;
  }
}

function wordsForBusy(place: DatabasePlace, pid: number | undefined): string {
  return `The database in ${place.home} is in use by ${pid ? `process ${pid}` : 'another process'}. Stop that first.`;
}

async function serve(
  place: DatabasePlace,
  binaries: Binaries,
  settings: Record<string, string>,
  log: (line: string) => void,
  onEnd: () => void,
): Promise<EmbeddedPostgres> {
  const socket = chooseSocketFolder(place);
  const postgres = launch(place, binaries, { ...settings, unix_socket_directories: socket.folder });
  const ended = once(postgres, 'exit').then(([code, signal]) => {
    socket.remove();
    onEnd();
    return signal ? `killed by ${signal}` : `ended with code ${code}`;
  });
  let isStopping = false;
  const report = listen(postgres, (line) => isStopping || log(line));

  const stop = async () => {
    isStopping = true;
    postgres.kill('SIGINT');
    const impatience = setTimeout(() => postgres.kill('SIGQUIT'), cleanStopMs);
    await ended;
    clearTimeout(impatience);
  };

  const isReady = await Promise.race([report.ready.then(() => true), ended.then(() => false)]);
  if (!isReady) throw new CannotStart(`PostgreSQL did not start (${await ended}): ${report.lastLines()}`);
  const connection = { host: socket.folder, port: 5432, user: superuser, database: databaseName, ssl: false } as const;
  try {
    await ensureDatabase(connection);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    socketDir: socket.folder,
    connection,
    pid: postgres.pid as number,
    serverVersion: binaries.version,
    stop,
    exited: new Promise((resolve) => {
      void ended.then((how) => isStopping || resolve(`PostgreSQL ${how}: ${report.lastLines()}`));
    }),
  };
}

/**
 * Sockets live in the cluster's folder, which is private already, unless the path is too long for a socket's address
 * (107 bytes on Linux, 103 on macOS).
 */
function chooseSocketFolder(place: DatabasePlace): { folder: string; remove: () => void } {
  const longestAddress = 100;
  if (Buffer.byteLength(`${place.cluster}/.s.PGSQL.5432.lock`) <= longestAddress) {
    return { folder: place.cluster, remove: () => {} };
  }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-'));
  const { uid, gid } = place.account;
  if (uid !== undefined && gid !== undefined) fs.chownSync(folder, uid, gid);
  return { folder, remove: () => fs.rmSync(folder, { recursive: true, force: true }) };
}

function launch(place: DatabasePlace, binaries: Binaries, settings: Record<string, string>): ChildProcess {
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const program = path.join(binaries.folder, 'bin', 'postgres');
  const postgres = spawnWatched(program, ['-D', place.cluster, ...args], 'stop', asAccount(place.account));
  postgres.stdout?.resume();
  return postgres;
}

/** Reads what PostgreSQL says: `ready` when it accepts connections, from then on its lines go to the log. */
function listen(postgres: ChildProcess, log: (line: string) => unknown) {
  const lines: string[] = [];
  let isReady = false;
  const ready = new Promise<void>((resolve) => {
    if (!postgres.stderr) return;
    createInterface(postgres.stderr).on('line', (line) => {
      lines.push(line);
      if (lines.length > 20) lines.shift();
      if (isReady) log(`database: ${line}`);
      if (line.includes('automatic recovery in progress')) log('the last run ended suddenly: recovering the database');
      if (line.includes('database system is ready to accept connections')) {
        isReady = true;
        resolve();
      }
    });
  });
  return { ready, lastLines: () => lines.join(' | ') };
}

async function ensureDatabase(connection: EmbeddedPostgres['connection']): Promise<void> {
  const client = await connectClient({ ...connection, database: 'postgres' });
  try {
    const found = await client.query('select from pg_database where datname = $1', [databaseName]);
    if (found.rowCount === 0) await client.query(`create database ${databaseName}`);
  } finally {
    await client.end();
  }
}
