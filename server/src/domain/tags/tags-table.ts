import { chipColours } from '#contract/chip-colours.ts';
import { tags, tagsMax } from '#contract/tags.ts';
import type { EntityTable } from '#platform/entities/entity-table.ts';
import { sql } from '#platform/sql.ts';
import { withinReach } from '../reach/index.ts';
import { takeMergeBack } from './merge-tags.ts';

export const tagsTable: EntityTable = {
  entity: tags,
  table: 'tags',
  rowsMax: tagsMax,
  unique: { tags_name: { field: 'name', key: 'name_in_use' } },
  personal: {
    ticket_count: (caller) =>
      sql`(select count(*)::int from ticket_tags x join tickets k on k.id = x.ticket_id
        where x.company_id = t.company_id and x.tag_id = t.id and k.is_deleted = 0 and k.merged_into_id is null and ${withinReach(caller, 'k') ?? sql.unsafe('true')})`,
  },
  async prepare(tx, row) {
    if (row.color !== undefined) return row;
    const count = await tx.row<{ n: number }>(
      sql`select count(*)::int as n from tags where company_id = ${row.company_id}`,
    );
    return { ...row, color: chipColours[(count?.n ?? 0) % chipColours.length] };
  },
  async check(tx, { action, rows }) {
    if (action !== 'restore') return;
    const ids = rows.map((row) => row.id);
    await takeMergeBack(tx, ids);
  },
};
