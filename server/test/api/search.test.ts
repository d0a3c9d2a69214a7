import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RoleScope } from '#contract/privileges.ts';
import type { FoundCustomer, FoundTicket, Marked } from '#contract/search.ts';
import { readDueWords } from '#domain/search/index.ts';
import { runSearchWords } from '#flows/search/run-search-words.ts';
import { createLog } from '#platform/log.ts';
import { sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aLetterOn, aTicket, type TicketOfLetter } from './a-ticket.ts';
import type { ApiClient } from './api-client.ts';
import { manyTickets } from './bulk-work.ts';
import { neverTooMany } from './never-too-many.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, type Company, joins, rowId } from './people.ts';
import { byId } from './rows-of.ts';
import { aPixel } from './two-companies.ts';

/** Olena's shop with a table, a lamp and an invoice; Fjordvik, which she has no part in, sells the same table. */
let at: TestParley;
let olena: { id: number; api: ApiClient };
let shop: Company;
let fjordvik: Company;
let stranger: ApiClient;
let table: TicketOfLetter;
let lamp: TicketOfLetter;
let invoice: TicketOfLetter;
let theirs: TicketOfLetter;
beforeAll(async () => {
  at = await aParley({ limits: await neverTooMany() });
  olena = await aPerson(at);
  shop = await aCompany(olena.api);
  const other = await aPerson(at, 'Freja Fjordvik', 'freja@fjordvik.test');
  stranger = other.api;
  fjordvik = await aCompany(stranger, 'Fjordvik', 'FJ');
  table = await aTicket(at, shop, {
    from: 'Hanna Lindqvist',
    address: 'hanna.lind@mail.example.com',
    subject: 'A walnut table',
    text: 'Good day. The café table arrived, but one leg is shorter. Could you refund a part?',
    attachments: [{ name: 'crooked-leg_2026.png', type: 'image/png', bytes: aPixel }],
  });
  lamp = await aTicket(at, shop, {
    from: 'Ївга Галаґан',
    address: 'yivha@пошта.укр.test',
    subject: 'Лампа не світить',
    text: 'Добрий день! Чекаю на повернення коштів за замовлення. П’ять днів минуло. Телефон: 044 555 66 77',
  });
  invoice = await aTicket(at, shop, {
    from: 'Max Berg',
    address: 'max@berg.test',
    subject: 'Invoice',
    text: 'The invoice for the walnut chairs, please.',
  });
  theirs = await aTicket(at, fjordvik, {
    subject: 'A walnut table',
    text: 'Refund of theirs',
    address: 'hanna@their.test',
  });
  await settle();
});
afterAll(() => at?.close());

const settle = async () => {
  while ((await readDueWords(at.db)) > 0);
};
const ask = (query: string, about: object = {}, api = olena.api) => api.call('search/find', { query, ...about });
async function find(query: string, about: object = {}, api = olena.api): Promise<FoundTicket[]> {
  const answer = await ask(query, about, api);
  if (answer.status !== 200) throw new Error(`${query}: ${answer.text}`);
  return answer.body.data.tickets;
}
const ids = async (query: string, about: object = {}, api = olena.api) =>
  (await find(query, about, api)).map((one) => one.id).sort((a, b) => a - b);
const customers = async (query: string, api = olena.api): Promise<FoundCustomer[]> =>
  (await ask(query, { tickets: 0 }, api)).body.data.customers;
const marked = ({ text, marks }: Marked) => marks.map(([from, to]) => text.slice(from, to));
const numberOf = async ({ ticketId }: TicketOfLetter) =>
  (await at.db.read<{ number: number }>('system', sql`select number from tickets where id = ${ticketId}`))[0]?.number;
const sorted = (...all: TicketOfLetter[]) => all.map((one) => one.ticketId).sort((a, b) => a - b);

