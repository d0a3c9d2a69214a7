import { type InstallationHealth, lateSeconds, type QueueHealth } from '#contract/installation-health.ts';
import type { HealthLevel } from '../../ui/small-parts.tsx';

const veryLateSeconds = 6 * lateSeconds;
const disk = { warn: 0.15, bad: 0.05 };
const connections = { warn: 0.8, bad: 0.95 };

/** Late things are a matter of time, failed ones of somebody. */
export function levelOfQueue({ late_seconds: late, failed, waiting }: QueueHealth): HealthLevel {
  if (late !== null && late >= veryLateSeconds) return 'bad';
  if ((late !== null && late >= lateSeconds) || (failed ?? 0) > 0) return 'warn';
  return waiting === 0 ? 'idle' : 'ok';
}

export function levelOfDisk(of: InstallationHealth['disk']): HealthLevel {
  if (!of || of.bytes === 0) return 'idle';
  return levelOf(of.free / of.bytes, (share, limit) => share < limit, disk);
}

export const levelOfConnections = (of: InstallationHealth['database']): HealthLevel =>
  levelOf(of.connections / of.connections_max, (share, limit) => share > limit, connections);

/** Mailboxes that nobody reads, though somebody should: no worker is alive. */
export const levelOfWorkers = ({ alive, mailboxes }: InstallationHealth['workers']): HealthLevel => {
  if (mailboxes === 0) return 'idle';
  return alive === 0 ? 'bad' : 'ok';
};

const ofState = { ok: 'ok', connecting: 'idle', degraded: 'warn', action_needed: 'warn' } as const;
/** What one company's mailbox or messenger suffers is never grave for the installation. */
export const levelOfConnection = ({ state }: InstallationHealth['connections'][number]): HealthLevel => ofState[state];

/** How many lines of the page ask for somebody's eye, and how grave the gravest is. */
export function judge(of: InstallationHealth): { level: HealthLevel; count: number } {
  const all = [
    ...of.queues.map(levelOfQueue),
    levelOfDisk(of.disk),
    levelOfConnections(of.database),
    levelOfWorkers(of.workers),
    ...of.connections.map(levelOfConnection),
  ];
  const grave = all.filter((level) => level === 'warn' || level === 'bad');
  return { level: grave.includes('bad') ? 'bad' : grave.length > 0 ? 'warn' : 'ok', count: grave.length };
}

function levelOf(
  share: number,
  isBeyond: (share: number, limit: number) => boolean,
  limits: { warn: number; bad: number },
): HealthLevel {
  if (isBeyond(share, limits.bad)) return 'bad';
  return isBeyond(share, limits.warn) ? 'warn' : 'ok';
}
