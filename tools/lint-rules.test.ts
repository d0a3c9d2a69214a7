import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** A21: a guard whose promise nobody waits for lets everybody in. The linter says so, with our own configuration. */
const root = path.dirname(import.meta.dirname);
let folder: string;
let said: string;

const planted = {
  'no-floating-promises': 'guard();',
  'no-misused-promises': 'if (guard()) letIn();',
  'await-thenable': 'await letIn();',
};
const lines = [
  'const guard = async (): Promise<boolean> => false;',
  'const letIn = (): number => 1;',
  'export async function open(): Promise<void> {',
  ...Object.values(planted),
  '  if (await guard()) letIn();',
  '}',
];

beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'parley-lint-'));
  writeFileSync(path.join(folder, 'tsconfig.json'), '{"compilerOptions": {"strict": true, "module": "esnext"}}');
  writeFileSync(path.join(folder, 'planted.ts'), `${lines.join('\n')}\n`);
  const run = spawnSync(
    process.execPath,
    [
      path.join(root, 'node_modules/oxlint/bin/oxlint'),
      '--type-aware',
      ...['-c', path.join(root, '.oxlintrc.json'), '--format', 'unix'],
      ...['--tsconfig', path.join(folder, 'tsconfig.json'), folder],
    ],
    { cwd: root, encoding: 'utf8' },
  );
  said = run.stdout + run.stderr;
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

test.each(Object.entries(planted))('A21 %s is an error: %s', (rule, code) => {
  const line = lines.indexOf(code) + 1;
  expect(said).toMatch(new RegExp(`planted\\.ts:${line}:\\d+: .*Error.*${rule}`, 'i'));
});

test('A21 what is waited for is none', () => {
  expect(said).not.toMatch(new RegExp(`planted\\.ts:${lines.length - 1}:`));
});