describe('a search finds a ticket', () => {
  test('by words of its subject and its messages, in every form, order and case, in both languages', async () => {
    for (const query of [
      'walnut',
      'WALNUT tab',
      'table walnut refunds',
      'cafe',
      'shorter leg',
      '"walnut table"',
      'wal',
    ])
      expect(await ids(query), query).toContain(table.ticketId);
    for (const query of [
      'лампи',
      'ПОВЕРНЕННЯМ',
      'повернень кошти',
      'пять',
      "п'ять днів",
      'чекаю',
      'лампа замовленнями',
    ])
      expect(await ids(query), query).toEqual(sorted(lamp));
    expect(await ids('walnut')).toEqual(sorted(table, invoice));
    for (const query of ['"table walnut"', 'walnut lamp', 'alnut', '"leg shorter"', 'zzz'])
      expect(await ids(query), query).toEqual([]);
  });

  test('by its number, its customer, addresses and parts of them, phones however written, tags and names of files', async () => {
    const number = await numberOf(table);
    for (const query of [`LO-${number}`, `lo-${number}`, `${number}`, `#${number}`])
      expect((await find(query))[0]?.id, query).toBe(table.ticketId);
    expect((await find(`LO-${number}`))[0]).toMatchObject({ hit: { source: 'number' } });
    expect(await ids(`FJ-${number}`)).toEqual([]);

    for (const query of [
      'hanna',
      'lindqvist',
      'hanna.lind@mail.example.com',
      '@example.com',
      'hanna.lind',
      'example.com',
    ])
      expect(await ids(query), query).toEqual(sorted(table));
    for (const query of ['галаган', 'Ївга', 'івга галаґан', '@пошта.укр.test'])
      expect(await ids(query), query).toEqual(sorted(lamp));
    expect(await ids('crooked-leg_2026.png')).toEqual(sorted(table));
    const [file] = await find('crooked');
    expect(file?.hit).toMatchObject({ source: 'attachment', message_id: table.messageId });
    expect(file && marked(file.hit)).toEqual(['crooked']);

    await olena.api.post('customers/update', { data: { phone: '+38 (067) 123-45-67' }, ...byId(table.customerId) });
    const tag = rowId(
      await olena.api.post('tags/create', { data: [{ company_id: shop.companyId, name: 'Пізня доставка' }] }),
      'tags',
    );
    await olena.api.call('tickets/tag', { ids: [invoice.ticketId], add: [tag], remove: [] });
    await settle();
    for (const query of [
      '+380671234567',
      '067 123 45 67',
      '(067)123-45-67',
      '380671234567',
      '1234567',
      '+38 067 123 45 67',
    ])
      expect(await ids(query), query).toEqual(sorted(table));
    expect(await ids('пізні доставки')).toEqual(sorted(invoice));
    expect((await find('доставка'))[0]?.hit).toMatchObject({ source: 'tag', text: 'Пізня доставка' });
    await olena.api.post('tags/update', { data: { name: 'Затримка' }, ...byId(tag) });
    await settle();
    expect(await ids('доставка')).toEqual([]);
    expect(await ids('затримки')).toEqual(sorted(invoice));
  });

  test('by a note and a reply as soon as they are written, and opens at the very message', async () => {
    const note = await olena.api.call('tickets/note', {
      ticket_id: lamp.ticketId,
      client_id: crypto.randomUUID(),
      body_html: '<p>Ask the <b>electrician</b> again</p>',
    });
    await settle();
    const [found] = await find('electrician');
    expect(found).toMatchObject({
      id: lamp.ticketId,
      hit: { source: 'note', message_id: note.body.data.message_id, author: 'Olena Kovalenko' },
    });
    expect(found && marked(found.hit)).toEqual(['electrician']);
    // Words of the ticket as a whole: its subject, the customer and what two people wrote.
    expect(await ids('electrician повернення ївга лампа')).toEqual(sorted(lamp));
  });

  test('and its customer, by any part of name and address, with what they wrote', async () => {
    for (const query of ['indqvi', 'hanna', 'ample', 'lind@mail', '671234'])
      expect(
        (await customers(query)).map((one) => one.id),
        query,
      ).toEqual([table.customerId]);
    const [hanna] = await customers('lind');
    expect(hanna).toMatchObject({ tickets: 1, name: { text: 'Hanna Lindqvist' } });
    expect(hanna && marked(hanna.name)).toEqual(['Lindqvist']);
    expect((await customers('алаґан')).map((one) => one.id)).toEqual([lamp.customerId]);
    expect(await customers('hanna status:open')).toEqual([]);
  });
});

