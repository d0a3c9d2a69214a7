import { calendars } from '#contract/calendars.ts';
import type { EntityTable } from '#platform/entities/entity-table.ts';
import { registerHolder, registerReference } from '#platform/entities/references.ts';
import { sql } from '#platform/sql.ts';

export const calendarsPerCompanyMax = 100;

export const calendarsTable: EntityTable = {
  entity: calendars,
  table: 'calendars',
  rowsMax: calendarsPerCompanyMax,
};

registerReference(
  'calendars',
  (companyId, id) =>
    sql`select id from calendars where company_id = ${companyId} and id = ${id} and is_deleted = 0 for share`,
);
registerHolder('calendars', (id) => sql`select name, is_deleted from calendars where id = ${id} for share`, true);
