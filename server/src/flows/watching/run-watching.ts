import type { Whereabouts } from '#contract/realtime.ts';
import { isWithinReach } from '#domain/reach/index.ts';
import {
  findWatchable,
  keepWatchers,
  leaveWatchers,
  moveWatcher,
  readWatched,
  removeWatcher,
  type Watched,
  type WatcherThere,
} from '#domain/watching/index.ts';
import type { Database } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import type { Log } from '#platform/log.ts';
import { type Loop, runLoop } from '#platform/loop.ts';
import type { Wake } from '#platform/wake.ts';
import { seatVisitors, type VisitorSeat } from './seat-visitors.ts';

const renewAfterSeconds = 20;
/** Whom a killed process leaves behind is gone after that. */
const leaseSeconds = 50;
/** Keystrokes of a whole company travel together. */
const gatherMilliseconds = 120;

/** A desk that is told who is where. */
export type Onlooker = {
  who(): Promise<Caller | undefined>;
  send(event: { uuid: string; entity: string; action: string; params: Record<string, unknown> }): void;
};

/** A desk's place: it says where it is, forgets what it was told, and leaves when its socket does. */
export type Seat = { move(to: Whereabouts): void; tellAnew(): void; leave(): void };

export type Watching = {
  join(onlooker: Onlooker): Seat;
  /** A customer's own chat window: it is at its ticket as long as it is open. */
  seatVisitor(at: { companyId: number; ticketId: number; visitorId: number }): VisitorSeat;
  /** Has what is new told to somebody else too. */
  hear(ear: (news: readonly Watched[]) => void): void;
  stop(): Promise<void>;
};

/**
 * Who is at which ticket and who writes there, told to every desk that may see the ticket. It is news of the moment: not
 * in the log, and whoever comes back is told how things stand.
 */
