import { addFirstLabels } from '#domain/labels/index.ts';
import type { Tx } from '#platform/database.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { archived } from './archive-plan.ts';
import { primaryKeyOf } from './archive-tables.ts';

/** What whoever looked in meanwhile has left, and visitors: what refers to others stands before them. */
export const leftMeanwhile = [
  'notifications',
  'ticket_reads',
  'template_uses',
  'team_members',
  'product_members',
  'invites',
  'channel_account_history',
  'drafts',
  'new_letters',
  'handed_over_tickets',
  'auto_replies',
  'visits',
  'chats',
  'visitors',
  'customers_apart',
  'customer_merges',
  'customer_erasures',
];

/** Everybody's news waits for the oldest transaction that is open, whichever company it is about. */
const rowsPerStep = 2000;

type Write = <T>(step: (tx: Tx) => Promise<T>) => Promise<T>;

/**
 * Empties a company into which an archive was being put; the files of its rows go with the next housekeeping. It goes the
 * way back in steps, through what stood there while it was filled, and can be begun again after any of them. `write` is a
 * transaction of its own each time.
 */
export async function takeAway(write: Write, companyId: number, userId: number, stepRows = rowsPerStep): Promise<void> {
  const inSteps = (table: string, step: (tx: Tx, these: Sql) => Promise<unknown>) =>
    throughRows(write, { table, companyId, stepRows }, step);
  const deleteAll = (table: string) =>
    inSteps(table, (tx, these) => tx.run(sql`delete from ${sql.unsafe(table)} where ${these}`));

  for (const table of leftMeanwhile) await deleteAll(table);
  // What refers to others goes before them; what refers to later ones does so no more.
  for (const { table, lateIds } of archived) {
    const forgotten = Object.keys(lateIds ?? {});
    if (forgotten.length === 0) continue;
    const nothing = sql.unsafe(forgotten.map((name) => `"${name}" = null`).join(', '));
    const isTied = sql.unsafe(forgotten.map((name) => `"${name}" is not null`).join(' or '));
    await inSteps(table, (tx, these) =>
      tx.run(sql`update ${sql.unsafe(table)} set ${nothing} where ${these} and (${isTied})`),
    );
  }
  for (const { table, isRecord, file } of archived.toReversed()) {
    if (isRecord) continue;
    if (file) await inSteps(table, (tx, these) => deleteFiled(tx, { table, companyId, key: fileKeys[file] }, these));
    else await deleteAll(table);
  }
  await deleteAll('imported_ids');
  await write((tx) => addFirstLabels(tx, companyId, userId));
}

const fileKeys = { attachment: 'file_key', mail: 'raw_key' } as const;

/** Rows, and with them in one transaction what their files are left to. */
async function deleteFiled(
  tx: Tx,
  { table, companyId, key }: { table: string; companyId: number; key: string },
  these: Sql,
): Promise<void> {
  await tx.run(
    sql`with gone as (delete from ${sql.unsafe(table)} where ${these} returning ${sql.unsafe(key)} as file_key)
        insert into stray_files (file_key, company_id, due_at)
        select distinct file_key, ${companyId}::bigint, now() from gone where file_key is not null
        on conflict (file_key) do update set due_at = now()`,
  );
}

/** Goes once through the rows of a company by their key, so many in each transaction. Nobody's new rows make it endless. */
async function throughRows(
  write: Write,
  { table, companyId, stepRows }: { table: string; companyId: number; stepRows: number },
  step: (tx: Tx, these: Sql) => Promise<unknown>,
): Promise<void> {
  let after: readonly string[] | undefined;
  do {
    after = await write(async (tx) => {
      const key = await primaryKeyOf(tx, table);
      const names = sql.unsafe(key.map((name) => `"${name}"`).join(', '));
      const behind = sql`company_id = ${companyId}${after ? sql` and (${names}) > ${rowOf(after)}` : sql.empty}`;
      const texts = sql.unsafe(key.map((name) => `"${name}"::text`).join(', '));
      const last = await tx.row<{ key: string[] }>(
        sql`select array[${texts}] as key from ${sql.unsafe(table)} where ${behind} order by ${names} offset ${stepRows - 1} limit 1`,
      );
      await step(tx, last ? sql`${behind} and (${names}) <= ${rowOf(last.key)}` : behind);
      return last?.key;
    });
  } while (after);
}

const rowOf = (key: readonly string[]): Sql =>
  sql`(${sql.join(
    key.map((value) => sql`${value}`),
    ', ',
  )})`;
