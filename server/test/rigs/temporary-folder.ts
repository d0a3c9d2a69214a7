import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startTethered } from './tethered-process.ts';

export type TemporaryFolder = { folder: string; remove(): Promise<void> };

/**
 * Makes a folder that daemons under other accounts can walk through. `remove` removes it; when this process dies before
 * that, the folder goes by itself a little later, once the daemons in it had a moment to end.
 */
export function makeTemporaryFolder(purpose: string): TemporaryFolder {
  const folder = mkdtempSync(path.join(parentFolder(), `parley-${purpose}-`));
  chmodSync(folder, 0o755);
  const janitor = startTethered('/bin/sleep', ['infinity'], { afterOwnerDied: `sleep 2; rm -rf '${folder}'` });
  return {
    folder,
    async remove() {
      await janitor.kill();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

const memory = '/dev/shm';
const memoryMin = 3e9;

/** Memory that looks like a disk, where the machine has plenty: databases and queues of tests need not outlast it. */
export function parentFolder(): string {
  if (!process.env.TMPDIR && freeIn(memory) >= memoryMin && process.availableMemory() >= memoryMin) return memory;
  // The path of a socket may have 107 bytes, and daemons put theirs some way below.
  return os.tmpdir().length <= 40 ? os.tmpdir() : '/tmp';
}

function freeIn(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
