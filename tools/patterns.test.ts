import { expect, test } from 'vitest';
import { calls, entities } from '#test/api/contract-registry.ts';
import { judgePattern, readJudged, repeats, written } from './judge-pattern.ts';
import { ourPatterns } from './patterns-in.ts';

test('A40 no text makes a pattern of ours slow', { timeout: 300_000 }, async () => {
  const patterns = await ourPatterns();
  expect(patterns.length).toBeGreaterThan(500);
  expect(patterns.filter((one) => one.place === 'put together').length).toBeGreaterThan(3);
  const judged = new Set(readJudged());
  const slow: string[] = [];
  for (const one of patterns.filter((each) => repeats(each) && !judged.has(written(each)))) {
    const why = await judgePattern(one);
    if (why !== undefined) slow.push(`${one.place} ${written(one)} ${why}`);
  }
  expect(slow).toEqual([]);
  const ours = new Set(patterns.map(written));
  expect(
    [...judged].filter((one) => !ours.has(one)),
    'gone: `node tools/judge-patterns.ts` forgets them',
  ).toEqual([]);
});

test.each(['(a+)+$', '\\s*x', '[.]+$'])('A40 the checker knows that %s is slow', async (source) => {
  expect(await judgePattern({ source, flags: '' })).toMatch(/exponential|degree/);
});

const length = 50_000;
/** What backtracking patterns stumble over: long runs of what they look for, and something else at the very end. */
const runs = [
  'a',
  '0',
  ' ',
  '\t',
  '-',
  '_',
  '.',
  '@',
  '/',
  ':',
  ',',
  '\n',
  '+',
  'а',
  'a.',
  'a-',
  '1.',
  '0:',
  'a@',
  '/a',
  ' a',
  '(a',
  '{{',
  '::',
  '%2',
];
const hostile = runs.flatMap((run) => {
  const long = run.repeat(length / run.length);
  return [`${long}!`, `a@${long}`, `https://${long}!`];
});
/** Processor time that each of them may take, one with another: a pattern that goes wrong takes minutes. */
const msPerText = 50;
const msMax = hostile.length * msPerText;

function msSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

test('A40 no field of any noun takes long over 50 kB of anything', { timeout: 60_000 }, () => {
  const slow = entities.flatMap((of) =>
    Object.entries(of.fields).flatMap(([name, field]) => {
      const before = process.cpuUsage();
      for (const text of hostile) field.value.safeParse(text);
      return msSince(before) > msMax ? [`${of.name}.${name}`] : [];
    }),
  );
  expect(slow).toEqual([]);
});

test('A40 nor does any field of any call', { timeout: 60_000 }, () => {
  const slow = calls.flatMap(({ path, data }) => {
    const fields = Object.entries(
      (data && 'shape' in data ? data.shape : {}) as Record<string, { safeParse(text: unknown): unknown }>,
    );
    return fields.flatMap(([name, field]) => {
      const before = process.cpuUsage();
      for (const text of hostile) {
        field.safeParse(text);
        field.safeParse([text]);
      }
      return msSince(before) > msMax ? [`${path}.${name}`] : [];
    });
  });
  expect(calls.length).toBeGreaterThan(50);
  expect(slow).toEqual([]);
});
