import {
  operatorNamed,
  quotedValue,
  type SearchOperator,
  searchChoices,
  searchOperatorNames,
  searchOperators,
} from '#contract/search-query.ts';

/** What is being written where the cursor stands. */
export type Writing = {
  /** From where on it is replaced by what is chosen. */
  readonly from: number;
  readonly to: number;
  readonly minus: string;
} & (
  | { readonly kind: 'operator'; readonly prefix: string }
  | { readonly kind: 'value'; readonly operator: SearchOperator; readonly name: string; readonly prefix: string }
);
export type Suggestion = { readonly insert: string; readonly text: string; readonly about: SearchOperator | null };

/** Undefined: plain words, which need no help. */
export function writingAt(typed: string, caret: number): Writing | undefined {
  const before = typed.slice(0, caret);
  const found = /(?:^|\s)(-?)(?:([\p{L}]+):(?:"([^"]*)|([^\s"]*))|([\p{L}]+))$/u.exec(before);
  if (!found) return undefined;
  const [whole, minus = '', name, quoted, plain, word] = found;
  const from = before.length - whole.trimStart().length;
  const operator = name === undefined ? undefined : operatorNamed(name);
  if (name !== undefined)
    return operator && { kind: 'value', operator, name, prefix: quoted ?? plain ?? '', from, to: caret, minus };
  return word === undefined ? undefined : { kind: 'operator', prefix: word, from, to: caret, minus };
}

const isCyrillic = (text: string) => /\p{Script=Cyrillic}/u.test(text);
/** The word of a choice in the language of the desk. */
const spoken = (words: readonly string[], language: 'en' | 'uk'): string =>
  words.find((one) => isCyrillic(one) === (language === 'uk')) ?? words[0] ?? '';

export const operatorName = (operator: SearchOperator, language: 'en' | 'uk'): string =>
  searchOperators[operator][language][0];

const suggestedMax = 8;
const days = { en: ['today', 'yesterday', '7d', '30d'], uk: ['сьогодні', 'вчора', '7д', '30д'] } as const;

/** What may be written here: operators, or values of the one that stands there. `names`: of tags, products or people. */
export function suggestionsFor(writing: Writing, names: readonly string[], language: 'en' | 'uk'): Suggestion[] {
  const wanted = writing.prefix.toLowerCase();
  if (writing.kind === 'operator') {
    const fits = (one: SearchOperator) =>
      [...searchOperators[one].en, ...searchOperators[one].uk].some((name) => name.startsWith(wanted));
    return searchOperatorNames.filter(fits).map((one) => {
      const text = `${operatorName(one, language)}:`;
      return { insert: writing.minus + text, text, about: one };
    });
  }
  const { operator, name, minus } = writing;
  const choices: Readonly<Record<string, readonly string[]>> =
    operator in searchChoices ? searchChoices[operator as keyof typeof searchChoices] : {};
  const chosen = Object.values(choices)
    .filter((words) => words.some((word) => word.startsWith(wanted)))
    .map((words) => spoken(words, language));
  const day =
    operator === 'before' || operator === 'after' ? days[language].filter((one) => one.startsWith(wanted)) : [];
  return [...new Set([...chosen, ...day, ...names])]
    .filter((one) => one.toLowerCase() !== wanted)
    .slice(0, suggestedMax)
    .map((text) => ({ insert: `${minus}${name}:${quotedValue(text)} `, text, about: null }));
}
