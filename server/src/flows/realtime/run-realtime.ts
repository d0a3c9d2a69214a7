import { isWithinReach, type Placed, placesOfEvents } from '#domain/reach/index.ts';
import type { Database } from '#platform/database.ts';
import { type Caller, pool } from '#platform/entities/entity-table.ts';
import {
  type Bookmark,
  formatBookmark,
  isAfter,
  isAhead,
  isTooFarBehind,
  latestBookmark,
  parseBookmark,
  type RecordedEvent,
  readEra,
  readEvents,
} from '#platform/events.ts';
import type { Log } from '#platform/log.ts';
import { runLoop } from '#platform/loop.ts';
import type { Wake } from '#platform/wake.ts';

/** Somebody who listens: what they may see is asked anew for every batch, so that a lost right is lost at once. */
export type Listener = {
  /** Undefined when they may listen no longer. */
  who(): Promise<Caller | undefined>;
  send(event: {
    uuid: string;
    entity: string;
    action: string;
    params: Record<string, unknown>;
    bookmark?: string;
  }): void;
  close(reason: 'signed_out'): void;
};

/** Somebody within this process who is told everything. */
export type Ear = {
  /** While nobody stands behind it, it need not hear soon. */
  readonly isOpen: () => boolean;
  readonly hear: (events: readonly RecordedEvent[]) => Promise<void>;
};

/** What each of them might see when they were told last, up to where the log is behind them, and whether they missed any. */
type Told = { rights: string; upTo: Bookmark; hasMissed: boolean };

export type Realtime = {
  /** Brings a listener up to date from their bookmark and keeps them there. Answers how to leave. */
  join(listener: Listener, bookmark: string | null): Promise<() => void>;
  /** Has the log read to somebody else too, who decides for themselves what of it is for whom. */
  hear(ear: Ear): void;
  stop(): Promise<void>;
};

const batch = 500;
/** More than this behind, refetching is cheaper than catching up. */
const catchUpMax = 1000;
/** So many events of everybody else may be looked through for it. */
const lookedThroughMax = 20_000;
/** An event is readable when older transactions are done: a second look shortly after the nudge finds stragglers. */
const echoMilliseconds = [30, 120, 500, 1500];

