import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../../..');
const shelf = path.join(root, '.build/prepared-data');

type Made = { dataDir: string; remove(): Promise<void> };

/**
 * Where a data folder lies as a server leaves it that was started for the first time and told to stop: to make a database
 * and to migrate it takes longer than all the rest of a start. It is made once, by `make`, for the migrations and the
 * platform there are.
 */
export async function preparedData(make: () => Promise<Made>): Promise<string> {
  const prepared = path.join(shelf, fingerprint());
  if (!existsSync(prepared)) await keep(await make(), prepared);
  return prepared;
}

/** Of several processes that prepare at once one is the first, and the others throw theirs away. */
async function keep({ dataDir, remove }: Made, prepared: string): Promise<void> {
  mkdirSync(shelf, { recursive: true });
  const aside = mkdtempSync(path.join(shelf, 'new-'));
  try {
    copyData(dataDir, path.join(aside, 'data'));
    renameSync(path.join(aside, 'data'), prepared);
  } catch (error) {
    if (!existsSync(prepared)) throw error;
  } finally {
    rmSync(aside, { recursive: true, force: true });
    await remove();
  }
}

/** With owners and modes: PostgreSQL has an account of its own. */
export function copyData(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${from} could not be copied: ${stderr}`);
}

/** Changes with everything that a first start does. */
function fingerprint(): string {
  const hash = createHash('sha256').update(process.version);
  const makers = ['package-lock.json', 'server/src/main.ts', 'server/migrations/*.sql', 'server/src/platform/*.ts'];
  for (const file of globSync(makers, { cwd: root }).sort())
    hash.update(file).update(readFileSync(path.join(root, file)));
  return hash.digest('hex').slice(0, 20);
}
