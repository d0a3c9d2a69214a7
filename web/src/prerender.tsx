import './api/no-eval.ts';
import { createMemoryHistory } from '@tanstack/react-router';
import i18next from 'i18next';
import { renderToString } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { makeQueryClient } from './api/query-client.ts';
import { selfQuery } from './api/self.ts';
import { App } from './app.tsx';
import en from './i18n/en.json';
import uk from './i18n/uk.json';
import { makeRouter } from './router.tsx';

/** Who was on the way to another page is told so. */
type Page = 'en' | 'ua' | 'en_back' | 'ua_back';
type Drawn = { title: string; html: string; style: string };
const wayBack = '/v1/?back=%2Ftickets';

/**
 * Draws the sign-in page, as the app does for somebody who is signed out, into text: run once when the desk is built.
 * The server sends it as the first thing a stranger sees. `{{brand}}` is left open.
 */
export async function drawSignIn(): Promise<Record<Page, Drawn>> {
  await i18next.use(initReactI18next).init({
    resources: { en: { translation: en }, uk: { translation: uk } },
    interpolation: { escapeValue: false, defaultVariables: { brand: '{{brand}}' } },
  });
  return {
    en: await draw('en', '/v1/'),
    ua: await draw('uk', '/v1/'),
    en_back: await draw('en', wayBack),
    ua_back: await draw('uk', wayBack),
  };
}

async function draw(language: 'en' | 'uk', address: string): Promise<Drawn> {
  await i18next.changeLanguage(language);
  const queryClient = makeQueryClient();
  queryClient.setQueryData(selfQuery.queryKey, null);
  const router = makeRouter(queryClient, createMemoryHistory({ initialEntries: [address] }));
  await router.load();
  const drawn = renderToString(<App queryClient={queryClient} router={router} />);
  return { title: `${i18next.t('sign_in.title')} · {{brand}}`, ...withoutStyles(drawn) };
}

/** The page's policy refuses style attributes and unnamed tags: both become one sheet, which the server names. */
function withoutStyles(drawn: string): { html: string; style: string } {
  const sheets: string[] = [];
  const html = drawn
    // What the app would have run is run by early.js and the app itself.
    .replace(/<script[^>]*>.*?<\/script>/gs, '')
    .replace(/<style[^>]*>(.*?)<\/style>/gs, (_, css: string) => {
      sheets.push(css);
      return '';
    })
    .replace(/\sstyle="([^"]*)"/g, (_, css: string) => {
      sheets.push(`[data-drawn="${sheets.length}"]{${css.replaceAll('&quot;', '"').replaceAll('&#x27;', "'")}}`);
      return ` data-drawn="${sheets.length - 1}"`;
    });
  return { html, style: sheets.join('\n') };
}
