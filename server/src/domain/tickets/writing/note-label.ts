import type { Tx } from '#platform/database.ts';
import type { Change } from '#platform/entities/entity-table.ts';
import { recordEvents } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';
import { addEventLines, authorOf } from '../event-lines.ts';
import type { Ticket } from '../ticket-queries.ts';

/** A new label is a line in the thread of each ticket whose label it was not. Runs before the change is written. */
export async function noteLabel(tx: Tx, { rows, values, caller }: Change): Promise<void> {
  if (values.label_id === undefined) return;
  const label = await tx.row<{ name: string }>(sql`select name from labels where id = ${values.label_id}`);
  const changed = await tx.rows<Pick<Ticket, 'id' | 'company_id' | 'channel'>>(
    sql`select id, company_id, channel from tickets where id = any (${rows.map((row) => row.id)}::bigint[])
          and label_id is distinct from ${values.label_id}::bigint order by id`,
  );
  const line = label ? { key: 'labelled', values: { label: label.name } } : { key: 'unlabelled' };
  const lines = changed.map((ticket) => ({ ticket, ...line }));
  await recordEvents(tx, await addEventLines(tx, lines, await authorOf(tx, caller)));
}
