import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { CannotStart } from './cannot-start.ts';
import { type Holder, takeLock } from './exclusive-lock.ts';
import { stopping } from './shutdown.ts';

/** The folder (DATA_DIR) with everything that one Parley keeps on this machine, held by this process alone. */
export type DataFolder = {
  path: string;
  /** For `startEmbeddedPostgres`. */
  postgres: string;
  /** Uploaded and received files, where no other store is configured. */
  files: string;
  /** System mail as .eml, where no SMTP server is configured. */
  outbox: string;
  /**
   * The secret that everything secret is derived from or encrypted with: the configured one (SECRET_KEY), else 32
   * random bytes (base64) that were made on the first start and lie in `secret-key`. Throws `CannotStart` when there is
   * a database but no key for it.
   */
  secretKey(configured: string | undefined): string;
  /**
   * A key (32 random bytes, base64url) for who may read what is not for everybody: made when it is first asked for, it lies
   * in a file of that name. Without the file there is a new one at the next start.
   */
  keyTo(what: 'outbox-key' | 'metrics-key'): string;
  /** Lets another process have the folder; to be called when nothing uses it any more. */
  release(): void;
};

const secretKeyBytes = 32;

/**
 * Makes the folder when it is absent and takes it for this process, until `release` or the process's end, even by
 * kill -9. Throws `CannotStart` when another process holds it; one that is stopping is waited for.
 */
export async function openDataFolder(dir: string): Promise<DataFolder> {
  const folder = path.resolve(dir);
  const inside = (name: string) => path.join(folder, name);
  makePrivate(folder);
  const lock = await takeLock(inside('lock'), (holder) => wordsForBusy(folder, holder));
  stopping.addEventListener('abort', lock.announceStopping, { once: true });
  for (const name of ['files', 'outbox']) fs.mkdirSync(inside(name), { recursive: true, mode: 0o700 });

  const hadDatabase = fs.existsSync(path.join(inside('postgres'), 'cluster'));
  return {
    path: folder,
    postgres: inside('postgres'),
    files: inside('files'),
    outbox: inside('outbox'),
    secretKey: (configured) => configured ?? readOrMakeSecretKey(inside('secret-key'), hadDatabase),
    keyTo: (what) => readOrMakeKey(inside(what)),
    release: () => {
      stopping.removeEventListener('abort', lock.announceStopping);
      lock.release();
    },
  };
}

/**
 * Root's folder lets others pass, but neither list nor read: the database inside belongs to another user. Everything
 * inside is closed by its own mode. A folder that is there already keeps the mode that its owner gave it.
 */
function makePrivate(folder: string): void {
  try {
    const isNew = fs.mkdirSync(folder, { recursive: true }) !== undefined;
    if (isNew) fs.chmodSync(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
  } catch (error) {
    throw new CannotStart(
      `The data folder ${folder} cannot be made: ${(error as Error).message}. Choose another with DATA_DIR.`,
    );
  }
}

function wordsForBusy(folder: string, { pid, isStopping }: Holder): string {
  const who = pid ? `another Parley (process ${pid})` : 'another Parley';
  if (isStopping) return `The data folder ${folder} is still held by ${who}, which does not finish stopping.`;
  const howToStop = pid ? `Stop it first (kill ${pid})` : 'Stop it first';
  return `The data folder ${folder} is in use by ${who}. ${howToStop}, or give this one another folder with DATA_DIR.`;
}

function readOrMakeSecretKey(file: string, hadDatabase: boolean): string {
  if (!fs.existsSync(file)) {
    if (hadDatabase) throw new CannotStart(wordsForLostKey(file));
    writeDurably(file, randomBytes(secretKeyBytes).toString('base64'));
  }
  const key = fs.readFileSync(file, 'utf8').trim();
  if (Buffer.from(key, 'base64').length < secretKeyBytes)
    throw new CannotStart(`${file} is damaged: bring it back from a backup.`);
  return key;
}

function readOrMakeKey(file: string): string {
  if (!fs.existsSync(file)) writeDurably(file, randomBytes(secretKeyBytes).toString('base64url'));
  const key = fs.readFileSync(file, 'utf8').trim();
  if (!/^[\w-]{43}$/.test(key))
    throw new CannotStart(`${file} is damaged: remove it, and the next start makes another.`);
  return key;
}

function wordsForLostKey(file: string): string {
  return (
    `${file} is missing, and the database beside it holds secrets that only this key opens. Bring the file back from ` +
    'a backup or set SECRET_KEY as before. Without either, set SECRET_KEY to a new value: what the next start then says ' +
    'leads on, and passwords of mailboxes and other connections have to be entered again.'
  );
}

/** The file appears whole, readable by its owner only, and is still there after a power cut. */
function writeDurably(file: string, content: string): void {
  const aside = `${file}.new`;
  fs.rmSync(aside, { force: true });
  const descriptor = fs.openSync(aside, 'wx', 0o600);
  fs.writeSync(descriptor, `${content}\n`);
  fs.fsyncSync(descriptor);
  fs.closeSync(descriptor);
  fs.renameSync(aside, file);
  const folder = fs.openSync(path.dirname(file), 'r');
  fs.fsyncSync(folder);
  fs.closeSync(folder);
}
