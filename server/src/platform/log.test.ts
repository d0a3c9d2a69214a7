import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const module = pathToFileURL(`${import.meta.dirname}/log.ts`).href;

/** What a process that logs these things writes. */
const written = (...things: unknown[]): string =>
  execFileSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `const { createLog } = await import('${module}'); const log = createLog('info'); for (const thing of ${JSON.stringify(things)}) log.info(thing, thing.message ?? 'x');`,
    ],
    { encoding: 'utf8', env: { ...process.env, PARLEY_FAILPOINT: '' } },
  );

test('A53 secrets do not reach the log, by whatever name and depth they are usual', () => {
  const names = [
    'password',
    'raw_password',
    'imap_password',
    'smtp_password',
    'token',
    'authorization',
    'cookie',
    'key',
    'pass',
  ];
  const things = names.flatMap((name) => [
    { [name]: 'canary' },
    { imap: { [name]: 'canary' } },
    { request: { headers: { [name]: 'canary' } } },
  ]);
  const log = written(...things);
  expect(log).not.toContain('canary');
  expect(log.match(/\[secret\]/g)).toHaveLength(things.length);
});

test('A53 the password of Redis, among the words of a command that failed, does not reach the log', () => {
  const log = written({ err: { message: 'WRONGPASS', command: { name: 'auth', args: ['canary'] } } });
  expect(log).not.toContain('canary');
  expect(log).toContain('WRONGPASS');
});

test('A53 a line break in what is logged makes no second line', () => {
  const log = written({ subject: 'x\n{"level":60,"msg":"forged"}', message: 'a\r\nb' });
  expect(log.trim().split('\n')).toHaveLength(1);
  expect(JSON.parse(log)).toMatchObject({ level: 30, msg: 'a\r\nb' });
});
