import fs from 'node:fs';

/** A process and all that it started, directly or not. Linux only, like everything here. */
export function withDescendants(pid: number): number[] {
  const parents = fs.readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [parentOf(Number(name))] : []));
  const childrenOf = Map.groupBy(
    parents.flatMap((one) => one ?? []),
    ({ parent }) => parent,
  );
  const all = (of: number): number[] => [of, ...(childrenOf.get(of) ?? []).flatMap((child) => all(child.pid))];
  return all(pid);
}

function parentOf(pid: number): { pid: number; parent: number } | undefined {
  try {
    const parent = Number(/^PPid:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
    return { pid, parent };
  } catch {
    return undefined;
  }
}

/** Seconds of processor time that the threads of a process have used so far, by the names of the threads. */
export function processorTimeOf(pid: number): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const { thread, seconds } of threadsOf(pid)) times.set(thread, (times.get(thread) ?? 0) + seconds);
  return times;
}

/** Seconds of processor time of a process with all that it started, those included that have ended; or of it alone. */
export function processorTimeOfAll(pid: number, { alone = false } = {}): number {
  const ticks = (alone ? [pid] : withDescendants(pid)).map((one) => {
    try {
      const text = fs.readFileSync(`/proc/${one}/stat`, 'utf8');
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
      return fields.slice(11, alone ? 13 : 15).reduce((sum, field) => sum + Number(field), 0);
    } catch {
      return 0; // it ended meanwhile, and its parent has its time
    }
  });
  return ticks.reduce((sum, one) => sum + one, 0) / ticksPerSecond;
}

const ticksPerSecond = 100;

function threadsOf(pid: number): { thread: string; seconds: number }[] {
  try {
    return fs.readdirSync(`/proc/${pid}/task`).map((id) => {
      const text = fs.readFileSync(`/proc/${pid}/task/${id}/stat`, 'utf8');
      const end = text.lastIndexOf(')');
      const fields = text.slice(end + 2).split(' ');
      const seconds = (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
      return { thread: text.slice(text.indexOf('(') + 1, end), seconds };
    });
  } catch {
    return []; // it ended meanwhile
  }
}

/** Proportional share of memory, in megabytes: shared pages counted once. */
export function pssOf(pid: number): number {
  const text = fs.readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? Number.NaN) / 1024;
}
