import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { anSmtpServer, smtpNo, type TestSmtpServer } from '#channels/email/transport/testing/an-smtp-server.ts';
import { noteSending, ownAddresses } from '#domain/mailboxes/index.ts';
import { sql } from '#platform/sql.ts';
import { aTicket } from './a-ticket.ts';
import type { Answer, ApiClient } from './api-client.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aMailbox, aPerson, type Company, rowId } from './people.ts';
import { byId, rows } from './rows-of.ts';

let at: TestParley;
let olena: ApiClient;
let shop: Company;
let smtp: TestSmtpServer;
/** What the mail server says of a sender. */
const refused = new Set<string>();
beforeAll(async () => {
  at = await aParley();
  smtp = await anSmtpServer(
    {},
    {
      onMailFrom({ address }, _session, answer) {
        answer(refused.has(address) ? smtpNo(553, '5.7.1 Sender address rejected: not owned by user') : null);
      },
    },
  );
  ({ api: olena } = await aPerson(at));
});
afterAll(async () => {
  await at?.close();
  await smtp?.stop();
});
let shops = 0;
beforeEach(async () => {
  refused.clear();
  shop = await aCompany(olena, `Lumen ${++shops}`, 'LO');
  const server = { smtp_host: '127.0.0.1', smtp_port: smtp.port, smtp_security: 'none', smtp_password: 'secret' };
  rows(await olena.post('mailboxes/update', { data: server, ...byId(shop.mailboxId) }), 'mailboxes');
});

const aliasesAre = (aliases: unknown[], mailboxId = shop.mailboxId): Promise<Answer> =>
  olena.post('mailboxes/update', { data: { aliases }, ...byId(mailboxId) });
const theMailbox = async (id = shop.mailboxId) => rows(await olena.post('mailboxes/get', byId(id)), 'mailboxes')[0];
const problem = (answer: Answer) => [answer.status, answer.body.errors?.[0]?.key, answer.body.errors?.[0]?.field];
const anotherMailbox = (from_email: string) =>
  olena.post('mailboxes-new/create', {
    data: [aMailbox({ company_id: shop.companyId, product_id: shop.productId, from_email })],
  });
const reply = (ticketId: number, more: Record<string, unknown> = {}) =>
  olena.call('tickets/reply', {
    ticket_id: ticketId,
    client_id: randomUUID(),
    body_html: '<p>It leaves tomorrow.</p>',
    to: [{ address: 'hanna@lindqvist.test' }],
    ...more,
  });

describe('the aliases of a mailbox', () => {
  test('are kept in their order, are ours, and say what the server said of them', async () => {
    const all = [
      { address: 'Info@lumenoak.test', name: 'Lumen & Oak', send_as: 1 },
      { address: 'sales@lumenoak.test' },
    ];
    expect((await aliasesAre(all)).status).toBe(200);
    expect((await theMailbox()).aliases).toEqual([all[0], { ...all[1], name: '', send_as: 0 }]);
    expect((await theMailbox()).alias_checks).toEqual([
      { address: 'Info@lumenoak.test', accepted_at: null, key: null, details: null },
    ]);
    const own = await at.db.transaction({ companies: [shop.companyId] }, (tx) => ownAddresses(tx, shop.companyId));
    expect(own).toEqual(expect.arrayContaining(['info@lumenoak.test', 'sales@lumenoak.test']));
    rows(await aliasesAre([]), 'mailboxes');
    expect((await theMailbox()).aliases).toEqual([]);
  });

  test.each([
    ['no address', [{ address: 'info' }], 'invalid_email', 'data.aliases[0].address'],
    ['one twice', [{ address: 'a@x.test' }, { address: 'A@x.test' }], 'not_unique', 'data.aliases'],
    ['a header', [{ address: 'a@x.test', name: 'A\r\nBcc: b@x.test' }], 'invalid_value', 'data.aliases[0].name'],
    ['what is no field', [{ address: 'a@x.test', accepted_at: 'now' }], 'unknown_field', 'data.aliases[0].accepted_at'],
    ['fifty-one', Array.from({ length: 51 }, (_, i) => ({ address: `a${i}@x.test` })), 'limit_reached', 'data.aliases'],
  ])('with %s are refused', async (_, aliases, key, field) => {
    expect(problem(await aliasesAre(aliases))).toEqual([422, key, field]);
    expect((await theMailbox()).aliases).toEqual([]);
  });

  test('belong to one mailbox of a company, and to no mailbox as its own', async () => {
    const own = (await theMailbox()).from_email;
    expect(problem(await aliasesAre([{ address: own.toUpperCase() }]))).toEqual([
      422,
      'address_in_use',
      'data.aliases[0].address',
    ]);
    const sales = rowId(await anotherMailbox('sales@lumenoak.test'), 'mailboxes');
    const taken = await aliasesAre([{ address: 'x@lumenoak.test' }, { address: 'Sales@lumenoak.test' }]);
    expect(problem(taken)).toEqual([422, 'address_in_use', 'data.aliases[1].address']);
    expect(taken.text).toContain('sales@lumenoak.test');
    rows(await aliasesAre([{ address: 'info@lumenoak.test' }]), 'mailboxes');
    expect(problem(await aliasesAre([{ address: 'INFO@lumenoak.test' }], sales))[1]).toBe('address_in_use');
    expect(problem(await anotherMailbox('info@lumenoak.test'))).toEqual([422, 'address_in_use', 'data[0].from_email']);
    // A disabled mailbox gives up what another one needs.
    rows(await olena.post('mailboxes/delete', byId(shop.mailboxId)), 'mailboxes');
    expect((await aliasesAre([{ address: 'info@lumenoak.test' }], sales)).status).toBe(200);
  });

  test('given to one mailbox by two at once belong to one of them', async () => {
    const other = rowId(await anotherMailbox(`other${shops}@lumenoak.test`), 'mailboxes');
    const answers = await Promise.all(
      [shop.mailboxId, other].map((id) => aliasesAre([{ address: 'info@lumenoak.test' }], id)),
    );
    expect(answers.map((one) => one.status).sort()).toEqual([200, 422]);
  });
});

