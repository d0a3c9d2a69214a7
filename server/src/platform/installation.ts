import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { CannotStart } from './cannot-start.ts';
import { codeOf, type Database, type Tx } from './database.ts';
import type { Secrets } from './secrets.ts';
import { sql } from './sql.ts';

/** What of a key's print is shown and typed. */
const printLength = 16;

/** What a database knows of its key before it keeps a print: whether what is sealed opens; undefined where nothing is. */
type Sealed = {
  readonly opens: (tx: Tx) => Promise<boolean | undefined>;
  /** What to do where it never will. */
  readonly forget: (tx: Tx) => Promise<void>;
};

/**
 * Whether the database's secrets are sealed with this SECRET_KEY. The first key that opens them is taken, with `first`. Another
 * one throws `CannotStart`, unless `replaces` is the print of the last one: then what only that one opened is forgotten and
 * the new print is written, together and once.
 */
export async function requireOwnKey(
  db: Database,
  secrets: Secrets,
  { replaces, sealed }: { replaces: string | undefined; sealed: Sealed },
): Promise<'same' | 'first' | 'replaced'> {
  const print = secrets.sign('installation', 'SECRET_KEY').slice(0, printLength);
  return db.transaction('system', async (tx) => {
    const row = await tx.row<{ key_print: string | null }>(sql`select key_print from installation for update`);
    const last = row?.key_print ?? null;
    if (last === print) return 'same';
    const isFirst = last === null && (await sealed.opens(tx)) !== false;
    if (!isFirst && replaces !== (last ?? unknownPrint)) throw new CannotStart(wordsForOtherKey(last ?? unknownPrint));
    await tx.run(sql`update installation set key_print = ${print}`);
    if (isFirst) return 'first';
    await sealed.forget(tx);
    return 'replaced';
  });
}

/** Of a key from before prints were kept. */
const unknownPrint = 'unknown';

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
  if (!expected) makeMark(folder);
  const mark = await readMark(folder);
  if (!expected && mark)
    await db.transaction('system', (tx) =>
      tx.run(sql`update installation set files_mark = ${mark}::uuid where files_mark is null`),
    );
  const known = expected ?? (await read());
  if (mark !== known) throw new CannotStart(wordsForOtherFiles(folder, String(known)));
}

/** Of several processes that start together one makes it. */
function makeMark(folder: string): void {
  try {
    fs.writeFileSync(path.join(folder, markName), `${crypto.randomUUID()}\n`, { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

const beingWrittenMs = 2000;

/** Undefined: there is none, or nobody has written it to its end for seconds. */
async function readMark(folder: string): Promise<string | undefined> {
  for (const since = Date.now(); Date.now() - since < beingWrittenMs; ) {
    const mark = await fs.promises.readFile(path.join(folder, markName), 'utf8').catch(absent);
    if (mark === undefined || mark.endsWith('\n')) return mark?.trim();
    await setTimeout(50);
  }
  return undefined;
}

function absent(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw error;
}

function wordsForOtherFiles(folder: string, mark: string): string {
  return (
    `${folder} does not hold the files of this database. Mount them there, or make it a link to where they are; ` +
    `several processes share them. If they are lost for good, or came back without their mark, put the line ${mark} ` +
    `into ${path.join(folder, markName)}.`
  );
}
