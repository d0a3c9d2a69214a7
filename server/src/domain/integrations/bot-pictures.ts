import crypto from 'node:crypto';
import type { Database } from '#platform/database.ts';
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

/** Keeps a small picture; answers where it is found, below the API's address. */
export async function keepBotPicture(files: Files, webp: Buffer): Promise<string> {
  const name = `bot-pictures/${crypto.randomBytes(20).toString('hex')}`;
  await files.put(keyOf(name), webp);
  return name;
}

export const removeBotPicture = (files: Files, name: string): Promise<void> => files.remove(keyOf(name));

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

const keyOf = (name: string) => `${name}.webp`;
