import { setTimeout as pause } from 'node:timers/promises';
import { isUnavailable } from './database.ts';
import type { Log } from './log.ts';

export type Loop = {
  /** Looks now, or once more right after the look that is under way. */
  poke(): void;
  /** Ends after the piece of work at hand. */
  stop(): Promise<void>;
};

type LoopOptions = {
  name: string;
  log: Log;
  /** Does a piece of work. `more`: there is probably more; `idle`: rest until woken. */
  work: () => Promise<'more' | 'idle'>;
  /** Subscribes to what wakes it; answers how to unsubscribe. */
  wakeOn: (then: () => void) => () => void;
  /** It looks after so long at most even if nobody wakes it: wake-ups may be lost. */
  restSeconds: number;
};

/**
 * Rests are this part of what they may be, or more: loops that were started or woken together, in one process or in
 * several, would go on looking at the same moment, and each would keep a connection of its own for it.
 */
const restPartMin = 0.7;
const troubleMilliseconds = [100, 300, 1000, 3000, 5000];

type LoopState = {
  readonly name: string;
  /** Since when it has been at a piece of work, or has failed over one again and again; undefined while it rests. */
  atItSince: number | undefined;
};
const running = new Set<LoopState>();

/** Of each loop of this process how many seconds it has been at its piece of work; of equal ones the longest. */
export function loopSeconds(): ReadonlyMap<string, number> {
  const seconds = new Map<string, number>();
  for (const { name, atItSince } of running) {
    const own = atItSince === undefined ? 0 : (performance.now() - atItSince) / 1000;
    seconds.set(name, Math.max(seconds.get(name) ?? 0, own));
  }
  return seconds;
}

/** No piece of work takes so long, however much there is to do. */
const stuckSeconds = 15 * 60;

/** The loops of this process that come no further: their work does not end, or fails whenever it is begun. */
export const stuckLoops = (): string[] =>
  [...loopSeconds()].filter(([, seconds]) => seconds > stuckSeconds).map(([name]) => name);

/** Works while there is work, rests while there is none, and outlives whatever goes wrong. */
export function runLoop({ name, log, work, wakeOn, restSeconds }: LoopOptions): Loop {
  let isStopping = false;
  let isWoken = true;
  let rest = new AbortController();
  const poke = () => {
    isWoken = true;
    rest.abort();
  };
  const unsubscribe = wakeOn(poke);
  const state: LoopState = { name, atItSince: undefined };
  running.add(state);

  const ended = (async () => {
    let troubles = 0;
    while (!isStopping) {
      isWoken = false;
      rest = new AbortController();
      state.atItSince ??= performance.now();
      try {
        const result = await work();
        state.atItSince = undefined;
        troubles = 0;
        if (result === 'more' || isWoken) continue;
        const part = restPartMin + Math.random() * (1 - restPartMin);
        await pause(restSeconds * part * 1000, undefined, { signal: rest.signal }).catch(() => {});
      } catch (error) {
        troubles++;
        if (isStopping) break;
        if (isUnavailable(error)) log.warn({ err: error }, `${name}: the database is away`);
        else log.error({ err: error }, `${name}: failed, going on`);
        await pause(troubleMilliseconds[Math.min(troubles, troubleMilliseconds.length) - 1]);
      }
    }
  })();

  return {
    poke,
    async stop() {
      isStopping = true;
      unsubscribe();
      rest.abort();
      await ended;
      running.delete(state);
    },
  };
}

/** Several equal loops that are woken and stopped as one. */
export function runSideBySide(count: number, start: () => Loop): Loop {
  const loops = Array.from({ length: count }, start);
  return {
    poke: () => {
      for (const loop of loops) loop.poke();
    },
    stop: async () => {
      await Promise.all(loops.map((loop) => loop.stop()));
    },
  };
}