export function runWatching(
  { db, wake, log }: { db: Database; wake: Wake; log: Log },
  { renewSeconds = renewAfterSeconds } = {},
): Watching {
  const process = crypto.randomUUID();
  /** With what each of them knows: nothing yet, all that was told, or not all, since telling failed. */
  const onlookers = new Map<Onlooker, 'nothing' | 'all' | 'gaps'>();
  /** Where desks are, by socket, and what says so again of those that could not be written. */
  const desks = new Map<string, WatcherThere>();
  const owed = new Set<() => void>();
  /** What everybody was told last, by ticket. */
  const told = new Map<number, Watched>();
  const ears: ((news: readonly Watched[]) => void)[] = [];
  let since: Date | null = null;
  let lookAgainAt = 0;
  let gathering: NodeJS.Timeout | undefined;

  const visitors = seatVisitors({ db, process, leaseSeconds, log, moved: () => wake.nudge('watchers') });

  const loop: Loop = runLoop({
    name: 'watching',
    log,
    wakeOn: (then) =>
      wake.on('watchers', () => {
        gathering ??= setTimeout(() => {
          gathering = undefined;
          then();
        }, gatherMilliseconds);
      }),
    restSeconds: renewSeconds,
    async work() {
      const isWhole = performance.now() >= lookAgainAt;
      if (isWhole) {
        const there = [...desks.values(), ...visitors.there()];
        // Longer than any wait for the database, within which they may have moved on.
        const isMoved = await keepWatchers(db, process, there, { leaseSeconds, settledSeconds: renewSeconds });
        if (isMoved) wake.nudge('watchers');
        for (const sayAgain of owed) sayAgain();
      }
      const { at, watched } = await readWatched(db, isWhole ? null : since);
      since = at;
      if (isWhole) lookAgainAt = performance.now() + renewSeconds * 1000;
      const news = [...watched.filter(isNews), ...(isWhole ? withoutAWord(watched) : [])];
      for (const one of news) {
        if (one.watchers.length > 0) told.set(one.ticketId, one);
        else told.delete(one.ticketId);
      }
      await Promise.all([...onlookers.keys()].map((onlooker) => bringUpToDate(onlooker, news)));
      for (const hear of ears) hear(news);
      return 'idle';
    },
  });

  const isNews = ({ ticketId, watchers }: Watched) =>
    JSON.stringify(watchers) !== JSON.stringify(told.get(ticketId)?.watchers ?? []);

  /** Tickets whose last watcher is gone without having left: their process was killed. */
  function withoutAWord(watched: readonly Watched[]): Watched[] {
    const here = new Set(watched.map((one) => one.ticketId));
    return [...told.values()].filter((one) => !here.has(one.ticketId)).map((one) => ({ ...one, watchers: [] }));
  }

  /** In turn with the others, newcomers too: so nobody is left with what has changed meanwhile. */
  async function bringUpToDate(onlooker: Onlooker, news: readonly Watched[]): Promise<void> {
    const knows = onlookers.get(onlooker);
    const missing = knows === 'all' ? news : [...told.values()];
    if (missing.length === 0 && knows !== 'gaps') return note(onlooker, 'all');
    try {
      const who = await onlooker.who();
      if (knows === 'gaps') onlooker.send(newsOf('resync', {}));
      if (who) tell(onlooker, who, missing);
      // Unless it has forgotten meanwhile.
      if (onlookers.get(onlooker) === knows) note(onlooker, 'all');
    } catch (error) {
      note(onlooker, 'gaps');
      log.warn({ err: error }, 'watching: a desk could not be told');
    }
  }

  /** Unless it left meanwhile. */
  function note(onlooker: Onlooker, knows: 'all' | 'gaps'): void {
    if (onlookers.has(onlooker)) onlookers.set(onlooker, knows);
  }

  function tell(onlooker: Onlooker, who: Caller, watched: readonly Watched[]): void {
    for (const one of watched)
      if (who.may(one.place.companyId, 'tickets.get') && isWithinReach(who, one.place)) onlooker.send(wordOf(one));
  }

  /** One after the other: the last word counts. */
  function inTurn(): (move: () => Promise<boolean>) => void {
    let turn = Promise.resolve();
    return (move) => {
      turn = turn
        .then(async () => {
          if (await move()) wake.nudge('watchers');
        })
        .catch((error: unknown) => log.warn({ err: error }, 'watching: could not be noted'));
    };
  }

  async function placeOf(
    socket: string,
    { ticket_id: ticketId, doing }: NonNullable<Whereabouts['at']>,
    caller: Caller,
  ): Promise<WatcherThere | undefined> {
    const companyId = await findWatchable(db, ticketId, caller);
    if (companyId === undefined) return undefined;
    return { socket, companyId, ticketId, userId: caller.userId, visitorId: null, doing };
  }

  return {
    hear: (ear) => {
      ears.push(ear);
    },
    seatVisitor: visitors.sit,
    join(onlooker) {
      const socket = crypto.randomUUID();
      onlookers.set(onlooker, 'nothing');
      loop.poke();
      let said: Whereabouts['at'] = null;
      let isIn = true;
      const next = inTurn();
      /** The last word counts, also where it is the second time that it is said. */
      const go = () =>
        next(async () => {
          if (!isIn) return false;
          owed.add(go);
          const at = said;
          const caller = at && (await onlooker.who());
          const place = at && caller ? await placeOf(socket, at, caller) : undefined;
          // Renewed as it is from here on, also where it cannot be written now.
          if (place && isIn) desks.set(socket, place);
          else desks.delete(socket);
          const isMoved = await (place ? moveWatcher(db, process, place, leaseSeconds) : removeWatcher(db, socket));
          owed.delete(go);
          return isMoved;
        });
      return {
        move: ({ at }) => {
          if (!isIn) return;
          said = at;
          go();
        },
        tellAnew: () => {
          if (!isIn) return;
          onlookers.set(onlooker, 'nothing');
          loop.poke();
        },
        leave: () => {
          if (!isIn) return;
          isIn = false;
          onlookers.delete(onlooker);
          desks.delete(socket);
          owed.delete(go);
          next(() => removeWatcher(db, socket));
        },
      };
    },
    async stop() {
      clearTimeout(gathering);
      visitors.stop();
      await loop.stop();
      await leaveWatchers(db, process).catch((error: unknown) =>
        log.warn({ err: error }, 'watching: could not say goodbye'),
      );
    },
  };
}

const words = new WeakMap<Watched, ReturnType<typeof newsOf>>();

/** The same for every desk, so that it is written once. */
function wordOf(watched: Watched): ReturnType<typeof newsOf> {
  const { ticketId, place, watchers } = watched;
  const known = words.get(watched) ?? newsOf('updated', { ticket_id: ticketId, company_id: place.companyId, watchers });
  words.set(watched, known);
  return known;
}

const newsOf = (action: 'updated' | 'resync', params: Record<string, unknown>) => ({
  ...{ uuid: crypto.randomUUID(), entity: 'watchers', action, params },
});
