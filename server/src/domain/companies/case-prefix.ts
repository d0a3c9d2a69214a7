const prefix = String.raw`\p{L}{1,2}|[\p{L}\d]{2}`;
const number = new RegExp(String.raw`\[(${prefix})-(\d{1,9})\]`, 'gu');
const wholePrefix = new RegExp(`^(?:${prefix})$`, 'u');

export type CaseNumber = { readonly prefix: string; readonly number: number };

/** The case numbers in a subject, such as `[AB-12]`: one of them may be another company's. */
export const caseNumbersIn = (subject: string): CaseNumber[] =>
  [...subject.matchAll(number)]
    .slice(0, caseNumbersMax)
    .flatMap(([, prefix, number]) =>
      prefix && number ? [{ prefix: prefix.toUpperCase(), number: Number(number) }] : [],
    );
const caseNumbersMax = 10;

/** As it is kept and written into subjects. */
export const asCasePrefix = (text: string): string => text.toUpperCase();

/**
 * Whether a subject is recognised by it: a digit alone would be found in `[1-2]`, and signs stand everywhere. Some letters
 * are two in capitals.
 */
export const isCasePrefix = (text: string): boolean => wholePrefix.test(asCasePrefix(text));
