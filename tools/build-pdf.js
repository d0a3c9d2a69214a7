import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'vite';
import { compress } from './build-web.js';

/** The page that draws PDFs, and what its reader may ask for: only what a person of today meets (docs/decisions). */
const root = path.dirname(import.meta.dirname);
const [folder = path.join(root, '.build', 'pdf')] = process.argv.slice(2);
const packageFile = createRequire(import.meta.url).resolve('pdfjs-dist/package.json');
const shipped = path.dirname(packageFile);
const { version } = JSON.parse(fs.readFileSync(packageFile, 'utf8'));

/** One script in one piece: nothing may be loaded where it runs. */
async function script(entry, define = {}) {
  const made = await build({
    configFile: false,
    root: path.join(root, 'web', 'pdf-frame'),
    logLevel: 'warn',
    define,
    build: {
      write: false,
      rolldownOptions: {
        // Only what the reader would do in Node asks for it.
        transform: { define: { 'import.meta': '{}' } },
        input: path.resolve(root, 'web', 'pdf-frame', entry),
        output: { format: 'iife', codeSplitting: false },
      },
    },
  });
  const [chunk, ...others] = made.output;
  if (others.length > 0) throw new Error(`${entry} became more than one script`);
  return chunk.code;
}

const inside = (codes) => Object.fromEntries(Object.entries(codes).map(([name, text]) => [name, JSON.stringify(text)]));
const engine = await script(
  'engine.ts',
  inside({
    READER_CODE: await script(path.join(shipped, 'legacy', 'build', 'pdf.worker.mjs')),
    PAINTER_CODE: await script(path.join(shipped, 'legacy', 'build', 'pdf.renderer.mjs')),
  }),
);
const code = await script('frame.ts', inside({ ENGINE_CODE: engine, READER_VERSION: version }));
const print = createHash('sha256').update(code).digest('hex').slice(0, 12);

const asked = path.join(folder, version);
fs.rmSync(folder, { recursive: true, force: true });
fs.mkdirSync(path.join(asked, 'standard_fonts'), { recursive: true });
fs.mkdirSync(path.join(asked, 'wasm'));
fs.writeFileSync(path.join(folder, `frame.${print}.js`), code);
fs.cpSync(path.join(shipped, 'cmaps'), path.join(asked, 'cmaps'), { recursive: true });
// Other letters come from the machine of whoever looks, when a file brings none of its own.
const files = [
  'standard_fonts/FoxitSymbol.pfb',
  'standard_fonts/FoxitDingbats.pfb',
  'wasm/jbig2.wasm',
  'wasm/openjpeg.wasm',
];
const licences = ['LICENSE', 'standard_fonts/LICENSE_FOXIT', 'wasm/LICENSE_JBIG2', 'wasm/LICENSE_OPENJPEG'];
for (const file of [...files, ...licences]) fs.copyFileSync(path.join(shipped, file), path.join(asked, file));
compress(folder);
