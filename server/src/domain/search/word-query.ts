import type { SearchFilter, SearchQuery, SearchWords } from '#contract/search-query.ts';
import { readNumber } from '../phones/index.ts';
import { foldedWords, phoneDigits, shortForms, stemOf } from './fold-words.ts';
import { type FieldOfWords, lexemeOf, type Stretch, stretchOf } from './word-vector.ts';

/** One thing that is looked for: words that follow one another, each whole except perhaps the last. */
export type Term = {
  readonly words: readonly string[];
  /** The last word may go on: somebody is still typing it, or it has other forms. */
  readonly isOpen: boolean;
  /** Digits, should it be a phone number. */
  readonly phone: string;
  readonly isAddress: boolean;
  readonly isNegated: boolean;
};

/** Shorter beginnings would meet half of all words. */
const openLettersMin = 3;

export function termsOf({ words }: Pick<SearchQuery, 'words'>): Term[] {
  return joinPhones(words).flatMap(({ text, isExact, isNegated }) => {
    const folded = foldedWords(text);
    if (folded.length === 0) return [];
    return [{ words: folded, isOpen: !isExact, phone: phoneDigits(text), isAddress: text.includes('@'), isNegated }];
  });
}

/** `+38 067 123 45 67` is one number, not five; a minus before it is before all of it. */
function joinPhones(words: readonly SearchWords[]): Pick<SearchWords, 'text' | 'isExact' | 'isNegated'>[] {
  const joined: { text: string; isExact: boolean; isNegated: boolean }[] = [];
  for (let at = 0; at < words.length; at++) {
    let end = at;
    while (end < words.length && isDigits(words[end]) && (end === at || !words[end]?.isNegated)) end++;
    const run = words.slice(at, end);
    const text = run.map((one) => one.text).join(' ');
    if (run.length > 1 && isWholeNumber(text)) {
      joined.push({ text, isExact: false, isNegated: run[0]?.isNegated ?? false });
      at = end - 1;
    } else if (words[at]) joined.push(words[at] as SearchWords); // the loop stays within them
  }
  return joined;
}

