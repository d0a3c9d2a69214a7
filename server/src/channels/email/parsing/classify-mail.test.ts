import { describe, expect, it } from 'vitest';
import { parseMail } from './parse-mail.ts';
import { aMail, aMailOf, aMultipart, aPart } from './samples/build-mail.ts';

type Headers = Parameters<typeof aMail>[0];

const kindOf = async (headers: Headers, body?: string) => {
  const { kind, kindReason } = await parseMail(aMail(headers, body));
  return [kind, kindReason];
};
const answer = { 'In-Reply-To': '<t-1@shop.example>' };

describe('A36 mail that programs write', () => {
  it.each<[string, Headers, string]>([
    [
      'an answer by RFC 3834',
      { 'Auto-Submitted': 'auto-replied; owner-email="anna@kunde.example"' },
      'Auto-Submitted: auto-replied',
    ],
    ['a notice by RFC 3834', { 'Auto-Submitted': 'Auto-Generated (rejected)' }, 'Auto-Submitted: auto-generated'],
    ['Exchange', { 'X-Auto-Response-Suppress': 'All' }, 'X-Auto-Response-Suppress: All'],
    [
      'a help desk that names all kinds',
      { 'X-Auto-Response-Suppress': 'OOF, DR, NDR, RN, NRN' },
      'X-Auto-Response-Suppress: OOF, DR, NDR, RN, NRN',
    ],
    ['X-Autoreply', { 'X-Autoreply': 'yes' }, 'x-autoreply: yes'],
    ['X-Autorespond', { 'X-Autorespond': 'Your mail' }, 'x-autorespond: Your mail'],
    ['Precedence twice', { Precedence: ['normal', 'auto_reply'] }, 'precedence: auto_reply'],
    ['vacation', { 'X-Mailer': 'vacation 1.2' }, 'x-mailer: vacation 1.2'],
    ['an empty Return-Path', { 'Return-Path': '<>' }, 'Empty Return-Path'],
    ['no-reply', { From: 'Shop <no-reply@bank.example>' }, 'Sent by no-reply@bank.example'],
    ['noreply with a tag', { From: 'noreply+123@bank.example' }, 'Sent by noreply+123@bank.example'],
  ])('%s', async (_, headers, reason) => {
    expect(await kindOf(headers)).toEqual(['automatic', reason]);
  });

  it.each([
    'Automatic reply: The lamp',
    'Auto-Reply: x',
    'Out of Office: The lamp',
    'Out of the office',
    'Автоматична відповідь: Лампа',
    'Автовідповідь: Лампа',
    'Автоматический ответ: Лампа',
    'Automatische Antwort: Lampe',
    'Abwesenheitsnotiz: Lampe',
    'Réponse automatique : Lampe',
    'Respuesta automática: Lámpara',
    'Risposta automatica: Lampada',
    'Odpowiedź automatyczna: Lampa',
    'Automatisch antwoord: Lamp',
    'Resposta automática: Lâmpada',
    'Autosvar: Lampa',
    'Automaattinen vastaus: Lamppu',
    'Automatická odpověď: Lampa',
    'Otomatik yanıt: Lamba',
    '自動応答: ランプ',
    '自动回复: 灯',
  ])('an out-of-office note without headers: %s', async (subject) => {
    const encoded = `=?utf-8?B?${Buffer.from(subject).toString('base64')}?=`;
    expect((await kindOf({ Subject: encoded, ...answer }))[0]).toBe('automatic');
    expect((await kindOf({ Subject: encoded }, 'I am out of office and will be back on Monday.\n'))[0]).toBe(
      'automatic',
    );
  });

  it.each([
    [
      'a question about such notes',
      { Subject: 'Out of office: how do I set it up?' },
      'How do I set it up in your product?',
    ],
    ['an answer to such a note', { Subject: 'Re: Automatic reply: The lamp', ...answer }, 'When are you back?'],
    ['a person who is away', { Subject: 'The lamp', ...answer }, 'I am on vacation, please send it next week.'],
    ['Auto-Submitted: no', { 'Auto-Submitted': 'no' }, 'Hello'],
    ['what an Exchange group passes on', { 'X-Auto-Response-Suppress': 'DR, OOF, AutoReply' }, 'Hello'],
    ['only read receipts suppressed', { 'X-Auto-Response-Suppress': 'RN, NRN' }, 'Hello'],
    ['a contact form', { From: 'noreply@forms.example', 'Reply-To': 'anna@kunde.example' }, 'Hello'],
    [
      'a postmaster who is a person',
      { From: 'postmaster@kunde.example' },
      'Your mails to us are refused, please look.',
    ],
    ['Precedence: normal', { Precedence: 'first-class' }, 'Hello'],
    [
      'a feedback loop, which Amazon SES names on all it sends',
      { 'Feedback-ID': '::1.eu-west-1.x:AmazonSES' },
      'Hello',
    ],
    ['a complaint about a bounce', { Subject: 'Undelivered Mail Returned to Sender' }, 'I get these, why?'],
  ])('but not %s', async (_, headers, body) => {
    expect(await kindOf(headers, body)).toEqual(['human', '']);
  });

  it.each<[string, Headers]>([
    ['List-Id', { 'List-Id': 'News <news.shop.example>' }],
    ['List-Unsubscribe', { 'List-Unsubscribe': '<mailto:u@shop.example>' }],
    ['Precedence: bulk', { Precedence: 'bulk' }],
    ['Precedence: junk, the second', { Precedence: ['normal', 'junk'] }],
  ])('a mailing to many: %s', async (_, headers) => {
    expect((await kindOf(headers))[0]).toBe('bulk');
  });

  it('an answer by a program is no mailing, whatever its precedence', async () => {
    expect((await kindOf({ 'Auto-Submitted': 'auto-replied', Precedence: 'bulk', 'List-Id': 'x' }))[0]).toBe(
      'automatic',
    );
  });

  it('read receipts and complaints are reports of programs', async () => {
    const parts = [
      aPart('text/plain', 'Read.'),
      aPart('message/disposition-notification', 'Disposition: manual-action/x; displayed'),
    ];
    const receipt = await parseMail(aMailOf(aMultipart('report', parts, '; report-type=disposition-notification')));
    expect([receipt.kind, receipt.kindReason, receipt.bounce]).toEqual([
      'automatic',
      'Report: disposition-notification',
      null,
    ]);
  });
});

