import type { Database } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

const hoursBetween = 6;
/** Each reads all rows of a company's files and mails: one after the other, and not all at once after an upgrade. */
const companiesAtOnceMax = 10;

/** Adds up what the files and mails of those companies take that were not measured for long. */
export async function measureStorage(db: Database): Promise<void> {
  const due = await db.read<{ id: number }>(
    'system',
    sql`select c.id from companies c left join company_storage g on g.company_id = c.id
        where g.measured_at is null or g.measured_at < now() - make_interval(hours => ${hoursBetween})
        order by g.measured_at nulls first, c.id limit ${companiesAtOnceMax}`,
  );
  // A copy of a file has no bytes of its own.
  for (const { id } of due)
    await db.transaction('system', (tx) =>
      tx.run(
        sql`insert into company_storage (company_id, bytes)
            select ${id}, (select coalesce(sum(size), 0)::bigint from attachments where company_id = ${id} and is_copy = 0)
              + (select coalesce(sum(size), 0)::bigint from inbound_mails where company_id = ${id} and raw_key is not null)
            on conflict (company_id) do update set bytes = excluded.bytes, measured_at = now()`,
      ),
    );
}
