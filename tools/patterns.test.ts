import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { check, type Diagnostics, type VulnerableDiagnostics } from 'recheck';
import { afterEach, expect, test, vi } from 'vitest';
import { calls, entities } from '#test/api/contract-registry.ts';
import { patternsIn } from './patterns-in.ts';

const root = path.join(import.meta.dirname, '..');
const { patterns, makers } = patternsIn(root, ['server/src', 'contract', 'web/src', 'widget']);
afterEach(() => vi.unstubAllGlobals());

/** Without repetition, or with little of it, a pattern can only take as long as a text is long. */
const repeats = /[*+]|\{\d+,\d*\}/;
/** The checker does not know the short names of some properties of letters. */
const inItsWords = (source: string) =>
  source
    .replaceAll('\\p{ExtPict}', '\\p{Extended_Pictographic}')
    .replaceAll('\\p{EMod}', '\\p{Emoji_Modifier}')
    .replaceAll('\\p{DI}', '\\p{Default_Ignorable_Code_Point}');
/** A few seconds of looking for a text that is slow: what there is to find it finds at once. */
const thoroughly = { timeout: 30_000, maxIteration: 4, maxInitialGenerationSize: 200, maxGenerationSize: 60 };

/** Everybody waits for the one process: 50 ms for 50 kB are too many. Three times in a row, lest it was the machine. */
function takesLong(source: string, flags: string, text: string): boolean {
  const pattern = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
  const cut = text.slice(0, length);
  return [1, 2, 3].every(() => {
    const started = performance.now();
    cut.replace(pattern, '');
    return performance.now() - started > 50;
  });
}

const isGuessed = (found: Diagnostics): found is VulnerableDiagnostics =>
  found.status === 'vulnerable' && found.complexity.isFuzz && found.complexity.type === 'polynomial';

async function slowOnes(all: readonly { place: string; source: string; flags: string }[]): Promise<string[]> {
  const judged = all.filter(({ source }) => repeats.test(source));
  const said = await Promise.all(
    judged.map(async ({ place, source, flags }) => {
      const found = await check(inItsWords(source), flags, thoroughly);
      if (found.status === 'safe') return [];
      // What it has guessed by trying its own engine is tried in the real one.
      if (isGuessed(found) && !takesLong(source, flags, found.attack.string)) return [];
      const why =
        found.status === 'vulnerable' ? `${found.complexity.summary}: ${found.attack.pattern}` : found.error.kind;
      return [`${place} /${source}/${flags} ${why}`];
    }),
  );
  return said.flat();
}

test('A40 no text makes a pattern of ours slow', { timeout: 300_000 }, async () => {
  expect(patterns.length).toBeGreaterThan(500);
  expect(await slowOnes(patterns)).toEqual([]);
});

test('A40 nor a pattern that is put together from lists of words', { timeout: 120_000 }, async () => {
  const made: RegExp[] = [];
  const noting = new Proxy(RegExp, {
    construct(target, args, itself) {
      const one: RegExp = Reflect.construct(target, args, itself);
      made.push(one);
      return one;
    },
  });
  vi.stubGlobal('RegExp', noting);
  vi.resetModules();
  const files = makers.filter((file) => file.startsWith('server/'));
  await Promise.all(files.map((file) => import(pathToFileURL(path.join(root, file)).href)));
  expect(made.length).toBeGreaterThan(3);
  expect(await slowOnes(made.map(({ source, flags }) => ({ place: 'put together', source, flags })))).toEqual([]);
});

test('A40 the checker knows a slow one', async () => {
  const slow = ['(a+)+$', '\\s*x', '[.]+$'].map((source) => ({ place: 'here', source, flags: '' }));
  expect(await slowOnes(slow)).toHaveLength(slow.length);
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
/** What each of them may take, one with another: a pattern that goes wrong takes minutes. */
const msPerText = 50;
const msMax = hostile.length * msPerText;

test('A40 no field of any noun takes long over 50 kB of anything', { timeout: 60_000 }, () => {
  const slow = entities.flatMap((of) =>
    Object.entries(of.fields).flatMap(([name, field]) => {
      const started = Date.now();
      for (const text of hostile) field.value.safeParse(text);
      return Date.now() - started > msMax ? [`${of.name}.${name}`] : [];
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
      return Date.now() - started > msMax ? [`${path}.${name}`] : [];
    });
  });
  expect(calls.length).toBeGreaterThan(50);
  expect(slow).toEqual([]);
});
