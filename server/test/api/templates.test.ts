import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#platform/sql.ts';
import { aTicket } from './a-ticket.ts';
import type { Answer, ApiClient } from './api-client.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, type Company, joins, rowId } from './people.ts';
import { byId, rows } from './rows-of.ts';
import { aPixel } from './two-companies.ts';

let at: TestParley;
let olena: ApiClient;
let iryna: ApiClient;
let irynaId: number;
let bohdan: ApiClient;
let shop: Company;
let teamId: number;
beforeAll(async () => {
  at = await aParley();
  ({ api: olena } = await aPerson(at));
  shop = await aCompany(olena);
  ({ api: iryna, id: irynaId } = await aPerson(at, 'Iryna Savchuk'));
  const other = await aPerson(at, 'Bohdan Kravets');
  bohdan = other.api;
  for (const id of [irynaId, other.id]) await joins(at, id, shop.companyId, 1);
  teamId = rowId(
    await olena.post('teams/create', { data: [{ company_id: shop.companyId, name: 'Workshop' }] }),
    'teams',
  );
  await at.db.transaction('system', (tx) =>
    tx.run(
      sql`insert into team_members (company_id, team_id, user_id) values (${shop.companyId}, ${teamId}, ${irynaId})`,
    ),
  );
  at.wake.nudge('sessions');
});
afterAll(() => at?.close());

const problem = (answer: Answer) => [answer.status, answer.body.errors?.[0]?.key, answer.body.errors?.[0]?.field];
const make = (api: ApiClient, about: Record<string, unknown>) =>
  api.post('templates/create', {
    data: [{ company_id: shop.companyId, name: 'Thanks', texts: { en: '<p>Thank you.</p>' }, ...about }],
  });
const aTemplate = async (about: Record<string, unknown>, api = olena) =>
  rowId(await make(api, { visibility: 'company', ...about }), 'templates');
const sees = async (api: ApiClient, id: number) => {
  const { ticketId } = await aTicket(at, shop);
  const [listed, searched, found, inserted] = [
    await api.post('templates/get', byId(id)),
    await api.post('templates/get', { search: 'secret', ...byId(id) }),
    await api.call('templates/find', { ticket_id: ticketId, words: 'secret recipe' }),
    await api.call('templates/insert', { id, ticket_id: ticketId }),
  ];
  return [
    rows(listed, 'templates').length,
    rows(searched, 'templates').length,
    rows(found, 'templates').filter((row) => row.id === id).length,
    inserted.status === 200 ? 1 : 0,
  ];
};

describe('a template', () => {
  test('A33 is cleaned as replies are, in every language, and one without words is refused', async () => {
    const [made] = rows(
      await make(olena, {
        texts: { en: '<p onclick="x()">Hi <b>you</b><script>x()</script></p>', ua: '<p> </p>' },
        visibility: 'company',
      }),
      'templates',
    );
    expect(made.texts).toEqual({ en: '<p>Hi <b>you</b></p>' });
    expect(made).toMatchObject({ times_used: 0, company_name: 'Lumen & Oak', product: null, visibility: 'company' });
    const changed = await olena.post('templates/update', {
      data: { texts: { ua: '<img src=x onerror=x()>Так' } },
      ...byId(made.id),
    });
    expect(rows(changed, 'templates')[0].texts).toEqual({ ua: 'Так' });
    expect(problem(await make(olena, { texts: { en: '<p></p>' } }))).toEqual([422, 'message_empty', 'data[0].texts']);
    expect(problem(await make(olena, { texts: { de: 'x' } }))[0]).toBe(422);
  });

  test('stands in a category that counts it, and moves with it', async () => {
    const category = async (name: string) =>
      rowId(await olena.post('categories/create', { data: [{ company_id: shop.companyId, name }] }), 'categories');
    const [delivery, returns] = [await category('Delivery'), await category('Returns')];
    await aTemplate({ name: 'On its way', category_id: delivery });
    const mine = await aTemplate({ name: 'Mine alone', category_id: delivery, visibility: 'personal' }, iryna);
    const count = async (api: ApiClient) =>
      rows(await api.post('categories/get', byId(delivery)), 'categories')[0].template_count;
    expect([await count(olena), await count(iryna), await count(bohdan)]).toEqual([1, 2, 1]);
    const twice = await olena.post('categories/create', { data: [{ company_id: shop.companyId, name: 'DELIVERY' }] });
    expect(problem(twice)).toEqual([422, 'name_in_use', 'data[0].name']);
    await olena.post('categories/delete', { ...byId(delivery), move_to: returns });
    expect(rows(await iryna.post('templates/get', byId(mine)), 'templates')[0].category).toBe('Returns');
  });
});