describe('A36 mail that comes back', () => {
  const daemon = {
    'Return-Path': '<>',
    From: 'MAILER-DAEMON@mx.example (Mail Delivery System)',
    Subject: 'Undelivered Mail Returned to Sender',
  };
  const report = (status: string, original: ReturnType<typeof aPart>, headers: Headers = daemon) =>
    aMailOf(
      aMultipart(
        'report',
        [aPart('text/plain', 'Sorry.'), aPart('message/delivery-status', status), original],
        '; report-type=delivery-status',
      ),
      headers,
    );

  it('Postfix: who did not get it, why, and which mail it was', async () => {
    const status =
      'Reporting-MTA: dns; mx.example\nArrival-Date: Fri, 20 Nov 2026 10:00:00 +0100\n\n' +
      'Final-Recipient: rfc822; Nobody@Kunde.example\nOriginal-Recipient: rfc822;nobody@kunde.example\nAction: failed\nStatus: 5.1.1\n' +
      'Remote-MTA: dns; mx.kunde.example\nDiagnostic-Code: smtp; 550 5.1.1 <nobody@kunde.example>:\n    User unknown\n\n' +
      'Final-Recipient: rfc822; slow@kunde.example\nAction: delayed\nStatus: 4.4.1\n';
    const mail = await parseMail(
      report(status, aPart('text/rfc822-headers', 'Message-ID: <t-77@shop.example>\nTo: nobody@kunde.example')),
    );
    expect(mail.kind).toBe('bounce');
    expect(mail.bounce).toEqual({
      originalMessageId: 't-77@shop.example',
      recipients: [
        {
          address: 'nobody@kunde.example',
          action: 'failed',
          status: '5.1.1',
          diagnostic: '550 5.1.1 <nobody@kunde.example>: User unknown',
        },
        { address: 'slow@kunde.example', action: 'delayed', status: '4.4.1', diagnostic: '' },
      ],
    });
    expect(mail.attachments.map((file) => file.name)).toEqual(['delivery-status.txt', 'headers.txt']);
    expect(mail.text).toBe('Sorry.');
  });

  it('Gmail: from an ordinary address, the whole mail enclosed', async () => {
    const original = aPart(
      'message/rfc822',
      'Received: x\nMessage-ID: <t-78@shop.example>\nSubject: Re: Lamp\n\nMessage-ID: <other@x>',
    );
    const status =
      'Reporting-MTA: dns; googlemail.com\n\nFinal-Recipient: rfc822; a@b.example\nAction: failed\nStatus: 5.2.2\n';
    const mail = await parseMail(report(status, original, { From: 'mailer-daemon@googlemail.com' }));
    expect(mail.bounce).toMatchObject({
      originalMessageId: 't-78@shop.example',
      recipients: [{ address: 'a@b.example', status: '5.2.2' }],
    });
  });

  it('a report without the mail is matched by what it answers', async () => {
    const status = '\n\nFinal-Recipient: rfc822; a@b.example\nAction: failed\nStatus: 5.2.2\n';
    const mail = await parseMail(
      report(status, aPart('text/plain', ''), { ...daemon, 'In-Reply-To': '<t-79@shop.example>' }),
    );
    expect(mail.bounce?.originalMessageId).toBe('t-79@shop.example');
  });

  it('qmail', async () => {
    const mail = await parseMail(
      aMail(
        { 'Return-Path': '<>', From: 'MAILER-DAEMON@mx.example', Subject: 'failure notice' },
        "Hi. This is the qmail-send program at mx.example.\nI'm afraid I wasn't able to deliver your message to the following addresses.\n\n" +
          '<nobody@kunde.example>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n--- Below this line is a copy of the message.\n\n' +
          'Return-Path: <help@shop.example>\nMessage-ID: <t-80@shop.example>\nFrom: help@shop.example\n',
      ),
    );
    expect(mail.bounce).toEqual({
      originalMessageId: 't-80@shop.example',
      recipients: [
        {
          address: 'nobody@kunde.example',
          action: 'failed',
          status: '5.1.1',
          diagnostic: '<nobody@kunde.example>: Sorry, no mailbox here by that name. (#5.1.1)',
        },
      ],
    });
  });

  it.each([
    ['qmail', ''],
    ['a program that quotes', '> '],
  ])('%s, with a letter of ours, whose long Message-ID has a line of its own', async (_program, quote) => {
    const id = `p.42.1017.${'f'.repeat(43)}@support.lumen-and-oak.example`;
    const copy = ['Return-Path: <help@shop.example>', 'Message-ID:', ` <${id}>`, 'From: help@shop.example'];
    const mail = await parseMail(
      aMail(
        { 'Return-Path': '<>', From: 'MAILER-DAEMON@mx.example', Subject: 'failure notice' },
        "Hi. This is the qmail-send program at mx.example.\nI'm afraid I wasn't able to deliver your message to the following addresses.\n\n" +
          `<nobody@kunde.example>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n--- Below this line is a copy of the message.\n\n${copy.map((line) => quote + line).join('\n')}\n`,
      ),
    );
    expect(mail.bounce).toMatchObject({ originalMessageId: id, recipients: [{ address: 'nobody@kunde.example' }] });
  });

  it('Exim', async () => {
    const mail = await parseMail(
      aMail(
        {
          'Return-Path': '<>',
          From: 'Mail Delivery System <Mailer-Daemon@mx.example>',
          Subject: 'Mail delivery failed: returning message to sender',
          'X-Failed-Recipients': 'nobody@kunde.example',
        },
        'This message was created automatically by mail delivery software.\n\nA message that you sent could not be delivered:\n\n' +
          '  nobody@kunde.example\n    host mx.kunde.example [192.0.2.1]\n    SMTP error from remote mail server after RCPT TO:<nobody@kunde.example>:\n    550 5.7.1 relaying denied\n\n' +
          '------ This is a copy of the message, including all the headers. ------\n\nMessage-Id: <t-81@shop.example>\n',
      ),
    );
    expect(mail.bounce).toMatchObject({
      originalMessageId: 't-81@shop.example',
      recipients: [
        {
          address: 'nobody@kunde.example',
          action: 'failed',
          status: '5.7.1',
          diagnostic: expect.stringContaining('550 5.7.1 relaying denied'),
        },
      ],
    });
  });

  it('old Exchange', async () => {
    const mail = await parseMail(
      aMail(
        {
          'Return-Path': '<>',
          From: 'postmaster@kunde.example',
          Subject: 'Undeliverable: Re: Lamp',
          'In-Reply-To': '<t-82@shop.example>',
        },
        'Your message did not reach some or all of the intended recipients.\n\n      Subject:  Re: Lamp\n\nThe following recipient(s) could not be reached:\n\n' +
          '      nobody@kunde.example on 20.11.2026 10:12\n            The e-mail account does not exist.\n            <mx.kunde.example #5.1.1 smtp;550 5.1.1 unknown>\n',
      ),
    );
    expect(mail.bounce).toMatchObject({
      originalMessageId: 't-82@shop.example',
      recipients: [{ address: 'nobody@kunde.example', status: '5.1.1' }],
    });
  });

  it('a warning that it takes longer is no failure', async () => {
    const mail = await parseMail(
      aMail(
        {
          'Return-Path': '<>',
          From: 'Mailer-Daemon@mx.example',
          Subject: 'Warning: message 1abc delayed 24 hours',
          'X-Failed-Recipients': 'slow@kunde.example',
        },
        'A message that you sent has not yet been delivered.\n\n  slow@kunde.example\n\nNo action is required on your part.\n',
      ),
    );
    expect(mail.bounce?.recipients).toMatchObject([{ address: 'slow@kunde.example', action: 'delayed' }]);
  });

  it("a person who passes somebody's report on sends no bounce", async () => {
    const status = aPart(
      'message/delivery-status',
      '\n\nFinal-Recipient: rfc822; a@b.example\nAction: failed\nStatus: 5.1.1\n',
    );
    const mail = await parseMail(aMailOf(aMultipart('mixed', [aPart('text/plain', 'What is this?'), status])));
    expect([mail.kind, mail.bounce]).toEqual(['human', null]);
  });
});
