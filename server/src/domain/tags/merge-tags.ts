import type { Database, Tx } from '#platform/database.ts';
import { registerDependent } from '#platform/entities/dependents.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { type Happening, recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { withinReach } from '../reach/index.ts';

type Tag = { id: number; company_id: number; name: string; merged_into: number | null; is_deleted: 0 | 1 };

/**
 * Gives the tickets of some tags to another one and disables those. Their own marks stay where they were, out of sight, so
 * that taking the merge back is exact. Answers how many tickets have the tag only since now.
 */
export function mergeTags(
  db: Database,
  the: { ids: readonly number[]; into: number },
  caller: Caller,
): Promise<{ ids: number[]; tickets: number }> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const { from, into } = await lockTags(tx, the, caller);
    const ids = from.map((tag) => tag.id);
    if (ids.length === 0) return { ids, tickets: 0 };
    const { tickets, happened } = await giveTickets(tx, from, into, caller);
    await recordEvents(tx, happened);
    return { ids, tickets };
  });
}

/** The same happens when a tag is disabled and its tickets go to another one. */
registerDependent('tags', 'tickets', {
  privilege: 'tags.update',
  mustMove: false,
  count: (ids, caller) =>
    sql`select count(distinct k.id)::int as n from ticket_tags x join tickets k on k.id = x.ticket_id and k.is_deleted = 0 and k.merged_into_id is null where x.tag_id = any (${ids}::bigint[]) and ${(caller && withinReach(caller, 'k')) ?? sql`true`}`,
  async move(tx, ids, to, caller) {
    const { from, into } = await lockTags(tx, { ids, into: to }, caller);
    return (await giveTickets(tx, from, into, caller)).happened;
  },
});

/** Customers' marks stay where they are and mean the other tag: they go along by the same merge, and come back with it. */
registerDependent('tags', 'customers', {
  privilege: 'tags.update',
  mustMove: false,
  count: (ids) =>
    sql`with recursive them as (
          select id, company_id from tags where id = any (${ids}::bigint[])
          union select g.id, g.company_id from them join tags g on g.company_id = them.company_id and g.merged_into = them.id)
        select count(distinct c.id)::int as n from them join customer_tags x on x.tag_id = them.id join customers c on c.id = x.customer_id and c.is_deleted = 0`,
  move: async () => [],
});

async function giveTickets(
  tx: Tx,
  from: readonly Tag[],
  into: Tag,
  caller: Caller,
): Promise<{ tickets: number; happened: Happening[] }> {
  const ids = from.map((tag) => tag.id);
  const tickets = await tx.run(
    sql`insert into ticket_tags (company_id, ticket_id, tag_id, merged_from, added_by)
        select company_id, ticket_id, ${into.id}::bigint, min(tag_id), ${caller.userId}::bigint from ticket_tags
        where company_id = ${into.company_id} and tag_id = any (${ids}::bigint[]) group by company_id, ticket_id
        on conflict (ticket_id, tag_id) do nothing`,
  );
  await tx.run(
    sql`update tags set is_deleted = 1, merged_into = ${into.id}, updated = now() where id = any (${ids}::bigint[])`,
  );
  const actor = { kind: 'user', id: caller.userId } as const;
  const about = { companyId: into.company_id, entity: 'tags', action: 'updated' as const, actor };
  const happened = from.map(({ id, name }) => ({
    ...{ ...about, entityId: id },
    detail: { before: { name }, after: { name, merged_into: into.name } },
  }));
  return { tickets, happened: [...happened, { ...about, entityId: into.id }] };
}

/** Locked in one order, and not against those who only refer to them: whoever tags a ticket waits for nobody in a circle. */
async function lockTags(tx: Tx, the: { ids: readonly number[]; into: number }, caller: Caller) {
  const wanted = [...new Set(the.ids)];
  if (wanted.includes(the.into)) throw new Problem('invalid_value', { field: 'data.into' });
  const rows = await tx.rows<Tag>(
    sql`select id, company_id, name, merged_into, is_deleted from tags where id = any (${[...wanted, the.into]}::bigint[]) order by id for no key update`,
  );
  const seen = new Map(rows.filter((tag) => caller.may(tag.company_id, 'tags.get')).map((tag) => [tag.id, tag]));
  const into = seen.get(the.into);
  const from = wanted.flatMap((id) => seen.get(id) ?? []);
  if (from.length < wanted.length) throw new Problem('not_found', { field: 'data.ids' });
  if (!into) throw new Problem('not_found', { field: 'data.into' });
  if (from.some((tag) => tag.company_id !== into.company_id)) throw new Problem('not_found', { field: 'data.into' });
  if (!caller.may(into.company_id, 'tags.update')) throw new Problem('forbidden');
  // Said twice, it is done once.
  const left = from.filter((tag) => tag.merged_into !== into.id);
  if ([...left, into].some((tag) => tag.is_deleted === 1))
    throw new Problem('not_in_this_state', { field: 'data.ids' });
  return { from: left, into };
}

/** Tags that are restored have their own tickets again, and the tag they were merged into loses what it had from them. */
export async function takeMergeBack(tx: Tx, ids: readonly number[]): Promise<void> {
  const goneOn = await tx.row(
    sql`select 1 from tags g join tags into_it on into_it.id = g.merged_into
        where g.id = any (${ids}::bigint[]) and into_it.merged_into is not null and into_it.id <> all (${ids}::bigint[])`,
  );
  if (goneOn) throw new Problem('not_in_this_state', { field: 'filter' });
  const others = sql`select min(o.tag_id) from ticket_tags o join tags g on g.id = o.tag_id
    where o.ticket_id = x.ticket_id and g.merged_into = x.tag_id and g.id <> all (${ids}::bigint[])`;
  await tx.run(sql`delete from ticket_tags x where x.merged_from = any (${ids}::bigint[]) and (${others}) is null`);
  await tx.run(sql`update ticket_tags x set merged_from = (${others}) where x.merged_from = any (${ids}::bigint[])`);
  await tx.run(sql`update tags set merged_into = null where id = any (${ids}::bigint[])`);
}
