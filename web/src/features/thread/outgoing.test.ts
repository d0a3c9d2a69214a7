import { expect, test } from 'vitest';
import { type Outgoing, queueOf, withOutgoing } from './outgoing.ts';
import { aMessage } from './sample-message.ts';

const olena = { id: 4, name: 'Olena Kovalenko' };
const reply: Outgoing = {
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
};

test('a reply shows at once, below what the server knows', () => {
  const shown = withOutgoing([aMessage({ id: 1 })], [reply], olena);
  expect(shown.map((m) => [m.kind, m.author.name, m.client_id])).toEqual([
    ['inbound', 'Hanna Lindqvist', null],
    ['outbound', 'Olena Kovalenko', reply.client_id],
  ]);
});

test('it is one letter when the socket was quicker than the answer', () => {
  const stored = aMessage({ id: 2, kind: 'outbound', client_id: reply.client_id });
  expect(withOutgoing([aMessage({ id: 1 }), stored], [reply], olena).map((m) => m.id)).toEqual([1, 2]);
});

test('a pending note is a note, never a letter', () => {
  expect(withOutgoing([], [{ ...reply, kind: 'note' }], olena)[0]?.kind).toBe('note');
});

test('F15 letters of a ticket leave in the order they were written; a refused one holds up none, nor does another ticket', () => {
  const letter = (client_id: string, is: 'waiting' | 'refused' = 'waiting', ticket_id = 1): Outgoing => ({
    ...{ ...reply, client_id, ticket_id },
    state: is === 'refused' ? { is, key: 'forbidden', message: 'No' } : { is },
  });
  const [refused, first, second, other] = [
    letter('refused', 'refused'),
    letter('first'),
    letter('second'),
    letter('other', 'waiting', 2),
  ];
  expect(queueOf([refused, first, other, second], 1)).toEqual([first, second]);
});
