import { findDue, postpone, sendDue } from '#domain/drafts/index.ts';
import { loadPerson } from '#domain/people/index.ts';
import type { LetterTools } from '#domain/tickets/index.ts';
import { type Database, isUnavailable } from '#platform/database.ts';
import type { Log } from '#platform/log.ts';
import { type Loop, runLoop } from '#platform/loop.ts';
import type { Wake } from '#platform/wake.ts';

const restSeconds = 5;
const troubleSeconds = 60;

/** Sends the letters whose time has come: those that could be taken back for a moment, and those for a later time. */
export function runWaitingLetters(the: { db: Database; wake: Wake; log: Log; letters: LetterTools }): Loop {
  const { db, wake, log, letters } = the;
  let alarm: NodeJS.Timeout | undefined;
  const loop = runLoop({
    name: 'waiting letters',
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
      const { due, nextMilliseconds } = await findDue(db);
      if (!due) {
        clearTimeout(alarm);
        // Whoever waits for the second does not wait for the next round.
        if (nextMilliseconds !== null && nextMilliseconds < restSeconds * 1000)
          alarm = setTimeout(loop.poke, Math.max(1, nextMilliseconds)).unref();
        return 'idle';
      }
      try {
        await sendDue(db, due, await loadPerson(db, due.user_id), letters);
      } catch (error) {
        if (isUnavailable(error)) throw error;
        log.error({ err: error, draftId: due.id }, 'a waiting letter could not be sent');
        await postpone(db, due, troubleSeconds);
      }
      wake.nudge('deliveries');
      wake.nudge('events');
      return 'more';
    },
  });
  return loop;
}
