import type { LinkKind } from '#contract/ticket-links.ts';
import type { ViewType } from '#contract/tickets.ts';
import type { Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { sql } from '#platform/sql.ts';
import { withinReach } from '../../reach/index.ts';
import type { Ticket } from '../ticket-queries.ts';

type TicketLine = { id: number; case_number: string; title: string; view_type: ViewType };

export type Relations = {
  merges: { merge_id: number; ticket: TicketLine; into: string | null; by: string; at: string }[];
  links: { ticket: TicketLine; kind: LinkKind; is_from: boolean }[];
};

const line = (t: string) =>
  sql.unsafe(
    `json_build_object('id', ${t}.id, 'case_number', co.case_prefix || '-' || ${t}.number, 'title', ${t}.title, 'view_type', ${t}.view_type)`,
  );

/**
 * What was merged into a ticket, however far off, and what it is linked with: by itself or by what was merged into it. A
 * linked ticket that was merged is shown where it is found now. Tickets outside of the caller's reach are left out.
 */
export async function ticketRelations(tx: Tx, ticket: Ticket, caller: Caller): Promise<Relations> {
  const { id, company_id: companyId } = ticket;
  const rule = withinReach(caller, 'o') ?? sql.unsafe('true');
  const [merges, links] = await Promise.all([
    tx.rows<Relations['merges'][number]>(
      sql`select m.id as merge_id, ${line('o')} as ticket, case when m.survivor_id <> ${id} then co.case_prefix || '-' || s.number end as into,
            coalesce(u.name, '') as by, to_char(m.merged_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as at
          from tickets o join ticket_merges m on m.ticket_id = o.id and m.undone_at is null and m.is_split = 0
            join tickets s on s.id = m.survivor_id join companies co on co.id = o.company_id left join users u on u.id = m.merged_by
          where o.company_id = ${companyId} and o.merged_into_id = ${id} and ${rule} order by m.id`,
    ),
    tx.rows<Relations['links'][number]>(
      sql`with family as (select id from tickets where company_id = ${companyId} and (id = ${id} or merged_into_id = ${id}))
          select distinct on (o.id) ${line('o')} as ticket, l.kind, l.ticket_id in (select id from family) as is_from
          from (select ticket_id, other_id, kind, linked_at from ticket_links
              where company_id = ${companyId} and (ticket_id in (select id from family) or other_id in (select id from family))
            union all select id, follows_id, 'follows', added from tickets
              where company_id = ${companyId} and follows_id is not null and (id in (select id from family) or follows_id in (select id from family))) l
            join tickets named on named.id = case when l.ticket_id in (select id from family) then l.other_id else l.ticket_id end
            join tickets o on o.id = ${sql.orElse('named.merged_into_id', 'named.id')} join companies co on co.id = o.company_id
          where o.id <> ${id} and o.is_deleted = 0 and ${rule} order by o.id, l.linked_at desc`,
    ),
  ]);
  return { merges, links };
}
