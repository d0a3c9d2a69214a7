import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const module = pathToFileURL(`${import.meta.dirname}/failpoint.ts`).href;
const program = `
  const { failpoint } = await import('${module}');
  for (const name of ['stored', 'sent', 'stored', 'stored']) { await failpoint(name); console.log(name); }`;

/** What a process said before it ended, and the signal that ended it. */
async function run(wanted: string | undefined): Promise<{ said: string[]; signal: string | null }> {
  const { PARLEY_FAILPOINT: _inherited, ...env } = process.env;
  const ended = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
    env: wanted === undefined ? env : { ...env, PARLEY_FAILPOINT: wanted },
  }).then(
    ({ stdout }) => ({ stdout, signal: null }),
    (error: { stdout: string; signal: string }) => error,
  );
  return { said: ended.stdout.trim().split('\n').filter(Boolean), signal: ended.signal };
}

test.each<[string, string | undefined, string[], string | null]>([
  ['without a name nothing happens', undefined, ['stored', 'sent', 'stored', 'stored'], null],
  ['an empty name is no name', '', ['stored', 'sent', 'stored', 'stored'], null],
  ['an unknown name stands nowhere', 'elsewhere', ['stored', 'sent', 'stored', 'stored'], null],
  ['a name ends the process there, as kill -9 would', 'sent', ['stored'], 'SIGKILL'],
  ['a number ends it at that passing', 'stored@3', ['stored', 'sent', 'stored'], 'SIGKILL'],
])('%s', async (_what, wanted, said, signal) => {
  expect(await run(wanted)).toEqual({ said, signal });
});
