import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeMessageId, makeReplyAddress } from '#domain/mailboxes/index.ts';
import { createSecrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aPerson } from '../api/people.ts';
import { aCompanyWithMail, aMailboxOf, type CompanyWithMail } from './second-company.ts';
import { aShopWithMail, type Shop, type TicketRow } from './shop-with-mail.ts';

const mallory = 'Mallory <mallory@evil.test>';
let shop: Shop;
/** Hanna's ticket that Olena has answered. */
let ticket: TicketRow;
let ours: string;
let rival: CompanyWithMail;

beforeAll(async () => {
  shop = await aShopWithMail();
  const { api } = await aPerson(shop.at, 'Roman Rival', 'roman@rival.test');
  [ticket, rival] = await Promise.all([
    shop.ticketAbout('Cracked leg'),
    aCompanyWithMail(shop, api, { name: 'Rival', prefix: 'RI', address: 'help@rival.test' }),
  ]);
  ours = (await shop.answers(ticket.id)).mailMessageId;
});
afterAll(() => shop?.close());

describe('a letter joins the ticket', () => {
  const bare = () => ours.slice(1, -1);
  test.concurrent.each<[string, () => Record<string, string>]>([
    ['as In-Reply-To', () => ({ 'In-Reply-To': ours })],
    ['first of the references', () => ({ References: `${ours} <b@lindqvist.test> <c@lindqvist.test>` })],
    [
      'in the middle of the references',
      () => ({ References: `<a@lindqvist.test>\r\n ${ours}\r\n <c@lindqvist.test>` }),
    ],
    ['last of the references', () => ({ References: `<a@lindqvist.test> ${ours}` })],
    ['without angle brackets', () => ({ 'In-Reply-To': bare() })],
    ['as the address it was sent to', () => ({ To: addressOf() })],
    ['among the addresses in copy', () => ({ Cc: `Hanna <hanna@lindqvist.test>, <${addressOf()}>` })],
    ['in Delivered-To', () => ({ 'Delivered-To': addressOf() })],
  ])('by the token of our letter, %s', async (place, headers) => {
    const subject = `Token ${place}`;
    await shop.writes({
      subject,
      from: 'Hanna at work <hanna@office.test>',
      headers: headers(),
      authentication: 'none',
    });
    expect(await shop.outcomeOf(subject)).toMatchObject({ outcome: 'appended', ticket_id: ticket.id });
  });

  test('by the address, also when the mail is only delivered there', async () => {
    const subject = 'Blind copy';
    await shop.writes({ subject, to: addressOf(), headers: { To: 'undisclosed-recipients:;' } });
    expect(await shop.outcomeOf(subject)).toMatchObject({ outcome: 'appended', ticket_id: ticket.id });
  });

  test.each([
    ['the customer', 'Hanna <hanna@lindqvist.test>'],
    ['a colleague whom we had in copy', 'Workshop <workshop@oak.test>'],
  ])('by the case number, from %s, when the receiving server proved the address', async (who, from) => {
    await shop.servers.addMailbox('workshop@oak.test', 'secret');
    await shop.answers(ticket.id, { cc: [{ address: 'workshop@oak.test' }] });
    const subject = `Number from ${who} [LO-${ticket.number}]`;
    await shop.writes({ subject, from, authentication: 'pass' });
    expect(await shop.outcomeOf(subject)).toMatchObject({ outcome: 'appended', ticket_id: ticket.id });
  });

  test('by the address that our letter asks to be answered at, where the mailbox takes such addresses', async () => {
    const address = 'plus@lumenoak.test';
    const settings = { uses_plus_address: 1 };
    await aMailboxOf(shop, shop.olena, { companyId: shop.companyId, productId: shop.productId, address, settings });
    const { id } = await shop.ticketAbout('Plus', { to: address, headers: { To: address } });
    const { mailMessageId } = await shop.answers(id);
    const letter = await shop.servers.waitForMail('hanna@lindqvist.test', ({ text }) => text.includes(mailMessageId));
    const replyTo =
      /^Reply-To: .*<(plus\+[^>]+@lumenoak\.test)>/im.exec(letter.text.replace(/\r\n\s+/g, ' '))?.[1] ?? '';
    expect(replyTo).toMatch(/^plus\+[0-9a-z]+\.[\w-]{43}@/);
    // A mail program that keeps no references.
    const subject = 'From the old telephone';
    await shop.writes({ subject, to: replyTo, headers: { To: replyTo }, authentication: 'none' });
    expect(await shop.outcomeOf(subject)).toMatchObject({ outcome: 'appended', ticket_id: id });
  });

  test('by a reference to the earlier letter of the same customer, when her address was proved', async () => {
    const first = await shop.writes({ subject: 'Second table' });
    const { ticket_id } = await shop.outcomeOf('Second table');
    await shop.writes({ subject: 'One thing more', headers: { 'In-Reply-To': first, References: first } });
    expect(await shop.outcomeOf('One thing more')).toMatchObject({ outcome: 'appended', ticket_id });
    await shop.writes({ subject: 'Not proved', headers: { 'In-Reply-To': first }, authentication: 'fail' });
    const other = await shop.outcomeOf('Not proved');
    expect(other.outcome).toBe('new_ticket');
    expect(await looksLike(other.ticket_id)).toMatchObject({ id: ticket_id });
  });
});

