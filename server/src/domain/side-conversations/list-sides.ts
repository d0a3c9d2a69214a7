import type { SideConversation } from '#contract/side-conversations.ts';
import type { Database } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { recordEvents } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';
import { lockWhereFound, ticketEvent } from '../tickets/index.ts';
import { lockSide } from './side-rows.ts';

export function listSides(db: Database, ticketId: number, caller: Caller): Promise<SideConversation[]> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const ticket = await lockWhereFound(tx, ticketId, caller, 'tickets.get');
    return tx.rows<SideConversation>(
      sql`select s.id, s.ticket_id, s.subject, s.state, s.is_unseen, s.partners, s.from_address,
            (select count(*)::int from messages m where m.company_id = s.company_id and m.side_id = s.id) as messages,
            (select json_build_object('message_id', m.id, 'direction', m.direction, 'author', coalesce(nullif(m.author_name, ''), m.from_address, ''),
                'line', left(btrim(regexp_replace(m.body_text, '\\s+', ' ', 'g')), 160))
              from messages m where m.company_id = s.company_id and m.id = s.last_message_id) as last,
            to_char(s.updated at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as updated
          from side_conversations s where s.company_id = ${ticket.company_id} and s.ticket_id = ${ticket.id}
          order by s.state = 'done', s.updated desc, s.id desc`,
    );
  });
}

export function settleSide(db: Database, id: number, state: 'open' | 'done', caller: Caller): Promise<void> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const { side, ticket } = await lockSide(tx, id, caller, 'messages.create');
    if (side.state === state) return;
    await tx.run(
      sql`update side_conversations set state = ${state}, is_unseen = 0, updated = now() where id = ${side.id}`,
    );
    await recordEvents(tx, [ticketEvent('updated', ticket, { kind: 'user', id: caller.userId })]);
  });
}

export function seeSide(db: Database, id: number, caller: Caller): Promise<void> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const { side, ticket } = await lockSide(tx, id, caller, 'tickets.get');
    const seen = await tx.run(sql`update side_conversations set is_unseen = 0 where id = ${side.id} and is_unseen = 1`);
    if (seen === 1) await recordEvents(tx, [ticketEvent('updated', ticket, { kind: 'user', id: caller.userId })]);
  });
}
