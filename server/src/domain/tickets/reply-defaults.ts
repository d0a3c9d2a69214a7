import type { Address } from '#contract/messages.ts';
import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import { ownAddresses } from '../mailboxes/index.ts';
import type { Ticket } from './ticket-queries.ts';

export type ReplyDefaults = {
  message_id: number | null;
  from: Address | null;
  to: Address[];
  cc: Address[];
  can_reply: boolean;
};

type Row = {
  id: number;
  kind: 'inbound' | 'outbound';
  from_name: string;
  from_address: string | null;
  to_list: Address[];
  cc_list: Address[];
};

/**
 * To and CC of a reply: the sender of the letter that is answered; its other recipients as CC, without ourselves. When
 * the last word is ours, the same people again. Shown as chips; what is sent is what stands there then.
 */
export async function replyDefaults(tx: Tx, ticket: Ticket, messageId: number | undefined): Promise<ReplyDefaults> {
  const which =
    messageId === undefined
      ? sql`kind in ('inbound', 'outbound') and (mail_kind is null or mail_kind = 'human')`
      : sql`id = ${messageId}`;
  const last = await tx.row<Row>(
    sql`select id, kind, from_name, from_address, to_list, cc_list from messages
        where company_id = ${ticket.company_id} and ticket_id = ${ticket.id} and kind in ('inbound', 'outbound') and ${which} order by id desc limit 1`,
  );
  const sender = await tx.row<{ from_name: string; from_email: string }>(
    sql`select m.from_name, m.from_email from channel_accounts a join mailboxes m on m.id = a.id
        where a.company_id = ${ticket.company_id} and a.is_deleted = 0 and (a.id = ${ticket.channel_account_id} or a.product_id = ${ticket.product_id})
        order by a.id = ${ticket.channel_account_id} desc, a.id limit 1`,
  );
  const own = new Set(await ownAddresses(tx, ticket.company_id));
  const others = (list: readonly Address[]) => list.filter((one) => !own.has(one.address.toLowerCase()));
  const from = sender ? { name: sender.from_name, address: sender.from_email } : null;
  if (!last) return { message_id: null, from, to: [], cc: [], can_reply: from !== null };

  const to =
    last.kind === 'inbound' && last.from_address
      ? [{ name: last.from_name, address: last.from_address }]
      : others(last.to_list);
  const named = new Set(to.map((one) => one.address.toLowerCase()));
  const rest = last.kind === 'inbound' ? [...last.to_list, ...last.cc_list] : last.cc_list;
  const cc = others(rest).filter((one) => {
    const address = one.address.toLowerCase();
    return named.has(address) ? false : named.add(address);
  });
  return { message_id: last.id, from, to, cc, can_reply: from !== null };
}
