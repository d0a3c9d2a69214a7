import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { CannotStart } from './cannot-start.ts';
import { canEnter, chooseAccount, type DatabaseAccount, letPass } from './embedded-postgres-account.ts';

/** Where a database lives: `home` holds the lock and, in `cluster`, PostgreSQL's own folder. */
export type DatabasePlace = { home: string; cluster: string; account: DatabaseAccount };

const placeForHiddenFolders = '/var/lib/parley';

/**
 * Decides where the database of `dataDir` lives, and who runs it. It lives in `dataDir` itself, unless root serves a
 * folder that the database's account cannot reach (a clone in a home folder of mode 0700): then `dataDir/cluster` is a
 * link into /var/lib/parley. The link, once made, is the truth. Throws `CannotStart`.
 */
export function findPlace(dataDir: string, log: (line: string) => void): DatabasePlace {
  makeHome(dataDir);
  const home = fs.realpathSync(dataDir);
  const cluster = path.join(home, 'cluster');
  const linked = readLink(cluster);
  if (linked) return placeElsewhere(linked, cluster);

  const account = chooseAccount(fs.existsSync(cluster) ? cluster : home);
  letPass(account, home);
  if (canEnter(account, home)) return { home, cluster, account };
  if (fs.existsSync(cluster)) throw new CannotStart(wordsForHidden(cluster, account));

  const elsewhere = makeElsewhere(account);
  fs.symlinkSync(path.join(elsewhere, 'cluster'), cluster);
  log(`the user "${account.name}" cannot reach ${home}: its database is kept in ${elsewhere}`);
  return { home: elsewhere, cluster: path.join(elsewhere, 'cluster'), account };
}

function makeHome(dataDir: string): void {
  fs.mkdirSync(path.dirname(dataDir), { recursive: true });
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });
}

function readLink(file: string): string | undefined {
  return fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ? fs.readlinkSync(file) : undefined;
}

function placeElsewhere(cluster: string, link: string): DatabasePlace {
  const home = path.dirname(cluster);
  if (!fs.existsSync(home)) {
    throw new CannotStart(`${link} says that the database is in ${home}, which is gone. Bring it back from a backup.`);
  }
  return { home, cluster, account: chooseAccount(fs.existsSync(cluster) ? cluster : home) };
}

function makeElsewhere(account: DatabaseAccount): string {
  const elsewhere = path.join(placeForHiddenFolders, randomBytes(6).toString('hex'));
  try {
    fs.mkdirSync(elsewhere, { recursive: true, mode: 0o755 });
    letPass(account, elsewhere);
  } catch (error) {
    throw new CannotStart(
      `The database's user "${account.name}" reaches neither the data folder nor ${placeForHiddenFolders} ` +
        `(${(error as Error).message}). Choose a folder that it can reach with DATA_DIR.`,
    );
  }
  if (!canEnter(account, elsewhere)) throw new CannotStart(wordsForHidden(elsewhere, account));
  return elsewhere;
}

function wordsForHidden(folder: string, account: DatabaseAccount): string {
  return (
    `The database's user "${account.name}" cannot reach ${folder}. Open the folders above it to that user ` +
    '(chmod o+x), move the data folder, or start Parley as the user who owns it.'
  );
}
