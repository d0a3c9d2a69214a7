import { startTethered } from '../server/test/rigs/tethered-process.ts';
import type { Counts } from './test-counts.ts';

export type Step = {
  title: string;
  /** A program of node_modules/.bin, and its arguments. */
  command: [string, ...string[]];
  env?: Record<string, string>;
  /** Reads the report that the program has left; steps that run no tests have none. */
  counts?: () => Counts;
};

export type Outcome = { title: string; isOk: boolean; counts: Counts };

/** A step that takes longer hangs: it is stopped and has failed. */
const stepMinutesMax = 12;

/** Runs a step and prints one line about it, and everything it said when it failed. */
export async function runStep(step: Step): Promise<Outcome> {
  const startedAt = performance.now();
  if (step.counts) console.log(`${step.title} …`);
  const { code, output } = await run(step);
  const counts = step.counts?.() ?? { passed: 0, failed: 0, skipped: [] };
  const isOk = code === 0 && counts.failed === 0;

  const tested = step.counts ? `${counts.passed} passed, ${counts.failed} failed` : '';
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${isOk ? 'ok    ' : 'FAILED'} ${step.title.padEnd(36)} ${seconds.padStart(6)} s  ${tested}`.trimEnd());
  if (!isOk) console.log(`${output.trimEnd()}\n`);
  return { title: step.title, isOk, counts };
}

async function run({ command: [program, ...args], env }: Step): Promise<{ code: number | null; output: string }> {
  let output = '';
  const process_ = startTethered(program, args, {
    cwd: process.cwd(),
    env: { ...process.env, [process.stdout.isTTY ? 'FORCE_COLOR' : 'NO_COLOR']: '1', ...env },
    afterOwnerDied: 'sleep 5; kill -s KILL -- -$$',
    onOutput: (text) => {
      output += text;
    },
  });
  const limit = setTimeout(() => {
    output += `\nstopped: it took more than ${stepMinutesMax} minutes`;
    void process_.kill();
  }, stepMinutesMax * 60_000);
  const code = await process_.exited;
  clearTimeout(limit);
  return { code, output };
}
