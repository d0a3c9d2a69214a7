import { customerAboutLengthMax, type MergedField, mergedFields } from '#contract/customers.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { type CustomerRow, lockPair, nameOf } from './customer-access.ts';
import { customerEvent } from './customer-events.ts';
import { holdTicketsOf } from './hold-in-order.ts';
import type { IdentityName } from './identities.ts';

export type Merge = { client_id: string; into_id: number; from_id: number; take: readonly MergedField[] };
export type Merged = { merge_id: number; tickets: number };

/**
 * Makes two customers one. Whoever merges one of them at the same time waits, and finds it gone; mails that come in
 * meanwhile find the survivor. What moved is written down, so that it can go back.
 */
export function mergeCustomers(db: Database, the: Merge, caller: Caller): Promise<Merged> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    await holdTicketsOf(tx, the.from_id);
    const [into, from] = await lockPair(
      tx,
      { id: the.into_id, field: 'data.into_id' },
      { id: the.from_id, field: 'data.from_id' },
      caller,
      'customers.merge',
    );
    const known = await tx.row<Merged>(
      sql`select id as merge_id, cardinality(ticket_ids) as tickets from customer_merges
          where company_id = ${into.company_id} and client_id = ${the.client_id} and survivor_id = ${into.id} and merged_id = ${from.id}`,
    );
    if (known) return known;
    for (const [one, field] of [
      [into, 'data.into_id'],
      [from, 'data.from_id'],
    ] as const)
      if (one.is_deleted === 1 || one.merged_into !== null || one.erased_at !== null)
        throw new Problem('not_in_this_state', { field });
    // Whoever is blocked stays so, and nobody becomes so by the way: a person decides which of the two it is.
    if (into.is_blocked !== from.is_blocked) throw new Problem('one_is_blocked', { field: 'data.from_id' });

    const moved = await move(tx, into, from);
    const { before, after } = chosen(into, from, the.take);
    await tx.run(
      sql`update customers c set updated = now(), first_name = coalesce(v.first_name, c.first_name), last_name = coalesce(v.last_name, c.last_name),
            email = case when v.has_email then v.email else c.email end, phone = case when v.has_phone then v.phone else c.phone end,
            language = case when v.has_language then v.language else c.language end,
            time_zone = case when v.has_time_zone then v.time_zone else c.time_zone end, note = coalesce(v.note, c.note)
          from (select ${after.first_name ?? null}::text as first_name, ${after.last_name ?? null}::text as last_name, ${after.note ?? null}::text as note,
            ${'email' in after}::boolean as has_email, ${after.email ?? null}::text as email, ${'phone' in after}::boolean as has_phone, ${after.phone ?? null}::text as phone,
            ${'language' in after}::boolean as has_language, ${after.language ?? null}::text as language,
            ${'time_zone' in after}::boolean as has_time_zone, ${after.time_zone ?? null}::text as time_zone) v where c.id = ${into.id}`,
    );
    await tx.run(
      sql`update customers set is_deleted = 1, merged_into = ${into.id}, updated = now() where id = ${from.id}`,
    );
    const merge = await tx.row<{ id: number }>(
      sql`insert into customer_merges (company_id, client_id, survivor_id, merged_id, ticket_ids, note_ids, tag_ids, earlier_ids, identities, before, after, merged_by)
          values (${into.company_id}, ${the.client_id}, ${into.id}, ${from.id}, ${moved.tickets}::bigint[], ${moved.notes}::bigint[], ${moved.tags}::bigint[],
            ${moved.earlier}::bigint[], ${JSON.stringify(moved.identities)}::jsonb, ${JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb, ${caller.userId}) on conflict do nothing returning id`,
    );
    if (!merge) throw new Problem('not_unique', { field: 'data.client_id' });
    const detail = { before: { name: nameOf(from) }, after: { merged_into: nameOf(into) } };
    await recordEvents(tx, [customerEvent(from, caller, detail), customerEvent(into, caller)]);
    return { merge_id: merge.id, tickets: moved.tickets.length };
  });
}

type Moved = { tickets: number[]; notes: number[]; tags: number[]; earlier: number[]; identities: IdentityName[] };

async function move(tx: Tx, into: CustomerRow, from: CustomerRow): Promise<Moved> {
  const ids = (rows: readonly { id: number }[]) => rows.map((row) => row.id);
  const tickets = await tx.rows<{ id: number }>(
    sql`update tickets set customer_id = ${into.id}, version = version + 1 where company_id = ${from.company_id} and customer_id = ${from.id} returning id`,
  );
  const identities = await tx.rows<IdentityName>(
    sql`update customer_identities set customer_id = ${into.id} where customer_id = ${from.id} returning kind, value`,
  );
  const notes = await tx.rows<{ id: number }>(
    sql`update customer_notes set customer_id = ${into.id} where customer_id = ${from.id} returning id`,
  );
  const tags = await tx.rows<{ id: number }>(
    sql`insert into customer_tags (company_id, customer_id, tag_id, added_by)
        select company_id, ${into.id}::bigint, tag_id, added_by from customer_tags where customer_id = ${from.id} on conflict do nothing returning tag_id as id`,
  );
  const earlier = await tx.rows<{ id: number }>(
    sql`update customers set merged_into = ${into.id} where merged_into = ${from.id} returning id`,
  );
  return { tickets: ids(tickets), identities, notes: ids(notes), tags: ids(tags), earlier: ids(earlier) };
}

type Fields = { [K in MergedField]?: CustomerRow[K] };

/** The fields that the survivor takes over, as they were and as they are then. */
export function chosen(
  into: Pick<CustomerRow, MergedField>,
  from: Pick<CustomerRow, MergedField>,
  take: readonly MergedField[],
): { before: Fields; after: Fields } {
  const after: Fields = {};
  const before: Fields = {};
  for (const name of mergedFields) {
    if (!take.includes(name)) continue;
    const value = name === 'note' ? bothNotes(into.note, from.note) : from[name];
    if (value === into[name]) continue;
    Object.assign(after, { [name]: value });
    Object.assign(before, { [name]: into[name] });
  }
  return { before, after };
}

function bothNotes(ours: string, theirs: string): string {
  const both = [...new Set([ours.trim(), theirs.trim()])].filter(Boolean).join('\n\n');
  if (both.length > customerAboutLengthMax)
    throw new Problem('too_long', { field: 'data.take', values: { max: customerAboutLengthMax } });
  return both;
}
