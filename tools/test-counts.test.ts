import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { playwrightCounts, vitestCounts } from './test-counts.ts';

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
    expect(vitestCounts(path.join(folder, 'absent.json'))).toEqual({ passed: 0, failed: 1, skipped: [] });
  });
});

describe('Playwright', () => {
  test('a story that passed only when repeated has failed', () => {
    const stats = { expected: 5, unexpected: 2, flaky: 1, skipped: 3 };
    expect(playwrightCounts(aReport({ errors: [], stats }))).toEqual({
      passed: 5,
      failed: 3,
      skipped: ['3 browser stories'],
    });
  });

  test('an error outside of all stories is a failure', () => {
    const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 0 };
    expect(playwrightCounts(aReport({ errors: [{ message: 'no tests found' }], stats }))).toMatchObject({ failed: 1 });
  });

  test('a run that left no report has failed', () => {
    expect(playwrightCounts(path.join(folder, 'absent.json'))).toMatchObject({ passed: 0, failed: 1 });
  });
});
