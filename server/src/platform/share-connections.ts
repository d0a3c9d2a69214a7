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

type Ask = {
  readonly query: Statement;
  readonly resolve: (answer: Answer<object>) => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Single statements, each a transaction of its own, share connections while many come at once: what arrives within one
 * turn of the event loop travels in few pieces, and so do the answers. Alone, a statement has a connection for itself.
 */
export function shareConnections(pool: pg.Pool): <R extends object>(query: Statement) => Promise<Answer<R>> {
  const lanes = new Set<Lane>();
  let waiting: Ask[] = [];

  const spread = () => {
    const asks = waiting;
    waiting = [];
    const now = performance.now();
    for (const ask of asks) chooseLane(now).take(ask);
  };

  function chooseLane(now: number): Lane {
    let chosen: Lane | undefined;
    let moving = 0;
    for (const lane of lanes) {
      if (lane.isOverdue(now)) continue;
      moving++;
      if (!chosen || lane.owed < chosen.owed) chosen = lane;
    }
    if (chosen && moving >= lanesMax) return chosen;
    const opened: Lane = new Lane(pool, () => lanes.delete(opened));
    lanes.add(opened);
    return opened;
  }

  return <R extends object>(query: Statement) =>
    new Promise<Answer<R>>((resolve, reject) => {
      if (waiting.length === 0) setImmediate(spread);
      waiting.push({ query, resolve: (answer) => resolve(answer as Answer<R>), reject });
    });
}

/** One connection, from the first statement that is sent on it until no answer is owed any more. */
class Lane {
  owed = 0;
  private movedAt = performance.now();
  private readonly early: Ask[] = [];
  private readonly onEmpty: () => void;
  private client: { send: (ask: Ask) => void; release: () => void } | undefined;

  constructor(pool: pg.Pool, onEmpty: () => void) {
    this.onEmpty = onEmpty;
    pool.connect().then(
      (client) => this.start(client),
      (error: unknown) => {
        onEmpty();
        for (const ask of this.early) ask.reject(error);
      },
    );
  }

  isOverdue(now: number): boolean {
    return now - this.movedAt > overdueMilliseconds;
  }

  take(ask: Ask): void {
    this.owed++;
    if (this.client) this.client.send(ask);
    else this.early.push(ask);
  }

  private start(client: pg.PoolClient): void {
    const hold = sendTogether(client);
    const send = ({ query, resolve, reject }: Ask) => {
      hold();
      sendQuery(client, query, (error, answer) => {
        this.settle();
        if (error) reject(error);
        else resolve(answer);
      });
    };
    this.client = { send, release: watchForErrors(client).release };
    for (const ask of this.early) send(ask);
  }

  private settle(): void {
    this.owed--;
    this.movedAt = performance.now();
    if (this.owed > 0) return;
    this.onEmpty();
    this.client?.release();
  }
}
