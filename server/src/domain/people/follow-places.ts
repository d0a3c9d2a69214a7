import { registerDependent } from '#platform/entities/dependents.ts';
import { type Sql, sql } from '#platform/sql.ts';

/** People are told, and keep their places: who is in a team, and who sees tickets of the products they work in. */
const people = (of: 'teams' | 'products', name: string, table: string, which: Sql): void =>
  registerDependent(of, name, {
    privilege: 'users.update',
    mustMove: false,
    count: (ids) =>
      sql`select count(distinct r.user_id)::int as n from ${sql.unsafe(table)} m
          join roles r on r.company_id = m.company_id and r.user_id = m.user_id and r.is_deleted = 0 where ${which} = any (${ids}::bigint[])`,
  });

people('teams', 'members', 'team_members', sql`m.team_id`);
people('products', 'product_people', 'product_members', sql`r.scope = 'product' and m.product_id`);
