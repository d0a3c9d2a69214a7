import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '#platform/sql.ts';
import { type MailServers, startMailServers } from '#test/rigs/mail-servers.ts';
import { untilAllDone, waitUntil } from '#test/rigs/wait-until.ts';
import type { ApiClient } from '../api/api-client.ts';
import { aPerson, rowId } from '../api/people.ts';
import { byId, rows } from '../api/rows-of.ts';
import { inAMailClient } from './in-a-mail-client.ts';
import { aCompanyWithMail } from './second-company.ts';
import { allOf, aShopOnServer } from './shop-on-a-server.ts';
import { aShopWithMail, type Letter, type MessageRow, type Shop } from './shop-with-mail.ts';

const auto_reply_texts = {
  en: {
    subject: 'We have your letter, {{customer.first_name|dear customer}}',
    html: '<p>Hello {{customer.first_name|dear customer}}, {{product.name}} will answer “{{ticket.title}}” soon.</p>',
  },
  ua: { subject: 'Ваш лист у нас', html: '<p>Вітаємо, {{customer.first_name|шановний клієнте}}! Скоро відповімо.</p>' },
};
const answering = { auto_reply: 1, auto_reply_when: 'always', auto_reply_texts };

let shop: Shop;
beforeAll(async () => {
  shop = await aShopWithMail();
  for (const name of ['petro', 'ganna', 'late', 'marta']) await shop.servers.addMailbox(`${name}@oak.test`, 'secret');
});
afterAll(() => shop?.close());
beforeEach(() => productSays(answering));

const productSays = async (data: Record<string, unknown>) =>
  rows(await shop.olena.post('products/update', { data, ...byId(shop.productId) }), 'products');
const automatic = (messages: readonly MessageRow[]) =>
  messages.filter((one) => one.kind === 'outbound' && one.mail_kind === 'automatic');
const everyAutomatic = async () => automatic(await allOf(shop.olena, 'messages'));
const aTicketBy = (from: string, subject: string, letter: Letter = {}) =>
  shop.ticketAbout(subject, { ...letter, from });

test('a new letter is answered once, marked as what programs answer, and waits for a person as before', async () => {
  const ticket = await aTicketBy('Hanna Lindqvist <hanna@lindqvist.test>', 'Cracked leg');
  const { text } = await shop.servers.waitForMail('hanna@lindqvist.test');
  expect(text).toMatch(/^Auto-Submitted: auto-replied\r?$/im);
  expect(text).toMatch(/^X-Auto-Response-Suppress: All\r?$/im);
  expect(text).toMatch(/^In-Reply-To: <letter-1-/im);
  expect(text).toMatch(/^Subject: We have your letter, Hanna \[LO-1\]\r?$/im);
  expect(text).toMatch(/Hello Hanna, Shop will answer/);

  const [letter, answer, ...more] = await shop.messagesOf(ticket.id);
  expect([letter?.kind, more]).toEqual(['inbound', []]);
  expect(answer).toMatchObject({
    ...{ kind: 'outbound', mail_kind: 'automatic', author: { kind: 'system', id: null, name: 'Lumen & Oak' } },
    ...{ to: [{ address: 'hanna@lindqvist.test' }], from: { address: shop.address } },
  });
  const row = (await shop.tickets()).find((one) => one.id === ticket.id);
  expect(row).toMatchObject({ view_type: '', message: 'One leg has a crack.', messages: { direction: 1 } });
  expect(row?.waiting_since).not.toBeNull();
  const defaults = await shop.olena.call('tickets/reply-defaults', { ticket_id: ticket.id });
  expect(defaults.body.data).toMatchObject({ message_id: letter?.id, to: [{ address: 'hanna@lindqvist.test' }] });

  // Her answer to it joins the ticket; that, and another letter on the same day, are not answered.
  const id = /^Message-ID:\s*(<\S+>)/im.exec(text)?.[1] ?? '';
  await shop.writes({ subject: 'Re: We have your letter', headers: { 'In-Reply-To': id } });
  expect(await shop.outcomeOf('Re: We have your letter')).toMatchObject({ outcome: 'appended', ticket_id: ticket.id });
  const second = await aTicketBy('HANNA <Hanna@lindqvist.test>', 'And a scratch');
  expect(automatic(await shop.messagesOf(second.id))).toEqual([]);
  expect(await shop.servers.readMailbox('hanna@lindqvist.test')).toHaveLength(1);

  // A day later they are strangers again.
  await shop.at.db.transaction('system', (tx) =>
    tx.run(sql`update auto_replies set sent_at = now() - interval '25 hours'`),
  );
  const third = await aTicketBy('hanna@lindqvist.test', 'A day later');
  expect(automatic(await shop.messagesOf(third.id))).toHaveLength(1);
});

