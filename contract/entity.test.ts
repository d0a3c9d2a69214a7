import { expect, test } from 'vitest';
import { nameLine, safeLine, several, text, timeValue, wordsOf } from './entity.ts';

test.each(['2026-02-28 23:59:59', '2024-02-29 00:00:00', '1970-01-01 00:00:00', '9999-12-31 23:59:59'])(
  'the time %s is taken',
  (text) => {
    expect(timeValue.safeParse(text).success).toBe(true);
  },
);

test.each([
  '2026-02-30 00:00:00',
  '2026-02-29 00:00:00',
  '2026-04-31 10:00:00',
  '2026-13-01 00:00:00',
  '2026-00-10 00:00:00',
  '2026-01-00 00:00:00',
  '2026-01-01 24:00:00',
  '2026-01-01 23:60:00',
  '2026-01-01 23:59:60',
  '0000-01-01 00:00:00',
  '2026-1-1 0:0:0',
  '2026-01-01T00:00:00Z',
])('no calendar has the time %s', (text) => {
  expect(timeValue.safeParse(text).success).toBe(false);
});

test('several ids are given once each, and not without end', () => {
  const { value } = several('users', { max: 3, write: 'always' });
  expect(value.safeParse([3, 1, 2]).success).toBe(true);
  for (const wrong of [[1, 1], [1, 2, 3, 4], [0], ['1'], 1, null]) expect(value.safeParse(wrong).success).toBe(false);
});

test.each(['   ', '\u00a0\u3000\u2003', '\u200b\u200d\u2060', '\u202e\u202c ', '\u3164\u115f\uffa0', '\u2800 \ufe0f'])(
  'a name is no blanks alone: %j',
  (blanks) => {
    expect(safeLine(50, 3).safeParse(blanks).error?.issues).toEqual([
      expect.objectContaining({ code: 'custom', params: { key: 'required' } }),
    ]);
    expect(text({ min: 3, max: 50 }).value.safeParse(blanks).success).toBe(false);
    expect(text({ max: 50 }).value.parse(blanks), 'where nothing is asked for, it is nothing').toBe('');
  },
);

test('what was pasted along and turns the letters around it is left out', () => {
  const { value } = text({ min: 3, max: 50 });
  expect(value.parse('\u202a+44 20 7946 0018\u202c')).toBe('+44 20 7946 0018');
  expect(value.parse('Ned’s \u202eshop\u2069')).toBe('Ned’s shop');
  expect(value.safeParse('\u202eab').success).toBe(false);
});

test('names that differ by what nobody sees are one, and pictures and letters stay as they are drawn', () => {
  const { value } = text({ min: 3, max: 50 });
  const hidden = [
    '\u200b',
    '\u200d',
    '\u2060',
    '\ufeff',
    '\u00ad',
    '\u3164',
    '\u115f',
    '\u034f',
    '\ufe0f',
    '\u200e',
    '\u2800',
  ];
  for (const one of [...hidden, '\u{e0041}\u{e0042}']) {
    for (const name of [`${one}Вагомо`, `Ва${one}гомо`, `Вагомо${one}${one}`]) expect(value.parse(name)).toBe('Вагомо');
    expect(value.safeParse(`ab${one}`).error?.issues.map((issue) => issue.code)).toEqual(['too_small']);
    expect(nameLine(50, 2).parse(`Ok ${one}😀`)).toBe('Ok 😀');
  }
  for (const seen of [
    '👩\u200d👧',
    '👩🏽\u200d💻 ok',
    '❤\ufe0f\u200d🔥',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    '1\ufe0f\u20e3',
    'می\u200cخواهم',
    'क्\u200dष',
    '🇺🇦 так',
    'Ïжак',
  ])
    expect(value.parse(seen), seen).toBe(seen);
  expect(text({ max: 50, readable: false }).value.parse('pass\u200bword'), 'a secret is as it was typed').toBe(
    'pass\u200bword',
  );
});

test('a name has blanks around it, signs of any alphabet, or nothing but a picture', () => {
  const { value } = text({ min: 3, max: 50 });
  for (const name of [' a ', 'Ïжак', '---', '👩\u200d👧', 'می\u200cخواهم']) {
    expect(value.safeParse(name).success, name).toBe(true);
  }
  expect(value.safeParse('').error?.issues.map((one) => one.code)).toEqual(['too_small']);
});

test('a search is a few different words in lower case', () => {
  expect(wordsOf('  Hanna LINDQVIST hanna\tЇжак ')).toEqual(['hanna', 'lindqvist', 'їжак']);
  expect(wordsOf('a b c d e f g h i j')).toHaveLength(8);
  expect(wordsOf(' ')).toEqual([]);
});
