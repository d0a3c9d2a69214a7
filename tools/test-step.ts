import { startTethered } from '../server/test/rigs/tethered-process.ts';
import { type Counts, nothingCounted, unsteadyMax } from './test-counts.ts';

export type Step = {
  title: string;
  /** A program of node_modules/.bin, and its arguments. */
  command: [string, ...string[]];
  env?: Record<string, string>;
  /** Reads the report that the program has left; steps that run no tests have none. */
  counts?: () => Counts;
  /** The same for the files in which something has just failed: null when that cannot be told. */
  again?: () => { names: string[]; files: string[]; step: Step } | null;
};

export type Outcome = { title: string; isOk: boolean; counts: Counts };

/** A step that says nothing for so long, or takes so long in all, hangs: it is stopped and has failed. */
const silentMinutesMax = 10;
const stepMinutesMax = 45;

/** Runs a step and prints one line about it, and everything it said when it failed. */
export async function runStep(step: Step): Promise<Outcome> {
  const startedAt = performance.now();
  if (step.counts) console.log(`${step.title} …`);
  const { code, output } = await run(step);
  let counts = step.counts?.() ?? nothingCounted;
  let isOk = code === 0 && counts.failed === 0;
  const said = isOk ? '' : `${output.trimEnd()}\n`;
  const unsteady = isOk ? null : await passesOnceMore(step);
  if (unsteady) {
    counts = { ...counts, passed: counts.passed + counts.failed, failed: 0, unsteady };
    isOk = true;
  } else if (counts.unsteady.length > unsteadyMax) isOk = false;

  const tested = step.counts ? `${counts.passed} passed, ${counts.failed} failed` : '';
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(`${isOk ? 'ok    ' : 'FAILED'} ${step.title.padEnd(36)} ${seconds.padStart(6)} s  ${tested}`.trimEnd());
  if (said) console.log(said);
  return { title: step.title, isOk, counts };
}

/**
 * Machines that run other things beside the tests make one test of thousands fail now and then. A few files in which
 * something failed are run once more, by themselves: what fails twice has failed; what passes is named, so that somebody
 * mends it. Answers those names, or null.
 */
async function passesOnceMore(step: Step): Promise<string[] | null> {
  const again = step.again?.();
  if (!again || again.files.length > unsteadyMax) return null;
  console.log(`once more: ${again.names.join('; ')} …`);
  const { code, output } = await run(again.step);
  const passes = code === 0 && again.step.counts?.().failed === 0;
  if (!passes) console.log(`${output.trimEnd()}\n`);
  return passes ? again.names : null;
}

async function run({ command: [program, ...args], env }: Step): Promise<{ code: number | null; output: string }> {
  let output = '';
  const process_ = startTethered(program, args, {
    cwd: process.cwd(),
    env: { ...process.env, [process.stdout.isTTY ? 'FORCE_COLOR' : 'NO_COLOR']: '1', ...env },
    afterOwnerDied: 'sleep 5; kill -s KILL -- -$$',
    onOutput: (text) => {
      output += text;
      silence.refresh();
    },
  });
  const stopAfter = (minutes: number, words: string) =>
    setTimeout(() => {
      output += `\nstopped: ${words} ${minutes} minutes`;
      void process_.kill();
    }, minutes * 60_000);
  const silence = stopAfter(silentMinutesMax, 'it said nothing for');
  const limit = stopAfter(stepMinutesMax, 'it took more than');
  const code = await process_.exited;
  clearTimeout(silence);
  clearTimeout(limit);
  return { code, output };
}
