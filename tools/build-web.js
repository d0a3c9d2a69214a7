import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { runTied } from './children.js';
import { CannotStart, say } from './words.js';

/** What the web app, the chat for websites and the frame of PDFs are made of; generated files and tests say nothing new. */
const sources = [
  'web',
  'widget',
  'contract',
  'package-lock.json',
  'tools/build-web.js',
  'tools/build-pdf.js',
  'tools/build-widget.js',
  'tools/draw-sign-in.ts',
  'tools/web-manifest.ts',
];
const isWithoutEffect = (file) => /\.(gen|test)\.tsx?$/.test(file);

/** Whether `.build/web` was built from the sources as they are now. A clone without a web app needs no build. */
export function isWebBuilt(root) {
  if (!fs.existsSync(path.join(root, 'web', 'index.html'))) return true;
  const stamp = stampFile(root);
  return (
    fs.existsSync(path.join(root, '.build', 'web', 'index.html')) &&
    fs.existsSync(path.join(root, '.build', 'widget', 'quidget.js')) &&
    fs.existsSync(path.join(root, '.build', 'pdf')) &&
    fs.existsSync(stamp) &&
    fs.readFileSync(stamp, 'utf8') === fingerprint(root)
  );
}

/** Builds aside and swaps, so that a server that runs meanwhile never serves half a build. */
export async function buildWeb(root, node) {
  say('building the web app');
  const made = path.join(root, '.build', 'web');
  const aside = path.join(root, '.build', 'web.new');
  const beside = ['widget', 'pdf'].map((name) => path.join(root, '.build', name));
  const wanted = fingerprint(root);
  const vite = path.join(root, 'node_modules', '.bin', 'vite');
  const drawing = path.join(root, '.build', 'web.drawing');
  const build = [vite, 'build', '--config', path.join('web', 'vite.config.ts'), '--emptyOutDir', '--logLevel', 'warn'];
  try {
    await runTied(node, [...build, '--outDir', aside], { cwd: root });
    await runTied(node, [...build, '--outDir', drawing, '--ssr', 'src/prerender.tsx'], { cwd: root });
    await runTied(node, [path.join('tools', 'draw-sign-in.ts'), drawing, aside], { cwd: root });
    for (const folder of beside)
      await runTied(node, [path.join('tools', `build-${path.basename(folder)}.js`), `${folder}.new`], { cwd: root });
  } catch (error) {
    throw new CannotStart(`The web app could not be built (vite ${error.message}); its words are above.`);
  }
  fs.rmSync(drawing, { recursive: true, force: true });
  compress(path.join(aside, 'assets'));
  fs.rmSync(stampFile(root), { force: true });
  fs.rmSync(made, { recursive: true, force: true });
  fs.renameSync(aside, made);
  for (const folder of beside) {
    fs.rmSync(folder, { recursive: true, force: true });
    fs.renameSync(`${folder}.new`, folder);
  }
  fs.writeFileSync(stampFile(root), wanted);
}

/** Once, and well, in place of at every request. Fonts are compressed already. */
export function compress(folder, brotliQuality = 9) {
  const { BROTLI_MODE_TEXT, BROTLI_PARAM_MODE, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = zlib.constants;
  for (const name of fs.readdirSync(folder).filter((one) => /\.(?:js|css|svg|json)$/.test(one))) {
    const file = path.join(folder, name);
    const bytes = fs.readFileSync(file);
    const params = {
      [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT,
      [BROTLI_PARAM_QUALITY]: brotliQuality,
      [BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    // Short blocks suit a file of words and code better, long ones a file of one kind.
    const packed = [6, 8].map((memLevel) => zlib.gzipSync(bytes, { level: 9, memLevel }));
    fs.writeFileSync(`${file}.gz`, packed[0].length < packed[1].length ? packed[0] : packed[1]);
    fs.writeFileSync(`${file}.br`, zlib.brotliCompressSync(bytes, { params }));
  }
}

function stampFile(root) {
  return path.join(root, '.build', 'web.stamp');
}

function fingerprint(root) {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of filesUnder(path.join(root, source))) {
      hash
        .update(`${path.relative(root, file)}\0`)
        .update(fs.readFileSync(file))
        .update('\0');
    }
  }
  return `${hash.digest('hex')}\n`;
}

function filesUnder(place) {
  if (!fs.existsSync(place)) return [];
  if (fs.statSync(place).isFile()) return [place];
  return fs
    .readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !isWithoutEffect(entry.name))
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}
