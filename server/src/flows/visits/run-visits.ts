import { isWithinReach } from '#domain/reach/index.ts';
import {
  type Entered,
  enterVisits,
  keepVisits,
  leaveVisits,
  type MovedVisits,
  noteTold,
  noteVisits,
  type Owed,
  readMovedVisits,
  readOwed,
} from '#domain/visits/index.ts';
import { type Database, isUnavailable } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import type { Log } from '#platform/log.ts';
import { runLoop } from '#platform/loop.ts';
import type { Wake } from '#platform/wake.ts';
import { openVisit, type PageOpen, staySeconds as staysUsually, type Visit } from './open-visit.ts';
import type { Rules } from './proactive-rules.ts';

const renewAfterSeconds = 20;
/** Whom a killed process leaves behind is gone after that. */
const leaseSeconds = 50;
const graceSeconds = 60;
/** What many visitors do in that time is written down at once, and told to desks at once. */
const gatherMilliseconds = 500;
const leavingMilliseconds = 50;
const pauseMilliseconds = 1000;
/** So many arrivals are written down together, one such batch at a time: those who wait for answers go first. */
const arrivalsAtOnceMax = 50;

export type OnPage = { see(page: { url: string; title: string }): void; answers(): void; leave(): void };

type Onlooker = {
  who(): Promise<Caller | undefined>;
  send(event: { uuid: string; entity: string; action: string; params: Record<string, unknown> }): void;
};

type Arriving = { readonly page: PageOpen; readonly visit: Visit };

export type Visits = {
  enter(page: PageOpen, rules: Rules): OnPage;
  /** A desk, which is told that there is something to look at anew. Answers what to call when it closes. */
  join(onlooker: Onlooker): () => void;
  stop(): Promise<void>;
};

/**
 * Who is on the sites now: kept in a table, since pages are spread over processes, and written in batches, since they are
 * many. Desks are told where something has moved, and no more than that.
 */
