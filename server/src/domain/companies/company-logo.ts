import crypto from 'node:crypto';
import { logoSizes } from '#contract/companies.ts';
import { avatarPixelsMax, avatarTypes } from '#contract/profile.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import type { Files } from '#platform/files.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { makeSmallPng, makeSquares } from '#platform/square-pictures.ts';
import { logoContentId } from '#platform/system-letter.ts';

type Size = (typeof logoSizes)[number];
type Needs = { db: Database; files: Files };

/** A form may stay open for a day before it is saved. */
const unsavedHours = 24;
/** Twice the size it is shown in. */
const letterEdge = 96;
/** Longer than any letter waits to be sent, or for its copy in the Sent box. */
const lettersHours = 30 * 24;

/**
 * Keeps a picture that may become the company's logo: it does when the company is saved with it. Answers what the field
 * holds then, which is also where the picture is found, below the API's address.
 */
export async function uploadLogo({ db, files }: Needs, companyId: number, bytes: Uint8Array): Promise<string> {
  const made = await makeSquares(bytes, { edges: logoSizes, types: avatarTypes, pixelsMax: avatarPixelsMax });
  const logo = `logos/${crypto.randomBytes(20).toString('hex')}`;
  const forLetters = await makeSmallPng(largestOf(made), letterEdge);
  // Until it is saved it is nobody's, and goes by itself.
  await db.transaction({ companies: [companyId] }, (tx) => noteStrays(tx, companyId, keysOf(logo), unsavedHours));
  await files.put(letterKeyOf(logo), forLetters);
  for (const { edge, webp } of made) await files.put(keyOf(logo, edge), webp);
  return logo;
}

/** A company is saved with this logo: one that was uploaded for it, the one it has, or none. The old one goes. */
export async function changeLogo(tx: Tx, companyId: number, logo: string | null, field: string): Promise<void> {
  const row = await tx.row<{ logo: string | null }>(sql`select logo from companies where id = ${companyId} for update`);
  const was = row?.logo ?? null;
  if (was === logo) return;
  if (logo !== null) {
    const adopted = await tx.run(
      sql`delete from stray_files where company_id = ${companyId} and file_key = any (${keysOf(logo)}::text[]) and due_at > now()`,
    );
    if (adopted !== keysOf(logo).length) throw new Problem('invalid_value', { field });
  }
  if (was === null) return;
  // Whoever has the page open still shows it.
  await noteStrays(tx, companyId, shownKeysOf(was), 1);
  await noteStrays(tx, companyId, [letterKeyOf(was)], lettersHours);
}

/** The picture under this name, if it is, or may become, the logo of a company that the person works for. */
export async function readLogo(
  { db, files }: Needs,
  { companies }: Caller,
  name: string,
  edge: Size,
): Promise<Buffer | undefined> {
  if (!/^[0-9a-f]{40}$/.test(name)) return undefined;
  const logo = `logos/${name}`;
  const [found] = await db.read<object>(
    { companies },
    sql`select from companies where logo = ${logo} union all select from stray_files where file_key = ${keyOf(logo, edge)} and due_at > now()`,
  );
  return found && files.get(keyOf(logo, edge));
}

/** The largest picture of a logo, as it is kept. */
export const largestLogo = (files: Files, logo: string): Promise<Buffer> => files.get(keyOf(logo, logoSizes[1]));

/** The logo as a part of a letter; none, where no file is left of it: no letter waits for a picture. */
export async function logoPart(files: Files, logo: string | null) {
  if (logo === null) return [];
  const bytes = await files.get(letterKeyOf(logo)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return bytes ? [{ name: 'logo.png', contentType: 'image/png', bytes, contentId: logoContentId, inline: true }] : [];
}

const largestOf = (made: readonly { edge: Size; webp: Buffer }[]): Buffer => {
  const largest = made.at(-1);
  if (!largest) throw new Error('no picture was made');
  return largest.webp;
};

async function noteStrays(tx: Tx, companyId: number, keys: readonly string[], hours: number): Promise<void> {
  await tx.run(
    sql`insert into stray_files (file_key, company_id, due_at)
        select key, ${companyId}, now() + make_interval(hours => ${hours}) from unnest(${keys}::text[]) as key on conflict do nothing`,
  );
}

const keyOf = (logo: string, edge: Size) => `${logo}-${edge}.webp`;
const letterKeyOf = (logo: string) => `${logo}-letter.png`;
const shownKeysOf = (logo: string) => logoSizes.map((edge) => keyOf(logo, edge));
const keysOf = (logo: string) => [...shownKeysOf(logo), letterKeyOf(logo)];
