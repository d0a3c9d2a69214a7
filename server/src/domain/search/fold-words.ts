/** A word of a text: as it is compared, and where it stands. */
export type Word = { readonly word: string; readonly from: number; readonly to: number };

const wordLettersMax = 60;
/** An apostrophe within a word belongs to it, however it is written. */
const wordPattern = /[\p{L}\p{N}\p{M}]+(?:['’ʼ`´][\p{L}\p{N}\p{M}]+)*/gu;

/** The words of a text, one after another, so that whoever has found enough may stop. */
export function* wordsIn(text: string, from = 0): Generator<Word> {
  for (const found of matchesFrom(text, from)) {
    const word = foldWord(found[0]);
    if (word !== '') yield { word, from: found.index, to: found.index + found[0].length };
  }
}

function matchesFrom(text: string, from: number): Iterable<RegExpExecArray> {
  wordPattern.lastIndex = from;
  const all = text.matchAll(wordPattern); // goes on from there, with a place of its own
  wordPattern.lastIndex = 0;
  return all;
}

export const foldedWords = (text: string): string[] => [...wordsIn(text)].map((one) => one.word);

/**
 * A word as it is compared: in lower case, without accents and apostrophes. і and ї, и and й, г and ґ are one letter, as
 * they are to somebody in a hurry.
 */
export function foldWord(word: string): string {
  if (word.length > rememberedLettersMax) return fold(word);
  const known = remembered.get(word);
  if (known !== undefined) return known;
  const folded = fold(word);
  if (remembered.size >= rememberedMax) remembered.clear();
  remembered.set(word, folded);
  return folded;
}

/** People use few words. Longer ones are windows into their text for V8, and would keep all of it in memory. */
const remembered = new Map<string, string>();
const rememberedLettersMax = 12;
const rememberedMax = 20_000;

function fold(word: string): string {
  const low = word.toLowerCase();
  const folded = /^[a-z0-9]+$/.test(low) ? low : foldText(low).replace(/[^\p{L}\p{N}]/gu, '');
  return folded.slice(0, wordLettersMax).toWellFormed().replaceAll('\uFFFD', '');
}

/** The same of a whole text, with all that stands between its words: it holds every word that the text has. */
export function foldText(text: string): string {
  const low = text.toLowerCase();
  if (!strange.test(low)) return low.replace(/[ґїй'’ʼ`]/g, (letter) => plainly[letter] ?? '');
  return low
    .normalize('NFKD')
    .replace(/[\p{M}'’ʼ`´]/gu, '')
    .replace(/[ґßæœøłđı]/g, (letter) => plainly[letter] ?? letter);
}
/** Most texts have none of these: of their letters few are folded, which takes a fraction of the time. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
const strange = /[^\x00-\x7fА-Яа-яЄєІіЇїҐґ«»“”„–—’ʼ]/;
const plainly: Record<string, string> = {
  ...{ ґ: 'г', ї: 'і', й: 'и' },
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' },
};

/**
 * Finds a place before which no word begins that has these letters, folded, and -1 where no word has them. Where the text is
 * plain it is not folded for it: they are looked for as they may stand there.
 */
export function finderOf(folded: string): (text: string) => number {
  const unfolded = new RegExp([...folded].map(asItMayStand).join("['’ʼ`]*"), 'i');
  return (text) => {
    const at = text.search(unfolded);
    if (at >= 0) return strange.test(text.slice(0, at)) ? 0 : wordStart(text, at);
    return strange.test(text) && foldText(text).includes(folded) ? 0 : -1;
  };
}

/** Of the word around a place of a plain text. */
function wordStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && /[\p{L}\p{N}'’ʼ`]/u.test(text.charAt(start - 1))) start--;
  return start;
}

const asItMayStand = (letter: string): string =>
  ({ г: '[гґ]', і: '[ії]', и: '[ий]' })[letter] ?? letter.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

const stemLettersMin = 4;
const englishEndings = ['ings', 'ing', 'ies', 'ied', 'ers', 'ed', 'es', 'er', 'ly', 's', 'e', 'y'];
/** Folded, as the words are. */
const ukrainianEndings = [
  ...['ями', 'ами', 'ові', 'еві', 'єві', 'ого', 'ому', 'ими', 'ати', 'ити', 'ала', 'ила', 'али', 'или'],
  ...['ою', 'ею', 'єю', 'ам', 'ям', 'ах', 'ях', 'ом', 'ем', 'єм', 'ів', 'ии', 'іи', 'оі', 'их', 'им', 'ти', 'ав', 'ив'],
  ...['ла', 'ло', 'ли', 'а', 'я', 'о', 'е', 'є', 'у', 'ю', 'и', 'і', 'ь'],
];

/** What all forms of a word begin with, roughly: 'refunds' and 'refunded' with 'refund', «замовленням» with «замовлен». */
export function stemOf(word: string): string {
  const endings = /^[a-z]+$/.test(word) ? englishEndings : /^\p{Script=Cyrillic}+$/u.test(word) ? ukrainianEndings : [];
  const ending = endings.find((one) => word.endsWith(one) && word.length - one.length >= stemLettersMin);
  const stem = ending ? word.slice(0, -ending.length) : word;
  return stem.length > stemLettersMin && /(\p{L})\1$/u.test(stem) ? stem.slice(0, -1) : stem;
}

const shortStemLetters = 3;
/** Of nouns, folded: a word of three letters and one of these is too short to be known by its stem alone. */
const nounEndings = [
  ...['ами', 'ями', 'ові', 'еві', 'ою', 'ею', 'єю', 'ам', 'ям', 'ах', 'ях', 'ом', 'ем', 'ів'],
  ...['а', 'я', 'о', 'е', 'є', 'у', 'ю', 'и', 'і'],
];

/** All forms of a short Ukrainian noun, each of them whole: «ціна», «ціни» and «цінами». None of other words. */
export function shortForms(word: string): readonly string[] {
  const stem = word.slice(0, shortStemLetters);
  if (!/^\p{Script=Cyrillic}{3}$/u.test(stem) || !nounEndings.includes(word.slice(shortStemLetters))) return [];
  return [stem, ...nounEndings.map((ending) => stem + ending)];
}

export const phoneDigitsMin = 5;
const phoneDigitsMax = 15;
const phonePattern = /^[+(\d][\d\s().+\-–/]*$/;

/** The digits of a phone number, however it is written; nothing when it is none. What stands before the country is gone. */
export function phoneDigits(text: string): string {
  if (!phonePattern.test(text)) return '';
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  return digits.length >= phoneDigitsMin && digits.length <= phoneDigitsMax ? digits : '';
}
