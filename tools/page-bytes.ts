import fs from 'node:fs';
import path from 'node:path';
import { component, readManifest } from './web-manifest.ts';

type Figure = { what: string; bytes: number; limit: number };

/**
 * What a browser fetches for the first pages, in bytes of gzip, measured on the files that the server sends. The first
 * limit and those of the chat on websites are promises; the others keep the rest from growing unseen.
 */
export function measurePages(root: string): Figure[] {
  const web = path.join(root, '.build', 'web');
  const filesOf = readManifest(web);
  const sizeOf = (files: readonly string[]) =>
    files.reduce((bytes, file) => bytes + fs.statSync(path.join(web, `${file}.gz`)).size, 0);
  const chats = fs.readdirSync(path.join(root, '.build', 'widget')).filter((name) => name.endsWith('.js'));
  const early = fs.readdirSync(path.join(web, 'assets')).filter((name) => /^early-.*\.js$/.test(name));
  const signIn = filesOf('index.html', 'src/i18n/uk.json?door', component('index'));
  const words = ['src/i18n/uk.json?door', 'src/i18n/uk.json?desk'];
  const desk = filesOf('index.html', ...words, component('_desk'), component('_desk.tickets.index'));
  return [
    // The server leaves everything else out of the page until it is drawn; e2e/public-pages.test.ts watches a browser.
    {
      what: 'sign-in page: scripts before its first paint',
      bytes: sizeOf(early.map((name) => `assets/${name}`)),
      limit: 120_000,
    },
    { what: 'sign-in page: scripts until the app has taken over', bytes: sizeOf(signIn.scripts), limit: 255_000 },
    { what: 'ticket list: scripts of a first visit', bytes: sizeOf(desk.scripts), limit: 415_000 },
    // Every page of a site loads the first, whoever opens the chat one of the others, and nothing else ever. The preview
    // is ours alone.
    ...chats
      .filter((name) => name !== 'quidget-preview.js')
      .map((name) => ({
        what: `chat on websites: ${name}`,
        bytes: fs.statSync(path.join(root, '.build', 'widget', `${name}.gz`)).size,
        limit: name === 'quidget.js' ? 3000 : name.startsWith('quidget-chat-here') ? 1050 : 20_000,
      })),
  ];
}