describe('who finds a template', () => {
  const secret = { name: 'Secret recipe' };
  test('a personal one: its owner alone, in lists, searches and by its number', async () => {
    const id = await aTemplate({ ...secret, visibility: 'personal' }, iryna);
    expect(await sees(iryna, id)).toEqual([1, 1, 1, 1]);
    expect(await sees(bohdan, id)).toEqual([0, 0, 0, 0]);
    // Not even by whoever owns the company.
    expect(await sees(olena, id)).toEqual([0, 0, 0, 0]);
    expect((await bohdan.post('templates/update', { data: { name: 'Mine now' }, ...byId(id) })).status).toBe(404);
    expect((await bohdan.post('templates/delete', byId(id))).status).toBe(404);
  });

  test('one of a team: its members, and whoever may share', async () => {
    const id = await aTemplate({ ...secret, visibility: 'team', team_id: teamId });
    expect(await sees(iryna, id)).toEqual([1, 1, 1, 1]);
    expect(await sees(bohdan, id)).toEqual([0, 0, 0, 0]);
    expect(await sees(olena, id)).toEqual([1, 1, 1, 1]);
    expect(problem(await make(olena, { visibility: 'team' }))).toEqual([422, 'required', 'data[0].team_id']);
    const update = (data: object) => olena.post('templates/update', { data, ...byId(id) });
    expect((await update({ visibility: 'team' })).status, 'it has its team').toBe(200);
    expect((await update({ visibility: 'company' })).status).toBe(200);
    expect((await update({ team_id: null })).status).toBe(200);
    for (const data of [{ visibility: 'team' }, { visibility: 'team', team_id: null }])
      expect(problem(await update(data)), JSON.stringify(data)).toEqual([422, 'required', 'data.team_id']);
    expect((await update({ visibility: 'team', team_id: teamId })).status).toBe(200);
    // What a team left that is disabled is sent no more by those who were in it.
    await olena.post('teams/delete', byId(teamId));
    expect(await sees(iryna, id)).toEqual([0, 0, 0, 0]);
    expect(await sees(olena, id)).toEqual([1, 1, 1, 1]);
    await olena.post('teams/restore', byId(teamId));
    expect(await sees(iryna, id)).toEqual([1, 1, 1, 1]);
  });

  test("the company's: everybody; an agent writes their own and shares none", async () => {
    const id = await aTemplate(secret);
    expect(await sees(bohdan, id)).toEqual([1, 1, 1, 1]);
    expect((await bohdan.post('templates/update', { data: { name: 'Changed' }, ...byId(id) })).status).toBe(403);
    expect((await make(bohdan, { visibility: 'company' })).status).toBe(403);
    const own = rowId(await make(bohdan, {}), 'templates');
    expect((await bohdan.post('templates/update', { data: { visibility: 'company' }, ...byId(own) })).status).toBe(403);
    expect((await bohdan.post('templates/update', { data: { name: 'Better' }, ...byId(own) })).status).toBe(200);
  });

  test('one that is shared becomes personal by its owner alone: nobody else takes it from everybody', async () => {
    const sam = await aPerson(at, 'Sam Dub');
    await joins(at, sam.id, shop.companyId, 2);
    at.wake.nudge('sessions');
    const [olenas, sams] = [await aTemplate(secret), await aTemplate(secret, sam.api)];
    const change = (api: ApiClient, visibility: string, ...ids: number[]) =>
      api.post('templates/update', { data: { visibility }, ...byId(...ids) });
    expect(problem(await change(sam.api, 'personal', sams, olenas))).toEqual([
      409,
      'owned_by_another',
      'data.visibility',
    ]);
    expect(await sees(bohdan, sams)).toEqual([1, 1, 1, 1]);
    expect((await change(sam.api, 'personal', sams)).status).toBe(200);
    expect(await sees(bohdan, sams)).toEqual([0, 0, 0, 0]);
    expect((await change(olena, 'personal', olenas)).status).toBe(200);
  });

  test('one of a product is offered on its tickets, not on others', async () => {
    const other = rowId(
      await olena.post('products/create', { data: [{ company_id: shop.companyId, name: 'Rental' }] }),
      'products',
    );
    const id = await aTemplate({ name: 'Only for rental', product_id: other });
    const { ticketId } = await aTicket(at, shop);
    const found = await olena.call('templates/find', { ticket_id: ticketId, words: 'only for rental' });
    expect(rows(found, 'templates').map((row) => row.id)).not.toContain(id);
  });
});

