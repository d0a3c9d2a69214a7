import i18next from 'i18next';
import en from './en.json';

/** For tests of words: English, at once and without a browser. */
export async function speakEnglish(): Promise<void> {
  await i18next.init({ lng: 'en', resources: { en: { translation: en } }, interpolation: { escapeValue: false } });
}
