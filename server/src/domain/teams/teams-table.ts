import { teams } from '#contract/teams.ts';
import type { EntityTable } from '#platform/entities/entity-table.ts';
import { registerReference } from '#platform/entities/references.ts';
import { sql } from '#platform/sql.ts';

export const teamsTable: EntityTable = { entity: teams, table: 'teams' };

registerReference(
  'teams',
  (companyId, id) => sql`select id from teams where company_id = ${companyId} and id = ${id} and is_deleted = 0`,
);
