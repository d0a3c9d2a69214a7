import i18next from 'i18next';
import en from './en.json';
import uk from './uk.json';

/** For tests of words: a language at once, without a browser to remember it. */
export async function speakInTests(lng: 'en' | 'uk' = 'en'): Promise<void> {
  const resources = { en: { translation: en }, uk: { translation: uk } };
  await i18next.init({ lng, resources, interpolation: { escapeValue: false, defaultVariables: { brand: 'Parley' } } });
}
