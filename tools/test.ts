import { mkdirSync, rmSync } from 'node:fs';
import { type Outcome, runStep } from './test-step.ts';
import { isPart, type Part, parts, reportFolder, stepsOf } from './test-steps.ts';

// Whoever started the tests is gone: so are they, and with them the programs of their steps.
process.once('disconnect', () => process.exit(1));
process.channel?.unref();

const wanted = partsFromArguments(process.argv.slice(2));
const { programs, light, heavy } = stepsOf(wanted);

rmSync(reportFolder, { recursive: true, force: true });
mkdirSync(reportFolder, { recursive: true });

const outcomes: Outcome[] = [];
const queue = [programs, ...light];
const runQueue = async () => {
  for (let steps = queue.shift(); steps; steps = queue.shift())
    for (const step of steps) outcomes.push(await runStep(step));
};
await Promise.all([runQueue(), runQueue()]);
const lacksPrograms = outcomes.some(({ title, isOk }) => !isOk && programs.some((step) => step.title === title));
if (!lacksPrograms) for (const step of heavy) outcomes.push(await runStep(step));

summarise(outcomes);

function partsFromArguments(args: string[]): Part[] {
  const unknown = args.filter((arg) => !isPart(arg));
  if (unknown.length > 0) {
    console.error(`There is no part ${unknown.join(', ')}: choose from ${parts.join(', ')}.`);
    process.exit(2);
  }
  return args.length > 0 ? args.filter(isPart) : [...parts];
}

/** A failed step without tests of its own counts as one failure, lest the last line call a failed run spotless. */
function summarise(all: Outcome[]): void {
  const passed = all.reduce((sum, { counts }) => sum + counts.passed, 0);
  const failed = all.reduce((sum, { counts, isOk }) => sum + (isOk ? 0 : Math.max(1, counts.failed)), 0);
  const skipped = all.flatMap(({ counts }) => counts.skipped);
  const unsteady = all.flatMap(({ counts }) => counts.unsteady);
  console.log('');
  for (const name of skipped) console.log(`skipped: ${name}`);
  for (const name of unsteady) console.log(`unsteady (failed, and passed when run once more; mend it): ${name}`);
  for (const { title, isOk } of all) if (!isOk) console.log(`failed: ${title}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
