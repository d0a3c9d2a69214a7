import type { Message } from './message.ts';

/** For tests: a letter from Hanna, with whatever matters to the story. */
export function aMessage(the: Partial<Message> = {}): Message {
  return {
    id: 1,
    company_id: 1,
    ticket_id: 1,
    origin_ticket_id: 1,
    channel: 'mail',
    kind: 'inbound',
    direction: the.kind === 'outbound' ? 2 : 1,
    author: { kind: 'customer', id: 1, name: 'Hanna Lindqvist' },
    from: { name: 'Hanna Lindqvist', address: 'hanna@lindqvist.example' },
    to: [{ name: '', address: 'shop@lumenoak.example' }],
    cc: [],
    bcc: [],
    subject: 'Table arrived with a cracked leg',
    body_html: null,
    body_text: 'One leg has a crack.',
    quoted_text: '',
    has_quote: 0,
    remote_images: 0,
    mail_kind: 'human',
    event: null,
    attachments: [],
    delivery: null,
    client_id: null,
    is_verified: true,
    has_source: 1,
    side_id: null,
    edits: 0,
    edited_at: null,
    added: '2026-11-19 16:20:00',
    ...the,
  };
}
