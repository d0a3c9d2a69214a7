import type { Database } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

export type Seeded = { companies: number; tickets: number };

/** Companies with a product, a mailbox, customers, and tickets of two messages each, spread over half a year. Straight by SQL. */
export async function seedTickets(db: Database, { companies, tickets }: Seeded): Promise<void> {
  const perCompany = Math.floor(tickets / companies);
  await db.transaction('system', async (tx) => {
    await tx.run(
      sql`insert into companies (company_name, case_prefix, last_ticket_number) select 'Company ' || n, 'B' || (n % 10), ${perCompany} from generate_series(1, ${companies}::int) n`,
    );
    await tx.run(
      sql`insert into products (company_id, name, abbreviation) select c.id, 'Product ' || n, 'P' || n from companies c, generate_series(1, 3) n`,
    );
    await tx.run(
      sql`insert into channel_accounts (company_id, product_id, kind, name, is_deleted, health_state) select company_id, min(id), 'mailbox', 'support', 0, 'ok' from products group by 1`,
    );
    await tx.run(sql`insert into mailboxes (id, company_id, from_name, from_email, imap_username, imap_password, imap_server, imap_port, imap_type, smtp_host, smtp_port, smtp_security)
      select id, company_id, 'Support', 'support@c' || company_id || '.test', 'x', 'x', 'localhost', 1, 'none', 'localhost', 1, 'none' from channel_accounts`);
    await tx.run(
      sql`insert into customers (company_id, first_name, last_name, email) select c.id, 'Name' || n, 'Family' || n, 'c' || n || '@c' || c.id || '.test' from companies c, generate_series(1, 200) n`,
    );
    await tx.run(sql`insert into tickets (company_id, number, product_id, customer_id, channel_account_id, channel, title, view_type, waiting_since, last_line, message_count, last_message_id, added, updated)
      select c.id, n, p.ids[1 + n % 3], cu.ids[1 + n % 200], a.id, 'mail', 'Question number ' || n || ' about a table', (array['', '', 'answered', 'resolved'])[1 + n % 4], now(),
        'I would like to know when the table with the number ' || n || ' will be delivered, and by whom.', 2, 1, now() - n * interval '90 seconds', now() - ((n * 7919) % ${perCompany}) * interval '90 seconds'
      from companies c
        cross join lateral (select array_agg(id order by id) as ids from products where company_id = c.id) p
        cross join lateral (select array_agg(id order by id) as ids from customers where company_id = c.id) cu
        join channel_accounts a on a.company_id = c.id, generate_series(1, ${perCompany}::int) n`);
    await tx.run(sql`insert into messages (company_id, ticket_id, origin_ticket_id, kind, direction, channel, author_kind, author_name, from_name, from_address, subject, body_text, mail_kind, mail_message_id, added)
      select t.company_id, t.id, t.id, case k when 1 then 'inbound' else 'outbound' end, k, 'mail', case k when 1 then 'customer' else 'user' end, 'Somebody', 'Somebody', 'somebody@c.test', t.title,
        repeat('The table arrived and it is fine, only one leg is shorter than the others. ', 8), case k when 1 then 'human' end, 'm' || k || '.' || t.id || '@c.test', t.added + k * interval '1 minute'
      from tickets t, generate_series(1, 2) k`);
    await tx.run(
      sql`update tickets t set last_message_id = m.id from (select ticket_id, max(id) as id from messages group by 1) m where m.ticket_id = t.id`,
    );
  });
}
