import { mergedFields } from '#contract/customers.ts';
import type { Database } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { type CustomerRow, lockPair, nameOf } from './customer-access.ts';
import { customerEvent } from './customer-events.ts';
import { holdVisitorsOf } from './hold-in-order.ts';
import { type IdentityName, identityOfRow } from './identities.ts';

type MergeRow = {
  survivor_id: number;
  merged_id: number;
  ticket_ids: number[];
  note_ids: number[];
  tag_ids: number[];
  earlier_ids: number[];
  identities: IdentityName[];
  before: Partial<Record<string, string | null>>;
  after: Partial<Record<string, string | null>>;
  undone_at: Date | null;
};

/**
 * Takes a merge back: what is still where it was put goes back, what was moved on or changed since stays. A survivor who
 * was merged into somebody else meanwhile comes back first.
 */
export function unmergeCustomers(
  db: Database,
  mergeId: number,
  caller: Caller,
): Promise<{ id: number; tickets: number }> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const asked = await tx.row<MergeRow>(
      sql`select survivor_id, merged_id, ticket_ids from customer_merges where id = ${mergeId}`,
    );
    if (!asked) throw new Problem('not_found', { field: 'data.merge_id' });
    await holdVisitorsOf(tx, [asked.survivor_id]);
    await tx.run(
      sql`select from tickets where id = any (${asked.ticket_ids}::bigint[]) and customer_id = ${asked.survivor_id} order by id for update`,
    );
    const [survivor, merged] = await lockBoth(tx, asked, caller);
    const merge = await tx.row<MergeRow>(sql`select * from customer_merges where id = ${mergeId} for update`);
    if (!merge) throw new Problem('not_found', { field: 'data.merge_id' });
    if (merge.undone_at !== null) return { id: merged.id, tickets: 0 };
    if (merged.merged_into !== survivor.id || survivor.erased_at !== null)
      throw new Problem('not_in_this_state', { field: 'data.merge_id' });

    const tickets = await tx.run(
      sql`update tickets set customer_id = ${merged.id}, version = version + 1 where id = any (${merge.ticket_ids}::bigint[]) and customer_id = ${survivor.id}`,
    );
    await tx.run(
      sql`update customer_identities i set customer_id = ${merged.id} from json_to_recordset(${JSON.stringify(merge.identities)}::json) as m (kind text, value text)
          where i.company_id = ${survivor.company_id} and i.kind = m.kind and i.value = m.value and i.customer_id = ${survivor.id}`,
    );
    // Whoever wrote from a website meanwhile did so as the survivor.
    await tx.run(
      sql`update visitors v set customer_id = ${merged.id} from customer_identities i
          where v.company_id = ${survivor.company_id} and v.customer_id = ${survivor.id}
            and i.company_id = v.company_id and i.kind = 'quidget' and i.customer_id = ${merged.id} and i.value = ${identityOfRow}`,
    );
    await tx.run(
      sql`update customer_notes set customer_id = ${merged.id} where id = any (${merge.note_ids}::bigint[]) and customer_id = ${survivor.id}`,
    );
    await tx.run(
      sql`delete from customer_tags where customer_id = ${survivor.id} and tag_id = any (${merge.tag_ids}::bigint[])`,
    );
    await tx.run(
      sql`update customers set merged_into = ${merged.id} where id = any (${merge.earlier_ids}::bigint[]) and merged_into = ${survivor.id}`,
    );
    // A field that somebody changed since is theirs.
    await tx.run(
      sql`update customers set updated = now(), ${sql.join(
        mergedFields.map((name) => {
          const column = sql.unsafe(name);
          if (!(name in merge.after)) return sql`${column} = ${column}`;
          return sql`${column} = case when ${column} is not distinct from ${merge.after[name] ?? null}::text then ${merge.before[name] ?? null}::text else ${column} end`;
        }),
      )} where id = ${survivor.id}`,
    );
    await tx.run(sql`update customers set is_deleted = 0, merged_into = null, updated = now() where id = ${merged.id}`);
    await tx.run(sql`update customer_merges set undone_at = now(), undone_by = ${caller.userId} where id = ${mergeId}`);
    const detail = { before: { merged_into: nameOf(survivor) }, after: { name: nameOf(merged) } };
    await recordEvents(tx, [customerEvent(merged, caller, detail), customerEvent(survivor, caller)]);
    return { id: merged.id, tickets };
  });
}

async function lockBoth(
  tx: Parameters<typeof lockPair>[0],
  { survivor_id: survivor, merged_id: merged }: MergeRow,
  caller: Caller,
): Promise<[CustomerRow, CustomerRow]> {
  const field = 'data.merge_id';
  try {
    return await lockPair(tx, { id: survivor, field }, { id: merged, field }, caller, 'customers.merge');
  } catch (error) {
    if (error instanceof Problem && error.key === 'customer_not_found') throw new Problem('not_found', { field });
    throw error;
  }
}
