import type { Tx } from '#platform/database.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { unansweredSince } from '../state/answer-failed.ts';
import { lockTicket, moveTicket, type Ticket } from '../ticket-queries.ts';

/** What shows as the last word of a ticket: a person's. Automatic mail and automatic replies are none. */
const isWord = sql.unsafe(
  `((kind = 'inbound' and (mail_kind is null or mail_kind = 'human')) or (kind = 'outbound' and mail_kind is null))`,
);

/** What shows as the line of a message. */
const lineSql = sql.unsafe(`left(btrim(regexp_replace(body_text, '\\s+', ' ', 'g')), 160)`);

const lastLine = sql.unsafe(
  `coalesce(has.last_line, case when has.came_in then t.last_line else has.note_line end, '')`,
);

/**
 * Notes on a ticket what its thread holds, after messages came or went otherwise than by being written. Where nothing that
 * came in is left, and no word, nobody waits for an answer, and its first note says what it is about.
 */
export const recountThread = (tx: Tx, ticketId: number): Promise<void> =>
  recount(tx, ticketId, { updated: sql`now()`, where: sql.empty });

/** After words were put otherwise: nothing has happened by that, so the ticket keeps its place in lists. */
export const rereadThread = (tx: Tx, ticketId: number): Promise<void> =>
  recount(tx, ticketId, { updated: sql`t.updated`, where: sql`and t.last_line <> ${lastLine}` });

async function recount(tx: Tx, ticketId: number, { updated, where }: { updated: Sql; where: Sql }): Promise<void> {
  await tx.run(
    sql`update tickets t set version = t.version + 1, updated = ${updated}, message_count = has.messages, has_attachments = has.attachments,
          last_message_id = coalesce(has.last_id, t.last_message_id), last_direction = coalesce(has.last_direction, case when has.came_in then t.last_direction else 2 end),
          last_line = ${lastLine}
        from (select count(m.id) filter (where m.kind in ('inbound', 'outbound', 'note', 'call'))::int as messages,
            (exists (select from attachments a join messages am on am.id = a.message_id
              where am.company_id = k.company_id and am.ticket_id = k.id and am.side_id is null and a.is_inline = 0))::int as attachments,
            (exists (select from messages c where c.company_id = k.company_id and c.ticket_id = k.id and c.kind in ('inbound', 'call'))) as came_in,
            w.id as last_id, w.direction as last_direction, w.line as last_line,
            (select ${lineSql} from messages where company_id = k.company_id and ticket_id = k.id and kind = 'note' order by id limit 1) as note_line
          from tickets k left join messages m on m.company_id = k.company_id and m.ticket_id = k.id
            left join lateral (
              select id, direction, ${lineSql} as line from messages
              where company_id = k.company_id and ticket_id = k.id and ${isWord} order by id desc limit 1) w on true
          where k.id = ${ticketId} group by k.id, k.company_id, w.id, w.direction, w.line) has
        where t.id = ${ticketId} ${where}`,
  );
}

/**
 * When the word that waited for us has gone elsewhere, nobody waits here any more. `before` it went, the last word was the
 * customer's: a ticket that is open for another reason stays so. Answers whether it moved.
 */
export async function settleRest(tx: Tx, before: Ticket): Promise<boolean> {
  if (before.last_direction !== 1) return false;
  const rest = await lockTicket(tx, before.id);
  return rest?.view_type === '' && rest.last_direction === 2 && (await moveTicket(tx, rest, 'agentTookBack'));
}

/** When the letter that answered has gone elsewhere, whoever wrote before it waits again, as long as if it had not been. */
export async function waitAgain(tx: Tx, ticketId: number): Promise<void> {
  const ticket = await lockTicket(tx, ticketId);
  if (ticket?.view_type !== 'answered' || ticket.last_direction !== 1) return;
  await moveTicket(tx, { ...ticket, waiting_since: await unansweredSince(tx, ticket) }, 'answerFailed');
}
