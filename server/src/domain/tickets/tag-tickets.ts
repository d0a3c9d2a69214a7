import { tagsPerTicketMax } from '#contract/tags.ts';
import type { Transactions, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { type Changed, changeEach } from './change-each.ts';
import { addEventLines, type LineAuthor } from './event-lines.ts';
import type { Ticket } from './ticket-queries.ts';

type Tag = { id: number; company_id: number; name: string; is_deleted: 0 | 1 };
type Tagging = {
  ids: readonly number[];
  add: readonly number[];
  remove: readonly number[];
  /** Takes off only what the caller has put there. */
  isOwn?: boolean;
};

/** Adds tags to tickets and takes tags off. A merged tag stands for the one it became. Answers the tickets that changed. */
export const tagTickets = (db: Transactions, the: Tagging, caller: Caller): Promise<number[]> =>
  db.transaction({ companies: caller.companies }, (tx) => tagWithin(tx, the, caller));

/** The same within a transaction; `field` names the tags that are added. */
export async function tagWithin(tx: Tx, the: Tagging, caller: Caller, field = 'data.add'): Promise<number[]> {
  // Tags before tickets: whoever merges tags takes them in this order as well.
  const [add, remove] = [
    await findTags(tx, the.add, caller, field),
    await findTags(tx, the.remove, caller, 'data.remove'),
  ];
  const gone = add.find((tag) => tag.is_deleted === 1);
  if (gone) throw new Problem('tag_disabled', { field, values: { name: gone.name } });
  return changeEach(tx, the.ids, caller, (ticket, author) => {
    const isForeign = (tag: Tag) => tag.company_id !== ticket.company_id;
    if (add.some(isForeign)) throw new Problem('not_found', { field });
    if (remove.some(isForeign)) throw new Problem('not_found', { field: 'data.remove' });
    return changeTags(tx, ticket, { add, remove, isOwn: the.isOwn ?? false }, author);
  });
}

async function findTags(tx: Tx, ids: readonly number[], caller: Caller, field: string): Promise<Tag[]> {
  if (ids.length === 0) return [];
  const wanted = [...new Set(ids)];
  const known = await tx.rows<{ id: number; company_id: number }>(
    sql`select id, company_id from tags where id = any (${wanted}::bigint[])`,
  );
  if (known.filter((tag) => caller.may(tag.company_id, 'tags.get')).length < wanted.length)
    throw new Problem('not_found', { field });
  const now = await tx.rows<Tag & { merged_into: number | null }>(
    sql`select id, company_id, name, is_deleted, merged_into from tags where id = any (tags_now(${wanted}::bigint[])) order by id for share`,
  );
  // One of them became another one while this waited for it.
  return now.some((tag) => tag.merged_into !== null) ? findTags(tx, ids, caller, field) : now;
}

async function changeTags(
  tx: Tx,
  ticket: Ticket,
  { add, remove, isOwn }: { add: readonly Tag[]; remove: readonly Tag[]; isOwn: boolean },
  author: LineAuthor,
): Promise<Changed | undefined> {
  const idsOf = (tags: readonly Tag[]) => tags.map((tag) => tag.id);
  const before = await namesOf(tx, ticket);
  await tx.run(
    sql`insert into ticket_tags (company_id, ticket_id, tag_id, added_by)
        select ${ticket.company_id}::bigint, ${ticket.id}::bigint, id, ${author.id}::bigint from unnest(${idsOf(add)}::bigint[]) as id
        on conflict (ticket_id, tag_id) do nothing`,
  );
  // With those that became it: a merge that is taken back brings back nothing that was taken off.
  if (remove.length > 0)
    await tx.run(
      sql`delete from ticket_tags x where ticket_id = ${ticket.id} and tags_now(array[x.tag_id]) && ${idsOf(remove)}::bigint[]
            and (not ${isOwn}::boolean or added_by = ${author.id}::bigint)`,
    );
  const after = await namesOf(tx, ticket);
  const gained = after.filter((name) => !before.includes(name));
  // What has more, by a merge, loses some of them before it gets another.
  if (gained.length > 0 && after.length > tagsPerTicketMax)
    throw new Problem('limit_reached', { field: 'data.add', values: { max: tagsPerTicketMax } });
  const lost = before.filter((name) => !after.includes(name));
  if (gained.length + lost.length === 0) return undefined;

  const lines = [
    { ticket, key: 'tagged', tags: gained },
    { ticket, key: 'untagged', tags: lost },
  ].flatMap(({ tags, ...line }) => (tags.length > 0 ? [{ ...line, values: { tags: tags.join(', ') } }] : []));
  const told = await addEventLines(tx, lines, author);
  await tx.run(sql`update tickets set version = version + 1 where id = ${ticket.id}`);
  return { lines: told, detail: { before: { tags: before }, after: { tags: after } } };
}

const namesOf = async (tx: Tx, ticket: Ticket): Promise<string[]> => {
  const rows = await tx.rows<{ name: string }>(
    sql`select g.name from ticket_tags x join tags g on g.id = x.tag_id and g.is_deleted = 0 where x.ticket_id = ${ticket.id} order by g.name collate "und-x-icu"`,
  );
  return rows.map((row) => row.name);
};
