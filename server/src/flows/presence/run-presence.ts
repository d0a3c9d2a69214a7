import { keepPresences, leavePresences } from '#domain/presence/index.ts';
import type { Database } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { runLoop } from '#platform/loop.ts';
import type { Wake } from '#platform/wake.ts';

const renewSeconds = 20;
/** Whom a killed process leaves behind is gone after that; a renewal may fail twice before. */
const leaseSeconds = 70;
/** A page that is loaded again is no absence. */
const graceSeconds = 8;

export type Presence = {
  /** Somebody's desk has opened here. Answers what to call when it closes. */
  enter(userId: number): () => void;
  stop(): Promise<void>;
};

/** Keeps written down whose desks are open: of several tabs and processes one is enough. */
export function runPresence({ db, wake, log }: { db: Database; wake: Wake; log: Log }): Presence {
  const process = crypto.randomUUID();
  const desks = new Map<number, number>();
  const leaving = new Map<number, NodeJS.Timeout>();

  const loop = runLoop({
    name: 'presence',
    log,
    wakeOn: () => () => {},
    restSeconds: renewSeconds,
    async work() {
      const isMoved = await keepPresences(
        db,
        process,
        [...new Set([...desks.keys(), ...leaving.keys()])],
        leaseSeconds,
      );
      if (isMoved) wake.nudge('events');
      return 'idle';
    },
  });

  const leave = (userId: number) => {
    const left = (desks.get(userId) ?? 1) - 1;
    if (left > 0) return void desks.set(userId, left);
    desks.delete(userId);
    const timer = setTimeout(() => {
      leaving.delete(userId);
      loop.poke();
    }, graceSeconds * 1000);
    leaving.set(userId, timer.unref());
  };

  return {
    enter(userId) {
      const isBack = leaving.has(userId);
      clearTimeout(leaving.get(userId));
      leaving.delete(userId);
      const open = desks.get(userId) ?? 0;
      desks.set(userId, open + 1);
      if (open === 0 && !isBack) loop.poke();
      let isIn = true;
      return () => {
        if (isIn) leave(userId);
        isIn = false;
      };
    },
    async stop() {
      for (const timer of leaving.values()) clearTimeout(timer);
      await loop.stop();
      await leavePresences(db, process, graceSeconds).catch((error: unknown) =>
        log.warn({ err: error }, 'presence: could not say goodbye'),
      );
    },
  };
}
