import { calendarsTable } from '#domain/calendars/index.ts';
import { quidgetsTable } from '#domain/quidgets/index.ts';
import { createRows } from '#platform/entities/write-rows.ts';
import { sql } from '#platform/sql.ts';
import { demoQuidgets, showroomHours } from './demo-quidgets.ts';
import type { Storyteller } from './storyteller.ts';
import { tellChats } from './tell-chats.ts';

/** A quidget for every product, open when the showroom is. */
export async function putChatsOnSites(the: Storyteller): Promise<void> {
  const { tx, db, company } = the;
  const { ids } = await createRows(db, calendarsTable, [{ company_id: company.id, ...showroomHours }], company.owner);
  const products = await tx.rows<{ id: number; key: string }>(
    sql`select id, abbreviation as key from products where company_id = ${company.id}`,
  );
  const rows = demoQuidgets.map(({ product, domains, ...quidget }) => ({
    ...quidget,
    company_id: company.id,
    product_id: products.find((one) => one.key === product)?.id,
    allowed_domains: domains,
    calendar_id: domains.length === 0 ? null : ids[0],
  }));
  // Where visitors reach us is not kept, and nobody asks for it here.
  const made = await createRows(
    db,
    quidgetsTable(() => ''),
    rows,
    company.owner,
  );
  await tellChats(the, made.ids[0] ?? 0);
}
