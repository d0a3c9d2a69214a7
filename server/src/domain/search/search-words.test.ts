import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readSearchQuery } from '#contract/search-query.ts';
import { finderOf, foldedWords, foldText, foldWord, phoneDigits, stemOf, wordsIn } from './fold-words.ts';
import { excerptOf, markWords } from './mark-words.ts';
import { type SaidInTicket, ticketVectors } from './ticket-words.ts';
import { termsOf, tsqueryOf } from './word-query.ts';

const terms = (typed: string) => termsOf(readSearchQuery(typed));
const marked = ({ text, marks }: { text: string; marks: readonly (readonly [number, number])[] }) =>
  marks.map(([from, to]) => text.slice(from, to));

describe('words', () => {
  test('stand in a text that is not folded just where they stand in the folded one', () => {
    const letters = fc.constantFrom(...`aegzZЖяєіїийгґЄІЇИЙГҐ'’ʼ\`´-.*éß 7`);
    const texts = fc.string({ unit: letters, maxLength: 12 });
    fc.assert(
      fc.property(texts, texts, texts, (before, word, after) => {
        const folded = foldWord(word);
        fc.pre(folded !== '');
        for (const text of [before + word + after, before + after])
          expect(finderOf(folded)(text) >= 0, text).toBe(foldText(text).includes(folded));
      }),
      { numRuns: 2000 },
    );
  });

  test('are looked for from where the first of them may begin: what stands before has none', () => {
    const letters = fc.constantFrom(...`aegzЖяєіїийгґЄ'’ʼ\`´-.é ́`);
    const texts = fc.string({ unit: letters, maxLength: 16 });
    fc.assert(
      fc.property(texts, texts, texts, (before, word, after) => {
        const folded = foldWord(word);
        fc.pre(folded !== '');
        const text = before + word + after;
        const from = finderOf(folded)(text);
        const begins = [...wordsIn(text)].filter((one) => one.word.startsWith(folded));
        expect(
          [...wordsIn(text, Math.max(0, from))].filter((one) => one.word.startsWith(folded)),
          text,
        ).toEqual(begins);
      }),
      { numRuns: 5000 },
    );
  });

  test('are compared without accents, case and apostrophes', () => {
    expect(foldedWords('Café Ґанок, п’ять їжаків — Åre don´t')).toEqual([
      ...['cafe', 'ганок', 'пять', 'іжаків', 'are', 'dont'],
    ]);
    expect(foldedWords('hanna@mail.example.com LO-4318 invoice_7.pdf')).toEqual([
      ...['hanna', 'mail', 'example', 'com', 'lo', '4318', 'invoice', '7', 'pdf'],
    ]);
  });

  test('have forms that begin alike', () => {
    for (const [one, other] of [
      ...[
        ['refunds', 'refunded'],
        ['deliveries', 'delivery'],
        ['tables', 'table'],
        ['замовленням', 'замовлень'],
      ],
      ...[
        ['книгами', 'книги'],
        ['повернення', 'поверненню'],
        ['оплатила', 'оплатити'],
        ['стільця', 'стільці'],
      ],
    ] as const)
      expect(foldWord(other).startsWith(stemOf(foldWord(one))), `${one} ${other}`).toBe(true);
    expect(stemOf('leg')).toBe('leg');
  });

  test('that are phone numbers are digits, without what stands before the country', () => {
    for (const written of ['+38 (067) 123-45-67', '0038067 1234567']) expect(phoneDigits(written)).toBe('380671234567');
    expect(phoneDigits('067 123 45 67')).toBe('671234567');
    const [one, ...others] = terms('+38 067 123-45-67');
    expect([one?.phone, others]).toEqual(['380671234567', []]);
    expect(terms('4318 4319').map((term) => term.words)).toEqual([['4318'], ['4319']]);
  });
});

