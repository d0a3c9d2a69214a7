import type { Doing } from '#contract/realtime.ts';
import { noteVisitors, type VisitorThere, type WatcherThere } from '#domain/watching/index.ts';
import { type Database, isUnavailable } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';

/** A window at the ticket of its chat. */
export type VisitorSeat = { type(isTyping: boolean): void; leave(): void };

/** A page that is left has a next one, and a line that breaks is there again: until then nobody is said to be gone. */
const graceMilliseconds = 2500;

/** A visitor at a ticket, with all windows that they have open there. */
type There = Pick<VisitorThere, 'socket' | 'companyId' | 'ticketId' | 'visitorId'> & {
  readonly windows: Set<object>;
  readonly typing: Set<object>;
  /** Undefined: that is not known, since it could not be written. */
  written: Doing | 'gone' | undefined;
  leaving: NodeJS.Timeout | undefined;
};

/**
 * Visitors at their tickets, a seat for each. What many of them do while something is being written is written together:
 * after a broken network thousands come back at once, and of those who were away for a moment only nothing is written at all.
 */
export function seatVisitors(the: { db: Database; process: string; leaseSeconds: number; log: Log; moved(): void }) {
  const seats = new Map<string, There>();
  const owed = new Set<There>();
  let isWriting = false;

  function note(one: There): void {
    owed.add(one);
    if (!isWriting) void write();
  }

  async function write(): Promise<void> {
    isWriting = true;
    while (owed.size > 0) {
      const all = [...owed].filter((one) => one.written !== doingOf(one));
      owed.clear();
      if (all.length > 0) await put(all);
    }
    isWriting = false;
  }

  async function put(all: readonly There[]): Promise<void> {
    const now = all.map((one) => ({ one, doing: doingOf(one) }));
    try {
      const said = now.map(({ one: { socket, companyId, ticketId, visitorId }, doing }) => ({
        ...{ socket, companyId, ticketId, visitorId, doing },
      }));
      if (await noteVisitors(the.db, the.process, said, the.leaseSeconds)) the.moved();
      for (const { one, doing } of now) one.written = doing;
    } catch (error) {
      // One who cannot be written down keeps nobody else away.
      if (all.length > 1 && !isUnavailable(error)) for (const one of all) await put([one]);
      else {
        for (const one of all) one.written = undefined;
        the.log.warn({ err: error }, 'watching: visitors could not be noted');
      }
    }
  }

  return {
    sit(at: { companyId: number; ticketId: number; visitorId: number }): VisitorSeat {
      const name = `${at.ticketId} ${at.visitorId}`;
      const there = seats.get(name) ?? {
        ...{ ...at, socket: crypto.randomUUID(), windows: new Set(), typing: new Set() },
        ...{ written: 'gone' as const, leaving: undefined },
      };
      seats.set(name, there);
      clearTimeout(there.leaving);
      there.leaving = undefined;
      const window = {};
      there.windows.add(window);
      note(there);
      return {
        type(isTyping) {
          if (isTyping) there.typing.add(window);
          else there.typing.delete(window);
          note(there);
        },
        leave() {
          if (!there.windows.delete(window)) return;
          if (there.windows.size === 0) {
            there.leaving = setTimeout(() => {
              there.leaving = undefined;
              seats.delete(name);
              note(there);
            }, graceMilliseconds);
            there.leaving.unref();
          }
          // Whoever is away writes nothing.
          if (there.typing.delete(window)) note(there);
        },
      };
    },
    /** Who is there now. */
    there: (): WatcherThere[] =>
      [...seats.values()].flatMap((one) => {
        const { socket, companyId, ticketId, visitorId } = one;
        const doing = doingOf(one);
        return doing === 'gone' ? [] : [{ socket, companyId, ticketId, userId: null, visitorId, doing }];
      }),
    stop(): void {
      for (const { leaving } of seats.values()) clearTimeout(leaving);
    },
  };
}

/** In the moment of grace they are still there. */
const doingOf = ({ windows, typing, leaving }: There): Doing | 'gone' =>
  windows.size === 0 && leaving === undefined ? 'gone' : typing.size > 0 ? 'replying' : 'reading';
