import type { Address } from '#contract/messages.ts';
import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import { ownAddresses, sendersOf, withoutPlus } from '../../mailboxes/index.ts';
import type { Ticket } from '../ticket-queries.ts';

export type ReplyDefaults = {
  message_id: number | null;
  from: Address | null;
  senders: Address[];
  to: Address[];
  cc: Address[];
  refused: Refused[];
  can_reply: boolean;
  is_chat: boolean;
};

/** Somebody whom the last letter of this ticket did not reach, for good, in the words of their server. */
type Refused = Address & { reason: string };

type Row = {
  id: number;
  kind: 'inbound' | 'outbound';
  from_name: string;
  from_address: string | null;
  to_list: Address[];
  cc_list: Address[];
  reply_to_list: Address[];
};

/**
 * To and CC of a reply: the sender of the letter that is answered, or whom it names for answers (Reply-To); its other recipients as CC, without ourselves. When
 * the last word is ours, the same people again; where there is no letter, the customer. Whom the last letter did not reach is left out, unless there is nobody else.
 * Shown as chips; what is sent is what stands there then.
 */
export async function replyDefaults(tx: Tx, ticket: Ticket, messageId: number | undefined): Promise<ReplyDefaults> {
  // In a chat there is nobody to choose: it is read by whoever wrote there.
  if (await isAnsweredInChat(tx, ticket, messageId))
    return { message_id: null, from: null, senders: [], ...nobody, can_reply: true, is_chat: true };
  const which =
    messageId === undefined
      ? sql`kind in ('inbound', 'outbound') and (mail_kind is null or mail_kind = 'human')`
      : sql`id = ${messageId}`;
  const last = await tx.row<Row>(
    sql`select id, kind, from_name, from_address, to_list, cc_list, reply_to_list from messages
        where company_id = ${ticket.company_id} and ticket_id = ${ticket.id} and kind in ('inbound', 'outbound') and channel <> 'chat' and ${which} order by id desc limit 1`,
  );
  const account = await tx.row<{ id: number }>(
    sql`select a.id from channel_accounts a join products p on p.id = ${ticket.product_id}
        where a.company_id = ${ticket.company_id} and a.is_deleted = 0 and a.kind = 'mailbox'
          and (a.id = ${ticket.channel_account_id} or a.product_id = ${ticket.product_id} or a.id = p.mailbox_id)
        order by a.id = ${ticket.channel_account_id} desc nulls last, a.id = p.mailbox_id desc nulls last, a.id limit 1`,
  );
  const own = new Set(await ownAddresses(tx, ticket.company_id));
  // An address of ours may carry a token, which is nobody's business.
  const isOurs = (address: string) => own.has(address) || own.has(withoutPlus(address));
  const others = (list: readonly Address[]) => list.filter((one) => !isOurs(one.address.toLowerCase()));
  const senders = account
    ? (await sendersOf(tx, account.id)).map(({ name, address }): Address => ({ name, address }))
    : [];
  const from = senderFor(senders, last);
  const { to, cc } = last ? writersOf(last, others) : { to: others(await customerOf(tx, ticket)), cc: [] };
  const refused = await refusedOf(tx, ticket, [...to, ...cc]);
  const chosen = withoutRefused({ to, cc }, refused);
  return { message_id: last?.id ?? null, from, senders, ...chosen, refused, can_reply: from !== null, is_chat: false };
}

const nobody = { to: [], cc: [], refused: [] };

/** Of a ticket that began with a call or a note of ours, and in which nothing came in: what a program wrote is not answered. */
const customerOf = (tx: Tx, ticket: Ticket): Promise<Address[]> =>
  tx.rows<Address>(
    sql`select btrim(first_name || ' ' || last_name) as name, email as address from customers
        where id = ${ticket.customer_id} and email is not null and merged_into is null and erased_at is null
          and not exists (select from messages where company_id = ${ticket.company_id} and ticket_id = ${ticket.id} and kind = 'inbound')`,
  );

