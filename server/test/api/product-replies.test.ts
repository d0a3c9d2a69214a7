import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aTicket } from './a-ticket.ts';
import type { Answer, ApiClient } from './api-client.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aMailbox, aPerson, type Company, rowId } from './people.ts';
import { byId, rows } from './rows-of.ts';

let at: TestParley;
let olena: ApiClient;
let shop: Company;
beforeAll(async () => {
  at = await aParley();
  ({ api: olena } = await aPerson(at));
  shop = await aCompany(olena);
});
afterAll(() => at?.close());

const changes = (data: Record<string, unknown>): Promise<Answer> =>
  olena.post('products/update', { data, ...byId(shop.productId) });
const theProduct = async () => rows(await olena.post('products/get', byId(shop.productId)), 'products')[0];
const problem = (answer: Answer) => [answer.status, answer.body.errors?.[0]?.key, answer.body.errors?.[0]?.field];
const made = async (noun: string, about: Record<string, unknown>) =>
  rowId(await olena.post(`${noun}/create`, { data: [{ company_id: shop.companyId, ...about }] }), noun);
const aLetter = { subject: 'Re: {{ticket.title}}', html: '<p>Dear {{customer.first_name|customer}}</p>' };

const theMessage = async (sent: Answer) =>
  rows(await olena.post('messages/get', byId(sent.body.data.message_id)), 'messages')[0];
const answers = async (ticketId: number) =>
  theMessage(
    await olena.call('tickets/reply', {
      ticket_id: ticketId,
      client_id: randomUUID(),
      body_html: '<p>It is oak.</p>',
      to: [{ address: 'hanna@lindqvist.test' }],
    }),
  );

describe('the signature of a product', () => {
  test('stands under replies in place of that of the mailbox, with what is known, and no script', async () => {
    const { ticketId } = await aTicket(at, shop, { from: 'Hanna <b>Lindqvist' });
    const ofMailbox = { data: { signature: 'From the mailbox' }, ...byId(shop.mailboxId) };
    rows(await olena.post('mailboxes/update', ofMailbox), 'mailboxes');
    const signature =
      '<p>{{agent.name}}, {{product.name}}</p><p>{{customer.phone}}{{customer.last_name|friend}}</p><script>alert(1)</script>';
    rows(await changes({ signature }), 'products');
    const message = await answers(ticketId);
    expect(message.body_text).toBe('It is oak.\n\n-- \nOlena Kovalenko, Shop\n\n<b>Lindqvist\n');
    expect(message.body_html).toBe('<p>It is oak.</p><p>-- </p><p>Olena Kovalenko, Shop</p><p>&lt;b&gt;Lindqvist</p>');
    rows(await changes({ signature: '<p> </p>' }), 'products');
    expect((await theProduct()).signature).toBe('');
    expect((await answers(ticketId)).body_text).toContain('-- \nFrom the mailbox');
  });

  test('with a blank that means nothing is refused where it is written', async () => {
    const answer = await changes({ signature: '<p>{{customer.first}}</p>' });
    expect(problem(answer)).toEqual([422, 'unknown_variable', 'data.signature']);
    expect(answer.text).toContain('{{customer.first}}');
  });
});

test('the signature of a team stands in the place of the product’s, as long as the team has the ticket', async () => {
  rows(await changes({ signature: '<p>{{product.name}}</p>' }), 'products');
  const written = '<p>{{agent.name}}, first line</p><script>alert(1)</script>';
  const team = await made('teams', { name: 'First line', signature: written });
  const theTeam = async () => rows(await olena.post('teams/get', byId(team)), 'teams')[0];
  expect((await theTeam()).signature).toBe('<p>{{agent.name}}, first line</p>');
  const teamChanges = (data: object) => olena.post('teams/update', { data, ...byId(team) });
  expect(problem(await teamChanges({ signature: '<p>{{customer.first}}</p>' }))).toEqual([
    422,
    'unknown_variable',
    'data.signature',
  ]);

  const { ticketId } = await aTicket(at, shop);
  expect((await answers(ticketId)).body_text).toBe('It is oak.\n\n-- \nShop\n');
  await olena.post('tickets/update', { data: { team_id: team }, ...byId(ticketId) });
  const ofTeam = '-- \nOlena Kovalenko, first line\n';
  expect((await answers(ticketId)).body_text).toBe(`It is oak.\n\n${ofTeam}`);
  // A letter to somebody else about the ticket ends alike, and so does one that begins a ticket of the team's product.
  const aside = await olena.call('side-conversations/open', {
    ...{ ticket_id: ticketId, client_id: randomUUID(), subject: 'Oak', body_html: '<p>Is there any?</p>' },
    to: [{ address: 'timber@fjordvik.test' }],
  });
  expect((await theMessage(aside)).body_text).toContain(ofTeam);
  rows(await changes({ team_id: team }), 'products');
  const begun = await olena.call('tickets/compose', {
    ...{
      client_id: randomUUID(),
      product_id: shop.productId,
      how: 'each',
      subject: 'Oak',
      body_html: '<p>It is there.</p>',
    },
    to: [{ address: 'oskar@lindqvist.test' }],
  });
  const [first] = begun.body.data.tickets;
  expect(rows(await olena.post('messages/get', byId(first.message_id)), 'messages')[0].body_text).toContain(ofTeam);

  for (const none of ['<p> </p>', '']) {
    rows(await teamChanges({ signature: written }), 'teams');
    rows(await teamChanges({ signature: none }), 'teams');
    expect([(await theTeam()).signature, (await answers(ticketId)).body_text]).toEqual([
      '',
      'It is oak.\n\n-- \nShop\n',
    ]);
  }
  rows(await teamChanges({ signature: written }), 'teams');
  rows(await changes({ team_id: null }), 'products');
  rows(await olena.post('teams/delete', byId(team)), 'teams');
  expect((await answers(ticketId)).body_text).toContain('-- \nShop\n');
  rows(await changes({ signature: '' }), 'products');
});