describe('operators', () => {
  test('narrow what is found, in both languages, and are turned round by a minus', async () => {
    await olena.api.call('tickets/resolve', { ids: [invoice.ticketId] });
    await olena.api.post('tickets/update', { data: { assignee_id: olena.id }, ...byId(table.ticketId) });
    const team = await olena.api.post('teams/create', { data: [{ company_id: shop.companyId, name: 'Returns' }] });
    await olena.api.post('tickets/update', { data: { team_id: rowId(team, 'teams') }, ...byId(lamp.ticketId) });
    await olena.api.call('drafts/save', {
      ...{
        ticket_id: lamp.ticketId,
        kind: 'note',
        body_html: '<p>?</p>',
        recipients: null,
        from: null,
        template_ids: [],
      },
      ...{ mentions: [], signs: 1, attachments: [], base_version: 0, typed_ms_ago: 0, device: crypto.randomUUID() },
    });
    const all = sorted(table, lamp, invoice);
    const cases: readonly (readonly [string, readonly number[]])[] = [
      ['walnut status:resolved', sorted(invoice)],
      ['walnut -стан:вирішені', sorted(table)],
      ['status:open', sorted(table, lamp)],
      ['from:hanna', sorted(table)],
      ['від:ївга', sorted(lamp)],
      ['walnut -from:max@berg.test', sorted(table)],
      ['to:support@shop.test walnut', sorted(table, invoice)],
      ['from:olena', sorted(lamp)],
      ['has:attachment', sorted(table)],
      ['-має:вкладення', sorted(lamp, invoice)],
      ['has:draft', sorted(lamp)],
      ['team:ret', sorted(lamp)],
      ['-команда:Returns', sorted(table, invoice)],
      ['tag:затримка', sorted(invoice)],
      ['-tag:затр', sorted(table, lamp)],
      ['in:shop', all],
      ['у:мої', sorted(table)],
      ['in:unassigned', sorted(lamp)],
      ['assignee:me', sorted(table)],
      ['assignee:none', sorted(lamp, invoice)],
      ['виконавець:"Olena Kovalenko"', sorted(table)],
      ['assignee:koval', sorted(table)],
      ['after:yesterday', all],
      ['before:2020', []],
      ['після:2020 до:2999', all],
      ['walnut -refund', sorted(invoice)],
      ['-walnut', sorted(lamp)],
      [`walnut -#${await numberOf(table)}`, sorted(invoice)],
      ['in:spam', []],
    ];
    for (const [query, wanted] of cases) expect(await ids(query), query).toEqual(wanted);
  });

  test('tell days from the one that it is where the person is', async () => {
    const isIn = (zone: string) =>
      at.db.transaction('system', (tx) => tx.run(sql`update users set time_zone = ${zone} where id = ${olena.id}`));
    // Where the day is not over yet, and where the next one has begun: one of the two has another date than any server.
    await isIn('Pacific/Pago_Pago');
    expect(await ids('after:today')).toEqual(sorted(table, lamp, invoice));
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update tickets set added = now() - interval '20 hours' where id = ${lamp.ticketId}`),
    );
    await isIn('Pacific/Kiritimati');
    const isOfYesterday = new Date(Date.now() + 14 * 3_600_000).getUTCHours() < 20;
    expect(await ids('before:today')).toEqual(isOfYesterday ? sorted(lamp) : []);
    await isIn('Europe/Kyiv');
  });

  test('that nobody knows are told by name, and so is what names nothing', async () => {
    const refused = async (query: string) => {
      const { status, body } = await ask(query);
      return [status, body.errors?.[0]?.key, body.errors?.[0]?.values?.operator, body.errors?.[0]?.field];
    };
    expect(await refused('walnut form:hanna')).toEqual([422, 'search_unknown_operator', 'form', 'data.query']);
    expect(await refused('status:purple')).toEqual([422, 'search_unknown_value', 'status', 'data.query']);
    expect(await refused('tag:')).toEqual([422, 'search_value_missing', 'tag', 'data.query']);
    expect((await ask('x'.repeat(401))).body.errors[0]).toMatchObject({ key: 'too_long', field: 'data.query' });
    for (const [query, operator, value] of [
      ['walnut tag:nothing', 'tag', 'nothing'],
      ['in:"Oak tables"', 'in', 'Oak tables'],
      ['assignee:freja', 'assignee', 'freja'],
    ])
      expect((await ask(query ?? '')).body.data).toMatchObject({ tickets: [], unknown: [{ operator, value }] });
  });

  test('reach into spam and trash, which are else only counted', async () => {
    await olena.api.post('tickets/delete', byId(table.ticketId));
    expect((await ask('refund')).body.data).toMatchObject({ tickets: [], put_away: { spam: 0, trash: 1 } });
    expect(await ids('refund in:trash')).toEqual(sorted(table));
    expect(await ids('refund in:everywhere')).toEqual(sorted(table));
    await olena.api.post('tickets/restore', byId(table.ticketId));
    expect(await ids('refund')).toEqual(sorted(table));
  });
});

describe('A1 A8 nobody finds more than they see', () => {
  test('another company’s words, tickets and customers stay there, whoever asks for them', async () => {
    expect(await ids('walnut table refund', {}, stranger)).toEqual(sorted(theirs));
    expect(await ids('in:everywhere', {}, stranger)).toEqual(sorted(theirs));
    for (const query of ['theirs', 'hanna@their.test', 'their']) {
      expect(await ids(query), query).toEqual([]);
      expect(await customers(query), query).toEqual([]);
    }
    expect(await ids('walnut', { company_id: fjordvik.companyId })).toEqual([]);
    const { status, body } = await at.stranger().call('search/find', { query: 'walnut' });
    expect([status, body.errors?.[0]?.key]).toEqual([401, 'unauthorized']);
  });

  test('of somebody in two companies both are found, and one when one is asked', async () => {
    const both = await aPerson(at, 'Both Ways', 'both@ways.test');
    for (const company of [shop, fjordvik]) await joins(at, both.id, company.companyId, 1);
    at.wake.nudge('sessions');
    expect(await ids('walnut refund', {}, both.api)).toEqual(sorted(table, theirs));
    expect(await ids('walnut refund', { company_id: fjordvik.companyId }, both.api)).toEqual(sorted(theirs));
  });

  test('each scope finds what its list holds', async () => {
    const iryna = await aPerson(at, 'Iryna Savchuk', 'iryna@lumenoak.test');
    const max = await aPerson(at, 'Max Melnyk', 'maxm@lumenoak.test');
    for (const one of [iryna, max]) await joins(at, one.id, shop.companyId, 1);
    const team = rowId(
      await olena.api.post('teams/create', { data: [{ name: 'Kyiv', company_id: shop.companyId }] }),
      'teams',
    );
    const studio = rowId(
      await olena.api.post('products/create', { data: [{ name: 'Studio', company_id: shop.companyId }] }),
      'products',
    );
    await olena.api.post('tickets/update', { data: { assignee_id: iryna.id }, ...byId(table.ticketId) });
    await olena.api.post('tickets/update', { data: { assignee_id: max.id }, ...byId(lamp.ticketId) });
    await olena.api.post('tickets/update', { data: { product_id: studio }, ...byId(invoice.ticketId) });
    const grant = (id: number, scope: RoleScope, about: object) =>
      olena.api.call('users/change-access', { id, company_id: shop.companyId, scope, ...about });
    expect((await grant(max.id, 'company', { team_ids: [team] })).status).toBe(200);
    for (const [scope, about, wanted] of [
      ['own', {}, sorted(table)],
      ['team', { team_ids: [team] }, sorted(table, lamp)],
      ['product', { team_ids: [], product_ids: [studio] }, sorted(table, invoice)],
      ['company', { product_ids: [] }, sorted(table, lamp, invoice)],
    ] as const) {
      expect((await grant(iryna.id, scope, about)).status, scope).toBe(200);
      at.wake.nudge('sessions');
      expect(await ids('in:everywhere', {}, iryna.api), scope).toEqual(wanted);
      for (const [query, of] of [
        ['refund', table],
        ['повернення', lamp],
        ['invoice', invoice],
        [`#${await numberOf(invoice)}`, invoice],
        [String(await numberOf(lamp)), lamp],
      ] as const)
        expect(await ids(query, {}, iryna.api), `${scope} ${query}`).toEqual(wanted.filter((id) => id === of.ticketId));
      expect((await customers('test', iryna.api)).length, scope).toBe(
        wanted.length - (wanted.includes(table.ticketId) ? 1 : 0),
      );
    }
  });

  test('who may not read messages finds by subject and customer alone', async () => {
    await olena.api.call('privileges/change', {
      company_id: shop.companyId,
      changes: [{ role: 'agent', privilege: 'messages.get', value: 0 }],
    });
    const agent = await aPerson(at, 'Petro', 'petro@lumenoak.test');
    await joins(at, agent.id, shop.companyId, 1);
    at.wake.nudge('sessions');
    for (const query of ['electrician', 'refund', 'crooked'])
      expect(await ids(query, {}, agent.api), query).toEqual([]);
    const [found] = await find('walnut lindqvist', {}, agent.api);
    expect(found).toMatchObject({ id: table.ticketId, hit: { message_id: null } });
    expect(JSON.stringify(found)).not.toContain('refund');
    // A minus would tell them what the messages hold.
    expect(await ids('walnut lindqvist -refund', {}, agent.api)).toEqual(sorted(table));
    expect(await ids('walnut lindqvist -table', {}, agent.api)).toEqual([]);
  });
});