describe('inserting', () => {
  test('fills in what is known, says what is not, and evaluates nothing (A42b)', async () => {
    const { ticketId } = await aTicket(at, shop, {
      from: '<b>Hanna</b> & Co',
      address: 'hanna.b@lindqvist.test',
      subject: 'A "table"',
    });
    const texts = {
      en:
        '<p>Dear {{customer.first_name|friend}}, {{ customer.phone|no &amp; phone }}, {{ticket.number}} {{customer.phone}} {{agent.first_name}}</p>' +
        '<p>{{7*7}} {{constructor.constructor("return 1")()}} {{__proto__}} #{7*7} {{ticket.title}}</p>' +
        '<p><a href="https://shop.test/?n={{ticket.title}}">link</a></p>',
    };
    const id = await aTemplate({ name: 'All of it', texts });
    const { data } = (await iryna.call('templates/insert', { id, ticket_id: ticketId })).body;
    expect(data.html).toContain('Dear &lt;b&gt;Hanna&lt;/b&gt;, no &amp; phone, LO-');
    expect(data.html).toContain('{{customer.phone}} Iryna');
    expect(data.html).toContain('{{7*7}}');
    expect(data.html).toContain('{{__proto__}} #{7*7} A "table"');
    expect(data.html).toContain('href="https://shop.test/?n=A%20%22table%22"');
    expect(data.unfilled).toEqual(['customer.phone']);
    expect(data.unknown).toEqual(['7*7', 'constructor.constructor("return 1")()', '__proto__']);
    expect(data.language).toBe('en');

    const preview = await iryna.call('templates/preview', {
      ticket_id: ticketId,
      body_html: '<p>{{customer.email}}<script>x</script></p>',
    });
    expect(preview.body.data).toEqual({ html: '<p>hanna.b@lindqvist.test</p>', unfilled: [], unknown: [] });
  });

  test("speaks the customer's language, else that of their letter, else the agent's", async () => {
    const id = await aTemplate({ name: 'Both', texts: { en: '<p>Hello</p>', ua: '<p>Вітаємо</p>' } });
    const english = await aTicket(at, shop, { address: 'hanna.e@lindqvist.test', text: 'Where is my table?' });
    const ukrainian = await aTicket(at, shop, { address: 'hanna.u@lindqvist.test', text: 'Де мій стіл?' });
    const numbers = await aTicket(at, shop, { address: 'hanna.n@lindqvist.test', text: '12345' });
    const html = async (ticketId: number, language?: string) =>
      (await iryna.call('templates/insert', { id, ticket_id: ticketId, ...(language ? { language } : {}) })).body.data
        .html;
    expect(await html(english.ticketId)).toBe('<p>Hello</p>');
    expect(await html(ukrainian.ticketId)).toBe('<p>Вітаємо</p>');
    expect(await html(ukrainian.ticketId, 'en')).toBe('<p>Hello</p>');
    await iryna.call('settings/change', { language: 'ua' });
    expect(await html(numbers.ticketId)).toBe('<p>Вітаємо</p>');
    await olena.post('customers/update', { data: { language: 'en' }, ...byId(ukrainian.customerId) });
    expect(await html(ukrainian.ticketId)).toBe('<p>Hello</p>');
    const englishOnly = await aTemplate({ name: 'One', texts: { en: '<p>Only</p>' } });
    expect(
      (await iryna.call('templates/insert', { id: englishOnly, ticket_id: numbers.ticketId })).body.data.language,
    ).toBe('en');
  });

  test('brings its files as uploads of whoever inserts it, which are theirs alone', async () => {
    const upload = (await olena.upload('terms.png', aPixel)).body.data.files[0];
    const id = await aTemplate({ name: 'With terms', attachments: [{ ...upload, inline: false }] });
    const [row] = rows(await iryna.post('templates/get', byId(id)), 'templates');
    expect(row.attachments).toEqual([{ ...upload, inline: false }]);
    expect((await iryna.get(`files/${upload.id}`)).status).toBe(200);
    // What a template holds is no upload any more.
    const { ticketId } = await aTicket(at, shop);
    const stolen = {
      ticket_id: ticketId,
      client_id: crypto.randomUUID(),
      body_html: '<p>x</p>',
      attachments: [upload.id],
    };
    expect(problem(await olena.call('tickets/note', stolen))).toEqual([404, 'not_found', 'data.attachments']);

    const inserted = (await iryna.call('templates/insert', { id, ticket_id: ticketId })).body.data;
    expect(inserted.attachments).toMatchObject([{ name: 'terms.png', size: upload.size }]);
    const copy = inserted.attachments[0].id;
    expect(copy).not.toBe(upload.id);
    expect((await bohdan.get(`files/${copy}`)).status).toBe(404);
    const note = { ticket_id: ticketId, client_id: crypto.randomUUID(), body_html: '<p>x</p>', attachments: [copy] };
    expect((await iryna.call('tickets/note', note)).status).toBe(200);

    const fewer = await olena.post('templates/update', { data: { attachments: [] }, ...byId(id) });
    expect(rows(fewer, 'templates')[0].attachments).toEqual([]);
    const foreign = { ...upload, id: copy, inline: false };
    const taken = await olena.post('templates/update', { data: { attachments: [foreign] }, ...byId(id) });
    expect(problem(taken)).toEqual([404, 'not_found', 'data.attachments']);
  });
});

