import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CannotStart } from './cannot-start.ts';

/** How long a leftover may take until it is told the next, ruder thing. */
const politeMs = 10_000;
const rudeMs = 5_000;
const pollMs = 20;

/**
 * Makes sure that no PostgreSQL serves the cluster any more, and that nothing stale claims so. The caller holds the
 * cluster's lock, so whatever still runs there has lost its owner (killed by kill -9) and is about to stop.
 */
export async function endPredecessor(cluster: string, log: (line: string) => void): Promise<void> {
  if (residents(cluster).length > 0) {
    log('waiting for the database of the previous run to stop');
    const rounds = [
      { signal: 'SIGINT', to: leader, waitMs: politeMs },
      { signal: 'SIGQUIT', to: residents, waitMs: rudeMs },
      { signal: 'SIGKILL', to: residents, waitMs: rudeMs },
    ] as const;
    for (const { signal, to, waitMs } of rounds) {
      for (const pid of to(cluster)) tell(pid, signal);
      if (await isEmptyWithin(cluster, waitMs)) break;
    }
    const left = residents(cluster);
    if (left.length > 0) throw new CannotStart(`PostgreSQL (process ${left.join(', ')}) in ${cluster} does not stop.`);
  }
  // Process ids come back after a reboot or in a new container: PostgreSQL would take a stranger for its predecessor.
  for (const claim of ['postmaster.pid', '.s.PGSQL.5432', '.s.PGSQL.5432.lock']) {
    fs.rmSync(path.join(cluster, claim), { force: true });
  }
}

/** The PostgreSQL processes that have the cluster as their working folder, as all of them do. */
function residents(cluster: string): number[] {
  if (process.platform !== 'linux') return leader(cluster);
  return fs
    .readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && livesIn(pid, cluster));
}

function livesIn(pid: number, cluster: string): boolean {
  try {
    if (fs.readlinkSync(`/proc/${pid}/cwd`) !== cluster) return false;
    return path.basename(fs.readlinkSync(`/proc/${pid}/exe`)).startsWith('postgres');
  } catch {
    return false; // ended meanwhile, or another user's
  }
}

/** The process that postmaster.pid names, if it really is the PostgreSQL of this cluster. */
function leader(cluster: string): number[] {
  const file = path.join(cluster, 'postmaster.pid');
  const pid = fs.existsSync(file) ? Math.abs(Number(fs.readFileSync(file, 'utf8').split('\n')[0])) : 0;
  if (!pid) return [];
  if (process.platform === 'linux') return livesIn(pid, cluster) ? [pid] : [];
  const command = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
  return command.includes(cluster) ? [pid] : [];
}

function tell(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}

async function isEmptyWithin(cluster: string, limitMs: number): Promise<boolean> {
  const startedAt = performance.now();
  while (residents(cluster).length > 0) {
    if (performance.now() - startedAt > limitMs) return false;
    await pause(pollMs);
  }
  return true;
}
