import { plainNounNames } from '#contract/plain-nouns.ts';
import type { Tx } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';

/** A company with rows in one of these is at work. Labels are there from the beginning. */
const filledTables = [
  'products',
  'customers',
  'tickets',
  'channel_accounts',
  'teams',
  'calendars',
  'links',
  'templates',
  'tags',
  ...plainNounNames.filter((noun) => noun !== 'labels'),
];

export async function isEmptyCompany(tx: Tx, companyId: number): Promise<boolean> {
  const asked = filledTables.map(
    (table) => sql`exists (select from ${sql.unsafe(table)} where company_id = ${companyId})`,
  );
  const row = await tx.row<{ is_filled: boolean }>(sql`select ${sql.join(asked, ' or ')} as is_filled`);
  return row?.is_filled === false;
}

export async function requireEmpty(tx: Tx, companyId: number): Promise<void> {
  if (!(await isEmptyCompany(tx, companyId))) throw new Problem('company_not_empty', { field: 'company_id' });
}