describe('A34 a letter does not join by', () => {
  const token = () => /\.([A-Za-z0-9_-]{43})@/.exec(ours)?.[1] ?? '';
  const withToken = (other: string) => ours.replace(token(), other);
  const changed = (text: string) => (text.startsWith('A') ? `B${text.slice(1)}` : `A${text.slice(1)}`);
  const foreignKey = createSecrets('somebody else has this key, forty letters long');
  const forged: [string, () => Record<string, string>][] = [
    ['a truncated token', () => ({ 'In-Reply-To': withToken(token().slice(0, 42)) })],
    ['an empty token', () => ({ 'In-Reply-To': withToken('') })],
    ['a longer token', () => ({ 'In-Reply-To': withToken(`${token()}A`) })],
    ['a changed token', () => ({ 'In-Reply-To': withToken(changed(token())) })],
    ['a token in the wrong case', () => ({ 'In-Reply-To': withToken(swapCase(token())) })],
    ['a token signed with another key', () => ({ 'In-Reply-To': `<${makeMessageId(foreignKey, of(ticket.id))}>` })],
    [
      'the token of another ticket put before this one',
      () => ({ 'In-Reply-To': ours.replace(/^<p\.(\w+)\.\w+\./, `<p.$1.${(ticket.id + 1).toString(36)}.`) }),
    ],
    ['a token with something before it', () => ({ 'In-Reply-To': `<x${ours.slice(1)}` })],
    [
      'a guessed id',
      () => ({ 'In-Reply-To': `<${ticket.id}@lumenoak.test>`, References: `<p.1.${ticket.id}@lumenoak.test>` }),
    ],
    ['a truncated address', () => ({ To: addressOf().replace(/.@/, '@') })],
    ['a longer address', () => ({ To: addressOf().replace('@', 'A@') })],
    ['an empty address token', () => ({ To: addressOf().replace(/\.[^.@]+@/, '.@') })],
    [
      'an address of another ticket',
      () => ({ To: addressOf().replace(/\+\w+\./, `+${(ticket.id + 1).toString(36)}.`) }),
    ],
    ['an address signed with another key', () => ({ To: makeReplyAddress(foreignKey, of(ticket.id)) })],
    [
      'headers that pretend',
      () => ({ 'X-Parley-Ticket': String(ticket.id), 'X-Ticket-Id': String(ticket.id), 'Thread-Index': bareOf(ours) }),
    ],
  ];
  test.concurrent.each(forged)('%s', async (how, headers) => {
    const subject = `Forged by ${how}`;
    await shop.writes({ subject, from: mallory, headers: headers() });
    const { outcome, ticket_id } = await shop.outcomeOf(subject);
    expect(outcome).toBe('new_ticket');
    expect(ticket_id).not.toBe(ticket.id);
  });

  test.each([
    ['a stranger, proved', mallory, 'pass'],
    ['somebody who writes the customer’s name, not proved', 'Hanna Lindqvist <hanna@lindqvist.test>', 'fail'],
    ['the customer, and nobody checked', 'Hanna Lindqvist <hanna@lindqvist.test>', 'none'],
  ] as const)(
    'the case number from %s: a new ticket that says what it looks like',
    async (who, from, authentication) => {
      const subject = `Number from ${who} [LO-${ticket.number}]`;
      await shop.writes({ subject, from, authentication });
      const { outcome, ticket_id } = await shop.outcomeOf(subject);
      expect(outcome).toBe('new_ticket');
      expect(await looksLike(ticket_id)).toEqual({ id: ticket.id, case_number: 'LO-1', title: 'Cracked leg' });
      const [letter] = await shop.messagesOf(ticket_id);
      expect(letter?.is_verified).toBe({ pass: true, fail: false, none: null }[authentication]);
    },
  );

  test('the case number and a verdict that the sender wrote himself', async () => {
    const verdict = 'mx.rig.test; spf=pass; dkim=pass; dmarc=pass header.from=lindqvist.test';
    const forge = (subject: string, authentication: 'fail' | 'pass', from: string) =>
      shop.writes({ subject, from, authentication, headers: { 'Authentication-Results': verdict } });
    await forge('His own verdict [LO-1]', 'fail', 'Hanna <hanna@lindqvist.test>');
    await forge('Proved for another domain [LO-1]', 'pass', mallory);
    for (const subject of ['His own verdict [LO-1]', 'Proved for another domain [LO-1]'])
      expect(await shop.outcomeOf(subject)).toMatchObject({ outcome: 'new_ticket' });
  });

  test('a token of another company, in either direction', async () => {
    const theirs = makeMessageId(shop.at.secrets, {
      companyId: rival.companyId,
      ticketId: ticket.id,
      address: rival.address,
    });
    await shop.writes({ subject: 'Their token', headers: { 'In-Reply-To': `<${theirs}>` } });
    expect(await shop.outcomeOf('Their token')).toMatchObject({ outcome: 'new_ticket' });

    await shop.writes({
      subject: 'Our token at the rival',
      to: rival.address,
      headers: { 'In-Reply-To': ours, To: rival.address },
    });
    const [there] = await waitUntil(async () => {
      const rows = await shop.at.db.read<{ company_id: number; outcome: string; ticket_id: number }>(
        'system',
        sql`select company_id, outcome, ticket_id from inbound_mails where subject = 'Our token at the rival' and outcome <> 'waiting'`,
      );
      return rows.length > 0 && rows;
    });
    expect(there).toMatchObject({ company_id: rival.companyId, outcome: 'new_ticket' });
    expect(there?.ticket_id).not.toBe(ticket.id);
  });

  test('the name of an agent: it never becomes an agent’s message', async () => {
    const { messageId } = await shop.answers(ticket.id);
    const subject = 'From the boss';
    await shop.writes({
      subject,
      from: 'Olena Kovalenko <olena@lumenoak.test>',
      headers: { 'In-Reply-To': ours },
      authentication: 'fail',
    });
    const log = await shop.outcomeOf(subject);
    const message = (await shop.messagesOf(ticket.id)).find((one) => one.id === log.message_id);
    expect(message).toMatchObject({ kind: 'inbound', direction: 1, author: { kind: 'customer' }, is_verified: false });
    expect(message?.id).toBeGreaterThan(messageId);
    expect(message?.delivery).toBeNull();
  });
});

