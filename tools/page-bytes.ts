import fs from 'node:fs';
import path from 'node:path';
import { component, readManifest } from './web-manifest.ts';

type Figure = { what: string; unit: 'kB' | 'files'; amount: number; limit: number };

/**
 * What a browser fetches for the first pages, in kilobytes of gzip, measured on the files that the server sends, and in how
 * many files. The first limit and those of the chat on websites are promises; the others keep the rest from growing unseen.
 */
export function measurePages(root: string): Figure[] {
  const web = path.join(root, '.build', 'web');
  const filesOf = readManifest(web);
  const sizeOf = (file: string, folder = web) => fs.statSync(path.join(folder, `${file}.gz`)).size / 1000;
  const weight = (what: string, files: readonly string[], limit: number, folder = web): Figure => {
    return { what, unit: 'kB', amount: files.reduce((sum, file) => sum + sizeOf(file, folder), 0), limit };
  };
  const count = (what: string, { length }: readonly string[], limit: number): Figure => {
    return { what, unit: 'files', amount: length, limit };
  };
  const [widget, pdf] = ['widget', 'pdf'].map((name) => path.join(root, '.build', name)) as [string, string];
  const chats = fs.readdirSync(widget).filter((name) => name.endsWith('.js'));
  const early = fs.readdirSync(path.join(web, 'assets')).filter((name) => /^early-.*\.js$/.test(name));
  const signIn = filesOf('index.html', 'src/i18n/uk.json?door', component('index'));
  const words = ['src/i18n/uk.json?door', 'src/i18n/uk.json?desk'];
  const list = ['index.html', ...words, component('_desk'), component('_desk.tickets.index')];
  const desk = filesOf(...list);
  const ticket = filesOf(...list, component('_desk.tickets.$id'));
  return [
    // The server leaves everything else out of the page until it is drawn; e2e/public-pages.test.ts watches a browser.
    weight(
      'sign-in page: scripts before its first paint',
      early.map((name) => `assets/${name}`),
      120,
    ),
    weight('sign-in page: scripts until the app has taken over', signIn.scripts, 255),
    count('sign-in page: scripts until the app has taken over', signIn.scripts, 20),
    weight('ticket list: scripts of a first visit', desk.scripts, 382),
    count('ticket list: scripts of a first visit', desk.scripts, 25),
    weight('ticket list and a ticket: scripts of a first visit', ticket.scripts, 583),
    count('ticket list and a ticket: scripts of a first visit', ticket.scripts, 32),
    // Nobody fetches it who opens no PDF, and whoever does keeps it until there is another one.
    ...fs
      .readdirSync(pdf)
      .filter((name) => name.endsWith('.js'))
      .map((name) => weight('a PDF: the program of its frame', [name], 640, pdf)),
    // Every page of a site loads the first, whoever opens the chat one of the others, and nothing else ever. The preview
    // is ours alone.
    ...chats
      .filter((name) => name !== 'quidget-preview.js')
      .map((name): Figure => {
        const limit = name === 'quidget.js' ? 3 : name.startsWith('quidget-chat-here') ? 1.05 : 20;
        return { what: `chat on websites: ${name}`, unit: 'kB', amount: sizeOf(name, widget), limit };
      }),
  ];
}
