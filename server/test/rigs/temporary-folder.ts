import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startTethered } from './tethered-process.ts';

export type TemporaryFolder = { folder: string; remove(): Promise<void> };

/**
 * Makes a folder that daemons under other accounts can walk through. `remove` removes it; when this process dies before
 * that, the folder goes by itself a little later, once the daemons in it had a moment to end.
 */
export function makeTemporaryFolder(purpose: string): TemporaryFolder {
  // The path of a socket may have 107 bytes, and daemons put theirs some way below.
  const parent = os.tmpdir().length <= 40 ? os.tmpdir() : '/tmp';
  const folder = mkdtempSync(path.join(parent, `parley-${purpose}-`));
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
