import type { Database } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import type { Place } from '../reach/index.ts';

/** Somewhere in a company something has moved, and the tickets of those who moved. */
export type MovedVisits = { readonly place: Place; readonly tickets: readonly (Place & { readonly id: number })[] };

type Row = {
  company_id: number;
  product_id: number;
  team_id: number | null;
  ticket_id: number | null;
  ticket_product_id: number | null;
  assignee_id: number | null;
  ticket_team_id: number | null;
};

/** A commit that began before another may be seen after it. */
const overlapSeconds = 2;

/** Where somebody came, went on or left since then, by product. */
export async function readMovedVisits(
  db: Database,
  since: Date | null,
): Promise<{ at: Date; moved: readonly MovedVisits[] }> {
  const [clock] = await db.read<{ at: Date }>('system', sql`select clock_timestamp() as at`);
  if (since === null) return { at: clock?.at ?? new Date(), moved: [] };
  const rows = await db.read<Row>(
    'system',
    sql`select distinct v.company_id, a.product_id, p.team_id, t.id as ticket_id, t.product_id as ticket_product_id, t.assignee_id, t.team_id as ticket_team_id
        from visits v join channel_accounts a on a.id = v.quidget_id join products p on p.id = a.product_id
          left join chats c on c.visitor_id = v.visitor_id left join tickets o on o.id = c.ticket_id left join tickets t on t.id = ${sql.orElse('o.merged_into_id', 'o.id')}
        where v.moved_at > ${since}::timestamptz - make_interval(secs => ${overlapSeconds})`,
  );
  const byProduct = new Map<number, { place: Place; tickets: (Place & { id: number })[] }>();
  for (const row of rows) {
    const { company_id: companyId, product_id: productId, team_id: teamId } = row;
    const one = byProduct.get(productId) ?? { place: { companyId, productId, assigneeId: null, teamId }, tickets: [] };
    byProduct.set(productId, one);
    if (row.ticket_id === null) continue;
    const { ticket_product_id: product, assignee_id: assigneeId, ticket_team_id: team } = row;
    one.tickets.push({ id: row.ticket_id, companyId, productId: product, assigneeId, teamId: team });
  }
  return { at: clock?.at ?? new Date(), moved: [...byProduct.values()] };
}

/** What agents wrote to visitors who are in this process now, and of which no page is known yet that has shown it. */
export type Owed = { readonly id: number; readonly key: string; readonly name: string; readonly text: string };

export const readOwed = (db: Database, process: string): Promise<readonly Owed[]> =>
  db.read<Owed>(
    'system',
    sql`select v.id, v.invitation::text as key, split_part(u.name, ' ', 1) as name, v.invited_text as text
        from visits v join users u on u.id = v.invited_by where v.process = ${process} and not v.is_told and v.is_here and v.invitation is not null`,
  );

/** A page has shown it: the next one need not. What was written anew meanwhile is still owed. */
export async function noteTold(db: Database, { id, key }: Pick<Owed, 'id' | 'key'>): Promise<void> {
  await db.transaction('system', (tx) =>
    tx.run(sql`update visits set is_told = true where id = ${id} and invitation = ${key}`),
  );
}
