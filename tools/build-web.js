import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { runTied } from './children.js';
import { CannotStart, say } from './words.js';

/** What the web app is made of; generated files and tests say nothing new. */
const sources = ['web', 'contract', 'package-lock.json'];
const isWithoutEffect = (file) => /\.(gen|test)\.tsx?$/.test(file);

/** Whether `.build/web` was built from the sources as they are now. A clone without a web app needs no build. */
export function isWebBuilt(root) {
  if (!fs.existsSync(path.join(root, 'web', 'index.html'))) return true;
  const stamp = stampFile(root);
  return (
    fs.existsSync(path.join(root, '.build', 'web', 'index.html')) &&
    fs.existsSync(stamp) &&
    fs.readFileSync(stamp, 'utf8') === fingerprint(root)
  );
}

/** Builds aside and swaps, so that a server that runs meanwhile never serves half a build. */
export async function buildWeb(root, node) {
  say('building the web app');
  const made = path.join(root, '.build', 'web');
  const aside = path.join(root, '.build', 'web.new');
  const wanted = fingerprint(root);
  const vite = path.join(root, 'node_modules', '.bin', 'vite');
  const output = ['--outDir', aside, '--emptyOutDir', '--logLevel', 'warn'];
  try {
    await runTied(node, [vite, 'build', '--config', path.join('web', 'vite.config.ts'), ...output], { cwd: root });
  } catch (error) {
    throw new CannotStart(`The web app could not be built (vite ${error.message}); its words are above.`);
  }
  fs.rmSync(stampFile(root), { force: true });
  fs.rmSync(made, { recursive: true, force: true });
  fs.renameSync(aside, made);
  fs.writeFileSync(stampFile(root), wanted);
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
