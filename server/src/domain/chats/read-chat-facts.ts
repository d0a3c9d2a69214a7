import type { Rating } from '#contract/chat-ratings.ts';
import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

export type ChatFacts = {
  readonly quidget: string;
  readonly is_closed: boolean;
  readonly page_url: string;
  readonly page_title: string;
  readonly referrer: string;
  readonly now: { readonly url: string; readonly title: string; readonly since: string } | null;
  readonly country: string | null;
  readonly user_agent: string;
  readonly said: { readonly name: string; readonly email: string; readonly phone: string };
  readonly signed_in_as: string | null;
  readonly attributes: Readonly<Record<string, string>>;
  readonly visitor_read_to: number;
  readonly chats: {
    readonly ticket_id: number;
    readonly is_closed: boolean;
    readonly visitor_read_to: number;
  }[];
  readonly rating: Rating | null;
};

/** For people who may see its ticket; of several that were merged, or that words were parted from, the one in which something was said last. */
export async function readChatFacts(tx: Tx, ticketId: number): Promise<ChatFacts | undefined> {
  return tx.row<ChatFacts>(
    sql`select a.name as quidget, a.is_deleted = 1 as is_closed, c.page_url, c.page_title, c.referrer, v.country, v.user_agent, v.external_id as signed_in_as, v.attributes, c.visitor_read_to, c.rating,
          json_agg(json_build_object('ticket_id', c.ticket_id, 'is_closed', a.is_deleted = 1, 'visitor_read_to', c.visitor_read_to)) over () as chats,
          (select json_build_object('url', n.page_url, 'title', n.page_title, 'since', to_char(n.page_since at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
            from visits n where n.visitor_id = c.visitor_id and n.is_here and n.until > now() order by n.page_since desc limit 1) as now,
          json_build_object('name', v.name, 'email', v.email, 'phone', v.phone) as said
        from chats c join visitors v on v.id = c.visitor_id join channel_accounts a on a.id = c.quidget_id
          join tickets o on o.id = c.ticket_id where o.id = ${ticketId} or o.merged_into_id = ${ticketId}
            or o.id in (select p.origin_ticket_id from messages p where p.ticket_id = ${ticketId} and p.parted_to_id is not null)
        order by (select max(id) from messages m where m.origin_ticket_id = c.ticket_id) desc limit 1`,
  );
}
