import { splitQuickReplies } from '#contract/quick-replies.ts';
import {
  type ChatMessage,
  type Conversation,
  conversationsShownMax,
  messagesPerPageMax,
} from '#contract/quidget-chat.ts';
import type { QuidgetLanguage } from '#contract/quidget-settings.ts';
import type { Database, Reader, Tx } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import { type Sql, sql } from '#platform/sql.ts';
import type { Asking, Visitor } from './find-visitor.ts';
import { handedOver, isHandedOver, isOfChat, takesOver } from './handed-over.ts';

/** A conversation, the ticket that it began as, the one that it is a part of by now, and those that words of it were parted into. */
export type Chat = Conversation & {
  readonly ticketId: number;
  readonly livesIn: number;
  readonly partedInto: readonly number[];
};
/** A message, with files that have no address yet. */
export type ChatMessageRow = Omit<ChatMessage, 'files' | 'picture'> & {
  readonly files: readonly ChatFileRow[];
  /** Of the agent, where the company shows faces. */
  readonly avatar: string | null;
};
export type ChatFileRow = {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  readonly content_type: string;
};

type Row = Omit<Conversation, 'last'> & {
  ticket_id: number;
  lives_in: number;
  parted_into: number[];
  last: Conversation['last'];
};

/**
 * The only words of a ticket that a visitor is shown: what they and we said to each other in this very chat. Notes, lines,
 * letters to others and what came with a merge are not among them.
 */
const saidInChat = (chat: Sql): Sql =>
  sql`m.origin_ticket_id = ${chat} and m.channel = 'chat' and m.kind in ('inbound', 'outbound')`;

/** Those, and that somebody else answers from now on, also where the chat has become a part of another ticket. */
const shownInChat = (chat: Sql, isMerged: boolean): Sql =>
  isMerged
    ? sql`(${saidInChat(chat)} or ${isOfChat(sql`m`, chat)} and ${isHandedOver(chat, isMerged)})`
    : sql`m.origin_ticket_id = ${chat} and m.channel = 'chat' and (m.kind in ('inbound', 'outbound') or ${isHandedOver(chat, isMerged)})`;

/** The visitor's own, and those of their other devices when their site vouches for them. */
export const theirs = ({ quidget, externalId }: Asking, visitor: Visitor): Sql =>
  externalId === null
    ? sql`c.visitor_id = ${visitor.id}`
    : sql`c.visitor_id in (select ${visitor.id}::bigint union all ${vouchedFor(quidget.id, externalId)})`;

/** Asked with an `or` for the visitor as well it would go through all visitors of the quidget, for each who comes back. */
const vouchedFor = (quidgetId: number, externalId: string): Sql =>
  sql`select id from visitors where quidget_id = ${quidgetId} and external_id = ${externalId}`;

/** The name of whoever a site vouches for, beyond that site. */
export const siteUserOf = ({ quidget, externalId }: Asking): string | null =>
  externalId === null ? null : `${quidget.id} ${externalId}`;

/** Of those of the visitors whom their site has vouched for, that name. */
export async function readSiteUsers(
  db: Pick<Database, 'reader'>,
  companies: readonly number[],
  visitorIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .reader({ companies })
    .rows<{ id: number; site_user: string }>(
      sql`select id, quidget_id || ' ' || external_id as site_user from visitors where id = any (${visitorIds}::bigint[]) and external_id is not null`,
    );
  return new Map(rows.map((row) => [row.id, row.site_user]));
}