describe('whatever somebody types', () => {
  const nasty = [
    ...[
      "'",
      "''",
      "x' | 'y",
      "');drop table tickets;--",
      '%%%',
      '\\',
      '"',
      '«',
      '()',
      '!',
      '& | !',
      '<->',
      ':*',
      "a':*",
    ],
    ...['🦊', '\u0301', 'ﷺ', '-', '--', '# #', '#', '*', '(((((((((', '{}', 'a'.repeat(400), '1'.repeat(400)],
    ...['"'.repeat(400), 'the '.repeat(16), 'a b c d e f g h', '-the -a', '"the the the the"', '0', 'in:""', '‮gnp.exe'],
    // Letters of which nothing is left where words are compared.
    ...['ʼ', 'from:ʼ', '-to:ʼ', 'кому:"ʼ ʼ"', 'від:\uFF9E walnut', 'in:open -ʼ'],
  ];
  test('is looked for and nothing else', async () => {
    for (const query of nasty) {
      const { status, body } = await ask(query);
      expect([query, status === 200 || String(body.errors?.[0]?.key).startsWith('search_')]).toEqual([query, true]);
    }
    expect(await ids('"walnut table"')).toEqual(sorted(table));
    for (const query of ['ʼ', '-ʼ', 'ʼ ʼ', 'from:ʼ']) expect(await ids(query), query).toEqual([]);
    expect((await ask('walnut from:ʼ')).body.data.unknown).toEqual([{ operator: 'from', value: 'ʼ' }]);
  });

  test('A23 what a stranger wrote comes back as text and places in it', async () => {
    const vector = '<img src=x onerror=alert(1)> walnutty <script>alert(2)</script> [x](javascript:alert(3))';
    const made = await aTicket(at, shop, {
      subject: `<b>walnutty</b> ${vector}`,
      text: vector,
      from: `<i>walnutty</i>`,
      address: 'evil@evil.test',
      attachments: [{ name: 'walnutty"><svg onload=alert(4)>.png', type: 'image/png', bytes: aPixel }],
    });
    await settle();
    const [found] = await find('walnutty');
    expect(found).toMatchObject({
      id: made.ticketId,
      hit: { text: vector },
      title: { text: `<b>walnutty</b> ${vector}` },
    });
    expect(found && marked(found.hit)).toEqual(['walnutty']);
    const { text } = await ask('walnutty');
    expect(text).not.toMatch(/<(mark|em|strong)/);
  });
});

