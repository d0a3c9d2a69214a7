import { sql } from '#platform/sql.ts';
import type { TestParley } from './parley-in-process.ts';

/** The newest letter of Parley's own to an address, as it is owed. */
export async function letterTo(
  at: TestParley,
  address: string,
): Promise<{ subject: string; text: string; html: string }> {
  const [letter] = await at.db.read<{ subject: string; text: string; html: string }>(
    'system',
    sql`select subject, body_text as text, body_html as html from system_mails where lower(to_address) = lower(${address}) order by id desc limit 1`,
  );
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