test('a letter in Ukrainian is answered in Ukrainian, and one to an alias from that alias', async () => {
  await shop.servers.addMailbox('info@lumenoak.test', 'shop-app-password');
  const data = { aliases: [{ address: 'info@lumenoak.test', name: 'Info', send_as: 1 }] };
  rows(await shop.olena.post('mailboxes/update', { data, ...byId(shop.mailboxId) }), 'mailboxes');
  const tried = await shop.olena.call('mailboxes/send-test', { id: shop.mailboxId, from: 'info@lumenoak.test' });
  expect(tried.body.data.step, tried.text).toMatchObject({ ok: true });

  const ticket = await aTicketBy('Ганна <ganna@oak.test>', 'Стіл', {
    text: 'Ніжка тріснула, що робити?',
    headers: { To: 'Shop <INFO@lumenoak.test>' },
  });
  const { text } = await shop.servers.waitForMail('ganna@oak.test');
  expect(text).toMatch(/^From: Info <info@lumenoak.test>\r?$/im);
  expect(text).toMatch(/^Return-Path: <info@lumenoak.test>\r?$/im);
  const [answer] = automatic(await shop.messagesOf(ticket.id));
  expect(answer).toMatchObject({ subject: `Ваш лист у нас [LO-${ticket.number}]` });
  expect(answer?.body_text.trim()).toBe('Вітаємо, Ганна! Скоро відповімо.');
});

test('A36 an answer to an address that nobody proved repeats neither subject nor name', async () => {
  const en = { subject: 'Re: {{ticket.title}}', html: auto_reply_texts.en.html };
  await productSays({ auto_reply_texts: { en } });
  const answerTo = async (from: string, letter: Letter) => {
    const ticket = await aTicketBy(`Buy at pills.test <${from}>`, `Pills at pills.test for ${from}`, letter);
    const [answer] = automatic(await shop.messagesOf(ticket.id));
    return { title: ticket.title, number: ticket.number, answer };
  };
  const proved = await answerTo('proved@oak.test', {});
  expect(proved.answer?.subject).toBe(`Re: ${proved.title} [LO-${proved.number}]`);
  expect(proved.answer?.body_text).toContain('Hello Buy');

  const form = { headers: { 'Reply-To': 'Buy at pills.test <form@oak.test>' } };
  for (const [from, letter] of [
    ['forged@oak.test', { authentication: 'fail' }],
    ['unknown@oak.test', { authentication: 'none' }],
    ['no-reply@oak.test', form],
  ] as const) {
    const { answer, number } = await answerTo(from, letter);
    expect(answer?.subject, from).toBe(`Re: Shop [LO-${number}]`);
    expect(answer?.to, from).toEqual([{ name: '', address: from === 'no-reply@oak.test' ? 'form@oak.test' : from }]);
    expect(answer?.body_text.trim(), from).toBe('Hello dear customer, Shop will answer “” soon.');
  }
});

