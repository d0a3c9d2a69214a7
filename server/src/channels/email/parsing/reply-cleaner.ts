import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Problem } from '#platform/problem.ts';
import { type CleanReply, cleanReply } from './clean-reply.ts';

/** What takes a few milliseconds is done at once; starting a thread would take longer. */
const lengthAtOnceMax = 20_000;
const threadsMax = 2;
const secondsMax = 20;
const program = new URL('./clean-reply-worker.ts', import.meta.url);

/**
 * Cleans replies without holding up the process: long ones in threads of their own, a few at a time, with limits on time
 * and memory. One that exceeds them is refused as `invalid_value`.
 */
export function createReplyCleaner(): (html: string) => Promise<CleanReply> {
  let running = 0;
  const waiting: (() => void)[] = [];

  return async (html) => {
    if (html.length <= lengthAtOnceMax) return cleanReply(html);
    if (running >= threadsMax) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await inThread(html);
    } finally {
      // Whoever waits takes over the place.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

async function inThread(html: string): Promise<CleanReply> {
  const limits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 };
  const worker = new Worker(program, { workerData: html, env: {}, execArgv: [], resourceLimits: limits });
  try {
    const [clean] = await once(worker, 'message', { signal: AbortSignal.timeout(secondsMax * 1000) });
    return clean as CleanReply; // our own program says nothing else
  } catch (cause) {
    throw new Problem('invalid_value', { field: 'data.body_html', cause });
  } finally {
    await worker.terminate();
  }
}