const stateSql = sql`case when c.ended_by_visitor is not null or t.view_type = 'resolved' then 'ended' else 'open' end as state`;
const partedInto = sql`to_json(array(select distinct m.ticket_id from messages m where m.origin_ticket_id = c.ticket_id and m.parted_to_id is not null))`;
const conversationColumns = sql`c.ticket_id, t.id as lives_in, ${partedInto} as parted_into, c.key::text, co.case_prefix || '-' || t.number as number,
    ${stateSql},
    c.visitor_read_to as read_by_visitor, c.rating, v.email <> '' as has_email,
    coalesce((select split_part(u.name, ' ', 1) from users u where u.id = t.assignee_id), '') as with,
    coalesce((select max(r.last_message_id) from ticket_reads r where r.ticket_id = t.id), 0) as read_by_agent,
    (select to_char(r.read_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') from ticket_reads r
      where r.ticket_id = t.id and r.last_message_id > 0 order by r.last_message_id desc, r.read_at limit 1) as agent_read_at,
    (select count(*)::int from messages m where ${saidInChat(sql`c.ticket_id`)} and m.kind = 'outbound' and m.id > c.visitor_read_to) as unread,
    (select json_build_object('from', case m.kind when 'inbound' then 'visitor' else 'agent' end, 'name', split_part(m.author_name, ' ', 1),
        'text', left(m.body_text, 200), 'at', to_char(m.added at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      from messages m where ${saidInChat(sql`c.ticket_id`)} order by m.id desc limit 1) as last`;

const chatJoins = sql`from chats c join visitors v on v.id = c.visitor_id join tickets o on o.id = c.ticket_id
    join tickets t on t.id = ${sql.orElse('o.merged_into_id', 'o.id')} join companies co on co.id = c.company_id`;

/** What was put in the trash is gone for its visitor too, and so is what became a part of it. */
const isThere = sql`o.is_deleted = 0 and t.is_deleted = 0`;

export async function findChats(db: Reader, asking: Asking, visitor: Visitor): Promise<Chat[]> {
  const rows = await db.rows<Row>(
    sql`select ${conversationColumns} ${chatJoins} where ${theirs(asking, visitor)} and ${isThere} order by o.last_message_id desc, c.ticket_id desc limit ${conversationsShownMax}`,
  );
  return rows.map(chatOf);
}

/** What a window has to know of a conversation to be told of it. */
export type HeldChat = Pick<Chat, 'ticketId' | 'livesIn' | 'partedInto' | 'key' | 'state'>;

/** The same without their words: thousands come at once after a restart. */
export const findHeldChats = (db: Reader, asking: Asking, visitor: Visitor): Promise<HeldChat[]> =>
  db.rows(
    sql`select c.ticket_id as "ticketId", t.id as "livesIn", ${partedInto} as "partedInto", c.key::text, ${stateSql} ${chatJoins}
        where ${theirs(asking, visitor)} and ${isThere} order by o.last_message_id desc, c.ticket_id desc limit ${conversationsShownMax}`,
  );

/** One of the visitor's conversations. Somebody else's does not exist. */
export async function findChat(db: Reader, asking: Asking, visitor: Visitor, key: string): Promise<Chat> {
  const row = await db.row<Row>(
    sql`select ${conversationColumns} ${chatJoins} where c.key = ${key} and ${theirs(asking, visitor)} and ${isThere}`,
  );
  if (!row) throw new Problem('not_found', { field: 'data.key' });
  return chatOf(row);
}

/** Which of these tickets began as chats of the visitor and are still there, the oldest first. */
export async function chatsAmong(
  db: Reader,
  asking: Asking,
  visitor: Visitor,
  ticketIds: readonly number[],
): Promise<number[]> {
  if (ticketIds.length === 0) return [];
  const rows = await db.rows<{ ticket_id: number }>(
    sql`select c.ticket_id ${chatJoins} where c.ticket_id = any (${ticketIds}::bigint[]) and ${theirs(asking, visitor)} and ${isThere} order by c.ticket_id`,
  );
  return rows.map((row) => row.ticket_id);
}

/** Those that have become a part of a ticket, however they came there. */
const mergedInto = (ticket: Sql): Sql => sql`select t.id from tickets t where t.merged_into_id = ${ticket}`;
/** Those of which words were parted into a ticket. */
const partedFor = (ticket: Sql): Sql =>
  sql`select p.origin_ticket_id from messages p where p.ticket_id = ${ticket} and p.parted_to_id is not null`;

/** By their tickets, or by those that they are parts of, whosever they are: for those who were found to be theirs before. */
export async function readChatsOf(tx: Tx, ticketIds: readonly number[]): Promise<Chat[]> {
  const rows = await tx.rows<Row>(
    sql`select ${conversationColumns} ${chatJoins} where c.ticket_id = any (array(select unnest(${ticketIds}::bigint[]) union all ${mergedInto(sql`any (${ticketIds}::bigint[])`)} union all ${partedFor(sql`any (${ticketIds}::bigint[])`)})) and ${isThere}`,
  );
  return rows.map(chatOf);
}