test('a long thread is found by its first words and its last, and what was moved or taken away is found no more', async () => {
  const long = await aTicket(at, shop, { subject: 'Endless', text: 'firstling', address: 'long@berg.test' });
  for (let i = 0; i < 23; i++)
    await aLetterOn(at, shop, long.ticketId, { text: `reply${i}x`, address: 'long@berg.test' });
  await settle();
  await aLetterOn(at, shop, long.ticketId, { text: 'lastling', address: 'long@berg.test' });
  await settle();
  for (const query of ['firstling', 'reply0x', 'reply12x', 'reply22x', 'lastling endless'])
    expect(await ids(query), query).toEqual(sorted(long));
  const parts = await at.db.read<{ part: number }>(
    'system',
    sql`select part from search_texts where ticket_id = ${long.ticketId} order by part`,
  );
  expect(parts.map((one) => one.part)).toEqual([0, 1, 2, 3]);
  // Words far apart are found together, in the place of one of them, unless what is unwanted stands anywhere.
  for (const query of ['lastling firstling', 'reply0x reply12x lastling', 'from:long@berg.test lastling firstling'])
    expect(await ids(query), query).toEqual(sorted(long));
  const [apart] = await find('lastling firstling');
  expect(apart && marked(apart.hit)).toEqual(['firstling']);
  for (const query of ['firstling lastling -reply12x', 'firstling lastling elsewhere', 'firstling from:max lastling'])
    expect(await ids(query), query).toEqual([]);
  expect(await ids('firstling lastling', {}, stranger)).toEqual([]);
  await at.db.transaction('system', (tx) => tx.run(sql`update tickets set is_spam = 1 where id = ${long.ticketId}`));
  expect((await ask('firstling lastling')).body.data).toMatchObject({ tickets: [], put_away: { spam: 1, trash: 0 } });
  await at.db.transaction('system', (tx) => tx.run(sql`update tickets set is_spam = 0 where id = ${long.ticketId}`));
  await at.db.transaction('system', (tx) =>
    tx.run(
      sql`update messages set ticket_id = ${invoice.ticketId} where ticket_id = ${long.ticketId} and body_text = 'lastling'`,
    ),
  );
  await settle();
  expect(await ids('lastling')).toEqual(sorted(invoice));
  expect(await ids('reply22x')).toEqual(sorted(long));
});

test('A37 two letters full of long words of another alphabet hold up nobody’s words, and are found by theirs', async () => {
  const georgian = [...'აბგდევზთიკლმნოპჟ'];
  const word = (n: number) =>
    n
      .toString(16)
      .replace(/./g, (digit) => georgian[Number.parseInt(digit, 16)] ?? '')
      .padStart(60, 'ჰ');
  const words = (from: number) => Array.from({ length: 4900 }, (_, n) => word(from + n)).join(' ');
  const long = await aTicket(at, shop, { subject: 'Long', text: words(0), address: 'long@words.test' });
  await aLetterOn(at, shop, long.ticketId, { text: words(4900), address: 'long@words.test' });
  const next = await aTicket(at, fjordvik, {
    subject: 'Afterwards',
    text: 'Is anybody there?',
    address: 'n@next.test',
  });
  await settle();
  expect(await ids('afterwards', {}, stranger)).toEqual(sorted(next));
  for (const n of [0, 4899, 4900, 9799]) expect(await ids(word(n)), String(n)).toEqual(sorted(long));
});

test('of a word that is everywhere the newest tickets are shown, and that there are more', async () => {
  await at.db.transaction('system', async (tx) => {
    await tx.run(
      sql`insert into tickets (company_id, number, product_id, customer_id, channel, title, added, updated)
          select ${shop.companyId}, 1000 + n, ${shop.productId}, ${table.customerId}, 'mail', 'Everywhere ' || n, now() - n * interval '1 day', now() - n * interval '1 day'
          from generate_series(1, 3200) n`,
    );
  });
  await settle();
  const answer = await ask('everywhere', { tickets: 5 });
  expect(answer.body.data).toMatchObject({ is_capped: true, tickets_total: 1000 });
  const all = await find('everywhere', { tickets: 50, from: 950 });
  expect(all).toHaveLength(50);
  const first: FoundTicket[] = answer.body.data.tickets;
  expect(first.map((one) => one.title.text)).toEqual([1, 2, 3, 4, 5].map((n) => `Everywhere ${n}`));
  expect(await ids('"everywhere 3111"')).toHaveLength(1);
});

test('where a company has very many tickets, its newest are looked through first, and all of them where those hold too few', async () => {
  const add = (title: string, { from, many, days }: { from: number; many: number; days: number }) =>
    at.db.transaction('system', (tx) =>
      tx.run(
        sql`insert into tickets (company_id, number, product_id, customer_id, channel, title, added, updated)
            select ${shop.companyId}, ${from}::int + n, ${shop.productId}, ${table.customerId}, 'mail', ${title} || ' ' || n, now(), now() - n * interval '1 minute' - ${days} * interval '1 day'
            from generate_series(1, ${many}::int) n`,
      ),
    );
  await add('Abundant', { from: 10_000, many: 300, days: 30 });
  await add('Abundant lately', { from: 248_700, many: 1100, days: 0 });
  await add('Seldom', { from: 20_000, many: 3, days: 30 });
  await add('Seldom lately', { from: 249_990, many: 2, days: 0 });
  await at.db.transaction('system', (tx) =>
    tx.run(sql`update companies set last_ticket_number = 250000 where id = ${shop.companyId}`),
  );
  await settle();
  const many = await ask('abundant', { tickets: 2 });
  expect(many.body.data).toMatchObject({
    ...{ is_capped: true, tickets_total: 1000 },
    tickets: [{ title: { text: 'Abundant lately 1' } }, { title: { text: 'Abundant lately 2' } }],
  });
  const few = await ask('seldom', { tickets: 5 });
  expect(few.body.data).toMatchObject({ is_capped: false, tickets_total: 5 });
});

