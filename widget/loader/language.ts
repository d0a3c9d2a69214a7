import type { QuidgetLanguage } from '#contract/quidget-settings.ts';

/** The language that was asked for, else the page's, else the first of the browser's that the chat speaks. */
export function languageOf(wanted: string, page: string, browser: readonly string[]): QuidgetLanguage {
  for (const tag of [wanted, page, ...browser]) {
    const spoken = /^(en|uk|ua)\b/i.exec(tag)?.[1];
    if (spoken) return /en/i.test(spoken) ? 'en' : 'ua';
  }
  return 'en';
}
