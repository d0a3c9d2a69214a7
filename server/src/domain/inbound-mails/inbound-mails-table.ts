import { inboundMails } from '#contract/inbound-mails.ts';
import type { EntityTable } from '#platform/entities/entity-table.ts';

/** The mail log. */
export const inboundMailsTable: EntityTable = {
  entity: inboundMails,
  table: 'inbound_mails',
  columns: {
    from: {
      expression: `case when t.from_address is null then null else json_build_object('name', coalesce(t.from_name, ''), 'address', t.from_address) end`,
    },
    'ticket.case_number': { expression: `co.case_prefix || '-' || ti.number`, join: 'ticket' },
    'ticket.title': { expression: 'ti.title', join: 'ticket' },
  },
  joins: {
    ticket:
      'left join (tickets ti join companies co on co.id = ti.company_id) on ti.company_id = t.company_id and ti.id = t.ticket_id',
  },
};
