import os from 'node:os';
import type pg from 'pg';
import { type Answer, type Statement, sendQuery } from './named-query.ts';
import { sendTogether } from './send-together.ts';
import { watchForErrors } from './watch-for-errors.ts';

/** More than the cores can work on at once would only wake more processes of the database. */
const lanesMax = Math.max(2, os.availableParallelism());
/**
 * Nobody waits behind a statement that takes longer: it keeps its lane for itself, and another one is opened. Longer than
 * a turn of a busy event loop, in which answers lie there and are not read yet.
 */
const overdueMilliseconds = 20;
/** So long a connection is kept beyond its last answer for who asks next: taking it from the pool costs as much as a small answer. */
const keptMilliseconds = 50;

type Ask = {
  readonly query: Statement;
  readonly resolve: (answer: Answer<object>) => void;
  readonly reject: (error: unknown) => void;
};

export type SharedConnections = {
  ask<R extends object>(query: Statement): Promise<Answer<R>>;
  /** Gives the pool back what nobody waits for: before something else is taken from it, and before it ends. */
  giveBack(): void;
};

/**
 * Single statements, each a transaction of its own, share connections while many come at once: what arrives within one
 * turn of the event loop travels in few pieces, and so do the answers. Alone, a statement has a connection for itself, and
 * waits for nobody.
 */
export function shareConnections(pool: pg.Pool): SharedConnections {
  const lanes = new Set<Lane>();
  let waiting: Ask[] = [];

  const spread = () => {
    const asks = waiting;
    waiting = [];
    const now = performance.now();
    for (const ask of asks) chooseLane(now).take(ask, now);
  };

  function chooseLane(now: number): Lane {
    let chosen: Lane | undefined;
    let moving = 0;
    for (const lane of lanes) {
      if (lane.owed === 0) return lane;
      if (lane.isOverdue(now)) continue;
      moving++;
      if (!chosen || lane.owed < chosen.owed) chosen = lane;
    }
    if (chosen && moving >= lanesMax) return chosen;
    const opened: Lane = new Lane(pool, () => lanes.delete(opened));
    lanes.add(opened);
    return opened;
  }

  const isQuiet = () => {
    for (const lane of lanes) if (lane.owed > 0) return false;
    return true;
  };

  return {
    ask: <R extends object>(query: Statement) =>
      new Promise<Answer<R>>((resolve, reject) => {
        if (waiting.length === 0) {
          if (isQuiet()) process.nextTick(spread);
          else setImmediate(spread);
        }
        waiting.push({ query, resolve: (answer) => resolve(answer as Answer<R>), reject });
      }),
    giveBack() {
      for (const lane of lanes) lane.leaveIfIdle();
    },
  };
}

/** One connection, from the first statement that is sent on it until none has come for a while. */
class Lane {
  owed = 0;
  private movedAt = performance.now();
  private readonly early: Ask[] = [];
  private readonly pool: pg.Pool;
  private readonly onLeave: () => void;
  private isLost = false;
  private client: { send: (ask: Ask) => void; release: (isLost: boolean) => void } | undefined;
  private look: NodeJS.Timeout | undefined;

  constructor(pool: pg.Pool, onLeave: () => void) {
    this.pool = pool;
    this.onLeave = onLeave;
    pool.connect().then(
      (client) => this.start(client),
      (error: unknown) => {
        onLeave();
        for (const ask of this.early) ask.reject(error);
      },
    );
  }

  isOverdue(now: number): boolean {
    return now - this.movedAt > overdueMilliseconds;
  }

  take(ask: Ask, now: number): void {
    if (this.owed === 0) this.movedAt = now;
    this.owed++;
    if (this.client) this.client.send(ask);
    else this.early.push(ask);
  }

  leaveIfIdle(): void {
    if (this.owed > 0) return;
    clearTimeout(this.look);
    this.onLeave();
    this.client?.release(this.isLost);
  }

  private start(client: pg.PoolClient): void {
    const hold = sendTogether(client);
    const send = ({ query, resolve, reject }: Ask) => {
      hold();
      sendQuery(client, query, (error, answer) => {
        // The end of the whole connection, which follows on its heels.
        if (error && 'severity' in error && error.severity === 'FATAL') this.lose();
        this.settle();
        if (error) reject(error);
        else resolve(answer);
      });
    };
    this.client = { send, release: watchForErrors(client, () => this.lose()).release };
    for (const ask of this.early) send(ask);
  }

  /** Whoever asked hears of it; nobody else may ask here. */
  private lose(): void {
    this.isLost = true;
    this.onLeave();
    this.leaveIfIdle();
  }

  private settle(): void {
    this.owed--;
    this.movedAt = performance.now();
    if (this.owed > 0) return;
    if (this.isLost || this.pool.waitingCount > 0) this.leaveIfIdle();
    else this.look ??= setTimeout(() => this.leaveInTime(), keptMilliseconds);
  }

  /** One look for all answers of its time, instead of a clock for each. */
  private leaveInTime(): void {
    this.look = undefined;
    if (this.owed > 0) return;
    if (performance.now() - this.movedAt >= keptMilliseconds) this.leaveIfIdle();
    else this.look = setTimeout(() => this.leaveInTime(), keptMilliseconds);
  }
}
