import { expect, test } from 'vitest';
import { calls, entities } from '#test/api/contract-registry.ts';

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
/** A pattern that goes wrong takes minutes; a busy machine takes its time too. */
const secondsMax = 5;

test('A40 no field of any noun takes long over 50 kB of anything', { timeout: 60_000 }, () => {
  const slow = entities.flatMap((of) =>
    Object.entries(of.fields).flatMap(([name, field]) => {
      const started = Date.now();
      for (const text of hostile) field.value.safeParse(text);
      return Date.now() - started > secondsMax * 1000 ? [`${of.name}.${name}`] : [];
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
      const started = Date.now();
      for (const text of hostile) {
        field.safeParse(text);
        field.safeParse([text]);
      }
      return Date.now() - started > secondsMax * 1000 ? [`${path}.${name}`] : [];
    });
  });
  expect(calls.length).toBeGreaterThan(50);
  expect(slow).toEqual([]);
});
