import type { QuidgetLanguage } from '#contract/quidget-settings.ts';

/** The language that was asked for, else the page's, else the first of the browser's that the chat speaks. */
export function languageOf(wanted: string, page: string, browser: readonly string[]): QuidgetLanguage {
  for (const tag of [wanted, page, ...browser]) {
    if (/^en\b/i.test(tag)) return 'en';
    if (/^u[ak]\b/i.test(tag)) return 'ua';
  }
  return 'en';
}