const isDigits = (one: SearchWords | undefined): boolean =>
  one !== undefined && !one.isExact && /^[+(]?\d[\d().\-–/]*$/.test(one.text);

/** With its country, and no two orders: `380 67 123 45 67`. */
const wholeDigitsMin = 11;

function isWholeNumber(text: string): boolean {
  const { length } = phoneDigits(text);
  if (length === 0) return false;
  return /^[+(0]/.test(text) || (length >= wholeDigitsMin && readNumber(text) !== undefined);
}

/** Of each company so many of the newest stretches of tickets. */
export type Newest = {
  readonly kind: Stretch;
  readonly many: number;
  readonly lastNumbers: ReadonlyMap<number, number>;
};

type Words = { readonly terms: readonly Term[]; readonly filters: readonly SearchFilter[] };

/**
 * The words as a tsquery for these companies: all of them in one of the companies, without any of the unwanted beside
 * them, and among its newest tickets if so said. Empty when there are none.
 */
export function tsqueryOf(
  companies: readonly number[],
  { terms, filters }: Words,
  { isInside = false, without, newest }: { isInside?: boolean; without?: Words; newest?: Newest } = {},
): string {
  const ofCompany = (companyId: number) => {
    const wanted = wordsOf(companyId, { terms, filters }, isInside);
    if (wanted.length === 0) return '';
    const unwanted = without ? wordsOf(companyId, without, false) : [];
    return [
      ...wanted,
      ...(unwanted.length > 0 ? [`!(${unwanted.join(' | ')})`] : []),
      ...(newest ? [`(${newestStretches(companyId, newest).join(' | ')})`] : []),
    ].join(' & ');
  };
  return eachCompany(companies, ofCompany);
}

/** Any of the words, wherever they stand. Empty when there are none. */
export const anyOf = (companies: readonly number[], words: Words): string =>
  eachCompany(companies, (companyId) => wordsOf(companyId, words, false).join(' | '));

const eachCompany = (companies: readonly number[], ofCompany: (id: number) => string): string =>
  companies
    .flatMap((id) => ofCompany(id) || [])
    .map((one) => `(${one})`)
    .join(' | ');

const wordsOf = (companyId: number, { terms, filters }: Words, isInside: boolean): string[] => [
  ...terms.map((term) => `(${alternatives(companyId, term, isInside).join(' | ')})`),
  ...filters
    .filter(isOfWords)
    .map((one) => phrase(companyId, one.operator === 'from' ? 'from' : 'to', filterTerm(one))),
];

/** Those that words answer; all others are asked of the ticket. */
export const isOfWords = ({ operator }: SearchFilter): boolean => operator === 'from' || operator === 'to';

function newestStretches(companyId: number, { kind, many, lastNumbers }: Newest): string[] {
  // One more: the newest may have come since its number was read.
  const last = stretchOf(kind, lastNumbers.get(companyId) ?? 0) + 1;
  const first = Math.max(0, last - many);
  return Array.from({ length: last - first + 1 }, (_, i) => `'${lexemeOf(companyId, 'age', `${kind}${first + i}`)}'`);
}

export const filterTerm = (filter: Pick<SearchFilter, 'value'>): Pick<Term, 'words' | 'isOpen'> => ({
  words: foldedWords(filter.value),
  isOpen: true,
});

function alternatives(companyId: number, term: Term, isInside: boolean): string[] {
  const found = [phrase(companyId, 'text', term)];
  if (term.isAddress) found.push(phrase(companyId, 'from', term), phrase(companyId, 'to', term));
  if (term.phone) found.push(`'${lexemeOf(companyId, 'phone', term.phone)}':*`);
  const [word = ''] = term.words;
  if (isInside && term.isOpen && term.words.length === 1 && word.length >= openLettersMin)
    found.push(`'${lexemeOf(companyId, 'inside', word)}':*`);
  return found;
}

function phrase(companyId: number, field: FieldOfWords, { words, isOpen }: Pick<Term, 'words' | 'isOpen'>): string {
  const each = words.map((word, i) => {
    const isLast = i === words.length - 1;
    // Of names there are few: any beginning of one will do.
    const lettersMin = field === 'text' ? openLettersMin : 1;
    if (!isOpen || !isLast || word.length < lettersMin) return `'${lexemeOf(companyId, field, word)}'`;
    // A part of an address or of a file's name is no word with forms.
    if (words.length > 1 || field !== 'text') return `'${lexemeOf(companyId, field, word)}':*`;
    const forms = shortForms(word).map((form) => `'${lexemeOf(companyId, field, form)}'`);
    return [`'${lexemeOf(companyId, field, stemOf(word))}':*`, ...forms].join(' | ');
  });
  return each.length === 1 ? (each[0] ?? '') : `(${each.join(' <-> ')})`;
}

/** What the first word of anything that `matchLength` takes begins with. */
export function beginningOf({ words: [first = ''], words: { length }, isOpen }: Term): string {
  if (!isOpen || length > 1 || first.length < openLettersMin) return first;
  return shortForms(first)[0] ?? stemOf(first);
}

/** Whether these words, beginning with the first, are what the term looks for: how many of them; 0 when not. */
export function matchLength(term: Term, words: readonly string[]): number {
  if (words.length < term.words.length) return 0;
  const last = term.words.length - 1;
  for (const [i, wanted] of term.words.entries()) {
    const word = words[i] ?? '';
    const isOpen = term.isOpen && i === last && wanted.length >= openLettersMin;
    if (isOpen ? !isFormOf(word, wanted, last === 0) : word !== wanted) return 0;
  }
  return term.words.length;
}

const isFormOf = (word: string, wanted: string, hasForms: boolean): boolean =>
  hasForms ? word.startsWith(stemOf(wanted)) || shortForms(wanted).includes(word) : word.startsWith(wanted);
