import { describe, expect, test } from 'vitest';
import { errors } from '#contract/errors.ts';
import { mailErrors } from '#contract/mail-errors.ts';
import { messengerErrors } from '#contract/messenger-errors.ts';
import en from './en.json';
import uk from './uk.json';
import { wordProblems } from './word-problems.ts';

/** The text of every source file, by its place. */
const sources = Object.entries(
  import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.*', '!../**/*.gen.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
);

test('the words of the desk are whole in both languages, and every text is one of them', { timeout: 120_000 }, () => {
  const refusals = [
    ...Object.keys(errors).map((key) => `errors.${key}`),
    ...Object.keys(mailErrors).map((key) => `mail_errors.${key}`),
    ...Object.keys(messengerErrors).map((key) => `integrations.errors.${key}`),
  ];
  expect(wordProblems({ en, uk, sources, refusals })).toEqual([]);
});

describe('the check of the words', () => {
  const good = {
    en: { shop: { open: 'Open since {{day}}', chairs_one: '{{count}} chair', chairs_other: '{{count}} chairs' } },
    uk: {
      shop: {
        open: 'Відчинено з {{day}}',
        chairs_one: '{{count}} стілець',
        chairs_few: '{{count}} стільці',
        chairs_many: '{{count}} стільців',
        chairs_other: '{{count}} стільця',
      },
    },
    page: "const a = <p title={t('shop.open', { day })}>{t('shop.chairs', { count })} · 7</p>;",
  };
  const problems = ({ english = {}, ukrainian = {}, page = good.page }) =>
    wordProblems({
      en: { shop: { ...good.en.shop, ...english } },
      uk: { shop: { ...good.uk.shop, ...ukrainian } },
      sources: [['shop.tsx', page]],
      refusals: [],
    });
  const more = `${good.page} t('shop.new');`;

  test('finds nothing where nothing is wrong', () => {
    expect(problems({})).toEqual([]);
    expect(problems({ english: { new: 'New' }, ukrainian: { new: 'Новий' }, page: more })).toEqual([]);
  });

  test.each([
    ['a key without a translation', { english: { new: 'New' }, page: more }, 'uk.json lacks shop.new'],
    ['a translation of nothing', { ukrainian: { new: 'Новий' } }, 'en.json lacks shop.new'],
    [
      'a key that the code does not use',
      { english: { new: 'New' }, ukrainian: { new: 'Новий' } },
      'nothing uses shop.new',
    ],
    ['a key that the code uses and nobody wrote', { page: more }, 'no such words: shop.tsx: shop.new'],
    ['a plural form that is missing', { ukrainian: { chairs_few: undefined } }, 'uk.json lacks shop.chairs_few'],
    ['one that is missing in English', { english: { chairs_one: undefined } }, 'en.json lacks shop.chairs_one'],
    [
      'one that its language does not know',
      { english: { chairs_few: '{{count}} chairs' } },
      /en.json has shop.chairs_few/,
    ],
    ['a blank that is lost', { ukrainian: { open: 'Відчинено' } }, /shop.open fills in nothing/],
    ['a blank by another name', { ukrainian: { open: 'Відчинено з {{date}}' } }, /shop.open fills in \{\{date\}\}/],
    ['a blank that only one form lost', { ukrainian: { chairs_many: 'багато стільців' } }, /shop.chairs_many fills in/],
    [
      'a number that is not said where English has one alone',
      { english: { chairs_one: 'a chair' }, ukrainian: { chairs_one: 'стілець' } },
      /shop.chairs_one fills in nothing where the original has \{\{count\}\}/,
    ],
    ['English that was left', { ukrainian: { open: 'Since {{day}}' } }, /English at shop.open/],
    ['a second word for the same thing', { ukrainian: { open: 'Заявки з {{day}}' } }, /second word at shop.open/],
    ['no words at all', { ukrainian: { open: ' ' } }, 'shop.open is empty'],
    ['text between tags', { page: `${good.page} <b>Chairs</b>` }, /says 'Chairs'/],
    ['text in braces', { page: `${good.page} <b>{isOpen ? 'Open' : t('shop.open')}</b>` }, /says 'Open'/],
    ['a name that is read out', { page: `${good.page} <i aria-label="Close" />` }, /says 'Close'/],
    ['a label in a template', { page: `${good.page} <i placeholder={\`Find \${x}\`} />` }, /says 'Find'/],
  ] satisfies [string, Parameters<typeof problems>[0], string | RegExp][])('finds %s', (_what, wrong, said) => {
    const clean = JSON.parse(JSON.stringify(wrong)) as typeof wrong; // forms that are undefined are absent
    const found = wordProblems({
      en: { shop: without({ ...good.en.shop, ...('english' in wrong ? wrong.english : {}) }) },
      uk: { shop: without({ ...good.uk.shop, ...('ukrainian' in wrong ? wrong.ukrainian : {}) }) },
      sources: [['shop.tsx', 'page' in clean ? String(clean.page) : good.page]],
      refusals: [],
    });
    expect(found).toContainEqual(typeof said === 'string' ? said : expect.stringMatching(said));
  });

  test('finds a refusal of the server that has no words', () => {
    const found = wordProblems({ ...good, sources: [['shop.tsx', good.page]], refusals: ['errors.closed'] });
    expect(found).toEqual(['errors.closed has no words']);
  });
});

const without = (words: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(words).filter(([, text]) => text !== undefined));
