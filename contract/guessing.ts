import { guessableWords, ukrainianKeyboard } from './guessable-words.ts';
import { guessesLog10Min, ratedLengthMax } from './passwords.ts';

type Words = readonly (string | number)[];
type Keyboard = Record<string, (string | null)[]>;

/** What zxcvbn-ts brings, in its own names. */
type Lists = {
  common: { dictionary: Record<string, Words>; adjacencyGraphs: Record<string, Keyboard> };
  english: { dictionary: Record<string, Words> };
};

/**
 * How passwords are rated, here and there alike: by the common passwords of the world, English words and names, and what
 * people type in Ukraine. Lists are joined into three, and substitutions (`p4ssw0rd`) tried up to a few: every further
 * one multiplies the time, and time is what an attacker would ask us for.
 */
export function guessingOptions({ common, english }: Lists) {
  const passwords = common.dictionary['passwords-common'] ?? [];
  const { qwerty = {}, keypad = {} } = common.adjacencyGraphs;
  const listOf = (name: string) => (english.dictionary[name] ?? []).slice(0, wordsMax);
  return {
    dictionary: {
      passwords: [...passwords],
      local: guessableWords(passwords),
      words: joined(listOf('commonWords-en'), listOf('wikipedia-en')),
      names: joined(listOf('firstnames-en'), listOf('lastnames-en')),
    },
    graphs: { qwerty, keypad, ukrainian: ukrainianKeyboard(qwerty) },
    maxLength: ratedLengthMax,
    l33tMaxSubstitutions: 8,
  };
}
const wordsMax = 30_000;

export const isEasilyGuessed = ({ guessesLog10 }: { guessesLog10: number }): boolean => guessesLog10 < guessesLog10Min;

/** What somebody who knows the person would try: their names, address, company and us, whole and in parts. */
export function wordsAbout(facts: readonly string[]): string[] {
  const whole = facts.map((fact) => fact.toLowerCase().slice(0, factLengthMax)).filter(Boolean);
  const parts = whole.flatMap((fact) => fact.split(/[^\p{L}\d]+/u)).filter((part) => part.length > 2);
  return [...new Set([...whole, ...parts])].slice(0, wordsAboutMax);
}
const factLengthMax = 100;
const wordsAboutMax = 50;

function joined(...lists: readonly Words[]): (string | number)[] {
  const longest = Math.max(...lists.map((list) => list.length));
  const all = Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1))).flat();
  return [...new Set(all)];
}
