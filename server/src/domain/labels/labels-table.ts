import { labels, labelsMax } from '#contract/labels.ts';
import type { EntityTable } from '#platform/entities/entity-table.ts';
import { registerReference } from '#platform/entities/references.ts';
import { sql } from '#platform/sql.ts';
import { withinReach } from '../reach/index.ts';

export const labelsTable: EntityTable = {
  entity: labels,
  table: 'labels',
  rowsMax: labelsMax,
  unique: { labels_name: { field: 'name', key: 'name_in_use' } },
  personal: {
    ticket_count: (caller) =>
      sql`(select count(*)::int from tickets k where k.company_id = t.company_id and k.label_id = t.id and k.is_deleted = 0 and k.merged_into_id is null and ${withinReach(caller, 'k') ?? sql.unsafe('true')})`,
  },
};

registerReference(
  'labels',
  (companyId, id) => sql`select id from labels where company_id = ${companyId} and id = ${id} and is_deleted = 0`,
);
