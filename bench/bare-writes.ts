import type { Query } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

/** Stands for the ticket that is answered. */
const anyTicket = -1;

/** The writes of a reply without reading, checking or telling anybody: message, delivery, ticket, two events. */
export function replyStatements(companyId: number, userId: number): Query[] {
  return [
    sql`select id from tickets where id = ${anyTicket} for update`,
    ...letterStatements(companyId, userId, sql`${anyTicket}::bigint`),
    sql`update tickets set view_type = 'answered', updated = now() where id = ${anyTicket}`,
    sql`insert into events (company_id, entity, action, entity_id, ticket_id, actor_kind, actor_id, params)
        values (${companyId}, 'messages', 'created', 1, ${anyTicket}, 'user', ${userId}, '{}'), (${companyId}, 'tickets', 'updated', ${anyTicket}, ${anyTicket}, 'user', ${userId}, '{}')`,
  ];
}

/** The same of a new ticket to a known customer. */
export function composeStatements(companyId: number, userId: number, customer: string): Query[] {
  const ticket = sql`currval(pg_get_serial_sequence('tickets', 'id'))`;
  return [
    sql`with drawn as (update companies set last_ticket_number = last_ticket_number + 1 where id = ${companyId} returning id, last_ticket_number)
        insert into tickets (company_id, number, product_id, customer_id, channel_account_id, channel, title, last_direction, assignee_id)
        select d.id, d.last_ticket_number, (select p.id from products p where p.company_id = d.id limit 1),
          (select c.customer_id from customer_identities c where c.company_id = d.id and c.kind = 'email' and c.value = ${customer}),
          (select a.id from channel_accounts a where a.company_id = d.id limit 1), 'mail', 'Your table', 2, ${userId} from drawn d`,
    ...letterStatements(companyId, userId, ticket),
    sql`update tickets set view_type = 'answered', last_line = 'The leg leaves tomorrow.', last_message_id = currval(pg_get_serial_sequence('messages', 'id')) where id = (select ${ticket})`,
    sql`insert into events (company_id, entity, action, entity_id, ticket_id, actor_kind, actor_id, params)
        values (${companyId}, 'tickets', 'created', ${ticket}, ${ticket}, 'user', ${userId}, '{}'), (${companyId}, 'messages', 'created', 1, ${ticket}, 'user', ${userId}, '{}')`,
  ];
}

const letterStatements = (companyId: number, userId: number, ticket: ReturnType<typeof sql>): Query[] => [
  sql`insert into messages (company_id, ticket_id, origin_ticket_id, kind, direction, channel, author_kind, author_id, body_html, body_text)
      values (${companyId}, ${ticket}, ${ticket}, 'outbound', 2, 'mail', 'user', ${userId}, '<p>The leg leaves tomorrow.</p>', 'The leg leaves tomorrow.')`,
  sql`insert into deliveries (company_id, message_id, ticket_id, channel_account_id, recipients)
      values (${companyId}, currval(pg_get_serial_sequence('messages', 'id')), ${ticket}, (select a.id from channel_accounts a where a.company_id = ${companyId} limit 1), '[]')`,
];
