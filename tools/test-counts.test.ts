import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { playwrightCounts, vitestCounts, vitestFailures } from './test-counts.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'parley-reports-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function aReport(content: unknown): string {
  const file = path.join(folder, 'report.json');
  writeFileSync(file, JSON.stringify(content));
  return file;
}

const tested = (...statuses: string[]) => statuses.map((status, i) => ({ status, fullName: `test ${i}` }));

describe('vitest', () => {
  const aFile = (status: string, ...statuses: string[]) => ({
    name: 'a.test.ts',
    status,
    assertionResults: tested(...statuses),
  });

  test('counts what passed, what failed, and names what was skipped', () => {
    const testResults = [aFile('failed', 'passed', 'failed', 'passed'), aFile('passed', 'passed', 'skipped')];
    expect(vitestCounts(aReport({ success: false, testResults }))).toEqual({
      passed: 3,
      failed: 1,
      skipped: ['test 1'],
      unsteady: [],
    });
  });

  test('names what failed, and where, so that it can be run once more', () => {
    const testResults = [
      { ...aFile('failed', 'passed', 'failed'), name: 'b.test.ts' },
      aFile('passed', 'passed'),
      { ...aFile('failed'), name: 'broken.test.ts' },
    ];
    expect(vitestFailures(aReport({ success: false, testResults }))).toEqual({
      names: ['test 1', 'broken.test.ts'],
      files: ['b.test.ts', 'broken.test.ts'],
    });
  });

  test('a file that could not be loaded has failed', () => {
    const testResults = [aFile('failed'), aFile('passed', 'passed')];
    expect(vitestCounts(aReport({ success: false, testResults }))).toMatchObject({ passed: 1, failed: 1 });
  });

  test('an error outside of all tests is a failure', () => {
    const testResults = [aFile('passed', 'passed')];
    expect(vitestCounts(aReport({ success: false, testResults }))).toMatchObject({ passed: 1, failed: 1 });
  });

  test('a run that left no report has failed', () => {
    expect(vitestCounts(path.join(folder, 'absent.json'))).toMatchObject({ passed: 0, failed: 1 });
  });
});

describe('Playwright', () => {
  const aStory = (title: string, status: string, ...errors: { message: string; snippet?: string }[]) => ({
    title,
    tests: [{ status, results: [...errors.map((error) => ({ error })), {}] }],
  });

  test('a story that passed only when told once more is unsteady, and named with what failed', () => {
    const stats = { expected: 5, unexpected: 2, flaky: 1, skipped: 3 };
    const failure = { message: '\u001b[31mReceived: 0\u001b[39m\n', snippet: '> 12 | await expect(rows)' };
    const inner = { specs: [aStory('main job', 'expected'), aStory('a list', 'flaky', failure)] };
    const suites = [{ specs: [aStory('sign in', 'unexpected')], suites: [inner] }];
    expect(playwrightCounts(aReport({ errors: [], stats, suites }))).toEqual({
      passed: 6,
      failed: 2,
      skipped: ['3 browser stories'],
      unsteady: ['a list\n    Received: 0\n    > 12 | await expect(rows)'],
    });
  });

  test('an error outside of all stories is a failure', () => {
    const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
    expect(playwrightCounts(aReport({ errors: [{ message: 'no tests found' }], stats, suites: [] }))).toMatchObject({
      failed: 1,
    });
  });

  test('a run that left no report has failed', () => {
    expect(playwrightCounts(path.join(folder, 'absent.json'))).toMatchObject({ passed: 0, failed: 1 });
  });
});
