import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { CannotStart } from './cannot-start.ts';

/** The user that runs PostgreSQL; without ids it is the user of this process. */
export type DatabaseAccount = { name: string; uid?: number; gid?: number };

/**
 * PostgreSQL refuses to run as root, so root lends it another account: the owner of `folder` where that is not root
 * (an ordinary user's data stays his), else `postgres`, else `nobody`.
 */
export function chooseAccount(folder: string): DatabaseAccount {
  if (process.getuid?.() !== 0) return { name: 'this user' };
  const owner = fs.statSync(folder, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { name: `user ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  for (const name of ['postgres', 'nobody']) {
    const uid = idOf('-u', name);
    const gid = idOf('-g', name);
    if (uid && gid) return { name, uid, gid };
  }
  throw new CannotStart('PostgreSQL does not run as root and there is no user "nobody" to lend it: use another user.');
}

function idOf(flag: '-u' | '-g', name: string): number | undefined {
  const answer = spawnSync('id', [flag, name], { encoding: 'utf8' });
  return answer.status === 0 ? Number(answer.stdout) : undefined;
}

/**
 * What makes a child process run as the account, in a folder and an environment that cannot disturb PostgreSQL. How memory is
 * asked for (GLIBC_TUNABLES) stays as this process was told.
 */
export function asAccount(account: DatabaseAccount) {
  const identity = account.uid === undefined ? {} : { uid: account.uid, gid: account.gid };
  const { PATH = '/usr/bin:/bin', GLIBC_TUNABLES } = process.env;
  return { ...identity, cwd: '/', env: { PATH, LC_ALL: 'C', TZ: 'UTC', ...(GLIBC_TUNABLES && { GLIBC_TUNABLES }) } };
}

/** Whether the account can walk into the folder: tried, because modes alone do not tell (ACLs, mounts). */
export function canEnter(account: DatabaseAccount, folder: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd -- "$0"', folder], asAccount(account)).status === 0;
}

/** Makes a folder that belongs to the account alone. */
export function makeFolderOf(account: DatabaseAccount, folder: string): void {
  fs.mkdirSync(folder, { mode: 0o700 });
  if (account.uid !== undefined && account.gid !== undefined) fs.chownSync(folder, account.uid, account.gid);
}

/**
 * Closes a folder of root to everybody, except that the account may pass through it to what it owns inside. Folders of
 * other users are left as they are.
 */
export function letPass(account: DatabaseAccount, folder: string): void {
  if (account.gid === undefined || fs.statSync(folder).uid !== 0) return;
  fs.chownSync(folder, 0, account.gid);
  fs.chmodSync(folder, 0o710);
}
