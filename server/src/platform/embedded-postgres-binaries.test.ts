import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { becomeOrdinary } from '#test/rigs/ordinary-user.ts';
import { chooseAccount, type DatabaseAccount } from './embedded-postgres-account.ts';
import { type BinariesPackage, findBinaries, installedPackage } from './embedded-postgres-binaries.ts';

vi.setConfig({ testTimeout: 30_000 });

let folder: string;
let account: DatabaseAccount;
let lines: string[];
const log = (line: string) => lines.push(line);

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-test-'));
  fs.chmodSync(folder, 0o711);
  account = chooseAccount('/');
  lines = [];
});

afterEach(() => {
  fs.rmSync(folder, { recursive: true, force: true });
});

/** The binaries as npm installs them, in a clone that everybody can read. */
function anInstallation(): BinariesPackage {
  const { name, version, folder: whole } = installedPackage();
  const native = path.join(folder, 'home', 'node_modules', name, 'native');
  fs.cpSync(whole, native, { recursive: true, verbatimSymlinks: true, filter: (file) => !file.endsWith('.a') });
  return { name, version, folder: native };
}

/** The same in a home folder of mode 0700, which the database's user cannot enter. */
function anInstallationInAPrivateHome(): BinariesPackage {
  const installation = anInstallation();
  fs.chmodSync(path.join(folder, 'home'), 0o700);
  return installation;
}

function cacheRoot(name: string): string {
  return path.join(folder, name);
}

it('uses the binaries where npm put them when it can', () => {
  const source = anInstallation();
  const binaries = findBinaries(account, log, source, []);
  expect(binaries.folder).toBe(source.folder);
  expect(binaries.version).toMatch(/^18\.\d+$/);
});

it.runIf(process.getuid?.() === 0)(
  'copies them from a private home folder to where the database’s user can run them',
  () => {
    const source = anInstallationInAPrivateHome();
    const binaries = findBinaries(account, log, source, [cacheRoot('cache')]);
    expect(binaries.folder).toBe(path.join(folder, 'cache', `postgres-${source.name}-${source.version}`, 'native'));
    expect(lines.filter((line) => line.startsWith('copying'))).toHaveLength(1);

    findBinaries(account, log, source, [cacheRoot('cache')]);
    expect(lines.filter((line) => line.startsWith('copying'))).toHaveLength(1);

    const program = path.join(binaries.folder, 'bin', 'postgres');
    fs.truncateSync(program, 1_000);
    findBinaries(account, log, source, [cacheRoot('cache')]);
    expect(lines.filter((line) => line.startsWith('copying'))).toHaveLength(2);
    expect(fs.statSync(program).size).toBe(fs.statSync(path.join(source.folder, 'bin', 'postgres')).size);
    expect(fs.readdirSync(cacheRoot('cache'))).toHaveLength(1);
  },
);

it.runIf(process.getuid?.() === 0)('copies them whole under a umask that hides everything', () => {
  const before = process.umask(0o077);
  try {
    const binaries = findBinaries(account, log, anInstallationInAPrivateHome(), [cacheRoot('cache')]);
    expect(binaries.folder).toContain(cacheRoot('cache'));
  } finally {
    process.umask(before);
  }
});

it.runIf(process.getuid?.() === 0)('trusts no cache into which somebody else could have put his own programs', () => {
  const source = anInstallationInAPrivateHome();
  for (const name of ['writable', 'foreign']) fs.mkdirSync(cacheRoot(name));
  fs.chmodSync(cacheRoot('writable'), 0o777);
  fs.chownSync(cacheRoot('foreign'), 12345, 12345);
  fs.symlinkSync(folder, cacheRoot('linked'));
  const roots = ['writable', 'foreign', 'linked', 'good'].map(cacheRoot);
  expect(findBinaries(account, log, source, roots).folder).toContain(cacheRoot('good'));
  for (const name of ['writable', 'foreign']) expect(fs.readdirSync(cacheRoot(name))).toEqual([]);
});

it('says in words that PostgreSQL does not run, and why', () => {
  const empty = { name: 'linux-none', version: '1', folder: path.join(folder, 'nothing') };
  fs.mkdirSync(empty.folder);
  expect(() => findBinaries(account, log, empty, [])).toThrow(/PostgreSQL does not run as user .*DATABASE_URL/s);
});

it.runIf(process.getuid?.() === 0)(
  'copies them for an ordinary user who cannot complete a read-only installation',
  () => {
    const source = anInstallation();
    const links = JSON.parse(fs.readFileSync(path.join(source.folder, 'pg-symlinks.json'), 'utf8'));
    for (const { target } of links) fs.rmSync(path.join(source.folder, '..', target), { force: true });
    const user = becomeOrdinary();
    const cache = cacheRoot('cache');
    fs.mkdirSync(cache);
    fs.chownSync(cache, user.uid, user.gid);

    const script = `
      import { findBinaries } from '${user.clone}/server/src/platform/embedded-postgres-binaries.ts';
      const roots = ['/root/unreachable', '${cache}'];
      console.log(findBinaries({ name: 'this user' }, console.error, ${JSON.stringify(source)}, roots).folder);
    `;
    const answer = spawnSync(user.node, ['--input-type=module', '-e', script], {
      ...{ uid: user.uid, gid: user.gid, cwd: '/', encoding: 'utf8' },
    });
    user.remove();
    expect(answer.stderr).toContain('/root/unreachable cannot hold a copy of PostgreSQL');
    expect(answer.stdout, answer.stderr).toContain(cache);
  },
);
