import { expect, test } from 'vitest';
import { mayBeAnswered } from './auto-reply.ts';

const now = Date.UTC(2026, 5, 1, 12);
type One = Parameters<typeof mayBeAnswered>[0];
/** A letter of Hanna's that opens a ticket, a minute ago. */
const letter = ({ mail = {}, arriving = {}, decision = {} }: Record<string, object> = {}): One =>
  ({
    arriving: {
      mail: {
        kind: 'human',
        from: { name: 'Hanna', address: 'hanna@lindqvist.test' },
        returnPath: null,
        headers: [],
        ...mail,
      },
      row: { received_at: new Date(now - 60_000) },
      ...arriving,
    },
    decision: { does: 'open', isSpam: false, ...decision },
  }) as unknown as One; // only what decides

test('whoever has just written to us as a person is answered', () => {
  expect(mayBeAnswered(letter(), now)).toBe(true);
});

test.each<[string, Record<string, object>]>([
  ['a program', { mail: { kind: 'automatic' } }],
  ['a bounce, whose return path is empty (RFC 3834 section 2)', { mail: { returnPath: '' } }],
  ['nobody', { mail: { from: null } }],
  ['what an Exchange group passed on', { mail: { headers: [['X-Auto-Response-Suppress', 'DR, OOF, AutoReply']] } }],
  ['spam', { decision: { isSpam: true } }],
  ['a second letter on a ticket', { decision: { does: 'append' } }],
  ['what a person called a letter against its look', { arriving: { asHuman: true } }],
  ['a letter of two days ago', { arriving: { row: { received_at: new Date(now - 48 * 3_600_000) } } }],
])('A36 %s is not', (_what, about) => {
  expect(mayBeAnswered(letter(about), now)).toBe(false);
});