test('opening hours decide, where the product goes by them', async () => {
  const week = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
  const calendar = { company_id: shop.companyId, name: 'Never', time_zone: 'Europe/Kyiv', week };
  const auto_reply_calendar_id = rowId(await shop.olena.post('calendars/create', { data: [calendar] }), 'calendars');
  await productSays({ auto_reply_when: 'open', auto_reply_calendar_id });
  const open = await aTicketBy('petro@oak.test', 'While we are closed, answered when open');
  expect(automatic(await shop.messagesOf(open.id))).toEqual([]);
  await productSays({ auto_reply_when: 'closed' });
  const closed = await aTicketBy('petro@oak.test', 'While we are closed');
  expect(automatic(await shop.messagesOf(closed.id))).toHaveLength(1);
});

describe('A36 nobody is answered automatically', () => {
  const never: [string, Letter, string?][] = [
    ['who answers automatically', { headers: { 'Auto-Submitted': 'auto-replied' } }],
    ['who writes by a program', { headers: { 'Auto-Submitted': 'auto-generated' } }],
    ['on a list', { headers: { 'List-Id': 'Furniture news <news.oak.test>' } }],
    ['of a mailing', { headers: { Precedence: 'bulk' } }],
    ['who asks not to be', { headers: { 'X-Auto-Response-Suppress': 'All' } }],
    ['in an Exchange group', { headers: { 'X-Auto-Response-Suppress': 'DR, OOF, AutoReply' } }],
    ['who is out of the office', { text: 'I am out of the office until Monday.' }, 'Automatic reply: Table'],
    ['who wants no answer', { from: 'Shop <no-reply@oak.test>' }],
    ['from our own mailbox', { from: 'Support <SUPPORT@lumenoak.test>' }],
    ['from an alias of ours', { from: 'Info <info@lumenoak.test>' }],
    ['whose letter is spam', { from: 'late@oak.test', headers: { 'X-Spam-Flag': 'YES' } }],
  ];
  test('whose letter is a program’s, a list’s, our own or spam', async () => {
    await shop.at.db.transaction('system', (tx) => tx.run(sql`delete from auto_replies`));
    const before = (await everyAutomatic()).length;
    const subjects = await Promise.all(
      never.map(async ([who, letter, subject = 'Something']) => {
        await shop.writes({ from: 'late@oak.test', ...letter, subject: `${subject} (${who})` });
        return `${subject} (${who})`;
      }),
    );
    const bounced = `From: MAILER-DAEMON@oak.test\r\nTo: ${shop.address}\r\nSubject: Undelivered\r\n\r\nNobody is here.\r\n`;
    await shop.servers.sendAsInternet({ from: '', to: shop.address, raw: bounced });
    for (const subject of [...subjects, 'Undelivered']) await shop.outcomeOf(subject);
    // What a person calls a letter after all is still none that a program should answer.
    const held = await shop.outcomeOf(`Something (${never[1]?.[0]})`);
    expect((await shop.olena.call('inbound-mails/process-again', { id: held.id })).body.data.outcome).toBe(
      'new_ticket',
    );
    expect(await everyAutomatic()).toHaveLength(before);
  });

  test('for a letter that was fetched a day late', async () => {
    await productSays({ auto_reply: 0 });
    await aTicketBy('marta@oak.test', 'Old news');
    await productSays(answering);
    const raw = `From: marta@oak.test\r\nTo: ${shop.address}\r\nSubject: Older news\r\nMessage-ID: <${randomUUID()}@oak.test>\r\n\r\nHello.\r\n`;
    await inThePast(shop.servers, shop.address, raw);
    const ticket = await waitUntil(async () => (await shop.tickets()).find((one) => one.title === 'Older news'));
    expect(automatic(await shop.messagesOf(ticket.id))).toEqual([]);
  });

  test('who writes to a suspended company, also once it is resumed; from then on they are', async () => {
    const change = (text: ReturnType<typeof sql>) => shop.at.db.transaction('system', (tx) => tx.run(text));
    await change(
      sql`insert into company_suspensions (company_id, reason, contact) values (${shop.companyId}, 'Not paid.', 'ops@parley.test')`,
    );
    await shop.writes({ from: 'late@oak.test', subject: 'While you are away' });
    const taken = sql`select 1 from inbound_mails where subject = 'While you are away' and outcome = 'new_ticket'`;
    await waitUntil(async () => (await shop.at.db.read('system', taken)).length > 0);
    await change(sql`delete from company_suspensions`);
    const ticket = await waitUntil(async () =>
      (await shop.tickets()).find((one) => one.title === 'While you are away'),
    );
    expect(automatic(await shop.messagesOf(ticket.id))).toEqual([]);
    const next = await aTicketBy('late@oak.test', 'Now that you are back');
    expect(automatic(await shop.messagesOf(next.id))).toHaveLength(1);
  });

  test('by two desks that both answer by themselves: one answer each way ends it', async () => {
    const { api } = await aPerson(shop.at, 'Petro Partner', 'petro@partner.test');
    const partner = await aCompanyWithMail(shop, api, { name: 'Partner', prefix: 'PA', address: 'desk@partner.test' });
    rows(await api.post('products/update', { data: answering, ...byId(partner.productId) }), 'products');
    const about = await aTicketBy('marta@oak.test', 'Joint order');
    await shop.hands(about.id, { to: [{ address: partner.address }] });
    const theirs = await waitUntil(async () => (await api.post('tickets/get', {})).body.data.tickets?.[0]);
    // Their answer comes back to the ticket as what it is, and nobody answers that.
    await waitUntil(async () =>
      (await shop.messagesOf(about.id)).find((one) => one.mail_kind === 'automatic' && one.kind === 'inbound'),
    );
    await aTicketBy('marta@oak.test', 'Meanwhile');
    expect(await kindsOf(api, theirs.id)).toEqual(['inbound human', 'outbound automatic']);
    expect((await api.post('tickets/get', {})).body.total).toBe(1);
    expect((await shop.tickets()).filter((one) => one.title.includes('Joint order'))).toHaveLength(1);
  });
});

