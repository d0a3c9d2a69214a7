import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { CannotStart } from './cannot-start.ts';
import { codeOf, type Database, type Tx } from './database.ts';
import type { Secrets } from './secrets.ts';
import { sql } from './sql.ts';

/** What of a key's print is shown and typed. */
const printLength = 16;

/**
 * Whether the database's secrets are sealed with this SECRET_KEY. The first key is taken, with `first`. Another one than the
 * last throws `CannotStart`, unless `replaces` is the print of the last one: then what `replaced` does and the new print are
 * written together, and said once.
 */
export async function requireOwnKey(
  db: Database,
  secrets: Secrets,
  { replaces, replaced }: { replaces: string | undefined; replaced: (tx: Tx) => Promise<void> },
): Promise<'same' | 'first' | 'replaced'> {
  const print = secrets.sign('installation', 'SECRET_KEY').slice(0, printLength);
  return db.transaction('system', async (tx) => {
    const row = await tx.row<{ key_print: string | null }>(sql`select key_print from installation for update`);
    const last = row?.key_print ?? null;
    if (last === print) return 'same';
    if (last !== null && last !== replaces) throw new CannotStart(wordsForOtherKey(last));
    await tx.run(sql`update installation set key_print = ${print}`);
    if (last === null) return 'first';
    await replaced(tx);
    return 'replaced';
  });
}

function wordsForOtherKey(last: string): string {
  return (
    'SECRET_KEY is not the one that the secrets in this database were sealed with. Set it as before: it is in your ' +
    'backup, or in DATA_DIR/secret-key where Parley made it. If it is lost for good, start once with ' +
    `SECRET_KEY_REPLACES=${last} as well: passwords of mailboxes and other connections then have to be entered again, ` +
    'and everybody sets up two-factor anew.'
  );
}

/** The file that tells whose files a folder holds. */
const markName = 'installation';

/**
 * Whether `folder` holds the files of this database: both carry the same mark, made at the first start. Throws
 * `CannotStart` where it does not, as with a file system that was not mounted: what is missing there is not gone.
 */
export async function requireOwnFiles(db: Database, folder: string): Promise<void> {
  const read = async () =>
    (await db.read<{ files_mark: string | null }>('system', sql`select files_mark from installation`))[0]?.files_mark;
  const expected = await read();
  const mark = expected ? readMark(folder) : makeMark(folder);
  if (!expected)
    await db.transaction('system', (tx) =>
      tx.run(sql`update installation set files_mark = ${mark}::uuid where files_mark is null`),
    );
  const known = expected ?? (await read());
  if (mark !== known) throw new CannotStart(wordsForOtherFiles(folder, String(known)));
}

/** Of several processes that start together one makes it, whole. */
function makeMark(folder: string): string | undefined {
  const aside = path.join(folder, `${markName}.${crypto.randomUUID()}`);
  fs.writeFileSync(aside, `${crypto.randomUUID()}\n`, { mode: 0o600, flush: true });
  try {
    fs.linkSync(aside, path.join(folder, markName));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    fs.rmSync(aside);
  }
  return readMark(folder);
}

function readMark(folder: string): string | undefined {
  try {
    return fs.readFileSync(path.join(folder, markName), 'utf8').trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function wordsForOtherFiles(folder: string, mark: string): string {
  return (
    `${folder} does not hold the files of this database. Mount them there, or make it a link to where they are; ` +
    `several processes share them. If they are lost for good, or came back without their mark, put the line ${mark} ` +
    `into ${path.join(folder, markName)}.`
  );
}