describe('whatever is typed or written', () => {
  const anything = fc.string({ unit: 'binary', maxLength: 300 });

  test('becomes a query that holds nothing but letters, digits and our own signs', () => {
    fc.assert(
      fc.property(anything, (typed) => {
        const query = tsqueryOf(
          [7, 12],
          { terms: terms(typed), filters: readSearchQuery(typed).filters },
          { isInside: true },
        );
        expect(query.replaceAll(/'(7|12)[.<>+~][\p{L}\p{N}]+'(:\*)?/gu, 'w')).toMatch(/^[w|&()<\-> ]*$/);
      }),
    );
  });

  test('A23 is shown as it was said: marks are places, in order, and never markup', () => {
    fc.assert(
      fc.property(anything, fc.string({ maxLength: 20 }), (text, typed) => {
        for (const found of [markWords(text, terms(typed)), excerptOf(text, terms(typed))]) {
          let before = 0;
          for (const [from, to] of found?.marks ?? []) {
            expect(from).toBeGreaterThanOrEqual(before);
            expect(to).toBeGreaterThan(from);
            expect(to).toBeLessThanOrEqual(found?.text.length ?? 0);
            before = to;
          }
          expect(found?.text.isWellFormed() ?? true).toBe(text.isWellFormed() || found?.text.isWellFormed());
        }
      }),
    );
  });
});

describe('marks', () => {
  test('are missed by no quick look, however a word is written', () => {
    for (const [text, typed] of [
      ['I don’t know, it`s café №5', 'dont'],
      ['I don’t know, it`s café №5', 'cafe'],
      ['Ґанок, під’їзд і Йосип', 'ганок'],
      ['Ґанок, під’їзд і Йосип', 'підʼїзд'],
      ['Straße nach Łódź', 'strasse'],
      ['Straße nach Łódź', 'łódź'],
      ['ΟΔΟΣ και ΣΊΣΥΦΟΣ', 'σίσυφος'],
      ['a ﬁle', 'file'],
    ] as const)
      expect(markWords(text, terms(typed)).terms, `${typed} in ${text}`).toBe(1);
  });

  test('stand on whole words, their forms and phrases', () => {
    const text = 'The walnut tables arrived; one table leg is short.';
    expect(marked(markWords(text, terms('table short')))).toEqual(['tables', 'table', 'short']);
    expect(marked(markWords(text, terms('"table leg"')))).toEqual(['table leg']);
    expect(marked(markWords('Чекаю на замовлення', terms('ЗАМОВЛЕННЯМ')))).toEqual(['замовлення']);
    expect(marked(markWords('hanna@lindqvist.test', terms('@lindqvist')))).toEqual(['lindqvist']);
  });

  test('stay on their words in a piece of a long text', () => {
    const text = `${'Nothing to see here. '.repeat(40)}\nThe walnut\ttable ${'and more '.repeat(80)}`;
    const piece = excerptOf(text, terms('walnut'));
    expect(piece && marked(piece)).toEqual(['walnut']);
    expect(piece?.text.length).toBeLessThan(200);
    expect(piece?.text).toMatch(/^….*The walnut table.*…$/);
    expect(excerptOf(text, terms('chair'))).toBeUndefined();
  });
});

describe('a ticket of any length', () => {
  const said = (id: number, body_text: string): SaidInTicket => ({
    ...{ id, body_text, kind: 'inbound', author_name: '', from_name: '', from_address: null, subject: '' },
    ...{ quoted_text: '', recipients: [], files: [] },
  });
  const head = { company_id: 7, number: 5, title: 'Walnut', name: 'Hanna', addresses: [], phones: [], tags: [] };

  test('is packed into parts, none too large, that hold every word and the head', () => {
    const words = Array.from({ length: 14_000 }, (_, i) => `word${i}`);
    const packed = ticketVectors(head, 1);
    const parts = [said(1, words.join(' ')), ...Array.from({ length: 24 }, (_, i) => said(i + 2, `reply${i}`))].flatMap(
      (one) => packed.add(one),
    );
    const { rest, parts: count } = packed.end();
    if (rest) parts.push(rest);
    expect(parts.map((one) => one.part)).toEqual(Array.from({ length: count }, (_, i) => i + 1));
    for (const word of [...words.filter((_, i) => i % 97 === 0), 'word13999', 'reply0', 'reply23'])
      expect(parts.filter((one) => one.words.includes(`'7.${word}'`)).length, word).toBe(1);
    for (const one of parts) {
      expect(one.words).toContain("'7.walnut'");
      expect(one.words.length).toBeLessThan(500_000);
      expect(one.to).toBeGreaterThanOrEqual(one.from);
    }
  });
});
