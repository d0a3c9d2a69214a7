import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** What a test runner's report says; `skipped` holds the names of tests that did not run. */
export type Counts = { passed: number; failed: number; skipped: string[] };

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
  if (!report.success) return { passed: 0, failed: 1, skipped: [] };
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
  };
}

const playwrightReport = z.object({
  errors: z.array(z.unknown()),
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number(), skipped: z.number() }),
});

/** Reads the report of Playwright's JSON reporter. A test that passed only when repeated has failed. */
export function playwrightCounts(file: string): Counts {
  const report = playwrightReport.safeParse(readJson(file));
  if (!report.success) return { passed: 0, failed: 1, skipped: [] };
  const { errors, stats } = report.data;
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky || Math.min(errors.length, 1),
    skipped: stats.skipped > 0 ? [`${stats.skipped} browser stories`] : [],
  };
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
