import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isEmptySearch,
  quotedValue,
  readSearchQuery,
  searchOperatorNames,
  searchOperators,
  withoutPiece,
} from './search-query.ts';

const today = new Date(2026, 10, 22);
const read = (typed: string) => readSearchQuery(typed, today);
const plainly = (typed: string) => {
  const { words, filters, numbers, problems } = read(typed);
  return [
    ...words.map((one) => `${one.isNegated ? '-' : ''}${one.isExact ? `"${one.text}"` : one.text}`),
    ...filters.map((one) => `${one.isNegated ? '-' : ''}${one.operator}=${one.value}${one.isChoice ? '!' : ''}`),
    ...numbers.map((one) => `${one.isNegated ? '-' : ''}#${one.number}`),
    ...problems.map((one) => `${one.key} ${one.operator}:${one.value}`),
  ];
};

describe('a search', () => {
  test('is words, phrases, operators and numbers, each of which a minus turns round', () => {
    expect(plainly('walnut "oak table" -leg -"short leg" tag:refund -status:resolved #4318 -#7')).toEqual([
      ...['walnut', '"oak table"', '-leg', '-"short leg"'],
      ...['tag=refund', '-status=resolved!', '#4318', '-#7'],
    ]);
    expect(plainly('assignee:"Olena Kovalenko" in:„Oak tables“ from:@example.com')).toEqual([
      'assignee=Olena Kovalenko',
      'in=Oak tables',
      'from=@example.com',
    ]);
  });

  test('speaks Ukrainian as well', () => {
    expect(plainly('від:Ганна кому:support стан:вирішені після:01.10.2026 до:вчора має:вкладення')).toEqual([
      ...['from=Ганна', 'to=support', 'status=resolved!', 'after=2026-10-01', 'before=2026-11-21', 'has=attachment!'],
    ]);
    expect(plainly('тег:повернення у:спам виконавець:я')).toEqual(['tag=повернення', 'in=spam!', 'assignee=me!']);
    expect(plainly('канал:пошта -канал:Телеграм')).toEqual(['channel=mail!', '-channel=telegram!']);
  });

  test('days are whole or the beginning of a month or a year, and exist', () => {
    const days = ['2026-11-03', '2026-11', '2026', '3.11.2026', 'today', 'вчора', '7d', '7д'];
    expect(days.map((day) => read(`after:${day}`).filters[0]?.value)).toEqual([
      ...[
        '2026-11-03',
        '2026-11-01',
        '2026-01-01',
        '2026-11-03',
        '2026-11-22',
        '2026-11-21',
        '2026-11-15',
        '2026-11-15',
      ],
    ]);
    for (const day of ['2026-13', '2026-02-30', '0000', 'soon', '32.01.2026'])
      expect(plainly(`after:${day}`)).toEqual([`search_unknown_value after:${day}`]);
  });

  test('names what it does not know, and never passes it over', () => {
    expect(plainly('form:hanna')).toEqual(['search_unknown_operator form:hanna']);
    expect(plainly('channel:pigeon')).toEqual(['search_unknown_value channel:pigeon']);
    expect(plainly('status:purple')).toEqual(['search_unknown_value status:purple']);
    expect(plainly('tag: ')).toEqual(['search_value_missing tag:']);
    expect(plainly(Array.from({ length: 17 }, (_, i) => `w${i}`).join(' ')).at(-1)).toMatch('search_too_many_words');
  });

  test('leaves alone what only looks like an operator', () => {
    expect(plainly('Re: the table at 10:30, see https://shop.example.com/a:b')).toEqual([
      ...['Re:', 'the', 'table', 'at', '10:30,', 'see', 'https://shop.example.com/a:b'],
    ]);
    expect(plainly('"form:hanna" - -- %%% ...')).toEqual(['"form:hanna"']);
  });

  test('loses one piece when asked to', () => {
    const typed = 'walnut tag:refund  leg';
    const [filter] = read(typed).filters;
    expect(filter && withoutPiece(typed, filter)).toBe('walnut leg');
  });

  test('takes a name that has quotation marks as it is, and nothing behind it', () => {
    for (const name of [
      ...[
        'late "refund"',
        'ТОВ "Дуб"',
        'ТОВ «Дуб»',
        'VIP «золото» клієнт',
        '«VIP»',
        '"VIP"',
        '“VIP”',
        '„VIP“',
        'Дуб"и',
      ],
      ...['ТОВ «Фірма «Дуб»»', 'VIP “gold” client', '"a" «b»', 'oak'],
    ])
      expect(plainly(`tag:${quotedValue(name)} walnut in:open`), name).toEqual(['walnut', `tag=${name}`, 'in=open!']);
    // No mark is left for it.
    expect(plainly(`tag:${quotedValue('"a" «b» “c”')} walnut`)).toEqual(['walnut', 'tag=a  «b» “c”']);
  });

  test('closes a phrase by the mark that belongs to the one before it', () => {
    expect(plainly('"він сказав «так» і пішов" стіл')).toEqual(['"він сказав «так» і пішов"', 'стіл']);
    expect(plainly('„так“ „так” „так" “yes” «так» стіл')).toEqual([
      ...['"так"', '"так"', '"так"', '"yes"', '"так"', 'стіл'],
    ]);
  });
});

describe('whatever is typed', () => {
  const anything = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 400 }),
    fc
      .array(fc.constantFrom(...searchOperatorNames, ':', '"', '-', '#', ' ', 'від:', 'a', '7', '«', '\u0301', '%'), {
        maxLength: 60,
      })
      .map((parts) => parts.join('')),
  );

  test('is read without an error, and every piece stands where it says', () => {
    fc.assert(
      fc.property(anything, (typed) => {
        const { words, filters, numbers, problems } = read(typed);
        const pieces = [...words, ...filters, ...numbers].sort((a, b) => a.from - b.from);
        for (const [i, one] of pieces.entries()) {
          expect(one.from).toBeGreaterThanOrEqual(pieces[i - 1]?.to ?? 0);
          expect(one.to).toBeLessThanOrEqual(typed.length);
          expect(one.to).toBeGreaterThan(one.from);
        }
        for (const one of words) expect(typed.slice(one.from, one.to)).toContain(one.text);
        expect(problems.every((one) => typed.includes(one.operator))).toBe(true);
      }),
    );
  });

  test('means the same again when it is put together anew, in either language', () => {
    const value = fc.stringMatching(/^[a-zа-я][a-zа-я0-9 ]{0,12}$/).map((text) => text.trim());
    const operator = fc.constantFrom('tag', 'from', 'to', 'assignee', 'in').filter((name) => name in searchOperators);
    fc.assert(
      fc.property(operator, fc.constantFrom('en', 'uk'), value, fc.boolean(), (name, language, text, isNegated) => {
        const names = searchOperators[name as 'tag'][language as 'en'];
        const typed = `${isNegated ? '-' : ''}${names[0]}:${quotedValue(text)}`;
        const [filter, ...others] = read(typed).filters;
        expect(others).toEqual([]);
        expect(filter).toMatchObject({ operator: name, isNegated });
        expect(isEmptySearch(read(withoutPiece(typed, { from: 0, to: typed.length })))).toBe(true);
      }),
    );
  });
});
