import { addFirstLabels } from '#domain/labels/index.ts';
import type { Database } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import { archived } from './archive-plan.ts';

/** What whoever looked in meanwhile has left. */
const ofPeople = [
  'notifications',
  'ticket_reads',
  'template_uses',
  'team_members',
  'product_members',
  'invites',
  'channel_account_history',
];

/** Empties a company into which an archive was being put; the files of its rows go with the next housekeeping. */
export async function takeAway(db: Database, companyId: number, userId: number): Promise<void> {
  await db.transaction('system', async (tx) => {
    await tx.run(
      sql`insert into stray_files (file_key, company_id, due_at)
          select file_key, ${companyId}::bigint, now() from attachments where company_id = ${companyId}
          union select raw_key, ${companyId}::bigint, now() from inbound_mails where company_id = ${companyId} and raw_key is not null
          on conflict (file_key) do update set due_at = now()`,
    );
    for (const table of ofPeople) await tx.run(sql`delete from ${sql.unsafe(table)} where company_id = ${companyId}`);
    // What refers to others goes before them; what refers to later ones does so no more.
    for (const { table, lateIds } of archived) {
      const forgotten = Object.keys(lateIds ?? {}).map((name) => `"${name}" = null`);
      if (forgotten.length > 0)
        await tx.run(
          sql`update ${sql.unsafe(table)} set ${sql.unsafe(forgotten.join(', '))} where company_id = ${companyId}`,
        );
    }
    for (const { table, isRecord } of archived.toReversed())
      if (!isRecord) await tx.run(sql`delete from ${sql.unsafe(table)} where company_id = ${companyId}`);
    await tx.run(sql`delete from imported_ids where company_id = ${companyId}`);
    await addFirstLabels(tx, companyId, userId);
  });
}
