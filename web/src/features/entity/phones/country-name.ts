import { currentLocale } from '../../../i18n/language.ts';

/** `UA` → `Ukraine`; nothing for a number that belongs to no country. */
export function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return '';
  return new Intl.DisplayNames(currentLocale(), { type: 'region', fallback: 'code' }).of(code) ?? code;
}