export function runVisits(
  { db, wake, log }: { db: Database; wake: Wake; log: Log },
  { renewSeconds = renewAfterSeconds, staySeconds = staysUsually } = {},
): Visits {
  const process = crypto.randomUUID();
  const here = new Map<number, Arriving>();
  const moved = new Map<string, Visit>();
  const onlookers = new Set<Onlooker>();
  /** As the newest page found them: they hold for all that are open. */
  const rulesOf = new Map<number, Rules>();
  let since: Date | null = null;
  let keepAt = 0;
  let writing: NodeJS.Timeout | undefined;
  let telling: NodeJS.Timeout | undefined;

  /** Of all pages that are open, so that none of them keeps rules of its own. */
  const rulesFor = (quidgetId: number) => () => rulesOf.get(quidgetId);

  const flush = async () => {
    writing = undefined;
    const all = [...moved];
    moved.clear();
    if (all.length === 0) return;
    try {
      await noteVisits(
        db,
        all.flatMap(([, visit]) => visit.row() ?? []),
      );
    } catch (error) {
      // As they stand when the database is there again: the next renewal tells.
      if (isUnavailable(error)) for (const [seat, visit] of all) moved.set(seat, visit);
      throw error;
    }
    wake.nudge('visits');
  };
  const write = () => void flush().catch((error: unknown) => log.warn({ err: error }, 'visits: could not be noted'));
  const soon = () => {
    clearTimeout(writing);
    writing = setTimeout(write, leavingMilliseconds);
  };
  const note = (visit: Visit) => {
    const row = visit.row();
    if (!row) return;
    moved.set(row.seat, visit);
    writing ??= setTimeout(write, gatherMilliseconds);
  };

  /** What cannot be noted is said again on the next page. */
  const told = (owed: Pick<Owed, 'id' | 'key'>) =>
    void noteTold(db, owed).catch((error: unknown) =>
      log.warn({ err: error }, 'visits: that somebody was written to could not be noted'),
    );

  const loop = runLoop({
    name: 'visits',
    log,
    wakeOn: (then) =>
      wake.on('visits', () => {
        telling ??= setTimeout(() => {
          telling = undefined;
          then();
        }, pauseMilliseconds);
      }),
    restSeconds: renewSeconds,
    async work() {
      if (performance.now() >= keepAt) {
        await renew();
        keepAt = performance.now() + renewSeconds * 1000;
      }
      if (here.size > 0) for (const { id, ...owed } of await readOwed(db, process)) here.get(id)?.visit.write(owed);
      if (onlookers.size === 0) {
        since = null;
        return 'idle';
      }
      const news = await readMovedVisits(db, since);
      since = news.at;
      if (news.moved.length > 0) await Promise.all([...onlookers].map((one) => tell(one, news.moved)));
      return 'idle';
    },
  });

  const arriving: Arriving[] = [];
  /** They came while the database was away. */
  const unnoted: Arriving[] = [];
  let isDoorBusy = false;

  async function renew(): Promise<void> {
    // Longer than any wait for the database, within which pages come and go.
    const waits = { leaseSeconds, settledSeconds: renewSeconds };
    const { missing, isMoved } = await keepVisits(db, process, [...here.keys()], waits);
    for (const id of missing) {
      const one = here.get(id);
      here.delete(id);
      if (one) comeIn(one);
    }
    for (const one of unnoted.splice(0)) comeIn(one);
    if (isMoved) wake.nudge('visits');
    if (moved.size > 0) writing ??= setTimeout(write, gatherMilliseconds);
  }

  function comeIn(one: Arriving): void {
    arriving.push(one);
    if (!isDoorBusy) void letIn();
  }

  async function letIn(): Promise<void> {
    isDoorBusy = true;
    while (arriving.length > 0) {
      // Whoever is gone before their turn was never seen.
      const next = arriving.splice(0, arrivalsAtOnceMax).filter(({ visit }) => !visit.isGone());
      await writeDown(next);
    }
    isDoorBusy = false;
  }

  async function writeDown(all: readonly Arriving[]): Promise<void> {
    if (all.length === 0) return;
    try {
      const pages = all.map((one) => one.page);
      const entered = await enterVisits(db, process, pages, leaseSeconds);
      for (const [at, one] of all.entries()) settle(one, entered[at] as Entered);
      wake.nudge('visits');
    } catch (error) {
      // One who cannot be written down keeps nobody else away.
      if (all.length > 1 && !isUnavailable(error)) {
        for (const one of all) await writeDown([one]);
        return;
      }
      log.warn({ err: error }, 'visits: nobody could be noted');
      if (isUnavailable(error)) unnoted.push(...all);
      for (const { visit } of all) visit.begin();
    }
  }

  function settle(one: Arriving, entered: Entered): void {
    const { visit } = one;
    visit.known(entered);
    if (visit.isGone()) note(visit);
    else here.set(entered.id, one);
  }

  async function tell(onlooker: Onlooker, all: readonly MovedVisits[]): Promise<void> {
    const who = await onlooker.who().catch(() => undefined);
    if (!who) return;
    for (const { place, tickets } of all) {
      if (!who.may(place.companyId, 'tickets.get')) continue;
      const seen = tickets.filter((one) => isWithinReach(who, one)).map((one) => one.id);
      if (seen.length === 0 && !isWithinReach(who, place)) continue;
      onlooker.send({
        ...{ uuid: crypto.randomUUID(), entity: 'visits', action: 'updated' },
        params: { company_id: place.companyId, ticket_ids: [...new Set(seen)] },
      });
    }
  }

  return {
    enter(page, rules) {
      rulesOf.set(page.quidgetId, rules);
      const visit = openVisit(page, { db, log, changed: note, told, staySeconds, rules: rulesFor(page.quidgetId) });
      if (!page.isSeen) visit.begin();
      else comeIn({ page, visit });
      return {
        see: visit.see,
        answers: visit.answers,
        leave() {
          visit.leave();
          const row = visit.row();
          if (row && here.get(row.id)?.visit === visit) here.delete(row.id);
          note(visit);
          // The next page may be on its way, and goes on where this one has ended.
          if (row) soon();
        },
      };
    },
    join(onlooker) {
      onlookers.add(onlooker);
      if (onlookers.size === 1) loop.poke();
      return () => onlookers.delete(onlooker);
    },
    async stop() {
      clearTimeout(writing);
      clearTimeout(telling);
      for (const { visit } of here.values()) visit.leave();
      await loop.stop();
      await leaveVisits(db, process, graceSeconds).catch((error: unknown) =>
        log.warn({ err: error }, 'visits: could not say goodbye'),
      );
    },
  };
}
