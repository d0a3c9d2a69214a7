import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { codeOf } from './database.ts';

/**
 * Where bytes live: attachments and raw mail. Keys are ours (`company/…`), never a name somebody chose. A stored file is
 * durable before `put` answers, and whole or absent: a crash leaves no half file under a key.
 */
export interface Files {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The whole file. Rejects when it is absent. */
  get(key: string): Promise<Buffer>;
  /** A part of it. Rejects when the file is absent or ends before the part does. */
  getPart(key: string, part: { offset: number; length: number }): Promise<Buffer>;
  /** All of it, or a part. */
  stream(key: string, part?: { offset: number; length: number }): Promise<Readable>;
  remove(key: string): Promise<void>;
  /** When it was written last; undefined when it is absent. */
  storedAt(key: string): Promise<Date | undefined>;
  /** Destroys a part of it, durably. Nothing when the file is absent. */
  overwrite(key: string, part: { offset: number; length: number }): Promise<void>;
}

/** Files in a folder of this machine. */
export function filesInFolder(root: string): Files {
  const place = (key: string) => {
    if (!/^[a-z0-9][a-z0-9/._-]*$/.test(key) || key.includes('..')) throw new TypeError(`not a file key: ${key}`);
    return path.join(root, key);
  };
  return {
    async put(key, bytes) {
      const target = place(key);
      const beside = `${target}.${crypto.randomUUID()}.part`;
      try {
        const handle = await openNew(beside);
        try {
          await handle.writeFile(bytes);
          await handle.datasync();
        } finally {
          await handle.close();
        }
        await fs.promises.rename(beside, target);
        await syncFolder(path.dirname(target));
      } catch (error) {
        await fs.promises.rm(beside, { force: true });
        throw error;
      }
    },
    get: (key) => fs.promises.readFile(place(key)),
    async getPart(key, { offset, length }) {
      const handle = await fs.promises.open(place(key));
      try {
        const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, offset);
        if (bytesRead < length) throw new Error(`${key} ends before byte ${offset + length}`);
        return buffer;
      } finally {
        await handle.close();
      }
    },
    async stream(key, part) {
      const handle = await fs.promises.open(place(key));
      return handle.createReadStream(part && { start: part.offset, end: part.offset + part.length - 1 });
    },
    remove: (key) => fs.promises.rm(place(key), { force: true }),
    storedAt: (key) =>
      unlessAbsent(async () => {
        const { mtime } = await fs.promises.stat(place(key));
        return mtime;
      }),
    overwrite: (key, { offset, length }) =>
      unlessAbsent(async () => {
        const handle = await fs.promises.open(place(key), 'r+');
        try {
          await handle.write(Buffer.alloc(length), 0, length, offset);
          await handle.datasync();
        } finally {
          await handle.close();
        }
      }),
  };
}

async function unlessAbsent<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Its folder is there nearly always, so it is made when it is missed. */
async function openNew(file: string): Promise<fs.promises.FileHandle> {
  try {
    return await fs.promises.open(file, 'wx', 0o600);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    await makeFolder(path.dirname(file));
    return fs.promises.open(file, 'wx', 0o600);
  }
}

async function makeFolder(folder: string): Promise<void> {
  const first = await fs.promises.mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.length >= first.length; made = path.dirname(made)) await syncFolder(path.dirname(made));
}

/** A name is as durable as the folder that holds it. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await fs.promises.open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export const sha256 = (bytes: Uint8Array): Buffer => crypto.hash('sha256', bytes, 'buffer');

/** The disk is full, or its quota: no file is to blame. */
export const isStorageFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(codeOf(error));
/** The same, or it fails or is out of handles: every file would fail alike. */
export const isStorageAway = (error: unknown): boolean =>
  isStorageFull(error) || ['EIO', 'EROFS', 'EMFILE', 'ENFILE'].includes(codeOf(error));
