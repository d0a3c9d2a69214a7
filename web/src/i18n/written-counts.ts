import type { FormatterModule } from 'i18next';

const formats = new Map<string, Intl.NumberFormat>();

function numberFormat(language: string): Intl.NumberFormat {
  const known = formats.get(language) ?? new Intl.NumberFormat(language);
  formats.set(language, known);
  return known;
}

/** `{{count}}` is written as numbers are in the language of its words: `12,400 tickets`. Other numbers may be names, and stay. */
export const writtenCounts: FormatterModule = {
  type: 'formatter',
  init() {},
  add() {},
  addCached() {},
  format: (value: unknown, _name, language = 'en', options): string =>
    typeof value === 'number' && options?.interpolationkey === 'count'
      ? numberFormat(language).format(value)
      : (value as string), // as it is: i18next makes text of it
};
