import type { Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { isWithinReach } from '../reach/index.ts';

type Row = {
  company_id: number;
  product_id: number;
  team_id: number | null;
  is_here: boolean;
  is_in_chat: boolean;
  invited: string | null;
};

/** So long a message of a colleague keeps others from writing to the same visitor. */
const patienceSeconds = 300;

/** Writes first to somebody who has a page open. Of two colleagues at once, the first is heard. */
export async function inviteVisitor(tx: Tx, caller: Caller, { id, text }: { id: number; text: string }): Promise<void> {
  const row = await tx.row<Row>(
    sql`select v.company_id, a.product_id, p.team_id, v.is_here and v.until > now() as is_here,
          exists (select from chats c join tickets o on o.id = c.ticket_id join tickets t on t.id = ${sql.orElse('o.merged_into_id', 'o.id')} where c.visitor_id = v.visitor_id and c.ended_by_visitor is null and t.view_type <> 'resolved' and t.is_deleted = 0) as is_in_chat,
          (select u.name from users u where u.id = v.invited_by and u.id <> ${caller.userId} and v.invited_at > now() - make_interval(secs => ${patienceSeconds})) as invited
        from visits v join channel_accounts a on a.id = v.quidget_id join products p on p.id = a.product_id where v.id = ${id} for update of v`,
  );
  const sees =
    row &&
    caller.may(row.company_id, 'tickets.get') &&
    isWithinReach(caller, {
      ...{ companyId: row.company_id, productId: row.product_id, assigneeId: null, teamId: row.team_id },
    });
  // Whoever has left is forgotten soon: nothing tells that from somebody who never was.
  if (!row || !sees || !row.is_here) throw new Problem('not_found', { field: 'data.id' });
  if (!caller.may(row.company_id, 'messages.create')) throw new Problem('forbidden');
  if (row.is_in_chat) throw new Problem('not_in_this_state', { field: 'data.id' });
  if (row.invited !== null) throw new Problem('visitor_invited', { field: 'data.id', values: { name: row.invited } });
  await tx.run(
    sql`update visits set invitation = gen_random_uuid(), invited_by = ${caller.userId}, invited_at = now(), invited_text = ${text.trim()}, is_told = false, moved_at = clock_timestamp() where id = ${id}`,
  );
}
