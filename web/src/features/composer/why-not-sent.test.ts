import { expect, test } from 'vitest';
import { whyNotSent } from './why-not-sent.ts';

test('who may not resolve a ticket, nor put it off, is told before a reply that would; a note does neither', () => {
  const written = {
    ...{ html: '<p>It is oak</p>', text: 'It is oak', files: 0, left: 1000, isUploading: false },
    recipients: { to: [{ name: 'Hanna', address: 'hanna@lindqvist.example' }], cc: [], bcc: [] },
    whom: { canReply: true, isChat: false, leftovers: { to: [], cc: [], bcc: [] } },
  };
  expect(whyNotSent({ ...written, kind: 'reply', isBeyondRole: true })).toBe('may_not_move');
  expect(whyNotSent({ ...written, kind: 'reply', isBeyondRole: false })).toBe(null);
  expect(whyNotSent({ ...written, kind: 'note', isBeyondRole: true })).toBe(null);
});
