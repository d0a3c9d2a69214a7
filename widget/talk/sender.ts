import type { Pending } from './outbox.ts';
import { Refused } from './transport.ts';

const pauseSecondsMax = 20;

/** Sends one after the other: the second goes when the first has arrived, so that nothing overtakes. */
export function createSender(the: {
  next(): Pending | undefined;
  send(one: Pending): Promise<void>;
  failed(one: Pending, error: unknown): void;
}) {
  let [isRunning, isStopped] = [false, false];
  let tries = 0;
  let wake = () => {};

  async function run(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (let one = the.next(); one && !isStopped; one = the.next()) {
      try {
        await the.send(one);
        tries = 0;
      } catch (error) {
        the.failed(one, error);
        if (!(error instanceof Refused) || error.isForNow) await pause(error instanceof Refused ? error.seconds : 0);
      }
    }
    isRunning = false;
  }

  function pause(seconds: number): Promise<void> {
    const ms = Math.max(seconds, Math.min(pauseSecondsMax, 2 ** tries++) * (0.5 + 0.5 * Math.random())) * 1000;
    return new Promise((done) => {
      const timer = setTimeout(done, ms);
      wake = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  return {
    run,
    /** There may be a connection again. */
    hurry: () => wake(),
    stop() {
      isStopped = true;
      wake();
    },
  };
}
