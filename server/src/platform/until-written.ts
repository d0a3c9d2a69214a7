import { setTimeout as pause } from 'node:timers/promises';
import { isUnavailable } from './database.ts';

const writeAgainMilliseconds = 500;

/**
 * The world has the letter, and only we know: while the database is away we hold on to it, because whoever takes the
 * delivery up again would send it a second time.
 */
export async function untilWritten<T>(stopping: AbortSignal, write: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!isUnavailable(error) || stopping.aborted) throw error;
      await pause(writeAgainMilliseconds, undefined, { signal: stopping });
    }
  }
}
