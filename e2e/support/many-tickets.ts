import type { ParleyServer } from '#test/rigs/parley-server.ts';
import { askOwnDatabase } from './members.ts';

/** So many tickets `Question number n` in one statement, the last the newest: letters would take minutes. */
export const manyTickets = (server: ParleyServer, companyId: number, count: number): Promise<unknown> =>
  askOwnDatabase(
    server,
    `insert into tickets (company_id, number, product_id, customer_id, channel_account_id, channel, title, view_type, waiting_since, last_line, last_direction, message_count, added, updated)
     select t.company_id, 1000 + n, t.product_id, t.customer_id, t.channel_account_id, t.channel, 'Question number ' || n || ' about a table', '', now(), 'It wobbles', 1, 1, t.added + n * interval '1 millisecond', t.updated + n * interval '1 millisecond'
     from (select * from tickets where company_id = $1 order by id limit 1) t, generate_series(1, $2::int) n`,
    [companyId, count],
  );
