import type { Pending } from './outbox.ts';
import { Refused } from './transport.ts';

const pauseSecondsMax = 20;

/** Sends one after the other: the second goes when the first has arrived, so that nothing overtakes. */
export function createSender(the: {
  next(): Pending | undefined;
  send(one: Pending): Promise<void>;
  failed(one: Pending, error: unknown): void;
}) {
  let isRunning = false;
  let isStopped = false;
  let tries = 0;
  let wake = () => {};

  /** Whoever waits for a better moment is told that this may be one. */
  async function run(): Promise<void> {
    wake();
    if (isRunning) return;
    isRunning = true;
    for (let one = the.next(); one && !isStopped; one = the.next()) {
      try {
        await the.send(one);
        tries = 0;
      } catch (error) {
        the.failed(one, error);
        if (!(error instanceof Refused)) await pause();
      }
    }
    isRunning = false;
  }

  function pause(): Promise<void> {
    const ms = Math.min(pauseSecondsMax, 2 ** tries++) * (500 + 500 * Math.random());
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
    stop() {
      isStopped = true;
      wake();
    },
  };
}
