import { messages } from '#contract/messages.ts';
import type { EntityTable } from '#platform/entities/entity-table.ts';
import { ofTicketWithinReach } from '../reach/index.ts';

const address = (name: string, value: string) =>
  `case when ${value} is null then null else json_build_object('name', ${name}, 'address', ${value}) end`;

export const messagesTable: EntityTable = {
  entity: messages,
  table: 'messages',
  visible: (caller, companies) => ofTicketWithinReach(caller, 't', 't.ticket_id', companies),
  columns: {
    author: {
      expression: `json_build_object('kind', t.author_kind, 'id', t.author_id, 'name', t.author_name,
        'avatar', case when t.author_kind = 'user' then (select u.avatar from users u where u.id = t.author_id) end)`,
    },
    from: { expression: address('t.from_name', 't.from_address') },
    to: { expression: 't.to_list' },
    cc: { expression: 't.cc_list' },
    bcc: { expression: 't.bcc_list' },
    has_quote: { expression: `(case when t.quoted_text <> '' or t.quoted_html is not null then 1 else 0 end)` },
    event: {
      // Of what was erased with its customer nothing may be left of them.
      expression: `(case when t.event_key is null then null else json_build_object('key', t.event_key, 'values', coalesce(t.event_values, '{}')) end)`,
    },
    has_source: { expression: '(case when t.inbound_mail_id is null then 0 else 1 end)' },
    attachments: {
      expression: `(select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name, 'size', a.size, 'content_type', a.content_type, 'inline', a.is_inline = 1) order by a.id), '[]')
        from attachments a where a.message_id = t.id)`,
    },
    delivery: {
      expression: `(select json_build_object('state', d.state, 'attempts', d.attempts, 'error', d.error, 'error_key', d.error_key,
          'next_try_at', case when d.state = 'queued' and d.attempts > 0 then to_char(d.due_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') end,
          'sent_at', to_char(d.sent_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'),
          'refused', (select coalesce(json_agg(json_build_object('address', r->>'address', 'reason', coalesce(r->>'reason', ''))), '[]')
             from jsonb_array_elements(d.recipients) r where r->>'state' = 'refused'))
        from deliveries d where d.message_id = t.id)`,
    },
  },
};
