import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

export type ChatFacts = {
  readonly quidget: string;
  readonly page_url: string;
  readonly page_title: string;
  readonly referrer: string;
  readonly country: string | null;
  readonly user_agent: string;
  readonly said: { readonly name: string; readonly email: string; readonly phone: string };
  readonly signed_in_as: string | null;
  readonly attributes: Readonly<Record<string, string>>;
  readonly visitor_read_to: number;
  readonly rating: 'bad' | 'good' | null;
};

/** For people who may see its ticket. */
export async function readChatFacts(tx: Tx, ticketId: number): Promise<ChatFacts | undefined> {
  return tx.row<ChatFacts>(
    sql`select a.name as quidget, c.page_url, c.page_title, c.referrer, v.country, v.user_agent, v.external_id as signed_in_as, v.attributes, c.visitor_read_to, c.rating,
          json_build_object('name', v.name, 'email', v.email, 'phone', v.phone) as said
        from chats c join visitors v on v.id = c.visitor_id join channel_accounts a on a.id = c.quidget_id where c.ticket_id = ${ticketId}`,
  );
}
