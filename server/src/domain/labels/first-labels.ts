import { firstLabels } from '#contract/labels.ts';
import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

/** Gives a new company the labels it starts with, in its founder's language. */
export async function addFirstLabels(tx: Tx, companyId: number, founderId: number): Promise<void> {
  const founder = await tx.row<{ language: 'en' | 'ua' }>(sql`select language from users where id = ${founderId}`);
  const names = firstLabels[founder?.language ?? 'en'];
  await tx.run(
    sql`insert into labels (company_id, name) select ${companyId}, name from unnest(${names}::text[]) as name`,
  );
}
