import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { CannotStart } from './cannot-start.ts';
import { asAccount, makeFolderOf } from './embedded-postgres-account.ts';
import type { Binaries } from './embedded-postgres-binaries.ts';
import type { DatabasePlace } from './embedded-postgres-place.ts';
import { spawnWatched } from './watched-process.ts';

export const superuser = 'parley_owner';

/** Clusters are made under such a name, each under its own: an initdb that outlives its owner disturbs no other. */
const halfMade = 'cluster.new-';

/**
 * Makes the cluster when there is none, and refuses one that these binaries cannot serve. It is made aside and renamed,
 * so that a kill leaves either none or a whole one. `isDurable` false saves the flush to disk, for tests.
 */
export async function prepareCluster(place: DatabasePlace, binaries: Binaries, isDurable: boolean): Promise<void> {
  if (isAbsentOrEmpty(place.cluster)) {
    await createCluster(place, binaries, isDurable);
    return;
  }
  const versionFile = path.join(place.cluster, 'PG_VERSION');
  if (!fs.existsSync(versionFile)) {
    throw new CannotStart(`${place.cluster} has files in it, but no database. Move them away, or set DATA_DIR.`);
  }
  const found = fs.readFileSync(versionFile, 'utf8').trim();
  const ours = binaries.version.split('.')[0];
  if (found === ours) return;
  throw new CannotStart(
    `${place.cluster} was made by PostgreSQL ${found}, and this is ${ours}. Start the Parley that made it, save its ` +
      'database with pg_dump and restore that into a new data folder.',
  );
}

function isAbsentOrEmpty(folder: string): boolean {
  return !fs.existsSync(folder) || fs.readdirSync(folder).length === 0;
}

/**
 * Text is compared by code point and cased by Unicode (PostgreSQL's builtin C.UTF-8), so indexes do not depend on the
 * operating system's locales and survive its upgrades. Only the full-text parser asks the operating system what a letter
 * is, and "C" would see letters in ASCII alone: hence a UTF-8 LC_CTYPE where the machine has one.
 */
async function createCluster(place: DatabasePlace, binaries: Binaries, isDurable: boolean): Promise<void> {
  removeHalfMade(place);
  let failure = '';
  for (const ctype of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
    const aside = path.join(place.home, `${halfMade}${randomBytes(4).toString('hex')}`);
    makeFolderOf(place.account, aside);
    failure = await runInitdb(place, binaries, [
      ...['-D', aside, '-U', superuser, '--auth=trust', '--encoding=UTF8', '--no-instructions'],
      ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', `--lc-ctype=${ctype}`],
      ...(isDurable ? [] : ['--no-sync']),
    ]);
    if (failure === '') {
      moveIntoPlace(aside, place);
      return;
    }
    fs.rmSync(aside, { recursive: true, force: true });
    if (!failure.includes('locale')) break;
  }
  throw new CannotStart(`The database could not be created in ${place.home}: ${failure}`);
}

function removeHalfMade(place: DatabasePlace): void {
  for (const name of fs.readdirSync(place.home).filter((candidate) => candidate.startsWith(halfMade))) {
    fs.rmSync(path.join(place.home, name), { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Returns what went wrong, or "". */
async function runInitdb(place: DatabasePlace, binaries: Binaries, args: string[]): Promise<string> {
  const initdb = spawnWatched(path.join(binaries.folder, 'bin', 'initdb'), args, 'kill', asAccount(place.account));
  let said = '';
  initdb.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  initdb.stdout?.resume();
  const [code, signal] = await once(initdb, 'close');
  return code === 0 ? '' : said.trim() || `initdb ended with ${signal ?? `code ${code}`}`;
}

function moveIntoPlace(aside: string, place: DatabasePlace): void {
  fs.renameSync(aside, place.cluster);
  const folder = fs.openSync(place.home, 'r');
  fs.fsyncSync(folder);
  fs.closeSync(folder);
}
