import type { Tx } from '#platform/database.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { lockTickets } from '../ticket-queries.ts';
import { type Emptied, emptyMessages, readWordsAnew } from './erase-tickets.ts';

export type Person = {
  /** Their card and those that were merged into it. */
  readonly ids: readonly number[];
  /** Other cards that were taken for theirs once. */
  readonly partners: readonly number[];
  /** What they are known by, in lower case. */
  readonly addresses: readonly string[];
  /** What has this id or a larger one is no more theirs by its address. */
  readonly until: { readonly message: number };
};

const lists = ['to_list', 'cc_list', 'bcc_list', 'reply_to_list'] as const;

/**
 * What a person wrote into tickets of others, and where they were written to among others: the letters they wrote are
 * emptied, and those to them alone, their addresses are taken out of the recipients of the rest. A stretch of the company's messages behind `after`.
 * Answers where it ends, or null at the end.
 */
export async function eraseLettersElsewhere(
  tx: Tx,
  companyId: number,
  person: Person,
  { after, limit }: { after: number; limit: number },
): Promise<{ end: number | null; erased: Emptied }> {
  const stretch = await tx.row<{ end: number | null; n: number }>(
    sql`select max(id) as end, count(*)::int as n from (select id from messages where company_id = ${companyId} and id > ${after} order by id limit ${limit}) s`,
  );
  if (!stretch || stretch.end === null) return { end: null, erased: { messages: 0, files: 0, mails: 0 } };
  const within = sql`company_id = ${companyId} and id > ${after} and id <= ${stretch.end}`;
  const addresses = sql`${person.addresses}::text[]`;
  const isOfThen = sql`id < ${person.until.message}`;
  const isTheirs = sql`(author_kind = 'customer' and author_id = any (${person.ids}::bigint[])
          or ${isOfThen} and (lower(from_address) = any (${addresses}) and ${cameFromThem(person)} or kind = 'outbound' and to_list <> '[]'
            and not exists (select from jsonb_array_elements(to_list || cc_list || bcc_list) r where lower(coalesce(r->>'address', '')) <> all (${addresses})))) and (from_address is not null or body_text <> '' or author_name <> '')`;
  const isToThem = sql`${isOfThen} and exists (select from jsonb_array_elements(to_list || cc_list || bcc_list || reply_to_list) r where lower(r->>'address') = any (${addresses}))`;
  await lockTicketsOf(tx, sql`${within} and (${isTheirs} or ${isToThem})`);
  const theirs = await tx.rows<{ id: number; ticket_id: number }>(
    sql`select id, ticket_id from messages where ${within} and ${isTheirs}`,
  );
  const erased = await emptyMessages(tx, companyId, sql`id = any (${theirs.map((row) => row.id)}::bigint[])`);
  const named = await tx.rows<{ ticket_id: number }>(
    sql`update messages set ${sql.join(lists.map((name) => sql`${sql.unsafe(name)} = ${without(name, person)}`))}
        where ${within} and ${isToThem}
        returning ticket_id`,
  );
  const touched = [...new Set([...theirs, ...named].map((row) => row.ticket_id))];
  await tx.run(
    sql`update tickets set last_line = '' where id = any (${touched}::bigint[]) and last_message_id = any (${theirs.map((row) => row.id)}::bigint[])`,
  );
  await eraseThirdParty(tx, companyId, touched, person);
  await tx.run(
    sql`update deliveries set recipients = ${without('recipients', person)}, error = null where company_id = ${companyId} and ticket_id = any (${touched}::bigint[])
          and message_id < ${person.until.message}`,
  );
  if (touched.length > 0) await readWordsAnew(tx, companyId, touched);
  return { end: stretch.n < limit ? null : stretch.end, erased };
}

/** The tickets of messages before these, as everybody does. One that got some of them while it was waited for is locked as well. */
async function lockTicketsOf(tx: Tx, which: Sql): Promise<void> {
  const held = new Set<number>();
  for (;;) {
    const rows = await tx.rows<{ ticket_id: number }>(sql`select distinct ticket_id from messages where ${which}`);
    const others = rows.map((row) => row.ticket_id).filter((id) => !held.has(id));
    if (others.length === 0) return;
    await lockTickets(tx, others);
    for (const id of others) held.add(id);
  }
}

/** A message that came in, and not from another customer, whose the address was then: only its writer's erasure empties it. */
export const cameFromThem = ({ ids, partners }: Person) =>
  sql`kind in ('inbound', 'side_inbound') and (author_kind <> 'customer' or author_id is null or author_id = any (${[...ids, ...partners]}::bigint[]))`;

/** Where they were a third party: lines of the thread name them no more, and nor does the conversation. */
async function eraseThirdParty(tx: Tx, companyId: number, ticketIds: readonly number[], person: Person): Promise<void> {
  const theirs = await tx.rows<{ id: number }>(
    sql`select id from side_conversations where company_id = ${companyId} and ticket_id = any (${ticketIds}::bigint[])
          and exists (select from jsonb_array_elements(partners) r where lower(r->>'address') = any (${person.addresses}::text[])) for update`,
  );
  if (theirs.length === 0) return;
  const ids = theirs.map((row) => row.id);
  await tx.run(
    sql`update messages set event_values = event_values || '{"with": "—"}' where company_id = ${companyId} and ticket_id = any (${ticketIds}::bigint[])
          and event_key in ('side_begun', 'side_answered') and (event_values->>'side_id')::bigint = any (${ids}::bigint[])`,
  );
  await tx.run(
    sql`update side_conversations set partners = ${without('partners', person)} where id = any (${ids}::bigint[])`,
  );
}

/** A list of recipients without them. */
export const without = (column: string, { addresses }: Person) =>
  sql`(select coalesce(jsonb_agg(r order by nth), '[]') from jsonb_array_elements(${sql.unsafe(column)}) with ordinality e (r, nth)
       where lower(coalesce(r->>'address', '')) <> all (${addresses}::text[]))`;
