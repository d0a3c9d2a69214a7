import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { compress } from './build-web.js';

const root = path.dirname(import.meta.dirname);
const [folder = path.join(root, '.build', 'widget')] = process.argv.slice(2);

/** One script in one piece, as pages of other sites load it. */
async function script(entry, define = {}) {
  const made = await build({
    configFile: false,
    root: path.join(root, 'widget'),
    logLevel: 'warn',
    define,
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    // Written for Preact, drawn by what we use of it: with its hooks it would be a third of all that a visitor may fetch.
    resolve: { alias: [{ find: /^preact(\/.*)?$/, replacement: path.join(root, 'widget', 'draw', 'draw.ts') }] },
    build: {
      write: false,
      // Older ones have no sheets for shadow roots.
      target: ['chrome111', 'firefox114', 'safari16.4'],
      minify: true,
      cssMinify: true,
      // So that colours of day and night are left as they are.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      rolldownOptions: {
        input: path.join(root, 'widget', entry),
        // A `const` that stays one is put in where it is used.
        output: { format: 'iife', codeSplitting: false, topLevelVar: false },
      },
    },
  });
  const [chunk, ...others] = made.output;
  if (others.length > 0) throw new Error(`${entry} became more than one script`);
  return chunk.code;
}

const parts = { en: 'app/chat-en.ts', ua: 'app/chat-ua.ts', here: 'here/here.ts' };
const codes = await Promise.all(Object.values(parts).map((entry) => script(entry)));
// Under a name of their own contents, which a browser may keep for ever; one for all, since the loader carries it.
const print = createHash('sha256').update(codes.join()).digest('hex').slice(0, 12);
const names = Object.keys(parts).map((part) => `quidget-chat-${part}.${print}.js`);
const files = Object.fromEntries(names.map((name, at) => [name, codes[at]]));
files['quidget.js'] = await script('loader/load.ts', { CHAT_PRINT: JSON.stringify(print) });
files['quidget-preview.js'] = await script('preview/preview.ts');

fs.rmSync(folder, { recursive: true, force: true });
fs.mkdirSync(folder, { recursive: true });
for (const [name, code] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), code);
// As small as can be: every visitor of a site pays for it, and three files take no time.
compress(folder, 11);
