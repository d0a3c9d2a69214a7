import { createHash } from 'node:crypto';
import { quidgetSettings } from '#contract/quidget-settings.ts';
import type { Database } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import { keyOf, tokenOf } from './chat-visitors.ts';

const atOnce = 1000;

/** A company with a quidget, and so many visitors who have each written once. Straight by SQL. Tickets by visitor. */
export async function seedChats(db: Database, visitors: number) {
  return db.transaction('system', async (tx) => {
    await tx.run(
      sql`insert into companies (company_name, case_prefix, last_ticket_number) values ('Bench', 'BE', ${visitors})`,
    );
    await tx.run(sql`insert into products (company_id, name, abbreviation) select id, 'Bench', 'BEN' from companies`);
    await tx.run(
      sql`insert into channel_accounts (company_id, product_id, kind, name) select company_id, id, 'quidget', 'Bench' from products`,
    );
    const made = await tx.row<{ id: number; company_id: number }>(
      sql`insert into quidgets (id, company_id, title, color, settings) select id, company_id, 'Bench', '#2563eb', ${JSON.stringify(quidgetSettings.parse({}))}::jsonb from channel_accounts returning id, company_id`,
    );
    if (!made) throw new Error('no quidget was made');
    for (let first = 0; first < visitors; first += atOnce) {
      const all = Array.from({ length: Math.min(atOnce, visitors - first) }, (_, i) => first + i);
      const hashes = all.map((n) => createHash('sha256').update(tokenOf(n)).digest('hex'));
      await tx.run(sql`with v as (select * from unnest(${all}::int[], ${hashes}::text[], ${all.map(keyOf)}::uuid[]) as v(n, hash, key)),
        cu as (insert into customers (company_id, first_name, last_name) select ${made.company_id}, 'Visitor', n::text from v returning id, last_name),
        vi as (insert into visitors (company_id, quidget_id, token_hash, customer_id, language)
          select ${made.company_id}, ${made.id}, decode(v.hash, 'hex'), cu.id, 'en' from v join cu on cu.last_name = v.n::text returning id, token_hash),
        ti as (insert into tickets (company_id, number, product_id, customer_id, channel_account_id, channel, title, waiting_since, message_count)
          select ${made.company_id}, v.n + 1, p.id, cu.id, ${made.id}, 'chat', 'Is it oak?', now(), 1 from v join cu on cu.last_name = v.n::text, products p returning id, number)
        insert into chats (ticket_id, company_id, quidget_id, visitor_id, key)
          select ti.id, ${made.company_id}, ${made.id}, vi.id, v.key from v join ti on ti.number = v.n + 1 join vi on vi.token_hash = decode(v.hash, 'hex')`);
    }
    await tx.run(
      sql`insert into messages (company_id, ticket_id, origin_ticket_id, kind, direction, channel, author_kind, author_name, from_name, subject, body_text, mail_kind)
          select company_id, id, id, 'inbound', 1, 'chat', 'customer', 'Visitor', 'Visitor', title, title, 'human' from tickets`,
    );
    await tx.run(sql`update tickets t set last_message_id = m.id from messages m where m.ticket_id = t.id`);
    const tickets = await tx.rows<{ id: number }>(sql`select id from tickets order by number`);
    return { quidget: made.id, companyId: made.company_id, tickets: tickets.map((row) => row.id) };
  });
}
