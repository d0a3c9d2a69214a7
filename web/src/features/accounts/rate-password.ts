import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import keyboards from '@zxcvbn-ts/language-common/dist/adjacencyGraphs.json.mjs';
import passwords from '@zxcvbn-ts/language-common/dist/passwords.json.mjs';
import firstNames from '@zxcvbn-ts/language-en/dist/firstnames.json.mjs';
import { guessingOptions, isEasilyGuessed, wordsAbout } from '#contract/guessing.ts';

/**
 * Import it only once somebody chooses a password: it is 0.2 MB. With all words of English and all family names it would
 * be four times as much, for little more than a hint; the server has them, and what it says is binding.
 */
const rater = new ZxcvbnFactory(
  guessingOptions({
    common: { dictionary: { 'passwords-common': passwords }, adjacencyGraphs: keyboards },
    english: { dictionary: { 'firstnames-en': firstNames } },
  }),
);

export const isGuessable = (password: string, facts: readonly string[]): boolean =>
  isEasilyGuessed(rater.check(password, wordsAbout(facts)));
