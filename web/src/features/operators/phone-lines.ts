import { phoneNumberMax, phonePattern } from '#contract/product-call-phones.ts';

/** A line that somebody typed, with its place from 1. */
export type PhoneLine = { readonly line: number; readonly number: string };

/** What stands in each line; empty ones are none. */
export function linesOf(text: string): PhoneLine[] {
  return text
    .split(/\r?\n/)
    .map((number, index) => ({ line: index + 1, number: number.trim() }))
    .filter(({ number }) => number !== '');
}

export type LineProblem = PhoneLine & { readonly key: 'phone_invalid' | 'phone_duplicate' };

/** What is wrong before anybody is asked: no number at all, or the same one twice. */
export function problemsOfLines(lines: readonly PhoneLine[]): LineProblem[] {
  const seen = new Set<string>();
  return lines.flatMap((one): LineProblem[] => {
    if (one.number.length > phoneNumberMax || !phonePattern.test(one.number)) return [{ ...one, key: 'phone_invalid' }];
    const digits = one.number.replaceAll(/\D/g, '');
    if (seen.has(digits)) return [{ ...one, key: 'phone_duplicate' }];
    seen.add(digits);
    return [];
  });
}
