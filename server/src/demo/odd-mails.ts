import { newsletter, receivingServer, traces } from './letters.ts';
import type { Language } from './lumen-and-oak.ts';

type Person = { name: string; address: string };
const crlf = (text: string) => Buffer.from(text.replace(/\r?\n/g, '\r\n'));
const encoded = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
const head = (from: Person, to: Person, at: Date, subject: string, id: string) =>
  `From: ${encoded(from.name)} <${from.address}>\r\nTo: <${to.address}>\r\nSubject: ${encoded(subject)}\r\nDate: ${at.toUTCString().replace('GMT', '+0000')}\r\nMessage-ID: <${id}>\r\nMIME-Version: 1.0\r\n`;

/** Somebody is away, and their mail program says so (RFC 3834). */
export function outOfOffice(the: {
  from: Person;
  to: Person;
  at: Date;
  language: Language;
  answers: string;
  id: string;
}): Buffer {
  const isEnglish = the.language === 'en';
  const subject = isEnglish ? 'Out of office: back next week' : 'Автовідповідь: у відпустці';
  const text = isEnglish
    ? 'I am away until Monday and read no mail. In urgent cases please call the office.'
    : 'Я у відпустці до понеділка й не читаю пошту. У нагальних справах телефонуйте, будь ласка, до офісу.';
  return crlf(
    `${traces({ ...the, isProved: true })}${head(the.from, the.to, the.at, subject, the.id)}In-Reply-To: <${the.answers}>\nAuto-Submitted: auto-replied\nContent-Type: text/plain; charset=utf-8\n\n${text}\n`,
  );
}

/** A server could not deliver a letter of ours and says why (RFC 3464). */
export function deliveryReport(the: {
  to: Person;
  at: Date;
  about: string;
  recipient: string;
  status: string;
  words: string;
  id: string;
}): Buffer {
  const from = { name: 'Mail Delivery System', address: `mailer-daemon@${receivingServer}` };
  return crlf(
    `Return-Path: <>\nDelivered-To: ${the.to.address}\n${head(from, the.to, the.at, 'Undelivered Mail Returned to Sender', the.id)}Auto-Submitted: auto-replied\nContent-Type: multipart/report; report-type=delivery-status; boundary="report-of-a-server"

--report-of-a-server
Content-Type: text/plain; charset=utf-8

This is the mail system at host ${receivingServer}.

Your message could not be delivered to one or more recipients.

<${the.recipient}>: host mx.${the.recipient.split('@').at(-1)}[192.0.2.61] said: ${the.words} (in reply to RCPT TO command)

--report-of-a-server
Content-Type: message/delivery-status

Reporting-MTA: dns; ${receivingServer}

Final-Recipient: rfc822; ${the.recipient}
Action: failed
Status: ${the.status}
Diagnostic-Code: smtp; ${the.words}

--report-of-a-server
Content-Type: text/rfc822-headers

Message-ID: <${the.about}>

--report-of-a-server--
`,
  );
}

/** An advertisement to many: kept in the mail log, no ticket. */
export function bulkLetter(the: {
  from: Person;
  to: Person;
  at: Date;
  subject: string;
  id: string;
  language: Language;
}): Buffer {
  return crlf(
    `${traces({ ...the, isProved: true })}${head(the.from, the.to, the.at, the.subject, the.id)}List-Unsubscribe: <https://letters.example/off>\nPrecedence: bulk\nContent-Type: text/html; charset=utf-8\n\n${newsletter(the.language)}\n`,
  );
}

/** What the receiving server thinks is spam. */
export function spamLetter(the: {
  from: Person;
  to: Person;
  at: Date;
  subject: string;
  text: string;
  id: string;
}): Buffer {
  return crlf(
    `${traces({ ...the, isProved: false })}X-Spam-Flag: YES\nX-Spam-Status: Yes, score=14.2 required=5.0 tests=BAYES_99,URIBL_BLACK\n${head(the.from, the.to, the.at, the.subject, the.id)}Content-Type: text/plain; charset=utf-8\n\n${the.text}\n`,
  );
}

/** Nobody to answer: the mail names no sender. */
export function senderless(the: { to: Person; at: Date; id: string }): Buffer {
  return crlf(
    `Delivered-To: ${the.to.address}\nTo: <${the.to.address}>\nSubject: scan_0041\nDate: ${the.at.toUTCString().replace('GMT', '+0000')}\nMessage-ID: <${the.id}>\nContent-Type: text/plain; charset=utf-8\n\nSent from the scanner on the second floor.\n`,
  );
}

/** A colleague writes from another mailbox of the company. */
export function colleagueLetter(the: { from: Person; to: Person; at: Date; id: string }): Buffer {
  return crlf(
    `${traces({ ...the, isProved: true })}${head(the.from, the.to, the.at, 'Fwd: pallets for the spring', the.id)}Content-Type: text/plain; charset=utf-8\n\nFor your files: the pallets come two days earlier.\n`,
  );
}

export const bounceReasons: readonly (readonly [status: string, words: string])[] = [
  ['5.1.1', '550 5.1.1 User unknown in virtual mailbox table'],
  ['5.2.2', '552 5.2.2 Mailbox is full, quota exceeded'],
  ['5.7.1', '554 5.7.1 Message refused by local policy'],
];

export const spamTexts: readonly (readonly [from: string, address: string, subject: string, text: string])[] = [
  [
    'Crown Watches',
    'deals@crown-watches.example',
    'Last hours: 90 % off every watch',
    'Luxury that nobody can tell apart. Click before midnight.',
  ],
  [
    'Dr. Emmanuel Trust',
    'trust.office@funds.example',
    'Your inheritance of 4.2 million',
    'Kindly send your bank details so that the transfer can begin today.',
  ],
  [
    'SEO Rocket',
    'hello@rank-first.example',
    'We found 41 errors on your website',
    'Page one guaranteed in a week, or you pay half.',
  ],
  [
    'Parcel Service',
    'notice@parcel-fee.example',
    'Your parcel waits for 1.99',
    'Confirm your card to release the parcel.',
  ],
  [
    'Casino Royal Oak',
    'bonus@royal-oak-bets.example',
    '300 free spins only for you',
    'No deposit. No questions. No sleep.',
  ],
  [
    'Безпека Пошти',
    'support@mail-check.example',
    'Вашу скриньку буде заблоковано',
    'Підтвердьте пароль за посиланням протягом 24 годин.',
  ],
  [
    'Кредит Зараз',
    'kredyt@hroshi-zaraz.example',
    'Гроші за 5 хвилин без довідок',
    'Схвалено наперед. Відповідайте на цей лист.',
  ],
  [
    'Office Chairs Ltd',
    'sales@chairs-direct.example',
    'Factory price chairs, 40 ft container',
    'Dear sir, we are leading factory of chair. Best price, please reply.',
  ],
  ['Crypto Desk', 'desk@double-coin.example', 'Double your coins in 48 hours', 'Our robot never loses.'],
  [
    'Bulk Lists',
    'lists@contacts.example',
    '2 million verified contacts',
    'Furniture buyers in all of Europe, instant download.',
  ],
];
