import { describe, expect, test } from 'vitest';
import type { ParsedMail } from '#channels/email/parsing/parsed-mail.ts';
import { type Arriving, independent } from './arriving.ts';

const nothing = {
  messageId: null,
  inReplyTo: [],
  references: [],
  subject: '',
  to: [],
  cc: [],
  deliveredTo: [],
  bounce: null,
};
const aMail = (id: number, mail: Partial<ParsedMail>) =>
  ({ row: { id }, mail: { ...nothing, ...mail }, parts: [] }) as unknown as Arriving; // only what tells threads apart
const ids = (mails: readonly Arriving[]) => mails.map(({ row }) => row.id);

describe('mails that go together', () => {
  test('are strangers to each other', () => {
    const mails = [aMail(1, { messageId: 'a' }), aMail(2, { messageId: 'b' }), aMail(3, {}), aMail(4, {})];
    expect(ids(independent(mails))).toEqual([1, 2, 3, 4]);
  });

  test('end before an answer to one of them', () => {
    const mails = [aMail(1, { messageId: 'a' }), aMail(2, { messageId: 'b' }), aMail(3, { inReplyTo: ['a'] })];
    expect(ids(independent(mails))).toEqual([1, 2]);
  });

  test('end before a second that answers the same letter, wears the same case number or goes to the same address', () => {
    for (const same of [
      { references: ['ours'] },
      { subject: 'Re: [AB-12] Table' },
      { to: [{ name: '', address: 'help+1.x@a.test' }] },
      { deliveredTo: ['help+1.x@a.test'] },
      { bounce: { originalMessageId: 'ours', recipients: [] } },
    ]) {
      expect(ids(independent([aMail(1, same), aMail(2, {}), aMail(3, same)]))).toEqual([1, 2]);
    }
  });

  test('end before the same letter once more', () => {
    expect(ids(independent([aMail(1, { messageId: 'a' }), aMail(2, { messageId: 'a' })]))).toEqual([1]);
  });
});
