import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';

/**
 * Where bytes live: attachments and raw mail. Keys are ours (`company/…`), never a name somebody chose. A stored file is
 * durable before `put` answers, and whole or absent: a crash leaves no half file under a key.
 */
export interface Files {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** The whole file. Rejects when it is absent. */
  get(key: string): Promise<Buffer>;
  stream(key: string): Promise<Readable>;
  remove(key: string): Promise<void>;
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
      } catch (error) {
        await fs.promises.rm(beside, { force: true });
        throw error;
      }
    },
    get: (key) => fs.promises.readFile(place(key)),
    async stream(key) {
      const handle = await fs.promises.open(place(key));
      return handle.createReadStream();
    },
    remove: (key) => fs.promises.rm(place(key), { force: true }),
  };
}

/** Its folder is there nearly always, so it is made when it is missed. */
async function openNew(file: string): Promise<fs.promises.FileHandle> {
  try {
    return await fs.promises.open(file, 'wx', 0o600);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
    await fs.promises.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    return fs.promises.open(file, 'wx', 0o600);
  }
}

export const sha256 = (bytes: Uint8Array): Buffer => crypto.createHash('sha256').update(bytes).digest();
