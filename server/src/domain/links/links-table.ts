import { links, linksMax } from '#contract/links.ts';
import type { Tx } from '#platform/database.ts';
import type { Change, EntityTable } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import type { Secrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';

export const linkSecretContext = 'links.secret';

export const linksTable = (secrets: Secrets): EntityTable => ({
  entity: links,
  table: 'links',
  rowsMax: linksMax,
  unique: { links_name: { field: 'name', key: 'name_in_use' } },
  links: { product_ids: { table: 'link_products', own: 'link_id', other: 'product_id' } },
  store: {
    secret: (secret: string | null) => (secret === null ? null : secrets.seal(secret, linkSecretContext)),
  },
  follow: requireSecret,
});

/** Who is told that a link is signed would take an unsigned one for forged. */
async function requireSecret(tx: Tx, { action, rows, at }: Change): Promise<void> {
  if (action === 'delete') return;
  const bare = await tx.row(
    sql`select 1 from links where id = any (${rows.map((row) => row.id)}::bigint[]) and is_signed = 1 and secret is null`,
  );
  if (bare) throw new Problem('required', { field: action === 'restore' ? at : `${at}.secret` });
}