test('what is left out is left out while looking: of a word that is everywhere the few without another are found', async () => {
  const mill = await aCompany(olena.api, 'Mill', 'MI');
  await at.db.transaction('system', async (tx) => {
    await tx.run(
      sql`with c as (insert into customers (company_id, first_name) values (${mill.companyId}, 'Miller') returning id)
          insert into tickets (company_id, number, product_id, customer_id, channel, title, added, updated)
          select ${mill.companyId}, n, ${mill.productId}, c.id, 'mail',
            case when n <= 3 then 'Flour ' || n when n <= 2300 then 'Flour, delayed ' || n else 'Flour again ' || n end, now(), now() + n * interval '1 second'
          from generate_series(1, 4600) n, c`,
    );
    await tx.run(sql`update companies set last_ticket_number = 4600 where id = ${mill.companyId}`);
  });
  await settle();
  const titles = async (query: string) => {
    const { body } = await ask(query, { tickets: 5, company_id: mill.companyId });
    const found: FoundTicket[] = body.data.tickets;
    return { titles: found.map((one) => one.title.text), isCapped: body.data.is_capped };
  };
  const few = { titles: ['Flour 3', 'Flour 2', 'Flour 1'], isCapped: false };
  for (const query of ['flour -delayed -again', '-delayed -again', 'status:open -delayed -again'])
    expect(await titles(query), query).toEqual(few);
  expect(await titles('flour -again')).toMatchObject({ titles: { 0: 'Flour, delayed 2300' }, isCapped: true });
  expect(await titles('-again')).toMatchObject({ titles: { 0: 'Flour, delayed 2300' }, isCapped: true });

  // The word is in the subject, and so beside whatever was said; what is unwanted was said alone.
  await at.db.transaction('system', (tx) =>
    tx.run(
      sql`insert into messages (company_id, ticket_id, origin_ticket_id, kind, direction, channel, author_kind, body_text)
          select company_id, id, id, 'inbound', 1, 'mail', 'customer', 'burnt' from tickets where company_id = ${mill.companyId} and number > 3`,
    ),
  );
  await settle();
  for (const query of ['flour -burnt', '-burnt']) expect(await titles(query), query).toEqual(few);
});

test('a ticket that is tagged again and again before it is read is noted once, and found by a tag that came while it was read', async () => {
  const tags: number[] = [];
  for (const name of ['Beech', 'Birch', 'Cedar', 'Willow'])
    tags.push(rowId(await olena.api.post('tags/create', { data: [{ name, company_id: shop.companyId }] }), 'tags'));
  const some = [table.ticketId, lamp.ticketId];
  const tag = async (add: number[], remove: number[] = []) => {
    const answer = await olena.api.call('tickets/tag', { ids: some, add, remove });
    expect(answer.status, answer.text).toBe(200);
  };
  const noted = () =>
    at.db.read<{ n: number }>(
      'system',
      sql`select count(*)::int as n from search_due where ticket_id = any (${some}::bigint[]) group by ticket_id`,
    );
  await settle();
  for (const id of tags.slice(0, 3)) await tag([id]);
  await tag([], tags.slice(0, 1));
  expect(await noted()).toEqual([{ n: 1 }, { n: 1 }]);

  // Between what it read and what it takes off.
  const transaction: typeof at.db.transaction = (scope, work, how) =>
    at.db.transaction(
      scope,
      (tx) => {
        const run: typeof tx.run = async (query) => {
          if (/delete from search_due/.test(query.text)) await tag(tags.slice(3));
          return tx.run(query);
        };
        return work(new Proxy(tx, { get: (of, name) => (name === 'run' ? run : Reflect.get(of, name)) }));
      },
      how,
    );
  await readDueWords({ ...at.db, transaction });
  await settle();
  for (const word of ['Birch', 'Cedar', 'Willow'])
    expect(await ids(word), word).toEqual(some.toSorted((a, b) => a - b));
  expect(await ids('Beech')).toEqual([]);
});

/** A database in which something happens the first time that a stretch writes words, before it ends. */
function meanwhile(happen: () => Promise<unknown>): typeof at.db {
  let isOver = false;
  const transaction: typeof at.db.transaction = (scope, work, how) =>
    at.db.transaction(
      scope,
      (tx) => {
        const run: typeof tx.run = async (query) => {
          if (!isOver && /insert into search_texts/.test(query.text)) {
            isOver = true;
            await happen();
          }
          return tx.run(query);
        };
        return work(new Proxy(tx, { get: (of, name) => (name === 'run' ? run : Reflect.get(of, name)) }));
      },
      how,
    );
  return { ...at.db, transaction };
}