test('a test letter that leaves takes back what is said of sending', async () => {
  const own = (await theMailbox()).from_email;
  await at.db.transaction({ companies: [shop.companyId] }, (tx) =>
    noteSending(tx, {
      ...{ companyId: shop.companyId, mailboxId: shop.mailboxId, isSent: false, pauseSeconds: 300 },
      error: { key: 'sender_refused', details: '553 no' },
    }),
  );
  refused.add(own);
  await olena.call('mailboxes/send-test', { id: shop.mailboxId });
  expect(await theMailbox()).toMatchObject({ send_error_key: 'sender_refused', send_error_details: '553 no' });
  refused.clear();
  await olena.call('mailboxes/send-test', { id: shop.mailboxId });
  expect(await theMailbox()).toMatchObject({ send_error_key: null, send_error_details: null, last_sent_at: null });
});

describe('a reply from an alias', () => {
  test('waits until the mail server has taken a letter from it', async () => {
    const { ticketId } = await aTicket(at, shop);
    rows(await aliasesAre([{ address: 'info@lumenoak.test', name: 'Info', send_as: 1 }]), 'mailboxes');
    expect(problem(await reply(ticketId, { from: 'info@lumenoak.test' }))).toEqual([
      422,
      'cannot_send_as',
      'data.from',
    ]);

    refused.add('info@lumenoak.test');
    const no = await olena.call('mailboxes/send-test', { id: shop.mailboxId, from: 'info@lumenoak.test' });
    expect(no.body.data.step).toMatchObject({ ok: false, key: 'sender_refused' });
    expect((await theMailbox()).alias_checks[0]).toMatchObject({ accepted_at: null, key: 'sender_refused' });
    expect(problem(await reply(ticketId, { from: 'info@lumenoak.test' }))[1]).toBe('cannot_send_as');

    refused.clear();
    const yes = await olena.call('mailboxes/send-test', { id: shop.mailboxId, from: 'INFO@lumenoak.test' });
    expect(yes.body.data.step, yes.text).toMatchObject({ ok: true });
    expect(smtp.taken.at(-1)).toMatchObject({ from: 'info@lumenoak.test' });
    expect((await theMailbox()).alias_checks[0]).toMatchObject({ accepted_at: expect.any(String), key: null });
    const sent = await reply(ticketId, { from: 'Info@lumenoak.test' });
    expect(sent.status, sent.text).toBe(200);
    const [message] = rows(await olena.post('messages/get', byId(sent.body.data.message_id)), 'messages');
    expect(message.from).toEqual({ name: 'Info', address: 'info@lumenoak.test' });
    // Another server has agreed to nothing.
    rows(
      await olena.post('mailboxes/update', {
        data: { smtp_login: 'other', smtp_password: 'secret' },
        ...byId(shop.mailboxId),
      }),
      'mailboxes',
    );
    expect(problem(await reply(ticketId, { from: 'info@lumenoak.test' }))[1]).toBe('cannot_send_as');
  });

  test('of another mailbox, of another company or of nobody is refused, and so is a test letter', async () => {
    const { ticketId } = await aTicket(at, shop);
    for (const from of ['nobody@lumenoak.test', 'hanna@lindqvist.test'])
      expect(problem(await reply(ticketId, { from }))).toEqual([422, 'cannot_send_as', 'data.from']);
    rows(await aliasesAre([{ address: 'quiet@lumenoak.test' }]), 'mailboxes');
    const test = await olena.call('mailboxes/send-test', { id: shop.mailboxId, from: 'quiet@lumenoak.test' });
    expect(problem(test)).toEqual([422, 'cannot_send_as', 'data.from']);
  });

  test('is suggested where the customer wrote to it, and no alias is ever suggested as a recipient', async () => {
    const { ticketId, messageId } = await aTicket(at, shop);
    const own = (await theMailbox()).from_email;
    const all = [
      { address: 'info@lumenoak.test', send_as: 1 },
      { address: 'sales@lumenoak.test', send_as: 0 },
    ];
    rows(await aliasesAre(all), 'mailboxes');
    await olena.call('mailboxes/send-test', { id: shop.mailboxId, from: 'info@lumenoak.test' });
    const wroteTo = (...addresses: string[]) =>
      at.db.transaction('system', (tx) =>
        tx.run(
          sql`update messages set to_list = ${JSON.stringify(addresses.map((address) => ({ name: '', address })))}::jsonb where id = ${messageId}`,
        ),
      );
    const defaults = async () => (await olena.call('tickets/reply-defaults', { ticket_id: ticketId })).body.data;
    await wroteTo('Sales@lumenoak.test', 'INFO@lumenoak.test', 'otto@partner.test');
    expect(await defaults()).toMatchObject({
      from: { name: 'Support', address: 'info@lumenoak.test' },
      senders: [{ address: own }, { address: 'info@lumenoak.test' }],
      to: [{ address: 'hanna@lindqvist.test' }],
      cc: [{ address: 'otto@partner.test' }],
    });
    await wroteTo('sales@lumenoak.test');
    expect((await defaults()).from.address).toBe(own);
  });
});