describe('using', () => {
  test('a reply counts each template once, however often it is sent, and puts it first for whoever used it', async () => {
    const [rare, common] = [await aTemplate({ name: 'Zebra rare' }), await aTemplate({ name: 'Zebra common' })];
    const reply = (ticketId: number, template_ids: number[]) => ({
      ticket_id: ticketId,
      client_id: crypto.randomUUID(),
      body_html: '<p>Yes.</p>',
      to: [{ address: 'hanna@lindqvist.test' }],
      template_ids,
    });
    for (let i = 0; i < 3; i++) {
      const { ticketId } = await aTicket(at, shop);
      const once = reply(ticketId, [common, common]);
      expect((await olena.call('tickets/reply', once)).status).toBe(200);
      expect((await olena.call('tickets/reply', once)).status).toBe(200);
    }
    const { ticketId } = await aTicket(at, shop);
    await iryna.call('tickets/reply', reply(ticketId, [rare]));
    const listed = await olena.post('templates/get', {
      fields: ['id', 'times_used'],
      filter: { conditions: [['id', 'in', [rare, common]]] },
      sort: [['times_used', 'desc']],
    });
    expect(rows(listed, 'templates')).toEqual([
      { id: common, times_used: 3 },
      { id: rare, times_used: 1 },
    ]);
    const first = async (api: ApiClient) =>
      rows(await api.call('templates/find', { ticket_id: ticketId, words: 'zebra' }), 'templates')[0].id;
    expect([await first(olena), await first(iryna), await first(bohdan)]).toEqual([common, rare, common]);

    // One that was disabled meanwhile stops no letter; a foreign one does not exist.
    await olena.post('templates/delete', byId(rare));
    expect((await iryna.call('tickets/reply', reply(ticketId, [rare]))).status).toBe(200);
    expect(problem(await iryna.call('tickets/reply', reply(ticketId, [999_999])))).toEqual([
      404,
      'not_found',
      'data.template_ids',
    ]);
  });
});
