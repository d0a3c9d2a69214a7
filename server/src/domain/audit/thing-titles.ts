import { plainNounNames } from '#contract/plain-nouns.ts';
import type { Tx } from '#platform/database.ts';
import { type Sql, sql } from '#platform/sql.ts';

/** What things are called, by entity: a trail that names numbers alone is read by nobody. */
const titles: Record<string, (ids: readonly number[]) => Sql> = {
  ...Object.fromEntries(
    plainNounNames.map((noun) => [
      noun,
      (ids: readonly number[]) =>
        sql`select id, name as title from ${sql.unsafe(noun)} where id = any (${ids}::bigint[])`,
    ]),
  ),
  accounts: (ids) => sql`select id, name || ' <' || email || '>' as title from users where id = any (${ids}::bigint[])`,
  users: (ids) => sql`select id, name as title from users where id = any (${ids}::bigint[])`,
  roles: (ids) => sql`select id, name as title from users where id = any (${ids}::bigint[])`,
  companies: (ids) => sql`select id, company_name as title from companies where id = any (${ids}::bigint[])`,
  teams: (ids) => sql`select id, name as title from teams where id = any (${ids}::bigint[])`,
  links: (ids) => sql`select id, name as title from links where id = any (${ids}::bigint[])`,
  calendars: (ids) => sql`select id, name as title from calendars where id = any (${ids}::bigint[])`,
  invites: (ids) => sql`select id, email as title from invites where id = any (${ids}::bigint[])`,
  products: (ids) => sql`select id, name as title from products where id = any (${ids}::bigint[])`,
  templates: (ids) =>
    sql`select id, case when visibility <> 'personal' then name end as title from templates where id = any (${ids}::bigint[])`,
  tags: (ids) => sql`select id, name as title from tags where id = any (${ids}::bigint[])`,
  'saved-searches': (ids) =>
    sql`select id, case when is_shared = 1 then name end as title from saved_searches where id = any (${ids}::bigint[])`,
  mailboxes: (ids) => sql`select id, name as title from channel_accounts where id = any (${ids}::bigint[])`,
  integrations: (ids) => sql`select id, name as title from channel_accounts where id = any (${ids}::bigint[])`,
  quidgets: (ids) => sql`select id, name as title from channel_accounts where id = any (${ids}::bigint[])`,
  'product-call-phones': (ids) => sql`select id, phone_number as title from phones where id = any (${ids}::bigint[])`,
  customers: (ids) =>
    sql`select id, coalesce(nullif(trim(first_name || ' ' || last_name), ''), email) as title from customers where id = any (${ids}::bigint[])`,
  tickets: (ids) =>
    sql`select t.id, c.case_prefix || '-' || t.number || ' ' || t.title as title from tickets t join companies c on c.id = t.company_id where t.id = any (${ids}::bigint[])`,
};

/** Answers what each thing is called now, by `entity id`. */
export async function findTitles(
  tx: Tx,
  things: readonly { entity: string; entity_id: number | null }[],
): Promise<Map<string, string | null>> {
  const found = new Map<string, string | null>();
  for (const entity of new Set(things.map((one) => one.entity))) {
    const query = titles[entity];
    if (!query) continue;
    const ids = things.flatMap((one) => (one.entity === entity && one.entity_id !== null ? [one.entity_id] : []));
    for (const { id, title } of await tx.rows<{ id: number; title: string | null }>(sql`${query(ids)}`))
      found.set(`${entity} ${id}`, title);
  }
  return found;
}
