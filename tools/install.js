import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { runTied } from './children.js';
import { CannotStart, say } from './words.js';

/** Whether node_modules holds what package-lock.json says, for this kind of machine. */
export function isInstalled(root) {
  const wanted = fingerprint(root);
  if (readIfThere(stampFile(root)) === wanted) return true;
  return isInstalledByHand(root);
}

/** Installs exactly what package-lock.json says. The stamp comes last, so that an interrupted install is done again. */
export async function install(root) {
  say('installing packages (the first time this takes a minute or two)');
  fs.rmSync(stampFile(root), { force: true });
  const [command, ...args] = npmCommand();
  const env = { ...process.env, PATH: pathWithoutOwnPrograms(root) };
  try {
    // The web app is built here, so development dependencies are needed whatever NODE_ENV says.
    await runTied(command, [...args, 'ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'], {
      cwd: root,
      env,
    });
  } catch (error) {
    throw new CannotStart(`The packages could not be installed (npm ci ${error.message}); npm's words are above.`);
  }
  fs.writeFileSync(stampFile(root), fingerprint(root));
}

function stampFile(root) {
  return path.join(root, 'node_modules', '.parley-installed');
}

function fingerprint(root) {
  const lock = fs.readFileSync(path.join(root, 'package-lock.json'));
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}\n`;
}

/** Somebody may have run npm themselves: then npm's own note of what it installed agrees with package-lock.json. */
function isInstalledByHand(root) {
  const note = readIfThere(path.join(root, 'node_modules', '.package-lock.json'));
  if (!note) return false;
  const installed = JSON.parse(note).packages;
  const wanted = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(wanted).every(([place, entry]) => {
    if (place === '' || entry.link) return true;
    const found = installed[place];
    return found ? found.version === entry.version : entry.optional && !isForThisMachine(entry);
  });
}

/** Optional packages without `os` and `cpu` are fallbacks, which npm leaves out when something better is there. */
function isForThisMachine({ os, cpu, libc }) {
  if (!os?.includes(process.platform) || !cpu?.includes(process.arch)) return false;
  return !libc || libc.includes(ownLibc());
}

function ownLibc() {
  process.report.excludeNetwork = true;
  return process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl';
}

/** The npm that runs this script, else the one on the PATH. */
function npmCommand() {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env;
  return npm?.endsWith('npm-cli.js') ? [node || process.execPath, npm] : ['npm'];
}

/** npm must not run with the Node that it is about to replace. */
function pathWithoutOwnPrograms(root) {
  const own = path.join(root, 'node_modules', '.bin');
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => path.resolve(folder) !== own)
    .join(path.delimiter);
}

function readIfThere(file) {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : undefined;
}
