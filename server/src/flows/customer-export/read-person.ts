import { cardsOf } from '#domain/customers/index.ts';
import type { RawPlace } from '#domain/inbound-mails/index.ts';
import type { Database, Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

export type Row = Record<string, unknown>;
export type AboutPerson = {
  readonly made_at: string;
  readonly company: string;
  /** Ids of the card and of those that were merged into it. */
  readonly cards: readonly number[];
  readonly customers: readonly Row[];
  readonly identities: readonly Row[];
  readonly notes: readonly Row[];
  readonly tags: readonly string[];
  /** From which browsers they wrote on websites, and what these said of them. */
  readonly visitors: readonly Row[];
  /** Letters that led to no ticket. */
  readonly mail_log: readonly Row[];
  /** What colleagues did to the card, and when. */
  readonly audit: readonly Row[];
};

/** What is known of somebody beside their tickets. */
export function readPerson(db: Database, companyId: number, customerId: number): Promise<AboutPerson> {
  return db.transaction({ companies: [companyId] }, async (tx) => {
    const cards = await cardsOf(tx, customerId);
    const these = sql`any (${cards}::bigint[])`;
    const rows = (query: ReturnType<typeof sql>) => tx.rows<Row>(sql`${query}`);
    const company = await tx.row<{ name: string }>(
      sql`select company_name as name from companies where id = ${companyId}`,
    );
    return {
      made_at: new Date().toISOString(),
      company: company?.name ?? '',
      cards,
      customers: await rows(
        sql`select id, first_name, last_name, email, phone, language, time_zone, note, blocked_at, merged_into, added, updated from customers where id = ${these} order by id`,
      ),
      identities: await rows(
        sql`select kind, value, typed, source, added, last_seen_at from customer_identities where customer_id = ${these} order by kind, value`,
      ),
      notes: await rows(
        sql`select n.body, n.is_pinned, u.name as author, n.added, n.updated from customer_notes n left join users u on u.id = n.author_id
            where n.customer_id = ${these} and n.is_deleted = 0 order by n.id`,
      ),
      tags: await tagsOf(tx, cards),
      visitors: await rows(
        sql`select a.name as quidget, v.external_id, v.name, v.email, v.phone, v.language, v.time_zone, v.user_agent, v.country, v.attributes, v.agreed_at, v.added, v.last_seen_at,
              coalesce((select json_agg(json_build_object('ticket_id', h.ticket_id, 'page_url', h.page_url, 'page_title', h.page_title, 'referrer', h.referrer, 'rating', h.rating, 'rating_comment', h.rating_comment) order by h.ticket_id)
                from chats h where h.visitor_id = v.id), '[]') as chats,
              coalesce((select json_agg(json_build_object('began', s.began, 'page_url', s.page_url, 'page_title', s.page_title, 'pages', s.trail, 'referrer', s.referrer, 'user_agent', s.user_agent, 'country', s.country) order by s.id)
                from visits s where s.visitor_id = v.id), '[]') as visits,
              coalesce((select json_agg(json_build_object('id', f.id, 'name', f.name, 'size', f.size) order by f.id) from attachments f where f.visitor_id = v.id and f.message_id is null), '[]') as not_sent
            from visitors v join channel_accounts a on a.id = v.quidget_id where v.customer_id = ${these} order by v.id`,
      ),
      mail_log: await rows(
        sql`select received_at, folder, outcome, subject, from_name, from_address, size from inbound_mails
            where company_id = ${companyId} and ticket_id is null and lower(from_address) in (select value from customer_identities where customer_id = ${these} and kind = 'email') order by id`,
      ),
      audit: await rows(
        sql`select at, action, actor_name as by, detail from audit_entries where chain = ${companyId} and entity = 'customers' and entity_id = ${these} order by number`,
      ),
    };
  });
}

async function tagsOf(tx: Tx, cards: readonly number[]): Promise<string[]> {
  const rows = await tx.rows<{ name: string }>(
    sql`select distinct g.name from customer_tags x join tags g on g.id = x.tag_id where x.customer_id = any (${cards}::bigint[]) order by 1`,
  );
  return rows.map((row) => row.name);
}

export type TicketOfPerson = Row & {
  readonly id: number;
  readonly number: string;
  readonly title: string;
  readonly added: Date;
};

/** Their tickets, in the trash and in spam too. */
export const ticketsOf = (db: Database, companyId: number, cards: readonly number[]): Promise<TicketOfPerson[]> =>
  db.read<TicketOfPerson>(
    { companies: [companyId] },
    sql`select t.id, c.case_prefix || '-' || t.number as number, t.title, p.name as product, t.channel, t.view_type as state, t.is_spam, t.is_deleted, t.added, t.updated,
          array(select g.name from ticket_tags x join tags g on g.id = x.tag_id where x.ticket_id = t.id order by 1) as tags
        from tickets t join companies c on c.id = t.company_id join products p on p.id = t.product_id
        where t.company_id = ${companyId} and t.customer_id = any (${cards}::bigint[]) order by t.id`,
  );

export type MessageOfPerson = Row & {
  readonly kind: string;
  readonly author_name: string;
  readonly from_address: string | null;
  readonly subject: string;
  readonly body_text: string;
  readonly added: Date;
  readonly files: readonly { readonly id: number; readonly name: string; readonly size: number }[];
};

/** That began in a ticket or was parted into it, wherever that was merged into: of others nothing is told. */
const belongsTo = (ticketId: number) =>
  sql`(m.origin_ticket_id = ${ticketId} and m.parted_to_id is null or m.parted_to_id = ${ticketId})`;

/** What was written in a ticket: letters, answers and notes, as text. What third parties were told beside it is not the person's. */
export const readTicket = (db: Database, companyId: number, ticketId: number): Promise<MessageOfPerson[]> =>
  db.read<MessageOfPerson>(
    { companies: [companyId] },
    sql`select m.id, m.kind, m.channel, m.author_kind, m.author_name, m.from_name, m.from_address, m.to_list as "to", m.cc_list as cc, m.subject, m.body_text, m.quoted_text, m.added,
          (select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name, 'size', a.size) order by a.id), '[]') from attachments a where a.message_id = m.id) as files
        from messages m where m.company_id = ${companyId} and ${belongsTo(ticketId)} and m.kind <> 'event' and m.side_id is null order by m.id`,
  );

export type LetterElsewhere = MessageOfPerson & { readonly id: number };
export const lettersPerPage = 100;

/**
 * What they wrote into tickets of others and beside those, as erasing finds it, behind this message: their own words alone, and
 * of what they quoted nothing, for it is what others wrote. An address that somebody only typed is no proof that it is theirs.
 */
export const lettersElsewhere = (
  db: Database,
  companyId: number,
  cards: readonly number[],
  after: number,
): Promise<LetterElsewhere[]> =>
  db.read<LetterElsewhere>(
    { companies: [companyId] },
    sql`select m.id, m.kind, m.channel, m.author_name, m.from_name, m.from_address, m.to_list as "to", m.cc_list as cc, m.subject, m.body_text, m.added,
          (select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name, 'size', a.size) order by a.id), '[]') from attachments a where a.message_id = m.id) as files
        from messages m where m.company_id = ${companyId} and m.id > ${after} and m.kind in ('inbound', 'side_inbound')
          and (m.author_kind = 'customer' and m.author_id = any (${cards}::bigint[])
            or lower(m.from_address) in (select value from customer_identities where customer_id = any (${cards}::bigint[]) and kind = 'email'))
          and (m.side_id is not null or coalesce(m.parted_to_id, m.origin_ticket_id) not in (
            select id from tickets where company_id = ${companyId} and customer_id = any (${cards}::bigint[])))
        order by m.id limit ${lettersPerPage}`,
  );

/** A file of the archive, and where its bytes lie. */
export type FileOfPerson = { readonly name: string; readonly key: string; readonly raw: RawPlace | null };

/** What they have uploaded on websites and not sent. */
export async function filesNotSent(db: Database, companyId: number, cards: readonly number[]): Promise<FileOfPerson[]> {
  const files = await db.read<{ id: number; name: string; file_key: string }>(
    { companies: [companyId] },
    sql`select a.id, a.name, a.file_key from attachments a join visitors v on v.id = a.visitor_id
        where a.company_id = ${companyId} and v.customer_id = any (${cards}::bigint[]) and a.message_id is null order by a.id`,
  );
  return files.map((file) => ({ name: fileName(file.id, file.name), key: file.file_key, raw: null }));
}

/** That came with these messages. */
export async function filesOfLetters(
  db: Database,
  companyId: number,
  messageIds: readonly number[],
): Promise<FileOfPerson[]> {
  const files = await db.read<{ id: number; name: string; file_key: string }>(
    { companies: [companyId] },
    sql`select id, name, file_key from attachments where company_id = ${companyId} and message_id = any (${messageIds}::bigint[]) order by id`,
  );
  return files.map((file) => ({ name: fileName(file.id, file.name), key: file.file_key, raw: null }));
}

/** Its files and the mails as they came, named so that no name leads out of a folder. */
export async function filesOfTicket(db: Database, companyId: number, ticketId: number): Promise<FileOfPerson[]> {
  const files = await db.read<{ id: number; name: string; file_key: string }>(
    { companies: [companyId] },
    sql`select a.id, a.name, a.file_key from attachments a join messages m on m.company_id = a.company_id and m.id = a.message_id
        where m.company_id = ${companyId} and ${belongsTo(ticketId)} and m.side_id is null order by a.id`,
  );
  const mails = await db.read<RawPlace & { id: number }>(
    { companies: [companyId] },
    sql`select id, raw_key, raw_offset, size from inbound_mails where company_id = ${companyId} and ticket_id = ${ticketId} and raw_key is not null
          and not exists (select from messages m where m.inbound_mail_id = inbound_mails.id and m.side_id is not null) order by id`,
  );
  return [
    ...files.map((file) => ({ name: fileName(file.id, file.name), key: file.file_key, raw: null })),
    ...mails.map((raw) => ({ name: `mails/${raw.id}.eml`, key: raw.raw_key, raw })),
  ];
}

const nameLettersMax = 100;
export const fileName = (id: number, name: string): string =>
  `files/${id}-${
    name
      .replace(/[^\p{L}\p{N}._ -]+/gu, '_')
      .replace(/^[. ]+|(?<![. ])[. ]+$/g, '')
      .slice(-nameLettersMax)
      .toWellFormed() || 'file'
  }`;