const kindsOf = async (api: ApiClient, ticketId: number) => {
  const filter = { conditions: [['ticket_id', '=', ticketId]] };
  const found = rows(await api.post('messages/get', { filter, sort: [['id', 'asc']] }), 'messages');
  return found.map((one) => `${one.kind} ${one.mail_kind}`);
};

/** Lies in the inbox with an old date, as a mail that somebody moved there. */
async function inThePast(servers: MailServers, user: string, raw: string): Promise<void> {
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
  await inAMailClient(servers, user, (client) => client.append('INBOX', raw, [], twoDaysAgo));
}

test('F2 killed before and after the ticket is there, every sender is answered exactly once', async () => {
  const servers = await startMailServers();
  const other = await aShopOnServer(servers);
  try {
    await servers.addMailbox('customers@oak.test', 'secret');
    rows(await other.olena.post('products/update', { data: answering, ...byId(other.productId) }), 'products');
    await other.server.kill();
    const points = ['inbound.before-commit', 'inbound.committed', 'outbound.claimed'];
    for (const point of points) {
      await other.server.start({ PARLEY_FAILPOINT: point }).catch((error: unknown) => {
        if (!other.server.hasEnded()) throw error;
      });
      const raw = `From: customers+${point}@oak.test\r\nSubject: ${point}\r\nMessage-ID: <${randomUUID()}@x.test>\r\n\r\nHello\r\n`;
      await servers.deliver('support@lumenoak.test', raw);
      await waitUntil(() => other.server.hasEnded(), { timeoutMs: 40_000, what: `the server to die at ${point}` });
      await other.server.ended();
    }
    await other.server.start();
    await untilAllDone(async () => ({ done: (await other.allTickets()).length, of: points.length }), {
      what: 'every mail to be a ticket',
    });
    const written = automatic((await allOf(other.olena, 'messages')) as MessageRow[]);
    expect(written.map((one) => one.to[0].address).sort()).toEqual(
      points.map((point) => `customers+${point}@oak.test`).sort(),
    );
  } finally {
    await other.discard();
    await servers.stop();
  }
}, 120_000);
