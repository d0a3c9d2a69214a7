import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
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

/** What is wrong before anybody is asked: no number of any country, or the same one twice. */
export function problemsOfLines(lines: readonly PhoneLine[]): LineProblem[] {
  const seen = new Set<string>();
  return lines.flatMap((one): LineProblem[] => {
    const read = isWritten(one.number) ? parsePhoneNumberFromString(`+${one.number.replace('+', '')}`) : undefined;
    if (!read?.isValid()) return [{ ...one, key: 'phone_invalid' }];
    if (seen.has(read.number)) return [{ ...one, key: 'phone_duplicate' }];
    seen.add(read.number);
    return [];
  });
}

const isWritten = (number: string): boolean => number.length <= phoneNumberMax && phonePattern.test(number);
