import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { CannotStart } from './cannot-start.ts';
import { asAccount, type DatabaseAccount } from './embedded-postgres-account.ts';

/** A folder with PostgreSQL's bin, lib and share, proved to run, and the version it reports ("18.4"). */
export type Binaries = { folder: string; version: string };

/** The binaries as npm installed them. */
export type BinariesPackage = { name: string; version: string; folder: string };

/**
 * Finds PostgreSQL's programs for the account that is to run them: where npm put them, or, where that account cannot
 * run them there (a clone in a private home folder, a read-only node_modules), a copy in a cache. Throws `CannotStart`.
 */
export function findBinaries(
  account: DatabaseAccount,
  log: (line: string) => void,
  source: BinariesPackage = installedPackage(),
  cacheRoots: string[] = usualCacheRoots(),
): Binaries {
  makeSymlinks(source.folder);
  let attempt = tryBinaries(source.folder, account);
  if ('version' in attempt) return attempt;

  for (const root of cacheRoots) {
    const copy = copyInto(root, source, log);
    if (!copy) continue;
    attempt = tryBinaries(copy, account);
    if ('version' in attempt) return attempt;
  }
  throw new CannotStart(
    `PostgreSQL does not run as user "${account.name}", neither in ${source.folder} nor in a copy of it ` +
      `(${attempt.failure}). Set DATABASE_URL to use a PostgreSQL of your own.`,
  );
}

export function installedPackage(): BinariesPackage {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    const packageFolder = path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)));
    const { version } = JSON.parse(fs.readFileSync(path.join(packageFolder, 'package.json'), 'utf8'));
    return { name: path.basename(name), version, folder: path.join(packageFolder, 'native') };
  } catch {
    throw new CannotStart(
      `There is no embedded database for ${process.platform}-${process.arch} (${name} is not installed). ` +
        'Run npm install, or set DATABASE_URL to use a PostgreSQL of your own.',
    );
  }
}

function usualCacheRoots(): string[] {
  if (process.getuid?.() === 0) return ['/var/cache/parley', '/var/lib/parley/cache', path.join(os.tmpdir(), 'parley')];
  const cacheHome = process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache');
  return [path.join(cacheHome, 'parley'), path.join(os.tmpdir(), `parley-${os.userInfo().uid}`)];
}

function tryBinaries(folder: string, account: DatabaseAccount): Binaries | { failure: string } {
  const attempts = ['postgres', 'initdb'].map((program) =>
    spawnSync(path.join(folder, 'bin', program), ['--version'], { ...asAccount(account), encoding: 'utf8' }),
  );
  const failed = attempts.find((attempt) => attempt.status !== 0);
  if (failed) return { failure: (failed.error?.message ?? failed.stderr).trim() };
  return { folder, version: /\d+(\.\d+)*/.exec(attempts[0]?.stdout ?? '')?.[0] ?? 'unknown' };
}

/**
 * npm packages cannot hold symbolic links, so the package lists those its libraries need. Its install script would make
 * them; we make them here, so that no install script is needed. A folder that we may not write is not an error yet.
 */
function makeSymlinks(folder: string): void {
  for (const link of readJson<{ source: string; target: string }[]>(path.join(folder, 'pg-symlinks.json')) ?? []) {
    const target = path.join(path.dirname(folder), link.target);
    if (!fs.lstatSync(target, { throwIfNoEntry: false }))
      tryTo(() => fs.symlinkSync(path.basename(link.source), target));
  }
}

/**
 * Copies the binaries into a cache that others may read but not write, and returns the copy; an intact older copy is
 * used again. Copied aside, compared and then renamed, so that neither a kill nor two starts at once leave a half copy
 * under the final name; files cut short by a power failure are noticed by their size. Returns undefined where that cache
 * cannot be used.
 */
function copyInto(root: string, source: BinariesPackage, log: (line: string) => void): string | undefined {
  const copy = path.join(root, `postgres-${source.name}-${source.version}`, 'native');
  const aside = `${path.dirname(copy)}.${randomBytes(6).toString('hex')}`;
  try {
    makeReadableFolder(root);
    if (!isOnlyOurs(root)) return undefined;
    const files = filesIn(source.folder).filter((file) => !file.endsWith('.a'));
    if (isIntact(copy, source.folder, files)) return copy;

    log(`copying PostgreSQL to ${path.dirname(copy)}`);
    for (const file of files) copyFile(path.join(source.folder, file), path.join(aside, 'native', file));
    makeSymlinks(path.join(aside, 'native'));
    putInPlace(aside, path.dirname(copy));
    return copy;
  } catch (error) {
    log(`${root} cannot hold a copy of PostgreSQL: ${(error as Error).message}`);
    return undefined;
  } finally {
    tryTo(() => fs.rmSync(aside, { recursive: true, force: true }));
  }
}

/** Nobody else can put a program of his own there. */
function isOnlyOurs(folder: string): boolean {
  const stat = fs.lstatSync(folder);
  return stat.isDirectory() && stat.uid === process.getuid?.() && (stat.mode & 0o022) === 0;
}

function isIntact(copy: string, source: string, files: string[]): boolean {
  const sizeOf = (folder: string, file: string) =>
    fs.statSync(path.join(folder, file), { throwIfNoEntry: false })?.size;
  return fs.existsSync(copy) && files.every((file) => sizeOf(copy, file) === sizeOf(source, file));
}

function filesIn(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

function copyFile(from: string, to: string): void {
  makeReadableFolder(path.dirname(to));
  const content = fs.readFileSync(from);
  const isProgram = (fs.statSync(from).mode & 0o111) !== 0;
  fs.writeFileSync(to, content, { flag: 'wx' });
  fs.chmodSync(to, isProgram ? 0o755 : 0o644);
  if (sha256(fs.readFileSync(to)) !== sha256(content)) throw new Error(`${to} differs from what was copied`);
}

/** Like mkdir -p, whatever the umask is. */
function makeReadableFolder(folder: string): void {
  if (fs.existsSync(folder)) return;
  makeReadableFolder(path.dirname(folder));
  fs.mkdirSync(folder);
  fs.chmodSync(folder, 0o755);
}

/** A damaged or foreign folder of that name makes way; one that another start put there meanwhile is as good as ours. */
function putInPlace(folder: string, place: string): void {
  if (fs.existsSync(place)) fs.renameSync(place, path.join(folder, 'replaced'));
  fs.renameSync(folder, place);
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function readJson<T>(file: string): T | undefined {
  return fs.existsSync(file) ? (JSON.parse(fs.readFileSync(file, 'utf8')) as T) : undefined;
}

function tryTo(action: () => void): void {
  try {
    action();
  } catch {
    // What it was for is tried afterwards, by running the programs.
  }
}
