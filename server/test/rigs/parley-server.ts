import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { freePorts } from './free-ports.ts';
import { copyData, preparedData } from './prepared-data.ts';
import { makeTemporaryFolder } from './temporary-folder.ts';
import { startTethered, type TetheredProcess } from './tethered-process.ts';
import { waitUntil } from './wait-until.ts';

const root = path.join(import.meta.dirname, '../../..');

/** Compiled programs, so that each start takes half of its processor time. Those who are killed write nothing there. */
const compiled = { NODE_COMPILE_CACHE: path.join(root, '.build/compiled') };

export type ParleyServerOptions = {
  /** Environment on top of what the rig sets (PORT, DATA_DIR, PUBLIC_URL, OUTBOUND_ALLOW). */
  env?: Record<string, string>;
  /** A file with the PEM of the authority that the server is to trust beside the usual ones. */
  caFile?: string;
  /** Hashing is no matter of the test, which has many people sign in. */
  hasCheapPasswords?: boolean;
  /** Another process of the same database: they share its files. */
  beside?: ParleyServer;
  /** It makes its own database, as the first start on a machine does: otherwise it finds one as that leaves it. */
  isFirstStart?: boolean;
};

/** The whole server as `npm start` runs it, in a process and a data folder of its own. */
export type ParleyServer = {
  /** For example http://localhost:15123; the web app is at `${url}/v1/`. */
  url: string;
  port: number;
  dataDir: string;
  /** Everything that the server printed, over all its lives. */
  printed(): string;
  /** Starts it (again) on the same port and data; resolves when it says that it is ready. `more`: for this life only. */
  start(more?: Record<string, string>): Promise<void>;
  /** Resolves when the process is gone, with its exit code, or with null when a signal killed it. */
  ended(): Promise<number | null>;
  hasEnded(): boolean;
  /** SIGTERM; resolves with the exit code, which is null when it had to be killed. */
  stop(): Promise<number | null>;
  /** `kill -9`. */
  kill(): Promise<void>;
  /** The raw system mails written so far, oldest first. */
  outbox(): string[];
  /** Waits for a system mail that satisfies `isIt`. */
  waitForSystemMail(isIt: (raw: string) => boolean, options?: { timeoutMs?: number }): Promise<string>;
  /** Stops it for good and removes its data. */
  discard(): Promise<void>;
};

/** Starts the server on a free port with the embedded database, allowed to reach mail servers on 127.0.0.1. */
export async function startParleyServer(options: ParleyServerOptions = {}): Promise<ParleyServer> {
  const { folder, remove } = makeTemporaryFolder('server');
  const dataDir = path.join(folder, 'data');
  if (options.isFirstStart || options.env?.DATABASE_URL) mkdirSync(dataDir);
  else copyData(await whatFirstStartLeaves(), dataDir);
  if (options.beside) symlinkSync(path.join(options.beside.dataDir, 'files'), path.join(dataDir, 'files'));
  const [port] = (await freePorts(1)) as [number];
  const url = `http://localhost:${port}`;
  const env = {
    ...process.env,
    ...compiled,
    FORCE_COLOR: undefined,
    PORT: String(port),
    DATA_DIR: dataDir,
    PUBLIC_URL: url,
    OUTBOUND_ALLOW: '127.0.0.0/8',
    ...(options.caFile && { NODE_EXTRA_CA_CERTS: options.caFile }),
    ...options.env,
  };

  const preloaded = options.hasCheapPasswords ? ['--import', './server/test/rigs/cheap-passwords.ts'] : [];

  let life: TetheredProcess | undefined;
  let printed = '';
  const start = async (more: Record<string, string> = {}) => {
    const before = printed.length;
    const process_ = startTethered(process.execPath, [...preloaded, path.join('server', 'src', 'main.ts')], {
      cwd: root,
      env: { ...env, ...more },
      patienceMs: 15_000,
      onOutput: (text) => {
        printed += text;
      },
    });
    life = process_;
    const isReady = () => /Parley is ready at /.test(printed.slice(before)) && 'ready';
    const state = await waitUntil(() => (process_.hasExited() ? 'gone' : isReady()), {
      timeoutMs: 60_000,
      what: 'the server to be ready',
    }).catch(() => 'silent');
    if (state !== 'ready') throw new Error(`the server is ${state}. It said:\n${printed.slice(before)}`);
  };
  const discard = async () => {
    await life?.kill();
    await remove();
  };
  const outbox = () => readOutbox(path.join(dataDir, 'outbox'));

  try {
    await start();
  } catch (error) {
    await discard();
    throw error;
  }
  return {
    url,
    port,
    dataDir,
    printed: () => printed,
    start,
    ended: async () => (await life?.exited) ?? null,
    hasEnded: () => life?.hasExited() ?? true,
    async stop() {
      await life?.stop();
      return (await life?.exited) ?? null;
    },
    async kill() {
      await life?.kill();
    },
    outbox,
    waitForSystemMail: (isIt, { timeoutMs = 10_000 } = {}) =>
      waitUntil(() => outbox().find(isIt), { timeoutMs, what: 'a system mail' }),
    discard,
  };
}

/** The data folder that servers of tests begin with. To make it leaves what was compiled as well (`compiled`). */
export const whatFirstStartLeaves = (): Promise<string> =>
  preparedData(async () => {
    const server = await startParleyServer({ isFirstStart: true });
    const code = await server.stop();
    if (code !== 0) throw new Error(`the first server ended with ${code}: ${server.printed()}`);
    return { dataDir: server.dataDir, remove: server.discard };
  });

function readOutbox(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.eml'))
    .map((entry) => entry.name);
  return names.sort().map((name) => readFileSync(path.join(folder, name), 'utf8'));
}