test('a long ticket is read in short stretches behind what is new, and comes to the same words', async () => {
  const long = await aTicket(at, shop, { subject: 'A long story', address: 'long@story.test' });
  const many = 47;
  await at.db.transaction('system', (tx) =>
    tx.run(
      sql`insert into messages (company_id, ticket_id, origin_ticket_id, kind, direction, channel, author_kind, body_text)
          select ${shop.companyId}, ${long.ticketId}, ${long.ticketId}, 'outbound', 2, 'mail', 'user', 'chapter ' || n || repeat(' and so on', n) from generate_series(1, ${many}) n`,
    ),
  );
  await settle();
  const words = () =>
    at.db.read<{ from_message: number; words: string }>(
      'system',
      sql`select part, from_message, to_message, words::text from search_texts where ticket_id = ${long.ticketId} order by part`,
    );
  const whole = await words();
  expect(whole.length).toBeGreaterThan(4);
  const note = (from: number) =>
    at.db.transaction('system', (tx) =>
      tx.run(
        sql`insert into search_due (company_id, ticket_id, from_message) values (${shop.companyId}, ${long.ticketId}, ${from})`,
      ),
    );
  /** Ends as soon as it has come further, whatever that is. */
  const little = { messages: 0, milliseconds: 0 };
  const stretches = async () => {
    for (let n = 0; ; n++) if ((await readDueWords(at.db, little)) === 0) return n;
  };
  await note(0);
  await readDueWords(at.db, little);
  const fresh = await aTicket(at, shop, { subject: 'Written meanwhile', address: 'fresh@story.test' });
  for (let n = 0; n < 3; n++) await readDueWords(at.db, little);
  expect(await ids('Written meanwhile')).toEqual(sorted(fresh));
  expect(await stretches()).toBeGreaterThan(many / 2);
  expect(await words()).toEqual(whole);

  // Packed otherwise than before: what is left of that goes as well.
  await at.db.transaction('system', (tx) =>
    tx.run(
      sql`update search_texts set from_message = from_message + 3, words = 'stale'::tsvector where ticket_id = ${long.ticketId} and part > 1`,
    ),
  );
  await note(0);
  await stretches();
  expect(await words()).toEqual(whole);

  // Something new at its end is read without the rest; a tag that comes meanwhile stands in all of it.
  await note(Number(whole.at(-1)?.from_message));
  const tag = rowId(
    await olena.api.post('tags/create', { data: [{ name: 'Fable', company_id: shop.companyId }] }),
    'tags',
  );
  const isTagged = async () => (await words()).map((one) => one.words.includes('fable'));
  await olena.api.call('tickets/tag', { ids: [long.ticketId], add: [tag], remove: [] });
  await settle();
  expect(await isTagged()).toEqual(whole.map(() => true));
  await note(Number(whole.at(-1)?.from_message));
  await olena.api.call('tickets/tag', { ids: [long.ticketId], add: [], remove: [tag] });
  await settle();
  expect(await isTagged()).toEqual(whole.map(() => false));
});

test('a tag whose tickets are being read can be used and renamed: nobody waits, and the last name counts', async () => {
  const company = await aCompany(olena.api, 'Tagged', 'TG');
  const many = await manyTickets(at, company, 30, 'A crate');
  const tag = rowId(
    await olena.api.post('tags/create', { data: [{ company_id: company.companyId, name: 'Fragile' }] }),
    'tags',
  );
  const [another = 0, ...tagged] = many;
  await at.db.transaction('system', (tx) =>
    tx.run(
      sql`insert into ticket_tags (company_id, ticket_id, tag_id) select ${company.companyId}::bigint, id, ${tag}::bigint from unnest(${tagged}::bigint[]) id`,
    ),
  );
  await settle();
  const rename = (name: string) => olena.api.post('tags/update', { data: { name }, ...byId(tag) });
  const found = async (query: string) => (await ask(query, { tickets: 1 })).body.data.tickets_total;
  expect(await found('fragile')).toBe(29);
  await rename('Breakable');
  let answers: number[] = [];
  const using = meanwhile(async () => {
    const used = await olena.api.call('tickets/tag', { ids: [another], add: [tag], remove: [] });
    answers = [used.status, (await rename('Delicate')).status];
  });
  await readDueWords(using);
  expect(answers).toEqual([200, 200]);
  await settle();
  expect(await Promise.all(['fragile', 'breakable', 'delicate'].map(found))).toEqual([0, 0, 30]);

  // There and back again while it is read.
  await rename('Brittle');
  await readDueWords(meanwhile(() => rename('Delicate')));
  await settle();
  expect(await Promise.all(['brittle', 'delicate'].map(found))).toEqual([0, 30]);
});

test('who looked for news while words were read, and saw no further than to that, is told to look again', async () => {
  await settle();
  await aTicket(at, shop, { subject: 'News', address: 'news@story.test' });
  const wake = at.wake;
  let told = 0;
  const off = wake.on('events', () => void told++);
  let happened = 0;
  const loop = runSearchWords({
    db: meanwhile(async () => {
      wake.nudge('events');
      happened = told;
    }),
    wake,
    log: createLog('silent'),
  });
  await waitUntil(() => (happened > 0 && told > happened) || undefined, { what: 'a nudge behind it' });
  await loop.stop();
  off();
});