/** Reads the events log after its bookmark and tells everybody what they may see. */
export async function runRealtime({ db, wake, log }: { db: Database; wake: Wake; log: Log }): Promise<Realtime> {
  const era = await readEra(db);
  const listeners = new Map<Listener, Told>();
  const ears: Ear[] = [];
  const isAnybodyThere = () => listeners.size > 0 || ears.some((ear) => ear.isOpen());
  let at: Bookmark = await latestBookmark(db, era);
  const echoes = new Set<NodeJS.Timeout>();

  /** The same to all who see the whole of it, so that it is put into words once. */
  const said = new WeakMap<RecordedEvent, Parameters<Listener['send']>[0]>();
  const saidOf = (event: RecordedEvent) => {
    const known = said.get(event);
    if (known) return known;
    const { entity, action, params } = event;
    const uuid = `${event.written_in}-${event.position}`;
    const made = { uuid, entity, action, params, bookmark: formatBookmark(placeOf(event, era)) };
    said.set(event, made);
    return made;
  };

  async function tell(
    listener: Listener,
    events: readonly RecordedEvent[],
    findPlaces: () => Promise<(event: RecordedEvent) => Placed>,
    isNew: (event: RecordedEvent) => boolean = () => true,
  ): Promise<void> {
    const who = await listener.who();
    if (!who) {
      listeners.delete(listener);
      listener.close('signed_out');
      return;
    }
    const rights = rightsOf(who);
    const told = listeners.get(listener);
    if (told && (told.rights !== rights || told.hasMissed)) {
      // What they may see is another thing now, or something passed them by: they fetch it afresh.
      told.rights = rights;
      told.hasMissed = false;
      listener.send({ uuid: crypto.randomUUID(), entity: 'realtime', action: 'resync', params: {} });
    }
    const allowed = events.filter((event) => maySee(who, event));
    const places = allowed.some((event) => isNarrowed(who, event)) ? await findPlaces() : undefined;
    for (const event of allowed) {
      const news = places && isNarrowed(who, event) ? withinReachOf(who, event, places(event)) : event;
      if (!news || !isNew(event)) continue;
      const whole = saidOf(event);
      listener.send(news === event ? whole : { ...whole, action: news.action, params: news.params });
    }
  }

  /**
   * What just happened. A listener who came while the log was read from further back has heard some of it. One who cannot
   * be told now, for who they are was not to be learned, is told the next time that they missed something.
   */
  async function tellNews(
    listener: Listener,
    events: readonly RecordedEvent[],
    findPlaces: () => Promise<(event: RecordedEvent) => Placed>,
  ): Promise<void> {
    try {
      await tell(listener, events, findPlaces, (event) => {
        const told = listeners.get(listener);
        return told !== undefined && isAfter(placeOf(event, era), told.upTo);
      });
    } catch (error) {
      log.warn({ err: error }, 'realtime: a listener could not be told');
      const told = listeners.get(listener);
      if (told) told.hasMissed = true;
    }
  }

  const tellThoseWhoMissed = () =>
    Promise.all(
      [...listeners].filter(([, told]) => told.hasMissed).map(([listener]) => tellNews(listener, [], placesOnce([]))),
    );

  /** Where things stand is asked once for all who see only a part, and only when somebody does. */
  function placesOnce(events: readonly RecordedEvent[]): () => Promise<(event: RecordedEvent) => Placed> {
    let asked: Promise<(event: RecordedEvent) => Placed> | undefined;
    return () => {
      asked ??= placesOfEvents(db, events);
      return asked;
    };
  }

  const loop = runLoop({
    name: 'realtime',
    log,
    wakeOn: (then) => {
      const offEvents = wake.on('events', () => {
        then();
        for (const delay of isAnybodyThere() ? echoMilliseconds : []) {
          const timer = setTimeout(() => {
            echoes.delete(timer);
            then();
          }, delay);
          echoes.add(timer);
        }
      });
      const offSessions = wake.on('sessions', () => {
        for (const listener of listeners.keys())
          tell(listener, [], placesOnce([])).catch((error: unknown) =>
            log.warn({ err: error }, 'realtime: a listener could not be asked'),
          );
      });
      return () => {
        offEvents();
        offSessions();
      };
    },
    restSeconds: 5,
    async work() {
      await tellThoseWhoMissed();
      const events = await readEvents(db, at, { limit: batch });
      const last = events.at(-1);
      if (!last) return 'idle';
      at = placeOf(last, era);
      const findPlaces = placesOnce(events);
      await Promise.all([
        ...[...listeners.keys()].map((listener) => tellNews(listener, events, findPlaces)),
        ...ears.map((ear) => ear.hear(events)),
      ]);
      return events.length < batch ? 'idle' : 'more';
    },
  });

  return {
    async join(listener, text) {
      const hello = (action: 'hello' | 'resync', bookmark: Bookmark) =>
        listener.send({
          uuid: crypto.randomUUID(),
          entity: 'realtime',
          action,
          params: {},
          bookmark: formatBookmark(bookmark),
        });
      const who = await listener.who();
      if (!who) {
        listener.close('signed_out');
        return () => {};
      }
      // From here on nothing is missed.
      const now = await latestBookmark(db, era);
      const standing: Told = { rights: rightsOf(who), upTo: now, hasMissed: false };
      listeners.set(listener, standing);
      try {
        const told = text === null ? undefined : parseBookmark(text);
        const from =
          told?.era === era && !isAhead(told, now) && !(await isTooFarBehind(db, lookedThroughMax, told))
            ? told
            : undefined;
        const missed = from
          ? await readEvents(db, from, {
              limit: catchUpMax + 1,
              only: { companies: [...who.companies, pool], userId: who.userId },
            })
          : [];
        if (text !== null && (!from || missed.length > catchUpMax)) {
          hello('resync', now);
        } else {
          hello('hello', from ?? now);
          await tell(listener, missed, placesOnce(missed));
          const last = missed.at(-1);
          if (last && isAfter(placeOf(last, era), now)) standing.upTo = placeOf(last, era);
        }
      } catch (error) {
        // Whoever could not come in is told nothing more, or it would be kept for them for ever.
        listeners.delete(listener);
        throw error;
      }
      loop.poke();
      return () => listeners.delete(listener);
    },
    hear: (ear) => {
      ears.push(ear);
    },
    async stop() {
      for (const timer of echoes) clearTimeout(timer);
      await loop.stop();
    },
  };
}

const placeOf = (event: RecordedEvent, era: string): Bookmark => ({
  era,
  writtenIn: event.written_in,
  position: event.position,
});

const rightsOf = (who: Caller): string => JSON.stringify([who.companies, [...who.narrowed]]);

/** What has no right of its own is read by those who read this. */
const readAs: Readonly<Record<string, string>> = { drafts: 'messages' };

function maySee(who: Caller, event: RecordedEvent): boolean {
  if (event.user_id !== null) return event.user_id === who.userId && isWithinCompanies(who, event.params.company_id);
  // What is told of the pool says nothing but that, to operators too, who may work for no company.
  if (event.company_id === pool) return true;
  return event.company_id !== null && who.may(event.company_id, `${readAs[event.entity] ?? event.entity}.get`);
}

/** What is told to one person may be of a company that they do not reach from here. */
const isWithinCompanies = (who: Caller, companyId: unknown): boolean =>
  typeof companyId !== 'number' || companyId === pool || who.companies.includes(companyId);

const isNarrowed = (who: Caller, event: RecordedEvent): boolean =>
  event.user_id === null && event.company_id !== null && who.narrowed.has(event.company_id);

/** What somebody who sees a part of the company is told: nothing of other tickets; of one that was theirs, that it is gone. */
function withinReachOf(
  who: Caller,
  event: RecordedEvent,
  { now, before }: Placed,
): Pick<RecordedEvent, 'action' | 'params'> | undefined {
  if (now === undefined || now.some((place) => isWithinReach(who, place))) return event;
  if (!before || !isWithinReach(who, before)) return undefined;
  return { action: 'deleted', params: { id: event.entity_id, company_id: event.company_id } };
}