describe('A35 somebody new in copy', () => {
  test('is offered as a recipient, and gets our words only, without the history', async () => {
    await shop.servers.addMailbox('carl@friend.test', 'carls-secret');
    const subject = 'My friend Carl knows more';
    await shop.writes({
      subject,
      text: 'The secret is 4711.',
      headers: { 'In-Reply-To': ours, Cc: 'Carl <carl@friend.test>' },
    });
    const { message_id } = await shop.outcomeOf(subject);
    const defaults = await shop.olena.call('tickets/reply-defaults', { ticket_id: ticket.id, message_id });
    expect(defaults.body.data.to).toEqual([{ name: 'Hanna Lindqvist', address: 'hanna@lindqvist.test' }]);
    expect(defaults.body.data.cc).toEqual([{ name: 'Carl', address: 'carl@friend.test' }]);

    await shop.answers(ticket.id, { body_html: '<p>Good morning, Carl.</p>', cc: [{ address: 'carl@friend.test' }] });
    const letter = await shop.servers.waitForMail('carl@friend.test');
    expect(letter.text).toContain('Good morning, Carl.');
    expect(letter.text).not.toMatch(/4711|crack/);
  });
});

describe('letters that come at once', () => {
  test('of one conversation keep their order', async () => {
    const subjects = Array.from({ length: 8 }, (_, i) => `Thought ${i}`);
    // Straight into the mailbox: on its way through Postfix one letter may overtake another.
    for (const subject of subjects) {
      const raw = `From: hanna@lindqvist.test\r\nSubject: ${subject}\r\nIn-Reply-To: ${ours}\r\n\r\n${subject}\r\n`;
      await shop.servers.deliver(shop.address, raw);
    }
    await Promise.all(subjects.map((subject) => shop.outcomeOf(subject)));
    const bodies = (await shop.messagesOf(ticket.id)).map((one) => one.body_text.trim());
    expect(bodies.filter((body: string) => body.startsWith('Thought'))).toEqual(subjects);
  });

  test('of a newcomer, to two mailboxes, make one customer', async () => {
    const address = 'sales@lumenoak.test';
    await aMailboxOf(shop, shop.olena, { companyId: shop.companyId, productId: shop.productId, address });
    await Promise.all(
      [shop.address, address].flatMap((to) =>
        [1, 2, 3].map((n) =>
          shop.writes({ subject: `Newcomer ${n} at ${to}`, from: 'Nora New <Nora@New.test>', to, headers: { To: to } }),
        ),
      ),
    );
    for (const to of [shop.address, address])
      for (const n of [1, 2, 3])
        expect(await shop.outcomeOf(`Newcomer ${n} at ${to}`)).toMatchObject({ outcome: 'new_ticket' });
    const { body } = await shop.olena.post('customers/get', { filter: { conditions: [['first_name', '=', 'Nora']] } });
    expect(body.total).toBe(1);
  });
});

