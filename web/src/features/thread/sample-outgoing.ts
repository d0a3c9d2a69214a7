import type { Outgoing } from './outgoing.ts';

/** A reply on its way, for tests: in all that they do not say themselves. */
export const anOutgoing = (some: Partial<Outgoing> = {}): Outgoing => ({
  client_id: '0f0c2a2e-8a43-4f5c-9a52-1f3a2f0f6f11',
  ticket_id: 1,
  kind: 'reply',
  body_html: '<p>A new leg leaves tomorrow.</p>',
  to: [{ name: 'Hanna', address: 'hanna@lindqvist.example' }],
  cc: [],
  bcc: [],
  attachments: [],
  from: null,
  in_reply_to: 1,
  resolves: false,
  written_at: '2026-11-19 16:48:00',
  state: { is: 'sending' },
  ...some,
});
