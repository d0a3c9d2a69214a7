import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const lookSeconds = 15;
/** Of a look's time; more than that, and somebody would notice the pause. */
const busyMax = 0.03;
/** Collecting takes a tenth of a second, which less is not worth. */
const grownBytesMin = 24 * 1024 * 1024;
const restSeconds = 60;

export type Tidied = { readonly before: number; readonly after: number };

/**
 * Gives memory back that nobody uses. V8 collects when it needs room, never because there is time, and keeps the pages it
 * has emptied: what a busy hour took, or two hundred mailboxes that connected, would stay taken through a quiet night.
 * Answers how to stop it.
 */
export function tidyWhenIdle({
  lookMilliseconds = lookSeconds * 1000,
  restMilliseconds = restSeconds * 1000,
  onTidied = (_tidied: Tidied) => {},
} = {}): () => void {
  const collect = collector();
  let seen = performance.eventLoopUtilization();
  let tidiedAt = Number.NEGATIVE_INFINITY;
  let left = 0;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, seen);
    seen = now;
    if (utilization > busyMax || performance.now() - tidiedAt < restMilliseconds) return;
    const before = process.memoryUsage.rss();
    if (before - left < grownBytesMin) return;
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    tidiedAt = performance.now();
    left = process.memoryUsage.rss();
    onTidied({ before, after: left });
  }, lookMilliseconds);
  timer.unref();
  return () => clearInterval(timer);
}

type Collect = (how: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void;

/** Only contexts made after the flag was set have it. */
function collector(): Collect {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as Collect; // that is what it is
}