const chatOf = ({ ticket_id, lives_in, parted_into, last, ...row }: Row): Chat => ({
  ...row,
  last: last && { ...last, text: splitQuickReplies(last.text).text },
  ...{ ticketId: ticket_id, livesIn: lives_in, partedInto: parted_into },
});

const messageColumns = (chat: Sql): Sql => sql`m.id, case m.kind when 'inbound' then m.client_id::text end as client_id,
    case m.kind when 'inbound' then 'visitor' when 'event' then 'system' else 'agent' end as from,
    case when m.kind = 'event' then split_part(${takesOver}, ' ', 1) when m.author_kind = 'user' and m.kind <> 'inbound' then split_part(m.author_name, ' ', 1) else '' end as name,
    m.body_text as text, case when m.kind = 'event' then (select v.language from chats shown join visitors v on v.id = shown.visitor_id where shown.ticket_id = ${chat}) end as language,
    (select u.avatar from users u, chats shown join quidgets q on q.id = shown.quidget_id
      where m.kind = 'outbound' and m.author_kind = 'user' and u.id = m.author_id and shown.ticket_id = ${chat}
        and coalesce(q.settings -> 'look' ->> 'shows_team', '1') = '1') as avatar,
    to_char(m.added at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
    coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name, 'size', f.size, 'content_type', f.content_type) order by f.id)
      from attachments f where f.message_id = m.id), '[]') as files`;

type MessageRow = ChatMessageRow & { readonly language: QuidgetLanguage | null };

/** As visitors read it. */
function messageOf({ language, ...message }: MessageRow): ChatMessageRow {
  if (message.from === 'system') return { ...message, text: handedOver[language ?? 'en'](message.name) };
  if (message.from === 'visitor') return message;
  const { text, choices } = splitQuickReplies(message.text);
  return choices.length === 0 ? message : { ...message, text, choices: [...choices] };
}

export type Stretch = { readonly after?: number | undefined; readonly before?: number | undefined };

/** Messages of a chat, oldest first, and whether there are more on the side that was asked for. */
export async function readMessages(
  db: Reader,
  { ticketId, livesIn }: Pick<Chat, 'ticketId' | 'livesIn'>,
  { after, before }: Stretch,
): Promise<{ messages: ChatMessageRow[]; hasMore: boolean }> {
  const isForward = after !== undefined;
  const where = isForward ? sql` and m.id > ${after}` : before === undefined ? sql.empty : sql` and m.id < ${before}`;
  const chat = sql`${ticketId}::bigint`;
  const rows = await db.rows<MessageRow>(
    sql`select ${messageColumns(chat)}
        from messages m where ${shownInChat(chat, livesIn !== ticketId)}${where}
        order by m.id ${isForward ? sql`asc` : sql`desc`} limit ${messagesPerPageMax + 1}`,
  );
  const page = rows.slice(0, messagesPerPageMax).map(messageOf);
  return { messages: isForward ? page : page.toReversed(), hasMore: rows.length > page.length };
}

/** Some of them by their ids, by the ticket of their chat; what is no visitor's business is not among them. */
export async function readMessagesByIds(
  tx: Tx,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly ChatMessageRow[]>> {
  if (ids.length === 0) return new Map();
  const chat = sql`c.ticket_id`;
  const rows = await tx.rows<MessageRow & { ticket_id: number }>(
    sql`select c.ticket_id, ${messageColumns(chat)} from messages m join chats c on c.ticket_id = any (array(select m.ticket_id union all ${mergedInto(sql`m.ticket_id`)} union select m.origin_ticket_id)) and ${shownInChat(chat, true)}
        where m.id = any (${ids}::bigint[]) order by m.id`,
  );
  const byTicket = new Map<number, ChatMessageRow[]>();
  for (const { ticket_id, ...row } of rows)
    byTicket.set(ticket_id, [...(byTicket.get(ticket_id) ?? []), messageOf(row)]);
  return byTicket;
}
