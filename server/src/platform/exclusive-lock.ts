import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { CannotStart } from './cannot-start.ts';
import { stopping } from './shutdown.ts';

/** Who holds a lock, as far as known: the holder writes it a moment after it has the lock. */
export type Holder = { pid: number | undefined; isStopping: boolean };

export type Lock = {
  /** Tells whoever waits for the lock that it is worth waiting. */
  announceStopping(): void;
  release(): void;
};

const patienceMs = 1_000;
const patienceWithStoppingMs = 20_000;
const retryMs = 50;

/**
 * Takes the lock of `file` for this process, or throws `CannotStart` with the words of `busy` when another process
 * keeps it. A holder that is about to stop is waited for.
 *
 * The lock is the kernel's (SQLite's lock on an empty file), because Node has no flock: it ends with the process,
 * however that dies, so there is no stale lock and no question whether a process id has been used again.
 */
export async function takeLock(file: string, busy: (holder: Holder) => string): Promise<Lock> {
  const database = openLockFile(file);
  const startedAt = performance.now();
  while (!isLockTaken(database)) {
    const holder = readHolder(file);
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > (holder.isStopping ? patienceWithStoppingMs : patienceMs)) {
      database.close();
      throw new CannotStart(busy(holder));
    }
    await pause(retryMs, undefined, { signal: stopping });
  }
  writeHolder(file, 'running');
  return {
    announceStopping: () => writeHolder(file, 'stopping'),
    release: () => {
      fs.rmSync(holderFile(file), { force: true });
      if (database.isOpen) database.close();
    },
  };
}

function openLockFile(file: string): DatabaseSync {
  try {
    // Nothing else in this process may open the file: closing any descriptor of it would drop the kernel's lock.
    const database = new DatabaseSync(file, { timeout: 0 });
    if (fs.statSync(file).uid === process.getuid?.()) fs.chmodSync(file, 0o600);
    giveToOwnerOfFolder(file);
    return database;
  } catch (error) {
    throw new CannotStart(`${file} cannot be opened (${(error as Error).message}). ${ownershipAdvice(file)}`);
  }
}

/** When root serves a folder of someone else, that person must be able to serve it again later. */
function giveToOwnerOfFolder(file: string): void {
  if (process.getuid?.() !== 0) return;
  const owner = fs.statSync(path.dirname(file));
  fs.lchownSync(file, owner.uid, owner.gid);
}

function ownershipAdvice(file: string): string {
  return `Start Parley as the user who owns ${path.dirname(file)}, or choose another folder with DATA_DIR.`;
}

function isLockTaken(database: DatabaseSync): boolean {
  try {
    database.exec('begin exclusive');
    return true;
  } catch (error) {
    const sqliteBusy = 5;
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return false;
    throw error;
  }
}

function holderFile(file: string): string {
  return `${file}.holder`;
}

function writeHolder(file: string, state: 'running' | 'stopping'): void {
  const next = `${holderFile(file)}.next`;
  fs.writeFileSync(next, `${process.pid} ${state}\n`, { mode: 0o600 });
  fs.renameSync(next, holderFile(file));
  giveToOwnerOfFolder(holderFile(file));
}

function readHolder(file: string): Holder {
  try {
    const [pid, state] = fs.readFileSync(holderFile(file), 'utf8').trim().split(' ');
    return { pid: Number(pid) || undefined, isStopping: state === 'stopping' };
  } catch {
    return { pid: undefined, isStopping: false };
  }
}
