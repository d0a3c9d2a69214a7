import type { QuidgetLanguage } from '#contract/quidget-settings.ts';
import { visitsShownMax } from '#contract/visits.ts';
import type { Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { sql } from '#platform/sql.ts';
import { withinReach } from '../reach/index.ts';

export type VisitRow = {
  readonly id: number;
  readonly company_id: number;
  readonly product_id: number;
  readonly quidget: string;
  readonly name: string | null;
  readonly customer_id: number | null;
  readonly signed_in_as: string | null;
  readonly is_known: boolean;
  readonly page: { readonly url: string; readonly title: string };
  readonly page_since: Date;
  readonly began: Date;
  readonly pages: number;
  readonly trail: { url: string; title: string }[];
  readonly referrer: string;
  readonly language: QuidgetLanguage;
  readonly country: string | null;
  readonly user_agent: string;
  readonly ticket: { id: number; number: string } | null;
  readonly is_in_chat: boolean;
  readonly invited: { by: string; at: string } | null;
};

/**
 * Who is on the sites of the companies whose tickets the caller sees, newest first; one line for whoever has several pages
 * open. Whoever sees a part of a company sees the visitors whose first word would be a ticket of that part.
 */
export async function readVisits(tx: Tx, caller: Caller): Promise<{ visits: VisitRow[]; total: number }> {
  const companies = caller.companies.filter((id) => caller.may(id, 'tickets.get'));
  const reach = withinReach(caller, 'v', companies) ?? sql`true`;
  const ofTicket = withinReach(caller, 't', companies) ?? sql`true`;
  // Somebody's name is on the customer's card.
  const named = caller.companies.filter((id) => caller.may(id, 'customers.get'));
  const here = sql`select distinct on (coalesce(v.visitor_id, -v.id)) v.* from (
        select v.*, a.product_id, a.name as quidget, p.team_id, null::bigint as assignee_id from visits v join channel_accounts a on a.id = v.quidget_id join products p on p.id = a.product_id
        where v.company_id = any (${companies}::bigint[]) and v.is_here and v.until > now()) v
      where ${reach} order by coalesce(v.visitor_id, -v.id), v.page_since desc, v.id desc`;
  const rows = await tx.rows<VisitRow & { total: number }>(
    sql`with here as materialized (${here}), newest as (select *, count(*) over ()::int as total from here order by began desc, id desc limit ${visitsShownMax})
        select v.total, v.id, v.company_id, v.product_id, v.quidget, case when v.company_id = any (${named}::bigint[]) then trim(c.first_name || ' ' || c.last_name) end as name,
          case when v.company_id = any (${named}::bigint[]) then c.id end as customer_id, w.external_id as signed_in_as, v.came_by is not null as is_known, json_build_object('url', v.page_url, 'title', v.page_title) as page, v.page_since, v.began,
          v.pages, v.trail, v.referrer, v.language, v.country, v.user_agent, chat.is_in_chat is not null as is_in_chat, case when chat.is_seen then chat.ticket end as ticket,
          case when v.invited_at is not null then json_build_object('by', u.name, 'at', to_char(v.invited_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as invited
        from newest v left join visitors w on w.id = v.visitor_id left join customers cb on cb.id = w.customer_id left join customers c on c.id = ${sql.orElse('cb.merged_into', 'cb.id')}
          left join users u on u.id = v.invited_by
          left join lateral (select true as is_in_chat, ${ofTicket} as is_seen, json_build_object('id', t.id, 'number', co.case_prefix || '-' || t.number) as ticket
            from chats h join tickets o on o.id = h.ticket_id join tickets t on t.id = ${sql.orElse('o.merged_into_id', 'o.id')} join companies co on co.id = t.company_id
            where h.visitor_id = v.visitor_id and h.ended_by_visitor is null and t.view_type <> 'resolved' and t.is_deleted = 0 order by h.ticket_id desc limit 1) chat on true
        order by v.began desc, v.id desc`,
  );
  return { visits: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
}
