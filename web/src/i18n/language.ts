import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { fetchPart } from '../api/fetch-part.ts';
import { brand } from '../ui/brand.ts';
import type { LaterSection, WordsPart } from './door-words.ts';
import type en from './en.json';
import { writtenCounts } from './written-counts.ts';

/** As it travels and is stored. `ua` is Ukrainian; HTML and Intl call it `uk`. */
export const languages = ['en', 'ua'] as const;
export type Language = (typeof languages)[number];

const tags = { en: 'en', ua: 'uk' } as const satisfies Record<Language, string>;
/** English here means 24-hour time and day before month. */
const locales = { en: 'en-GB', ua: 'uk-UA' } as const satisfies Record<Language, string>;
/** Signed-out pages wait for their own words alone (`door-words.ts`). */
const load: Record<Language, Record<WordsPart, () => Promise<{ default: object }>>> = {
  en: {
    door: () => import('./en.json?door'),
    desk: () => import('./en.json?desk'),
    quidget: () => import('./en.json?quidget'),
    integrations: () => import('./en.json?integrations'),
    operators: () => import('./en.json?operators'),
    sender_domain: () => import('./en.json?sender_domain'),
    csv: () => import('./en.json?csv'),
    snooze: () => import('./en.json?snooze'),
    audit: () => import('./en.json?audit'),
    push: () => import('./en.json?push'),
    archive: () => import('./en.json?archive'),
    phones: () => import('./en.json?phones'),
    calendar: () => import('./en.json?calendar'),
    mail_log: () => import('./en.json?mail_log'),
    mailbox: () => import('./en.json?mailbox'),
    member: () => import('./en.json?member'),
    settings: () => import('./en.json?settings'),
    dependents: () => import('./en.json?dependents'),
    disable: () => import('./en.json?disable'),
    merge: () => import('./en.json?merge'),
    search: () => import('./en.json?search'),
    palette: () => import('./en.json?palette'),
    customer_page: () => import('./en.json?customer_page'),
    compose: () => import('./en.json?compose'),
    writing: () => import('./en.json?writing'),
    forever: () => import('./en.json?forever'),
    side: () => import('./en.json?side'),
    visitors: () => import('./en.json?visitors'),
    chat_facts: () => import('./en.json?chat_facts'),
    ai: () => import('./en.json?ai'),
    phone_list: () => import('./en.json?phone_list'),
  },
  ua: {
    door: () => import('./uk.json?door'),
    desk: () => import('./uk.json?desk'),
    quidget: () => import('./uk.json?quidget'),
    integrations: () => import('./uk.json?integrations'),
    operators: () => import('./uk.json?operators'),
    sender_domain: () => import('./uk.json?sender_domain'),
    csv: () => import('./uk.json?csv'),
    snooze: () => import('./uk.json?snooze'),
    audit: () => import('./uk.json?audit'),
    push: () => import('./uk.json?push'),
    archive: () => import('./uk.json?archive'),
    phones: () => import('./uk.json?phones'),
    calendar: () => import('./uk.json?calendar'),
    mail_log: () => import('./uk.json?mail_log'),
    mailbox: () => import('./uk.json?mailbox'),
    member: () => import('./uk.json?member'),
    settings: () => import('./uk.json?settings'),
    dependents: () => import('./uk.json?dependents'),
    disable: () => import('./uk.json?disable'),
    merge: () => import('./uk.json?merge'),
    search: () => import('./uk.json?search'),
    palette: () => import('./uk.json?palette'),
    customer_page: () => import('./uk.json?customer_page'),
    compose: () => import('./uk.json?compose'),
    writing: () => import('./uk.json?writing'),
    forever: () => import('./uk.json?forever'),
    side: () => import('./uk.json?side'),
    visitors: () => import('./uk.json?visitors'),
    chat_facts: () => import('./uk.json?chat_facts'),
    ai: () => import('./uk.json?ai'),
    phone_list: () => import('./uk.json?phone_list'),
  },
};
const loaded = new Map<string, Promise<void>>();
let partsSpoken: readonly WordsPart[] = ['door'];
const storageKey = 'parley.language';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}

/** Must have resolved before anything is rendered. */
export async function startI18n(): Promise<void> {
  await i18next
    .use(initReactI18next)
    .use(writtenCounts)
    .init({
      lng: tags[rememberedLanguage()],
      resources: {},
      interpolation: { escapeValue: false, defaultVariables: { brand: brand.name }, alwaysFormat: true },
      returnNull: false,
    });
  await speak(rememberedLanguage());
}

/** The desk's words, from here on in every language that is spoken. Must have resolved before the desk is rendered. */
export const learnDesk = (): Promise<void> => learnPart('desk');
/** Likewise the words of pages that few people open, before one of these is rendered. */
export const learnLater = (section: LaterSection): Promise<void> => learnPart(section);

async function learnPart(part: WordsPart): Promise<void> {
  partsSpoken = [...new Set([...partsSpoken, part])];
  await learn(currentLanguage());
}

async function learn(language: Language): Promise<void> {
  await Promise.all(
    partsSpoken.map((part) => {
      const name = `${language} ${part}`;
      const learning = loaded.get(name) ?? add(language, part);
      loaded.set(name, learning);
      // What did not come is asked for again the next time.
      learning.catch(() => loaded.delete(name));
      return learning;
    }),
  );
}

async function add(language: Language, part: WordsPart): Promise<void> {
  const words = await fetchPart(load[language][part]);
  // Into what is there: some sections come in two parts.
  i18next.addResourceBundle(tags[language], 'translation', words.default, true);
}

export async function speak(language: Language): Promise<void> {
  const tag = tags[language];
  await learn(language);
  await i18next.changeLanguage(tag);
  document.documentElement.lang = tag;
  localStorage.setItem(storageKey, language);
  // For the first page of the next visit, which the server draws.
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing without https
  document.cookie = `parley-language=${language}; path=/v1; max-age=31536000; samesite=lax`;
}

export function currentLanguage(): Language {
  return i18next.language === tags.ua ? 'ua' : 'en';
}
export function currentLocale(): string {
  return locales[currentLanguage()];
}

function rememberedLanguage(): Language {
  const remembered = localStorage.getItem(storageKey);
  if (remembered === 'en' || remembered === 'ua') return remembered;
  return navigator.languages.some((tag) => tag.toLowerCase().startsWith('uk')) ? 'ua' : 'en';
}
