import type { ParleyServer } from '#test/rigs/parley-server.ts';
import { askOwnDatabase } from '../e2e/support/members.ts';
import type { Shop } from '../e2e/support/shop.ts';

/**
 * So many tickets of all channels, from twelve customers, with one to three letters of one to forty sentences each, files
 * left aside; the shop has a template, a tag, and sends without second thoughts.
 */
export async function aDayOfTickets(server: ParleyServer, shop: Shop, count: number): Promise<void> {
  const { api } = shop.olena;
  const company_id = shop.companyId;
  await api.call('settings/change', { after_sending: 'next' });
  await api.post('tags/create', { data: [{ company_id, name: 'screws' }] });
  const texts = { en: '<p>Thank you for writing.</p>' };
  await api.post('templates/create', { data: [{ company_id, name: 'Thank you', texts, visibility: 'company' }] });
  await shop.hasTickets(count);
  const run = (statement: string) => askOwnDatabase(server, statement, [company_id]);
  await run(
    `insert into customers (company_id, first_name, last_name, email, phone)
     select $1, 'Guest', 'Number ' || n, 'guest' || n || '@' || split_part(c.email, '@', 2), null
     from generate_series(1, 12) n, (select email from customers where company_id = $1 order by id limit 1) c`,
  );
  await run(
    `update tickets t set customer_id = c.ids[1 + t.number % 12],
       channel = (array['mail', 'mail', 'mail', 'chat', 'telegram', 'viber', 'whatsapp', 'phone'])[1 + t.number % 8]
     from (select array_agg(id order by id) as ids from customers where company_id = $1 and last_name like 'Number %') c
     where t.company_id = $1 and t.number > 1000`,
  );
  await run(
    `insert into messages (company_id, ticket_id, origin_ticket_id, kind, direction, channel, author_kind, author_name, from_name, from_address, subject, body_text, mail_kind, mail_message_id, added)
     select t.company_id, t.id, t.id, 'inbound', 1, t.channel, 'customer', c.first_name || ' ' || c.last_name, c.first_name || ' ' || c.last_name, c.email, t.title,
       repeat('The table arrived and it is fine, only one leg is shorter than the others. ', 1 + (t.number * k * 7) % 40), 'human', 'm' || k || '.' || t.id || '@guests.test', t.added + k * interval '1 second'
     from tickets t join customers c on c.id = t.customer_id, generate_series(1, 3) k where t.company_id = $1 and t.number > 1000 and k <= 1 + t.number % 3
     order by t.id, k`,
  );
  await run(
    `update tickets t set last_message_id = m.id, message_count = m.n from (select ticket_id, max(id) as id, count(*) as n from messages where company_id = $1 group by 1) m
     where m.ticket_id = t.id and t.number > 1000`,
  );
}
