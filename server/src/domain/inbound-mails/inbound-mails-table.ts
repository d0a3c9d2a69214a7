import { inboundMails } from '#contract/inbound-mails.ts';
import type { Caller, EntityTable } from '#platform/entities/entity-table.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { withinReach } from '../reach/index.ts';

/** The mail log. */
export const inboundMailsTable: EntityTable = {
  entity: inboundMails,
  table: 'inbound_mails',
  visible: (caller, companies) => mailWithinReach(caller, 't', companies),
  columns: {
    from: {
      expression: `case when t.from_address is null then null else json_build_object('name', coalesce(t.from_name, ''), 'address', t.from_address) end`,
    },
    has_raw: {
      expression: `(case when t.raw_key is null or t.reason_key is not distinct from 'raw_missing' then 0 else 1 end)`,
    },
    'ticket.case_number': { expression: `co.case_prefix || '-' || ti.number`, join: 'ticket' },
    'ticket.title': { expression: 'ti.title', join: 'ticket' },
  },
  joins: {
    ticket:
      'left join (tickets ti join companies co on co.id = ti.company_id) on ti.company_id = t.company_id and ti.id = t.ticket_id',
  },
};

/** A mail is seen with its ticket; one that has none, by whoever works in the product of its mailbox. */
export function mailWithinReach(caller: Caller, alias: string, companies = caller.companies): Sql | undefined {
  const rule = withinReach(caller, 'seen', companies);
  return (
    rule &&
    sql`exists (select from (select ti.company_id, ti.product_id, ti.assignee_id, ti.team_id from tickets ti where ti.company_id = ${sql.unsafe(`${alias}.company_id and ti.id = ${alias}.ticket_id`)}
          union all select a.company_id, a.product_id, null, null from channel_accounts a where a.id = ${sql.unsafe(`${alias}.mailbox_id and ${alias}.ticket_id is null`)}) seen where ${rule})`
  );
}