function writersOf(last: Row, others: (list: readonly Address[]) => Address[]): People {
  const asked = others(last.reply_to_list);
  const sender = last.kind === 'inbound' && last.from_address && { name: last.from_name, address: last.from_address };
  const to = sender ? (asked.length > 0 ? asked : [sender]) : others(last.to_list);
  const named = new Set(to.map((one) => one.address.toLowerCase()));
  const rest = last.kind === 'inbound' ? [...last.to_list, ...last.cc_list] : last.cc_list;
  const cc = others(rest).filter((one) => {
    const address = one.address.toLowerCase();
    return named.has(address) ? false : named.add(address);
  });
  return { to, cc };
}

/** Whose last letter in this ticket was refused, and who has not written since. */
async function refusedOf(tx: Tx, ticket: Ticket, people: readonly Address[]): Promise<Refused[]> {
  const addresses = people.map((one) => one.address.toLowerCase());
  if (addresses.length === 0) return [];
  const rows = await tx.rows<{ address: string; reason: string }>(
    sql`select l.address, l.reason from (
          select distinct on (lower(r->>'address')) m.id, lower(r->>'address') as address, r->>'state' as state, coalesce(r->>'reason', d.error, '') as reason
          from messages m join deliveries d on d.message_id = m.id cross join jsonb_array_elements(d.recipients) r
          where m.company_id = ${ticket.company_id} and m.ticket_id = ${ticket.id} and m.kind = 'outbound' and lower(r->>'address') = any (${addresses})
          order by lower(r->>'address'), m.id desc) l
        where l.state = 'refused' and not exists (
          select from messages i where i.company_id = ${ticket.company_id} and i.ticket_id = ${ticket.id} and i.kind = 'inbound' and i.mail_kind = 'human'
            and lower(i.from_address) = l.address and i.id > l.id)`,
  );
  const reasons = new Map(rows.map((row) => [row.address, row.reason]));
  return people.flatMap((one) => {
    const reason = reasons.get(one.address.toLowerCase());
    return reason === undefined ? [] : [{ ...one, reason }];
  });
}

type People = { readonly to: Address[]; readonly cc: Address[] };

/** Who is left, Cc in place of a To of whom nobody is; all of that where there would be nobody. */
function withoutRefused({ to, cc }: People, refused: readonly Address[]): People {
  const gone = new Set(refused.map((one) => one.address.toLowerCase()));
  const reached = (list: readonly Address[]) => list.filter((one) => !gone.has(one.address.toLowerCase()));
  if (reached(to).length > 0) return { to: reached(to), cc: reached(cc) };
  return reached(cc).length > 0 ? { to: reached(cc), cc: [] } : { to, cc: [] };
}

/** By the message that is answered, or by what a person wrote last: a ticket that was merged may have a chat and letters. */
async function isAnsweredInChat(tx: Tx, ticket: Ticket, messageId: number | undefined): Promise<boolean> {
  const which = messageId === undefined ? sql`(mail_kind is null or mail_kind = 'human')` : sql`id = ${messageId}`;
  const last = await tx.row<{ is_chat: boolean }>(
    sql`select channel = 'chat' as is_chat from messages
        where company_id = ${ticket.company_id} and ticket_id = ${ticket.id} and kind = 'inbound' and ${which} order by id desc limit 1`,
  );
  return last?.is_chat ?? ticket.channel === 'chat';
}

/** A customer hears from the address they wrote to; and who wrote last from an alias goes on so. */
export function senderFor(
  senders: readonly Address[],
  last: Pick<Row, 'kind' | 'from_address' | 'to_list' | 'cc_list'> | undefined,
): Address | null {
  const called = (address: string) => senders.find((one) => one.address.toLowerCase() === address.toLowerCase());
  const named = (address: string | null) =>
    address === null ? undefined : (called(address) ?? called(withoutPlus(address)));
  const asked =
    last?.kind === 'inbound'
      ? [...last.to_list, ...last.cc_list].map((one) => one.address)
      : [last?.from_address ?? null];
  return asked.map(named).find((one) => one !== undefined) ?? senders[0] ?? null;
}
