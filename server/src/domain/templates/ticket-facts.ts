import type { Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { sql } from '#platform/sql.ts';
import type { Language } from './choose-language.ts';
import type { KnownValues } from './fill-template.ts';

const lettersRead = 1000;

type Row = Omit<Facts, 'values'> & {
  first_name: string;
  last_name: string;
  email: string | null;
  phone: string | null;
  number: string;
  title: string;
  product: string;
  company: string;
  agent_name: string;
};
export type Facts = {
  readonly values: KnownValues;
  readonly customer: Language | null;
  readonly letter: string;
  readonly agent: Language;
};

/**
 * What a template can say of a ticket, and what tells the customer's language. The caller has been let see the ticket; null
 * where nobody writes.
 */
export async function readTicketFacts(tx: Tx, ticketId: number, caller: Pick<Caller, 'userId'> | null): Promise<Facts> {
  const row = await tx.row<Row>(
    sql`select cu.first_name, cu.last_name, cu.email, cu.phone, cu.language as customer, co.case_prefix || '-' || t.number as number, t.title,
          pr.name as product, co.company_name as company, coalesce(us.name, '') as agent_name, coalesce(us.language, 'en') as agent,
          coalesce((select left(m.body_text, ${lettersRead}) from messages m where m.company_id = t.company_id and m.ticket_id = t.id
            and m.kind = 'inbound' and m.author_kind = 'customer' order by m.id desc limit 1), '') as letter
        from tickets t join customers cu on cu.id = t.customer_id join companies co on co.id = t.company_id join products pr on pr.id = t.product_id
          left join users us on us.id = ${caller?.userId ?? null}
        where t.id = ${ticketId}`,
  );
  if (!row) throw new Error(`no ticket ${ticketId}`);
  const { customer, letter, agent } = row;
  return {
    ...{ customer, letter, agent },
    values: {
      'customer.first_name': row.first_name,
      'customer.last_name': row.last_name,
      'customer.email': row.email ?? '',
      'customer.phone': row.phone ?? '',
      'ticket.number': row.number,
      'ticket.title': row.title,
      'product.name': row.product,
      'company.name': row.company,
      'agent.name': row.agent_name,
      'agent.first_name': row.agent_name.split(' ')[0] ?? '',
    },
  };
}
