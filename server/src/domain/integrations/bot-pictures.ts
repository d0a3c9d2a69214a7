import crypto from 'node:crypto';
import type { Database, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import type { Files } from '#platform/files.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { makeSquares } from '#platform/square-pictures.ts';

const edge = 128;
const types = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
const pixelsMax = 25_000_000;

/** A picture that a messenger gave, small and written anew; undefined when it cannot be read. */
export async function smallPicture(bytes: Uint8Array): Promise<Buffer | undefined> {
  try {
    const [small] = await makeSquares(bytes, { edges: [edge], types, pixelsMax });
    return small?.webp;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** Longer than it takes from the bytes of a picture to the row that names it, or from that row to the bytes. */
const unnamedHours = 1;

/** Keeps a small picture until a check takes it over; answers where it is found then, below the API's address. */
export async function keepBotPicture(
  { db, files }: { db: Database; files: Files },
  companyId: number,
  webp: Buffer,
): Promise<string> {
  const name = `bot-pictures/${crypto.randomBytes(20).toString('hex')}`;
  // Until then it is nobody's, and goes by itself.
  await db.transaction({ companies: [companyId] }, (tx) => noteStray(tx, companyId, name));
  await files.put(keyOf(name), webp);
  return name;
}

/** The bot is shown with this picture from now on, or with none; the one it had goes. */
export async function takeBotPicture(
  tx: Tx,
  { id, companyId }: { id: number; companyId: number },
  picture: { readonly name: string | null; readonly ref: string | null },
): Promise<void> {
  if (picture.name !== null) {
    const taken = await tx.run(sql`delete from stray_files where file_key = ${keyOf(picture.name)} and due_at > now()`);
    // It is gone, or going: the next look asks for it again.
    if (taken === 0) return;
  }
  const was = await tx.row<{ picture: string | null }>(sql`select picture from messengers where id = ${id} for update`);
  await tx.run(sql`update messengers set picture = ${picture.name}, picture_ref = ${picture.ref} where id = ${id}`);
  if (was && was.picture !== null) await noteStray(tx, companyId, was.picture);
}

/** The picture under this name, if it is of a bot that the person may see. */
export async function readBotPicture(
  { db, files }: { db: Database; files: Files },
  caller: Caller,
  name: string,
): Promise<Buffer | undefined> {
  if (!/^[0-9a-f]{40}$/.test(name)) return undefined;
  const picture = `bot-pictures/${name}`;
  const companies = caller.companies.filter((id) => caller.may(id, 'integrations.get'));
  const [found] = await db.read<object>({ companies }, sql`select 1 from messengers where picture = ${picture}`);
  return found && files.get(keyOf(picture));
}

async function noteStray(tx: Tx, companyId: number, name: string): Promise<void> {
  await tx.run(
    sql`insert into stray_files (file_key, company_id, due_at) values (${keyOf(name)}, ${companyId}, now() + make_interval(hours => ${unnamedHours}))
        on conflict do nothing`,
  );
}

const keyOf = (name: string) => `${name}.webp`;
