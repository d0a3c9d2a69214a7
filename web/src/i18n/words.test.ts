import { describe, expect, test } from 'vitest';
import { errors } from '#contract/errors.ts';
import { mailErrors } from '#contract/mail-errors.ts';
import en from './en.json';
import uk from './uk.json';

/** The text of every source file, by its place. */
const sources = Object.entries(
  import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*', '!../**/*.gen.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
);
const plural = /_(zero|one|two|few|many|other)$/;

const english = flat(en);
const ukrainian = flat(uk);
/** The words that have forms by number: English has at least these two. */
const counted = new Set(
  [...english.keys()]
    .map((key) => key.replace(plural, ''))
    .filter((key) => english.has(`${key}_one`) && english.has(`${key}_other`)),
);
const baseOf = (key: string) => (counted.has(key.replace(plural, '')) ? key.replace(plural, '') : key);
const keysOf = (words: ReadonlyMap<string, string>) => new Set([...words.keys()].map(baseOf));
const all = keysOf(english);

describe('the words of the desk', () => {
  test('both languages have the same keys', () => {
    expect([...keysOf(ukrainian)].sort()).toEqual([...all].sort());
  });

  test('a counted word has every form of its language', () => {
    const forms = ['one', 'few', 'many', 'other'];
    const wanted = [...counted].flatMap((key) => forms.map((form) => `${key}_${form}`));
    expect(wanted.filter((key) => !ukrainian.has(key))).toEqual([]);
  });

  test('a translation fills in what the original fills in', () => {
    const lost = [...ukrainian].filter(([key, text]) => {
      const original = english.get(key) ?? english.get(`${baseOf(key)}_other`);
      return original !== undefined && blanks(text).join() !== blanks(original).join();
    });
    expect(lost.map(([key]) => key)).toEqual([]);
  });

  test('no word is empty, and none was left in the other language', () => {
    const isEmpty = ([, text]: [string, string]) => text.trim() === '';
    expect([...english, ...ukrainian].filter(isEmpty)).toEqual([]);
    const isSentence = (text: string) => /\p{L}{3}.*\s.*\p{L}{3}/u.test(text.replace(/\{\{[^}]*\}\}/g, ''));
    const sentences = [...ukrainian].filter(([key, text]) => isSentence(text) && text === english.get(key));
    expect(sentences.map(([key]) => key)).toEqual([]);
  });

  test('every refusal of the server has its words', () => {
    const wanted = [
      ...Object.keys(errors).map((key) => `errors.${key}`),
      ...Object.keys(mailErrors).map((key) => `mail_errors.${key}`),
    ];
    expect(wanted.filter((key) => !all.has(key))).toEqual([]);
  });

  test('every key that the code uses exists', () => {
    const unknown = used().filter(({ pattern }) => ![...all].some((key) => pattern.test(key)));
    expect(unknown.map(({ where }) => where)).toEqual([]);
  });

  test('every key is used', () => {
    const patterns = used().map(({ pattern }) => pattern);
    expect([...all].filter((key) => !patterns.some((pattern) => pattern.test(key)))).toEqual([]);
  });
});

type Use = { pattern: RegExp; where: string };

/** Every `t('…')`, `` t(`…${}…`) `` and `i18nKey="…"` of the sources; what is put in at run time matches anything. */
function used(): Use[] {
  return sources.flatMap(([file, text]) => {
    const calls = text.matchAll(
      /(?:\bt\(|i18nKey=|\bkey: |Key: )\s*(?:'([a-z_]+\.[^'\n]+)'|"([a-z_]+\.[^"\n]+)"|`([a-z_]+\.[^`]+)`)/g,
    );
    const either = text.matchAll(/\?\s*'([a-z_]+\.[a-zA-Z_.]+)'\s*:\s*'([a-z_]+\.[a-zA-Z_.]+)'/g);
    const keys = [...calls].map(([, single, double, template]) => single ?? double ?? template ?? '');
    for (const [, yes, no] of either) keys.push(yes ?? '', no ?? '');
    return keys.map((key) => ({ pattern: patternOf(key), where: `${file}: ${key}` }));
  });
}

function patternOf(key: string): RegExp {
  const parts = key.split(/\$\{[^}]*\}/).map((part) => part.replaceAll('.', '\\.'));
  return new RegExp(`^${parts.join('[\\w.]+')}$`);
}

function blanks(text: string): string[] {
  return [...text.matchAll(/\{\{\s*([\w]+)[^}]*\}\}|<\/?(\w+)>/g)].map(([whole]) => whole).sort();
}

function flat(words: object, prefix = ''): Map<string, string> {
  return new Map(
    Object.entries(words).flatMap(([name, value]) =>
      typeof value === 'string' ? [[prefix + name, value]] : [...flat(value, `${prefix}${name}.`)],
    ),
  );
}
