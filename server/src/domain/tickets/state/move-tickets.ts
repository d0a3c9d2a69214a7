import type { Database, Transactions } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { type Happening, recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { changeEach } from '../change-each.ts';
import { addEventLines } from '../event-lines.ts';
import { noteRead, sees } from '../ticket-access.ts';
import { moveTicket, type Ticket } from '../ticket-queries.ts';
import { noteMentionsSeen } from '../writing/note-mentions-seen.ts';

const happenings = {
  resolve: {
    happening: 'agentResolved',
    event: 'resolved',
    isThere: (ticket: Ticket) => ticket.view_type === 'resolved',
  },
  reopen: { happening: 'agentReopened', event: 'reopened', isThere: (ticket: Ticket) => ticket.view_type === '' },
} as const;

/** Resolves or reopens tickets. Those that stand there already are left alone; answers the ones that moved. */
export async function moveTickets(
  db: Transactions,
  how: keyof typeof happenings,
  ids: readonly number[],
  caller: Caller,
): Promise<number[]> {
  const { happening, event, isThere } = happenings[how];
  return db.transaction({ companies: caller.companies }, (tx) =>
    changeEach(tx, ids, caller, async (ticket, author) => {
      if (isThere(ticket)) return undefined;
      if (!(await moveTicket(tx, ticket, happening, { by: caller.userId })))
        throw new Problem('not_in_this_state', { field: 'data.ids' });
      return { lines: await addEventLines(tx, [{ ticket, key: event }], author) };
    }),
  );
}

/** Marks tickets read, up to a message if one is named, or unread again, by this person. Nobody else's view changes; answers whether a visitor is to be told. */
export async function markRead(
  db: Database,
  ids: readonly number[],
  { isUnread, upTo }: { isUnread: boolean; upTo?: number | undefined },
  caller: Caller,
): Promise<boolean> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const rows = await tx.rows<{
      id: number;
      company_id: number;
      product_id: number;
      assignee_id: number | null;
      team_id: number | null;
      last_message_id: number | null;
      has_chat: boolean;
    }>(
      sql`select id, company_id, product_id, assignee_id, team_id, last_message_id,
            channel = 'chat' or exists (select from tickets o where o.company_id = t.company_id and o.merged_into_id = t.id and o.channel = 'chat') as has_chat
          from tickets t where id = any (${ids}::bigint[]) order by id for key share`,
    );
    const seen = rows.filter((one) => sees(caller, one));
    for (const row of seen) {
      if (isUnread)
        await tx.run(
          // Also where the last word is ours: nothing of it was new, and it is to be looked at again all the same.
          sql`insert into ticket_reads (company_id, ticket_id, user_id, last_message_id, is_unread) values (${row.company_id}, ${row.id}, ${caller.userId}, 0, 1)
              on conflict (ticket_id, user_id) do update set last_message_id = 0, is_unread = 1`,
        );
      else {
        const last = row.last_message_id;
        if (last !== null) await noteRead(tx, row, caller.userId, Math.min(last, upTo ?? last));
        await noteMentionsSeen(tx, row.id, caller.userId, upTo);
      }
    }
    const chats = isUnread ? [] : seen.filter((row) => row.has_chat);
    await recordEvents(
      tx,
      chats.map((row) => readInChat(row, caller.userId)),
    );
    return chats.length > 0;
  });
}

/** For the visitor, who is shown that their words were read. */
const readInChat = ({ id, company_id }: { id: number; company_id: number }, userId: number): Happening => ({
  ...{ companyId: company_id, entity: 'chats', action: 'updated', entityId: id, ticketId: id },
  actor: { kind: 'user', id: userId },
});
