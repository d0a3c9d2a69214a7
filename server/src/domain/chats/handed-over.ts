import type { QuidgetLanguage } from '#contract/quidget-settings.ts';
import { type Sql, sql } from '#platform/sql.ts';

/** Lines of a thread by which its ticket becomes a person's. */
const gives = [
  'assigned',
  'assigned_within',
  'took',
  'given_fewest',
  'given_fewest_of',
  'given_in_turn',
  'given_again',
] as const;

const whoIn = (m: Sql): Sql =>
  sql`case when ${m}.kind = 'outbound' or ${m}.event_key = 'took' then ${m}.author_name else ${m}.event_values ->> 'name' end`;

/** Who has the conversation from the message `m` on, which is such a line. */
export const takesOver = whoIn(sql`m`);

/**
 * Whether `m` says that somebody has it who is not the one before: whoever answered last, or was given it. Visitors are told
 * of that; who of the company gave it to whom, and that nobody had it for a while, is not their business.
 */
export const isHandedOver = sql`m.kind = 'event' and m.event_key = any (${gives}::text[]) and ${takesOver} <> (select ${whoIn(sql`p`)} from messages p
    where p.origin_ticket_id = m.origin_ticket_id and p.id < m.id
      and (p.kind = 'event' and p.event_key = any (${gives}::text[]) or p.kind = 'outbound' and p.channel = 'chat' and p.author_kind = 'user')
    order by p.id desc limit 1)`;

/** In the visitor's language. */
export const handedOver: Readonly<Record<QuidgetLanguage, (name: string) => string>> = {
  en: (name) => `${name} has taken over`,
  ua: (name) => `Далі вам відповідає ${name}`,
};
