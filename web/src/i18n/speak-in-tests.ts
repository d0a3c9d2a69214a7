import i18next from 'i18next';
import en from './en.json';
import uk from './uk.json';
import { writtenCounts } from './written-counts.ts';

/** For tests of words: a language at once, without a browser to remember it. */
export async function speakInTests(lng: 'en' | 'uk' = 'en'): Promise<void> {
  const resources = { en: { translation: en }, uk: { translation: uk } };
  const interpolation = { escapeValue: false, defaultVariables: { brand: 'Parley' }, alwaysFormat: true };
  await i18next.use(writtenCounts).init({ lng, resources, interpolation });
}
