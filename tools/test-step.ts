import { spawn } from 'node:child_process';
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

function run({ command: [program, ...args], env }: Step): Promise<{ code: number; output: string }> {
  const child = spawn(program, args, {
    env: { ...process.env, [process.stdout.isTTY ? 'FORCE_COLOR' : 'NO_COLOR']: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: stepMinutesMax * 60_000,
    killSignal: 'SIGKILL',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      output += text;
    });
  }
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 1, output: `${program} did not start: ${error.message}` }));
    child.once('exit', (code, signal) => {
      if (signal) output += `\nstopped by ${signal} (the limit is ${stepMinutesMax} minutes)`;
      const end = () => resolve({ code: code ?? 1, output });
      child.once('close', end);
      // A daemon that a test forgot may hold the pipes open for ever.
      setTimeout(end, 1000);
    });
  });
}
