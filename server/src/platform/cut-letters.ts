const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Marks can be heaped upon a letter without end. */
const letterLengthMax = 64;

/** At most so long, and no letter cut in two: neither a pair of surrogates, nor what is drawn as one, as a flag or a family is. */
export function cutLetters(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  const end = letters.segment(text.slice(0, lengthMax + letterLengthMax)).containing(lengthMax)?.index ?? 0;
  if (end > lengthMax - letterLengthMax) return text.slice(0, end);
  return text.slice(0, lengthMax).replace(/[\uD800-\uDBFF]$/, '');
}

/** The same, with a mark that there was more. */
export const shortened = (text: string, lengthMax: number): string =>
  text.length <= lengthMax ? text : `${cutLetters(text, lengthMax - 1).trimEnd()}…`;