describe('the automatic reply of a product', () => {
  test('that is on says something, and knows when', async () => {
    expect(problem(await changes({ auto_reply: 1 }))).toEqual([422, 'required', 'data.auto_reply_texts']);
    const closed = { auto_reply: 1, auto_reply_texts: { en: aLetter }, auto_reply_when: 'closed' };
    expect(problem(await changes(closed))).toEqual([422, 'required', 'data.auto_reply_calendar_id']);
    expect((await theProduct()).auto_reply).toBe(0);
    const hours = await made('calendars', { name: 'Hours', time_zone: 'Europe/Kyiv' });
    expect((await changes({ ...closed, auto_reply_calendar_id: hours })).status).toBe(200);
    expect(await theProduct()).toMatchObject({ ...closed, auto_reply_calendar_id: hours });
    expect(problem(await changes({ auto_reply_calendar_id: null }))[1]).toBe('required');
    expect(problem(await changes({ auto_reply_texts: {} }))[1]).toBe('required');
    const half = { company_id: shop.companyId, name: 'Half', auto_reply: 1 };
    expect(problem(await olena.post('products/create', { data: [half] }))).toEqual([
      422,
      'required',
      'data[0].auto_reply_texts',
    ]);
    // Its hours do not vanish under it.
    expect(problem(await olena.post('calendars/delete', byId(hours)))[1]).toBe('has_dependents');
  });

  test.each([
    ['an agent, whom it does not have', { ...aLetter, html: '<p>{{agent.name}}</p>' }, 'unknown_variable', 'en.html'],
    ['an unknown blank', { ...aLetter, subject: 'Re: {{title}}' }, 'unknown_variable', 'en.subject'],
    ['a second line in the subject', { ...aLetter, subject: 'A\r\nBcc: x@y.test' }, 'invalid_value', 'en.subject'],
    ['nothing but blanks', { ...aLetter, html: '<p> </p>' }, 'required', 'en.html'],
    ['no subject', { ...aLetter, subject: '' }, 'required', 'en.subject'],
  ])('with %s is refused', async (_, en, key, field) => {
    expect(problem(await changes({ auto_reply_texts: { en } }))).toEqual([422, key, `data.auto_reply_texts.${field}`]);
  });

  test('keeps what a letter can carry', async () => {
    const en = { ...aLetter, html: '<p onclick="x()">Hello<script>alert(1)</script></p>' };
    rows(await changes({ auto_reply_texts: { en } }), 'products');
    expect((await theProduct()).auto_reply_texts.en.html).toBe('<p>Hello</p>');
  });
});

test('a product names its team and its mailbox, and keeps neither when they are disabled', async () => {
  const team_id = await made('teams', { name: 'Workshop' });
  const spare = await olena.post('mailboxes-new/create', {
    data: [aMailbox({ company_id: shop.companyId, product_id: shop.productId, from_email: 'spare@lumenoak.test' })],
  });
  const mailbox_id = rowId(spare, 'mailboxes');
  rows(await changes({ team_id, mailbox_id }), 'products');
  expect(await theProduct()).toMatchObject({ team: 'Workshop', mailbox: 'spare@lumenoak.test' });
  const { ticketId } = await aTicket(at, shop);
  const from = async () => (await olena.call('tickets/reply-defaults', { ticket_id: ticketId })).body.data.from.address;
  expect(await from()).toBe('support@lumenoak.test');
  rows(await olena.post('mailboxes/delete', byId(shop.mailboxId)), 'mailboxes');
  expect(await from()).toBe('spare@lumenoak.test');

  const studio = await made('teams', { name: 'Studio' });
  const dependents = (await olena.post('teams/dependents', byId(team_id))).body.data.dependents;
  expect(dependents).toEqual([
    { name: 'products', count: 1, can_move: true, must_move: false },
    // A ticket of the product belongs to its team.
    { name: 'open_tickets', count: 1, can_move: true, must_move: false },
  ]);
  rows(await olena.post('teams/delete', { ...byId(team_id), move_to: studio }), 'teams');
  expect((await theProduct()).team).toBe('Studio');
  rows(await olena.post('teams/delete', byId(studio)), 'teams');
  expect(await theProduct()).toMatchObject({ team: null, team_id: studio });
  const foreign = await aCompany(olena, 'Oak Rental', 'OR');
  expect(problem(await changes({ mailbox_id: foreign.mailboxId }))).toEqual([404, 'not_found', 'data.mailbox_id']);
});
