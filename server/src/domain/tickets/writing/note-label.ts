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
  const changed = await tx.rows<Pick<Ticket, 'id' | 'company_id' | 'channel'> & { was: string | null }>(
    sql`select t.id, t.company_id, t.channel, l.name as was from tickets t left join labels l on l.id = t.label_id
        where t.id = any (${rows.map((row) => row.id)}::bigint[]) and t.label_id is distinct from ${values.label_id}::bigint order by t.id`,
  );
  const lines = changed.map(({ was, ...ticket }) => ({
    ticket,
    key: label ? 'labelled' : 'unlabelled',
    values: { ...(label && { label: label.name }), ...(was !== null && { was }) },
  }));
  await recordEvents(tx, await addEventLines(tx, lines, await authorOf(tx, caller)));
}
