import type { Draft, DraftAside, DraftOfColleague, WaitingLetter } from '#contract/drafts.ts';
import type { Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { sql } from '#platform/sql.ts';
import { ofTicketWithinReach } from '../reach/index.ts';
import type { Ticket } from '../tickets/index.ts';
import { asDraft, attachmentsOfDraft, findDrafts } from './draft-queries.ts';

const shownMax = 50;
const lineLengthMax = 120;

export type DraftsOfTicket = {
  mine: Draft[];
  aside: DraftAside[];
  colleagues: DraftOfColleague[];
  waiting: WaitingLetter[];
};

const lineOf = sql`left(regexp_replace(d.body_text, '\\s+', ' ', 'g'), ${lineLengthMax})`;
const updatedOf = sql`to_char(d.updated at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')`;
const person = sql`json_build_object('id', u.id, 'name', u.name, 'avatar', u.avatar)`;

/** What is being written about a ticket: whole to its writer, by its first line to colleagues; and what waits to leave. */
export async function draftsOfTicket(tx: Tx, ticket: Ticket, caller: Caller): Promise<DraftsOfTicket> {
  const [mine, aside, colleagues, waiting] = await Promise.all([
    findDrafts(tx, ticket.id, caller.userId),
    tx.rows<DraftAside>(
      sql`select d.id, d.kind, c.case_prefix || '-' || o.number as case_number, ${lineOf} as line, ${updatedOf} as updated
          from drafts d join tickets o on o.company_id = d.company_id and o.id = d.origin_ticket_id join companies c on c.id = o.company_id
          where d.ticket_id = ${ticket.id} and d.state = 'aside' and d.user_id = ${caller.userId} order by d.updated desc limit ${shownMax}`,
    ),
    tx.rows<DraftOfColleague>(
      sql`select d.id, d.kind, ${person} as "user", ${lineOf} as line, ${updatedOf} as updated
          from drafts d join users u on u.id = d.user_id
          where d.ticket_id = ${ticket.id} and d.state = 'draft' and d.user_id <> ${caller.userId} order by d.updated desc limit ${shownMax}`,
    ),
    tx.rows<WaitingLetter>(
      sql`select d.id, d.client_id, ${person} as "user", d.state, d.why, to_char(d.send_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as send_at,
            greatest(0, ceil(extract(epoch from d.send_at - now())))::int as seconds_left, d.held_key, d.body_html,
            case when d.then_do ? 'snooze' then 'snoozed' when d.then_do ? 'view_type' then 'resolved' else 'answered' end as then_state,
            d.recipients->'to' as "to", d.recipients->'cc' as cc, d.recipients->'bcc' as bcc, ${attachmentsOfDraft} as attachments,
            to_char(d.added at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as written_at
          from drafts d join users u on u.id = d.user_id
          where d.ticket_id = ${ticket.id} and d.state in ('waiting', 'held') order by d.send_at, d.id limit ${shownMax}`,
    ),
  ]);
  return { mine: mine.map(asDraft), aside, colleagues, waiting };
}

/** Whether an upload belongs to a waiting letter that the person sees: like the letter, its files are no secret to them. */
export async function isOfWaitingLetter(tx: Tx, attachmentId: number, caller: Caller): Promise<boolean> {
  const row = await tx.row<{ company_id: number }>(
    sql`select d.company_id from attachments a join drafts d on d.id = a.draft_id and d.state in ('waiting', 'held')
        where a.id = ${attachmentId} and ${ofTicketWithinReach(caller, 'd', 'd.ticket_id') ?? sql.unsafe('true')}`,
  );
  return row !== undefined && caller.may(row.company_id, 'messages.get') && caller.may(row.company_id, 'tickets.get');
}
