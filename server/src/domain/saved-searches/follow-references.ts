import { registerDependent } from '#platform/entities/dependents.ts';
import { sql } from '#platform/sql.ts';

/** Searches that filter by what is disabled are told, also those of others: they find what still has it. */
for (const [entity, filter] of [
  ['products', 'product'],
  ['teams', 'team'],
  ['labels', 'label'],
  ['tags', 'tag'],
] as const)
  registerDependent(entity, 'saved_searches', {
    privilege: 'saved-searches.update',
    mustMove: false,
    count: (ids) =>
      sql`select count(*)::int as n from saved_searches s
          where s.company_id = any (array (select o.company_id from ${sql.unsafe(entity)} o where o.id = any (${ids}::bigint[])))
            and s.is_deleted = 0 and (s.query ->> ${filter})::bigint = any (${ids}::bigint[])`,
  });
