import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { component, readManifest } from './web-manifest.ts';

// Runs the page's own code outside a browser, and leaves what it drew beside the built web app, with the names of the
// files that the page and then its program need.
const [from = '', to = ''] = process.argv.slice(2);
const { drawSignIn } = (await import(pathToFileURL(path.resolve(from, 'prerender.js')).href)) as {
  drawSignIn: () => Promise<Record<string, object>>;
};
const filesOf = readManifest(to);
const pages = Object.entries(await drawSignIn()).map(([name, page]) => {
  const words = `src/i18n/${name.startsWith('ua') ? 'uk' : 'en'}.json?door`;
  return [name, { ...page, ...filesOf('index.html', component('index'), words) }];
});
fs.writeFileSync(path.join(to, 'sign-in.json'), JSON.stringify(Object.fromEntries(pages)));
