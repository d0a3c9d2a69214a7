import { findDue, postpone, sendDue } from '#domain/drafts/index.ts';
import { findDueNewLetter, postponeNewLetter, sendDueNewLetter } from '#domain/new-letters/index.ts';
import { loadPerson } from '#domain/people/index.ts';
import type { LetterTools } from '#domain/tickets/index.ts';
import { type Database, isUnavailable } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import type { Log } from '#platform/log.ts';
import { type Loop, runLoop } from '#platform/loop.ts';
import type { Wake } from '#platform/wake.ts';

const restSeconds = 5;
const troubleSeconds = 60;

type Needs = { db: Database; wake: Wake; log: Log; letters: LetterTools };

/** Letters that wait in one place, and what to do with one whose time has come. */
type Queue<Letter> = {
  readonly name: string;
  readonly findDue: (db: Database) => Promise<{ due: Letter | undefined; nextMilliseconds: number | null }>;
  readonly sendDue: (db: Database, due: Letter, writer: Caller | undefined, letters: LetterTools) => Promise<void>;
  readonly postpone: (db: Database, due: Letter, seconds: number) => Promise<void>;
};

const replies = { name: 'waiting letters', findDue, sendDue, postpone };
const newLetters = {
  name: 'waiting new letters',
  findDue: findDueNewLetter,
  sendDue: sendDueNewLetter,
  postpone: postponeNewLetter,
};

/** Sends the replies whose time has come: those that could be taken back for a moment, and those for a later time. */
export const runWaitingLetters = (the: Needs): Loop => runQueue(the, replies);

/** The same of letters that begin a ticket. */
export const runWaitingNewLetters = (the: Needs): Loop => runQueue(the, newLetters);

function runQueue<Letter extends { id: number; user_id: number }>(the: Needs, queue: Queue<Letter>): Loop {
  const { db, wake, log, letters } = the;
  let alarm: NodeJS.Timeout | undefined;
  const loop = runLoop({
    name: queue.name,
    log,
    wakeOn: (then) => {
      const off = wake.on('waiting', then);
      return () => {
        clearTimeout(alarm);
        off();
      };
    },
    restSeconds,
    async work() {
      const { due, nextMilliseconds } = await queue.findDue(db);
      if (!due) {
        clearTimeout(alarm);
        // Whoever waits for the second does not wait for the next round.
        if (nextMilliseconds !== null && nextMilliseconds < restSeconds * 1000)
          alarm = setTimeout(loop.poke, Math.max(1, nextMilliseconds)).unref();
        return 'idle';
      }
      try {
        await queue.sendDue(db, due, await loadPerson(db, due.user_id), letters);
      } catch (error) {
        if (isUnavailable(error)) throw error;
        log.error({ err: error, draftId: due.id }, 'a waiting letter could not be sent');
        await queue.postpone(db, due, troubleSeconds);
      }
      wake.nudge('deliveries');
      wake.nudge('events');
      return 'more';
    },
  });
  return loop;
}
