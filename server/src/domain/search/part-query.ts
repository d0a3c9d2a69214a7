import { foldedWords } from './fold-words.ts';
import { insideLettersMin, lexemeOf } from './word-vector.ts';

/**
 * What the words of every customer fulfil in whose name or address each of these parts stands somewhere, as a tsquery:
 * not all who fulfil it have them. Empty where the parts say too little: numbers, and fewer than three letters.
 */
export const partQuery = (companyId: number, parts: readonly string[]): string =>
  parts
    .filter((part) => /\p{L}/u.test(part))
    .flatMap((part) => around(companyId, foldedWords(part)))
    .join(' & ');

/** It may begin within the first of its words, and end within the last. */
function around(companyId: number, words: readonly string[]): string[] {
  const [first = '', ...others] = words;
  const rest = others.map((word, i) => {
    const isLast = i === others.length - 1;
    return `'${lexemeOf(companyId, 'text', word)}'${isLast ? ':*' : ''}`;
  });
  if (first.length < insideLettersMin) return rest;
  const ends = others.length === 0 ? ':*' : '';
  return [
    `('${lexemeOf(companyId, 'text', first)}'${ends} | '${lexemeOf(companyId, 'inside', first)}'${ends})`,
    ...rest,
  ];
}