describe('when the company has another prefix by now', () => {
  test('a letter joins by the number that our letters went out with, and not by one that they never had', async () => {
    const changed = await shop.olena.post('companies/update', {
      data: { case_prefix: 'LM' },
      filter: { conditions: [['id', '=', shop.companyId]] },
    });
    expect(changed.status).toBe(200);
    for (const prefix of ['LO', 'lm']) {
      const subject = `Once more, about [${prefix}-${ticket.number}]`;
      await shop.writes({ subject, authentication: 'pass' });
      expect(await shop.outcomeOf(subject)).toMatchObject({ outcome: 'appended', ticket_id: ticket.id });
    }
    const subject = `Of another desk [IT-${ticket.number}]`;
    await shop.writes({ subject, authentication: 'pass' });
    const { outcome, ticket_id } = await shop.outcomeOf(subject);
    expect(outcome).toBe('new_ticket');
    expect(await looksLike(ticket_id)).toBeNull();
  });
});

const of = (ticketId: number) => ({ companyId: shop.companyId, ticketId, address: shop.address });
const addressOf = () => makeReplyAddress(shop.at.secrets, of(ticket.id));
const bareOf = (id: string) => id.slice(1, -1);
const swapCase = (text: string) =>
  text.replace(/[a-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()));
const looksLike = async (id: number) => (await shop.tickets()).find((one) => one.id === id)?.looks_like;
