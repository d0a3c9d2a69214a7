import { type ChildProcess, fork } from 'node:child_process';
import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { connectDatabase, type Database } from '#platform/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/embedded-postgres.ts';
import { requireOwnKey } from '#platform/installation.ts';
import { migrate } from '#platform/migrations.ts';
import { createSecrets } from '#platform/secrets.ts';

/** A migrated database as `npm start` makes it, in a folder of its own, and programs that end with the bench. */
export type BenchGround = {
  folder: string;
  postgres: EmbeddedPostgres;
  url: string;
  db: Database;
  secretKey: string;
  /** Starts the server; answers its address once it is ready, and its process. */
  startServer(env?: Record<string, string>): Promise<{ url: string; child: ChildProcess }>;
  startProgram(file: string, env: Record<string, string>, ready: RegExp): Promise<{ url: string; child: ChildProcess }>;
  close(): Promise<void>;
};

export const password = 'walnut-table-7-oak';

/** `servers`: so many processes of Parley, and each keeps up to 20 connections and one to listen. */
export async function benchGround({ servers = 1 } = {}): Promise<BenchGround> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-bench-'));
  return openGround(folder, { servers, isKept: false });
}

/**
 * The same, kept from run to run: filled once by `fill`, and again when the code that fills is another. It lies in the folder for temporary files, which a machine empties now and then.
 */
export async function keptGround(name: string, fill: (ground: BenchGround) => Promise<void>): Promise<BenchGround> {
  const folder = path.join(os.tmpdir(), `parley-bench-kept-${name}`);
  const mark = path.join(folder, 'filled');
  const print = fingerprint();
  if (!fs.existsSync(mark) || fs.readFileSync(mark, 'utf8') !== print || !fs.existsSync(path.join(folder, keyFile)))
    fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  const ground = await openGround(folder, { servers: 1, isKept: true });
  if (fs.existsSync(mark)) return ground;
  try {
    await fill(ground);
    fs.writeFileSync(mark, print);
    return ground;
  } catch (error) {
    await ground.close();
    throw error;
  }
}

/** New migrations run on what is there. */
function fingerprint(): string {
  const seed = fs.readFileSync(path.join(import.meta.dirname, 'seed-workspace.ts'));
  return crypto.createHash('sha256').update(seed).digest('hex');
}

const keyFile = 'secret-key';

function keyOf(folder: string): string {
  const file = path.join(folder, keyFile);
  if (!fs.existsSync(file)) fs.writeFileSync(file, crypto.randomBytes(32).toString('base64'));
  return fs.readFileSync(file, 'utf8');
}

async function openGround(
  folder: string,
  { servers, isKept }: { servers: number; isKept: boolean },
): Promise<BenchGround> {
  fs.chmodSync(folder, 0o755);
  const postgres = await startEmbeddedPostgres({
    dataDir: path.join(folder, 'postgres'),
    log: () => {},
    settings: servers > 1 ? { max_connections: String(20 + 25 * servers) } : {},
  });
  await migrate(postgres.connection, { appMayLogin: true });
  const url = `postgres://parley_app@localhost/parley?host=${encodeURIComponent(postgres.socketDir)}`;
  const db = connectDatabase({ connectionString: url });
  const children: ChildProcess[] = [];
  const secretKey = keyOf(folder);
  // Before anything is filled in whose passwords are sealed with no key.
  const sealed = { opens: async () => undefined, forget: async () => {} };
  await requireOwnKey(db, createSecrets(secretKey), { replaces: undefined, sealed });

  const startProgram: BenchGround['startProgram'] = async (file, env, ready) => {
    const child = fork(file, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    children.push(child);
    let text = '';
    const address = await new Promise<string>((resolve, reject) => {
      child.stdout?.on('data', (chunk) => {
        text += chunk;
        const found = ready.exec(text)?.[1];
        if (found) resolve(found.replace('localhost', '127.0.0.1'));
      });
      child.once('exit', (code) => reject(new Error(`${path.basename(file)} ended with ${code}: ${text}`)));
    });
    return { url: address, child };
  };

  return {
    folder,
    postgres,
    url,
    db,
    secretKey,
    startProgram,
    startServer: (env = {}) => {
      // All share their files, as several processes of an installation do.
      const dataDir = path.join(folder, `data-${children.length}`);
      const shared = path.join(folder, 'files');
      for (const each of [dataDir, shared]) fs.mkdirSync(each, { recursive: true });
      if (!fs.existsSync(path.join(dataDir, 'files'))) fs.symlinkSync(shared, path.join(dataDir, 'files'));
      return startProgram(
        path.join(import.meta.dirname, '../server/src/main.ts'),
        {
          PORT: '0',
          DATA_DIR: dataDir,
          DATABASE_URL: url,
          SECRET_KEY: secretKey,
          OUTBOUND_ALLOW: '127.0.0.0/8',
          LOG_LEVEL: 'error',
          ...env,
        },
        /ready at (\S+)\/v1\//,
      );
    },
    async close() {
      for (const child of children) child.kill('SIGKILL');
      await db.close();
      await postgres.stop();
      if (!isKept) fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
