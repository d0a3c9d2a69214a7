import { readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

/** What a test runner's report says. */
export type Counts = {
  passed: number;
  failed: number;
  /** Names of tests that did not run. */
  skipped: string[];
  /** Names of tests that failed, and passed when they were run once more; where it is known, with what failed. */
  unsteady: string[];
};

/** So many files are run once more, and so many files or stories may be unsteady; more than that is a fault that comes and goes. */
export const unsteadyMax = 8;

export const nothingCounted: Counts = { passed: 0, failed: 0, skipped: [], unsteady: [] };
const noReport: Counts = { ...nothingCounted, failed: 1 };

const vitestReport = z.object({
  success: z.boolean(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});

/** Reads the report of vitest's JSON reporter. A file that could not be loaded counts as one failed test. */
export function vitestCounts(file: string): Counts {
  const report = vitestReport.safeParse(readJson(file));
  if (!report.success) return noReport;
  const { success, testResults } = report.data;
  const tests = testResults.flatMap((one) => one.assertionResults);
  const having = (...statuses: string[]) => tests.filter((test) => statuses.includes(test.status));
  const failed = having('failed').length;
  const broken = testResults.filter(
    (one) => one.status === 'failed' && !one.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  return {
    passed: having('passed').length,
    failed: failed + broken || (success ? 0 : 1),
    skipped: having('skipped', 'pending', 'todo', 'disabled').map((test) => test.fullName),
    unsteady: [],
  };
}

/** The tests that failed by vitest's report, and the files they are in. */
export function vitestFailures(file: string): { names: string[]; files: string[] } {
  const report = vitestReport.safeParse(readJson(file));
  const failed = report.success ? report.data.testResults.filter((one) => one.status === 'failed') : [];
  const names = failed.flatMap((one) => {
    const tests = one.assertionResults.filter((test) => test.status === 'failed');
    return tests.length > 0 ? tests.map((test) => test.fullName) : [one.name];
  });
  return { names, files: [...new Set(failed.map((one) => one.name))] };
}

const told = z.object({ error: z.object({ message: z.string(), snippet: z.string().default('') }).optional() });
const story = z.object({ status: z.string(), results: z.array(told).default([]) });
type Suite = { specs: { title: string; tests: z.infer<typeof story>[] }[]; suites?: Suite[] | undefined };
const suite: z.ZodType<Suite> = z.lazy(() =>
  z.object({
    specs: z.array(z.object({ title: z.string(), tests: z.array(story) })),
    suites: z.array(suite).optional(),
  }),
);
const playwrightReport = z.object({
  errors: z.array(z.unknown()),
  suites: z.array(suite),
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
});

/** Reads the report of Playwright's JSON reporter. */
export function playwrightCounts(file: string): Counts {
  const report = playwrightReport.safeParse(readJson(file));
  if (!report.success) return noReport;
  const { errors, stats, suites } = report.data;
  return {
    passed: stats.expected + stats.flaky,
    // A failure that did not come again stands among the errors too.
    failed: stats.unexpected || (stats.flaky > 0 ? 0 : Math.min(errors.length, 1)),
    skipped: stats.skipped > 0 ? [`${stats.skipped} browser stories`] : [],
    unsteady: suites.flatMap(flakyOf),
  };
}

const flakyOf = ({ specs, suites = [] }: Suite): string[] => [
  ...specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'flaky')
      .map(({ results }) => [title, ...results.flatMap(({ error }) => (error ? [wordsOf(error)] : []))].join('\n')),
  ),
  ...suites.flatMap(flakyOf),
];

/** What failed, and the lines of the story around it, without colours. */
const wordsOf = ({ message, snippet }: { message: string; snippet: string }): string =>
  stripVTControlCharacters(`${message.trimEnd()}\n${snippet}`).replaceAll(/^(?=.)/gm, '    ');

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
