import { answerUnlockRequest } from '#domain/accounts/index.ts';
import type { House } from '#domain/people/index.ts';
import { createBrands } from '#platform/brands/brands.ts';
import { sql } from '#platform/sql.ts';
import { openLetter } from '#platform/system-letter.ts';
import type { TestParley } from './parley-in-process.ts';

const brandOf = { name: 'Parley', colour: '#0b6b60', logo: undefined, mailFrom: 'parley@localhost' };
const brands = createBrands({ main: brandOf, local: brandOf, localHosts: ['localhost'], warn: () => {} });

/** In whose name the worker writes that a test plays. */
export const aHouse = (at: TestParley): House => ({
  publicUrl: at.parley.url,
  brand: brands.main,
  secrets: at.secrets,
});

export type OwedLetter = { subject: string; brand: string; text: string; html: string };

/** Parley's own letters to an address that are owed, the oldest first, as they will be sent. Locks are answered, as the worker does. */
export async function lettersTo(at: TestParley, address: string): Promise<OwedLetter[]> {
  while (await answerUnlockRequest(at.db, () => aHouse(at)));
  const rows = await at.db.read<OwedLetter & { message_id: string; sealed_body: string }>(
    'system',
    sql`select subject, brand, message_id, sealed_body from system_mails where lower(to_address) = lower(${address}) and state = 'queued' order by id`,
  );
  return rows.map(({ message_id, sealed_body, ...row }) => ({
    ...row,
    ...openLetter(at.secrets, message_id, sealed_body),
  }));
}

/** The newest of them. */
export async function letterTo(at: TestParley, address: string): Promise<OwedLetter> {
  const letter = (await lettersTo(at, address)).at(-1);
  if (!letter) throw new Error(`no letter to ${address}`);
  return letter;
}

export async function countLetters(at: TestParley, address: string): Promise<number> {
  const [row] = await at.db.read<{ n: number }>(
    'system',
    sql`select count(*)::int as n from system_mails where lower(to_address) = lower(${address})`,
  );
  return row?.n ?? 0;
}

/** Where the newest letter leads. */
export const linkIn = async (at: TestParley, address: string): Promise<URL> =>
  new URL(/https?:\S+/.exec((await letterTo(at, address)).text)?.[0] ?? '');

/** What its link carries. */
export const keyIn = async (at: TestParley, address: string): Promise<string> =>
  (await linkIn(at, address)).pathname.split('/').at(-1) ?? '';
