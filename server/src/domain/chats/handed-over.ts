import type { QuidgetLanguage } from '#contract/quidget-settings.ts';
import { type Sql, sql } from '#platform/sql.ts';

/** Lines of a thread by which its ticket becomes a person's; by a merge it becomes whose the survivor is, if it is anybody's. */
const gives = [
  'merged_into',
  'assigned',
  'assigned_within',
  'took',
  'given_fewest',
  'given_fewest_of',
  'given_in_turn',
  'given_again',
  'handed_over',
  'handed_back',
] as const;

const whoIn = (m: Sql): Sql =>
  sql`case when ${m}.kind = 'outbound' or ${m}.event_key = 'took' then ${m}.author_name else ${m}.event_values ->> 'name' end`;

/** Who has the conversation from the message `m` on, which is such a line. */
export const takesOver = whoIn(sql`m`);

const isGiven = (m: Sql): Sql =>
  sql`${m}.kind = 'event' and ${m}.event_key = any (${gives}::text[]) and ${m}.event_values ->> 'name' is distinct from ''`;

/**
 * Whether a message stands in a thread of this chat: in its own, or, since it was merged, in that of the ticket which it is a
 * part of. What was said to somebody else there is not asked for here.
 */
export const isOfChat = (m: Sql, chat: Sql): Sql =>
  sql`(${m}.origin_ticket_id = ${chat} or ${m}.kind = 'event' and ${m}.origin_ticket_id in (
    with recursive way as (
      select g.survivor_id, g.merged_at from ticket_merges g where g.ticket_id = ${chat} and g.undone_at is null
      union all select g.survivor_id, g.merged_at from way join ticket_merges g on g.ticket_id = way.survivor_id and g.undone_at is null)
    select survivor_id from way where merged_at < ${m}.added))`;

/**
 * Whether `m` says that somebody has the chat who is not the one before: whoever answered last, or was given it. Visitors are
 * told of that; who of the company gave it to whom, and that nobody had it for a while, is not their business.
 */
export const isHandedOver = (chat: Sql, isMerged: boolean): Sql =>
  sql`${isGiven(sql`m`)} and ${takesOver} <> (select ${whoIn(sql`p`)} from messages p
    where ${isMerged ? isOfChat(sql`p`, chat) : sql`p.origin_ticket_id = ${chat}`} and p.id < m.id
      and (${isGiven(sql`p`)} or p.kind = 'outbound' and p.channel = 'chat' and p.author_kind = 'user')
    order by p.id desc limit 1)`;

/** In the visitor's language. */
export const handedOver: Readonly<Record<QuidgetLanguage, (name: string) => string>> = {
  en: (name) => `${name} has taken over`,
  ua: (name) => `Далі вам відповідає ${name}`,
};
