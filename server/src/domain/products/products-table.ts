import { chipColours } from '#contract/chip-colours.ts';
import { products } from '#contract/products.ts';
import type { EntityTable } from '#platform/entities/entity-table.ts';
import { registerReference } from '#platform/entities/references.ts';
import { sql } from '#platform/sql.ts';
import { withinReach } from '../reach/index.ts';

export const productsTable: EntityTable = {
  entity: products,
  table: 'products',
  personal: {
    unresolved_tickets: (caller) =>
      sql`(select coalesce(sum(n.delta), 0)::int from ticket_counts n
        where n.company_id = t.company_id and n.product_id = t.id and n.bucket in ('open', 'snoozed', 'answered') and ${withinReach(caller, 'n') ?? sql.unsafe('true')})`,
  },
  async prepare(tx, row) {
    const count = await tx.row<{ n: number }>(
      sql`select count(*)::int as n from products where company_id = ${row.company_id}`,
    );
    return {
      ...row,
      abbreviation: row.abbreviation ?? abbreviate(String(row.name)),
      color: row.color ?? chipColours[(count?.n ?? 0) % chipColours.length],
    };
  },
};

registerReference(
  'products',
  (companyId, id) => sql`select id from products where company_id = ${companyId} and id = ${id} and is_deleted = 0`,
);

/** The first three consonants, as people shorten names: Shop → SHP. */
function abbreviate(name: string): string {
  const letters = [...name.toUpperCase()].filter((letter) => /\p{L}|\d/u.test(letter));
  const hard = letters.filter((letter, i) => i === 0 || !/[AEIOUYАЕЄИІЇОУЮЯ]/.test(letter));
  return (hard.length >= 3 ? hard : letters).slice(0, 3).join('') || 'P';
}
