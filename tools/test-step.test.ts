import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Counts, nothingCounted, unsteadyMax } from './test-counts.ts';
import { runStep, type Step } from './test-step.ts';

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

const aStep = (code: number, counts: Partial<Counts>, more: Partial<Step> = {}): Step => ({
  title: 'tests',
  command: ['node', '-e', `process.exit(${code})`],
  counts: () => ({ ...nothingCounted, ...counts }),
  ...more,
});
const failing = (files: string[], step: Step) =>
  aStep(1, { passed: 10, failed: 1 }, { again: () => ({ names: ['one that comes and goes'], files, step }) });

test('what failed and passes when run once more is unsteady: it is named, and the step is not failed', async () => {
  const { isOk, counts } = await runStep(failing(['a.test.ts'], aStep(0, { passed: 3 })));
  expect({ isOk, counts }).toEqual({
    isOk: true,
    counts: { passed: 11, failed: 0, skipped: [], unsteady: ['one that comes and goes'] },
  });
});

test('what fails twice has failed', async () => {
  const { isOk, counts } = await runStep(failing(['a.test.ts'], aStep(1, { passed: 2, failed: 1 })));
  expect({ isOk, counts }).toMatchObject({ isOk: false, counts: { failed: 1, unsteady: [] } });
});

test('where more than a few files failed nothing is run once more', async () => {
  const files = Array.from({ length: unsteadyMax + 1 }, (_, n) => `${n}.test.ts`);
  expect((await runStep(failing(files, aStep(0, { passed: 4 })))).isOk).toBe(false);
});

test('many that are unsteady are a failure', async () => {
  expect((await runStep(aStep(0, { passed: 20, unsteady: Array(unsteadyMax + 1).fill('a') }))).isOk).toBe(false);
});

test('a step without tests fails at once', async () => {
  expect((await runStep({ title: 'types', command: ['node', '-e', 'process.exit(2)'] })).isOk).toBe(false);
});