test('what changes many tickets at once holds up nobody’s new letter, and they are found by it afterwards', async () => {
  const another = await aCompany(olena.api, 'Parcels', 'PA');
  const many = await manyTickets(at, another, 700, 'A parcel');
  const aTag = async (name: string) =>
    rowId(await olena.api.post('tags/create', { data: [{ company_id: another.companyId, name }] }), 'tags');
  const [late, lost] = [await aTag('Belated'), await aTag('Vanished')];
  const tagThem = (ids: readonly number[], tagId: number) =>
    at.db.transaction('system', (tx) =>
      tx.run(
        sql`insert into ticket_tags (company_id, ticket_id, tag_id) select ${another.companyId}::bigint, id, ${tagId}::bigint from unnest(${ids}::bigint[]) id`,
      ),
    );
  await tagThem(many, late);
  await tagThem(many.slice(0, 2), lost);
  await settle();
  const found = async (query: string) => (await ask(query, { tickets: 1 })).body.data.tickets_total;
  expect([await found('belated'), await found('vanished')]).toEqual([700, 2]);

  const customer = await at.db.read<{ id: number }>(
    'system',
    sql`select customer_id as id from tickets where id = ${many[0]}`,
  );
  const theirName = { data: { first_name: 'Grzegorz' }, ...byId(customer[0]?.id ?? 0) };
  const words = ['belated', 'overdue', 'vanished', 'grzegorz'];
  const changes = [
    ['renamed', () => olena.api.post('tags/update', { data: { name: 'Overdue' }, ...byId(late) }), [0, 700, 2, 0]],
    ['merged', () => olena.api.call('tags/merge', { ids: [late], into: lost }), [0, 0, 700, 0]],
    ['restored', () => olena.api.post('tags/restore', byId(late)), [0, 700, 2, 0]],
    ['their customer', () => olena.api.post('customers/update', theirName), [0, 700, 2, 700]],
  ] as const;
  for (const [what, change, now] of changes) {
    const answer = await change();
    expect(answer.status, answer.text).toBe(200);
    const letter = await aTicket(at, fjordvik, { subject: `Meanwhile ${what}`, address: 'm@while.test' });
    await readDueWords(at.db);
    expect(await ids(`Meanwhile ${what}`, {}, stranger), what).toEqual(sorted(letter));
    await settle();
    expect(await Promise.all(words.map(found)), what).toEqual(now);
  }
});

test('a ticket that was merged is found by its number alone, in every form', async () => {
  const [into, merged] = [
    await aTicket(at, shop, { subject: 'Desk', address: 'one@merged.test' }),
    await aTicket(at, shop, { subject: 'Desk', address: 'one@merged.test' }),
  ];
  await olena.api.call('tickets/merge', { survivor_id: into.ticketId, ids: [merged.ticketId] });
  await settle();
  const number = await numberOf(merged);
  for (const query of [`LO-${number}`, `${number}`, `#${number}`]) {
    const [first] = await find(query);
    expect([first?.id, first?.hit.source], query).toEqual([merged.ticketId, 'number']);
  }
  for (const query of [`desk #${number}`, `-#${number} desk`, `#${number} -#1`])
    expect(await ids(query), query).not.toContain(merged.ticketId);
});

describe('however people write', () => {
  let mira: ApiClient;
  let own: Company;
  const found = (query: string) => ids(query, {}, mira);
  beforeAll(async () => {
    mira = (await aPerson(at, 'Mira Bell', 'mira@bells.test')).api;
    own = await aCompany(mira, 'Bells', 'BE');
  });

  test('a telephone number is found as it is typed and kept, and none by the digits of an address', async () => {
    const bell = await aTicket(at, own, {
      ...{ from: 'Fay Ruiz', address: 'fay555@door901.test', subject: 'A doorbell', text: 'It does not ring.' },
    });
    const other = await aTicket(at, own, { from: 'Ada', address: 'ada@door.test', subject: 'Another doorbell' });
    await mira.post('customers/update', { data: { phone: '+380 (44) 321/55/77' }, ...byId(bell.customerId) });
    await settle();
    for (const query of ['044/321/55/77', '044 321 55 77', '380 44 321 55 77', '(044) 321/55/77'])
      expect(await found(query), query).toEqual(sorted(bell));
    for (const query of ['3215577', '044/321/55/77'])
      expect(
        (await customers(query, mira)).map((one) => one.id),
        query,
      ).toEqual([bell.customerId]);
    expect(await found('doorbell -044 321 55 77')).toEqual(sorted(other));
    expect(await found('555901')).toEqual([]);
  });

  test('a short Ukrainian noun is found in every case and marked, and no other word that begins so', async () => {
    const price = await aTicket(at, own, {
      ...{ from: 'Рада', address: 'rada@price.test', subject: 'Ціна', text: 'Яка сума? Сумка не прийшла.' },
    });
    await settle();
    for (const query of ['ціна', 'ціни', 'ціну', 'ціною', 'цінами', 'суми', 'сумою'])
      expect(await found(query), query).toEqual(sorted(price));
    const [hit] = await find('суму', {}, mira);
    expect(hit && marked(hit.hit)).toEqual(['сума']);
    expect(await found('прийшла -ціни')).toEqual([]);
    expect(await found('"ціни"')).toEqual([]);
  });

  test('a name is known whichever apostrophe it has', async () => {
    const company_id = own.companyId;
    const tag = async (name: string) => rowId(await mira.post('tags/create', { data: [{ company_id, name }] }), 'tags');
    const add = [await tag('Зв’язок')];
    const line = await aTicket(at, own, { from: 'Ada', address: 'ada@door.test', subject: 'The line is dead' });
    await mira.call('tickets/tag', { ids: [line.ticketId], add, remove: [] });
    for (const query of ["тег:зв'язок", 'tag:ЗВʼЯЗОК']) expect(await found(query), query).toEqual(sorted(line));
    const maria = await aPerson(at, 'Мар’яна Квітка', 'mariana@bells.test');
    await joins(at, maria.id, company_id, 1);
    expect((await ask("assignee:мар'яна", {}, mira)).body.data).toMatchObject({ unknown: [], tickets: [] });
  });
});
