import type { Marked } from '#contract/search.ts';
import { finderOf, phoneDigits, type Word, wordsIn } from './fold-words.ts';
import { beginningOf, matchLength, type Term } from './word-query.ts';

const excerptLettersMax = 180;
const lettersBefore = 50;

/** A text with what was looked for in it, and how many of the terms it holds. */
export type Found = Marked & { readonly terms: number };

/** A short text, whole. */
export function markWords(text: string, terms: readonly Term[]): Found {
  const { marks, met } = search(text, terms, Number.POSITIVE_INFINITY);
  return { text, marks, terms: met.size };
}

export function markPhone(text: string, terms: readonly Term[]): Found {
  const digits = phoneDigits(text);
  const isMet = terms.filter((one) => one.phone !== '' && digits.includes(one.phone)).length;
  return isMet > 0 ? { text, marks: [[0, text.length]], terms: isMet } : { text, marks: [], terms: 0 };
}

/** The piece of a long text around the first place that has something; undefined when nothing has. */
export function excerptOf(text: string, terms: readonly Term[]): Found | undefined {
  const { marks, met } = search(text, terms, excerptLettersMax - lettersBefore);
  const [first] = marks;
  if (!first) return undefined;
  const from = first[0] <= lettersBefore ? 0 : wordStart(text, first[0] - lettersBefore, first[0]);
  const to = Math.min(text.length, from + excerptLettersMax);
  const before = from > 0 ? '…' : '';
  const piece = text.slice(from, to).toWellFormed().replaceAll('\uFFFD', ' ').replace(/\s/g, ' ');
  const shift = before.length - from;
  return {
    text: `${before}${piece}${to < text.length ? '…' : ''}`,
    marks: marks.filter((one) => one[1] <= to).map(([a, b]): [number, number] => [a + shift, b + shift]),
    terms: met.size,
  };
}

/** Where a word begins, so that none is cut in two; not beyond what is to be seen. */
function wordStart(text: string, at: number, latest: number): number {
  const space = text.slice(at, latest).search(/\s/);
  return space === -1 ? at : at + space + 1;
}

type Search = { readonly marks: [number, number][]; readonly met: ReadonlySet<Term> };

/** Most texts beside a find hold nothing, and others nothing before it: that is told by their letters, without taking them apart into words. */
const nothing: Search = { marks: [], met: new Set() };

/** Looks through a text, and so many letters beyond the first find. */
function search(text: string, terms: readonly Term[], lettersBeyond: number): Search {
  const from = text === '' ? -1 : firstPlace(text, terms);
  if (from < 0) return nothing;
  const marks: [number, number][] = [];
  const met = new Set<Term>();
  const longest = Math.max(1, ...terms.map((one) => one.words.length));
  const window: Word[] = [];
  const judge = () => {
    const words = window.map((one) => one.word);
    for (const term of terms) {
      const length = matchLength(term, words);
      const [first, last] = [window[0], window[length - 1]];
      if (length === 0 || !first || !last) continue;
      met.add(term);
      const before = marks.at(-1);
      if (before && first.from < before[1]) before[1] = Math.max(before[1], last.to);
      else marks.push([first.from, last.to]);
    }
    window.shift();
  };
  for (const word of wordsIn(text, from)) {
    const [first] = marks;
    if (first && word.from > first[0] + lettersBeyond) break;
    window.push(word);
    if (window.length === longest) judge();
  }
  while (window.length > 0) judge();
  return { marks, met };
}

/** Where the first word begins that may be one of them; -1 where there is none. */
function firstPlace(text: string, terms: readonly Term[]): number {
  let first = -1;
  for (const term of terms) {
    const at = finder(term)(text);
    if (at >= 0 && (first < 0 || at < first)) first = at;
  }
  return first;
}

function finder(term: Term): (text: string) => number {
  const known = finders.get(term);
  if (known) return known;
  const made = finderOf(beginningOf(term));
  finders.set(term, made);
  return made;
}

const finders = new WeakMap<Term, (text: string) => number>();
