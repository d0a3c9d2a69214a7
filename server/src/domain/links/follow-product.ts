import { registerDependent } from '#platform/entities/dependents.ts';
import { sql } from '#platform/sql.ts';

/** Links that stand beside tickets of certain products alone are told, and keep naming them. */
registerDependent('products', 'links', {
  privilege: 'links.update',
  mustMove: false,
  count: (ids) =>
    sql`select count(distinct l.id)::int as n from products p join link_products x on x.company_id = p.company_id and x.product_id = p.id
        join links l on l.id = x.link_id and l.is_deleted = 0 where p.id = any (${ids}::bigint[])`,
});
