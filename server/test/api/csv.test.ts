import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isOver } from '#contract/jobs.ts';
import { teamMembersMax } from '#contract/teams.ts';
import { loadPerson } from '#domain/people/index.ts';
import { phonesTable } from '#domain/phones/index.ts';
import { phoneRows } from '#flows/csv/phone-rows.ts';
import { sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import type { ApiClient } from './api-client.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, type Company, joins, rowId } from './people.ts';
import { byId, rows } from './rows-of.ts';
import { tellTrail } from './tell-trail.ts';

let at: TestParley;
let olena: ApiClient;
let shop: Company;
beforeAll(async () => {
  at = await aParley({ role: 'all' });
  olena = (await aPerson(at, 'Olena')).api;
  shop = await aCompany(olena, 'Lumen & Oak', 'LO');
});
afterAll(() => at.close());

const ends = (id: number, api = olena) =>
  waitUntil(
    async () => {
      const { job } = (await api.call('jobs/get', { id })).body.data;
      return isOver(job.state) ? job : undefined;
    },
    { timeoutMs: 30_000, what: `the end of job ${id}` },
  );
const upload = async (
  text: string | Buffer,
  { entity = 'customers', api = olena, companyId = shop.companyId } = {},
) => {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(Buffer.from(text as string))]), 'rows.csv');
  return api.request(`csv/upload?company_id=${companyId}&entity=${entity}`, { method: 'POST', body: form });
};
const begins = async (path: string, data: object, api = olena) => {
  const answer = await api.call(path, { request_id: crypto.randomUUID(), ...data });
  if (answer.status !== 200) throw new Error(answer.text);
  return ends(answer.body.data.job_id, api);
};
/** Tries a file with the columns it was recognised by. */
const tries = async (text: string | Buffer, entity = 'customers', api = olena) => {
  const { data } = (await upload(text, { entity, api })).body;
  return begins(
    'csv/check',
    { upload_id: data.id, columns: data.columns.map((one: { field: string }) => one.field) },
    api,
  );
};
const numbers = ({ summary }: { summary: Record<string, unknown> }) => {
  const { created, updated, skipped, bad } = summary;
  return { created, updated, skipped, bad };
};
const customers = async (...conditions: unknown[]) =>
  rows(
    await olena.post('customers/get', {
      filter: { conditions: [['company_id', '=', shop.companyId], ...conditions] },
      sort: [['id', 'asc']],
    }),
    'customers',
  );
const exported = async (data: object, api = olena) => {
  const job = await begins('csv/export', { company_id: shop.companyId, has_bom: false, ...data }, api);
  return { job, text: (await api.get(`jobs/${job.id}/file`)).text };
};
const titled = (...names: string[]) => names.map((field) => ({ field, title: field }));

describe('an export', () => {
  test('A39 holds all rows that the filter finds, more than a stretch of them, and no formula runs', async () => {
    await at.db.transaction('system', (tx) =>
      tx.run(
        sql`with made as (insert into customers (company_id, first_name, email) select ${shop.companyId}, '=cmd|' || n, 'many' || n || '@lindqvist.test' from generate_series(1, 2500) n returning id, email)
            insert into customer_identities (company_id, kind, value, customer_id) select ${shop.companyId}, 'email', email, id from made`,
      ),
    );
    await olena.post('customers/create', {
      data: [{ company_id: shop.companyId, first_name: 'Hanna "H", L', last_name: '@sum', phone: '+380441234567' }],
    });
    const all = await exported({ entity: 'customers', columns: titled('first_name', 'last_name', 'phone', 'email') });
    const lines = all.text.trimEnd().split('\r\n');
    expect([lines.length, lines[0], all.job.summary.rows, all.job.done, all.job.total]).toEqual([
      2502,
      'first_name,last_name,phone,email',
      2501,
      2501,
      2501,
    ]);
    expect(lines[1]).toBe("'=cmd|1,,,many1@lindqvist.test");
    expect(lines.at(-1)).toBe('"Hanna ""H"", L",\'@sum,\'+380441234567,');

    const some = await exported({
      entity: 'customers',
      columns: [{ field: 'email', title: 'Пошта' }],
      search: 'many249',
      has_bom: true,
    });
    // `fetch` takes the mark off.
    expect(some.text.startsWith('Пошта\r\nmany249@')).toBe(true);
    expect(some.job.file.bytes).toBe(Buffer.byteLength(some.text) + 3);
    expect(some.text.trimEnd().split('\r\n')).toHaveLength(12);
    await tellTrail(at);
    const { entries } = (await olena.call('audit/list', { company_id: shop.companyId, action: 'exported' })).body.data;
    expect(entries[0]).toMatchObject({
      entity: 'customers',
      detail: { search: 'many249', columns: ['email'] },
      actor_name: 'Olena',
    });
  });

  test('A8 of customers is not given to its asker once they see less than is in it', async () => {
    const iryna = await aPerson(at, 'Iryna');
    await joins(at, iryna.id, shop.companyId, 1);
    const becomes = async (scope: 'company' | 'own') => {
      await at.db.transaction('system', (tx) =>
        tx.run(sql`update roles set scope = ${scope} where user_id = ${iryna.id}`),
      );
      at.wake.nudge('sessions');
    };
    const asks = async () =>
      (await exported({ entity: 'customers', columns: titled('first_name') }, iryna.api)).job.id as number;
    const given = async (...jobs: number[]) =>
      Promise.all(jobs.map(async (id) => (await iryna.api.get(`jobs/${id}/file`)).status));
    await becomes('company');
    const whole = await asks();
    expect(await given(whole)).toEqual([200]);
    await becomes('own');
    await expect.poll(() => given(whole), { timeout: 5_000 }).toEqual([404]);
    const part = await asks();
    expect(await given(whole, part)).toEqual([404, 200]);
    await becomes('company');
    await expect.poll(() => given(whole, part), { timeout: 5_000 }).toEqual([200, 200]);
  });

  test('A8 shows what its asker sees, and says at once what it cannot do', async () => {
    const andriy = await aPerson(at, 'Andriy');
    await joins(at, andriy.id, shop.companyId, 1);
    await at.db.transaction('system', (tx) => tx.run(sql`update roles set scope = 'own' where user_id = ${andriy.id}`));
    at.wake.nudge('sessions');
    await andriy.api.post('customers/create', { data: [{ company_id: shop.companyId, first_name: 'Of Andriy' }] });
    const seen = await exported({ entity: 'customers', columns: titled('first_name') }, andriy.api);
    expect(seen.text).toBe('first_name\r\nOf Andriy\r\n');

    const stranger = await aPerson(at, 'Nobody');
    const ask = async (api: ApiClient, change: object) => {
      const good = {
        request_id: crypto.randomUUID(),
        company_id: shop.companyId,
        entity: 'customers',
        columns: titled('id'),
        has_bom: false,
      };
      const { status, body } = await api.call('csv/export', { ...good, ...change });
      return [status, body.errors?.[0]?.key, body.errors?.[0]?.field];
    };
    expect(await ask(stranger.api, {})).toEqual([404, 'not_found', 'data.company_id']);
    expect(await ask(olena, { columns: titled('id', 'search_text') })).toEqual([
      422,
      'unknown_field',
      'data.columns[1].field',
    ]);
    expect(await ask(olena, { filter: { conditions: [['nose', '=', 1]] } })).toEqual([
      422,
      'unknown_field',
      'filter.conditions[0][0]',
    ]);
    expect((await ask(olena, { entity: 'tickets' }))[0]).toBe(422);
  });

  test('of users, templates, tags and phones comes whole', async () => {
    await olena.post('tags/create', { data: [{ company_id: shop.companyId, name: 'refund', color: '#123456' }] });
    await olena.post('templates/create', {
      data: [{ company_id: shop.companyId, name: 'Hello', texts: { en: '<p>Dear</p>' } }],
    });
    expect((await exported({ entity: 'tags', columns: titled('name', 'color') })).text).toBe(
      'name,color\r\nrefund,#123456\r\n',
    );
    expect((await exported({ entity: 'templates', columns: titled('name', 'texts.en', 'texts.ua') })).text).toBe(
      'name,texts.en,texts.ua\r\nHello,<p>Dear</p>,\r\n',
    );
    expect((await exported({ entity: 'users', columns: titled('name', 'email', 'role') })).text).toContain(
      'Olena,olena@lumenoak.test,owner',
    );
    expect(
      (await exported({ entity: 'product-call-phones', columns: titled('phone_number', 'product.name') })).text,
    ).toBe('phone_number,product.name\r\n');
  });
});

describe('an import', () => {
  test('is tried first: each bad row is told and why, nothing is written, and then exactly that comes in, once', async () => {
    await olena.post('customers/create', {
      data: [{ company_id: shop.companyId, first_name: 'Marta', email: 'marta@lindqvist.test', phone: '+12125550143' }],
    });
    const file = [
      'Ім’я;Прізвище;Електронна пошта;Телефон;Мова;Щось',
      'Ганна;Линник;hanna@lindqvist.test;044 123;українська;x',
      'Marta;;Marta@lindqvist.test;;;',
      'Marta;;marta@lindqvist.test;;;',
      'Petro;;not an address;;;',
      'Ivan;;;;;',
      "Olha;'=cmd;olha@lindqvist.test;'+380 (50) 1112233;klingon;",
      ";'=cmd;;'+38 (050) 4445566;en;",
      'Too;many;cells@lindqvist.test;;;;more',
      '',
    ].join('\n');
    const { data } = (await upload(file)).body;
    expect(data).toMatchObject({ encoding: 'utf-8', delimiter: ';', rows: 8 });
    expect(data.columns.map((one: { field: string }) => one.field)).toEqual([
      'first_name',
      'last_name',
      'email',
      'phone',
      'language',
      null,
    ]);
    const before = await customers();
    const check = await tries(file);
    expect([check.state, numbers(check), check.done, check.total]).toEqual([
      'done',
      { created: 2, updated: 0, skipped: 1, bad: 5 },
      8,
      8,
    ]);
    expect(check.summary.problems).toEqual([
      { row: 4, title: null, value: null, key: 'csv_repeated', values: { row: 3 } },
      { row: 5, title: 'Електронна пошта', value: 'not an address', key: 'invalid_email' },
      { row: 6, title: null, value: null, key: 'csv_key_missing' },
      { row: 7, title: 'Мова', value: 'klingon', key: 'csv_not_one_of', values: { allowed: 'en, ua' } },
      { row: 9, title: null, value: null, key: 'csv_extra_cells' },
    ]);
    const list = (await olena.get(`jobs/${check.id}/file`)).text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect([list.length, list[0].titles[2], list[1].row, list[1].cells[2]]).toEqual([
      6,
      'Електронна пошта',
      4,
      'marta@lindqvist.test',
    ]);
    expect(await customers()).toEqual(before);

    const done = await begins('csv/import', { check_id: check.id });
    expect([done.state, numbers(done)]).toEqual(['done', numbers(check)]);
    expect((await customers(['email', '=', 'hanna@lindqvist.test']))[0]).toMatchObject({
      first_name: 'Ганна',
      phone: '044 123',
      language: 'ua',
    });
    expect((await customers(['last_name', '=', '=cmd']))[0]).toMatchObject({ phone: '+38 (050) 4445566' });

    // The same file again finds everything there.
    const again = await tries(file);
    expect(numbers(again)).toEqual({ created: 0, updated: 0, skipped: 3, bad: 5 });
    expect(numbers(await begins('csv/import', { check_id: again.id }))).toEqual(numbers(again));
    expect(await customers(['email', '=', 'hanna@lindqvist.test'])).toHaveLength(1);
    const changed = await tries('email,first_name\nhanna@lindqvist.test,Hanna\n');
    expect(numbers(await begins('csv/import', { check_id: changed.id }))).toEqual({
      created: 0,
      updated: 1,
      skipped: 0,
      bad: 0,
    });
    expect((await customers(['email', '=', 'hanna@lindqvist.test']))[0]).toMatchObject({
      first_name: 'Hanna',
      last_name: 'Линник',
    });
    await tellTrail(at);
    const { entries } = (await olena.call('audit/list', { company_id: shop.companyId, entity: 'customers' })).body.data;
    expect(entries.slice(0, 2).map((one: { action: string }) => one.action)).toEqual(['updated', 'imported']);
  });

  test('tells a telephone number that is none, by its column', async () => {
    const check = await tries('First name,E-mail,Phone\nVira,vira@lindqvist.test,phone12x\nOleh,,unknown\n');
    expect(check.summary).toMatchObject({
      created: 0,
      problems: [
        { row: 2, title: 'Phone', value: 'phone12x', key: 'phone_invalid' },
        { row: 3, title: 'Phone', value: 'unknown', key: 'phone_invalid' },
      ],
    });
  });

  test('tells how a colour is written', async () => {
    const check = await tries('Name,Color\nUrgent order,blue\n', 'tags');
    expect(check.summary.problems).toMatchObject([{ row: 2, title: 'Color', value: 'blue', key: 'color_malformed' }]);
  });

  test('A8 of a customer whom its asker does not see says that the address is taken, and nothing of them', async () => {
    const nadia = await aPerson(at, 'Nadia');
    await joins(at, nadia.id, shop.companyId, 2);
    await at.db.transaction('system', (tx) => tx.run(sql`update roles set scope = 'own' where user_id = ${nadia.id}`));
    at.wake.nudge('sessions');
    const email = 'hidden@lindqvist.test';
    rowId(
      await olena.post('customers/create', { data: [{ company_id: shop.companyId, first_name: 'Hidden', email }] }),
      'customers',
    );
    const tried = await tries(`First name,E-mail\nSomebody,${email}\n`, 'customers', nadia.api);
    expect(tried.summary.problems).toEqual([expect.objectContaining({ title: 'E-mail', key: 'not_unique' })]);
  });

  test('finds a customer by an earlier address, which stays an earlier one, and writes no card twice', async () => {
    const card = async (values: object) =>
      rowId(await olena.post('customers/create', { data: [{ company_id: shop.companyId, ...values }] }), 'customers');
    const one = async (id: number) => (await customers(['id', '=', id]))[0];
    const moved = await card({ first_name: 'Oksana', email: 'oksana@before.test' });
    await olena.post('customers/update', { data: { email: 'oksana@now.test' }, ...byId(moved) });
    const old = await tries('First name,E-mail,Phone\nOksana,Oksana@before.test,+380501112233\n');
    expect(numbers(await begins('csv/import', { check_id: old.id }))).toMatchObject({ updated: 1, bad: 0 });
    expect(await one(moved)).toMatchObject({ email: 'oksana@now.test', phone: '+380501112233' });
    const known = await tries('First name,E-mail\nOksana,oksana@before.test\n');
    expect(numbers(known)).toMatchObject({ updated: 0, skipped: 1 });

    const double = { first_name: 'Anna', last_name: 'P.', email: 'anna@before.test' };
    const anna = await card({ first_name: 'Anna', last_name: 'Petrenko', email: 'anna@now.test' });
    const into = { client_id: crypto.randomUUID(), into_id: anna, from_id: await card(double), take: [] };
    expect((await olena.call('customers/merge', into)).status).toBe(200);
    // More than a stretch of rows is between the two.
    const others = Array.from({ length: 60 }, (_, n) => `Other,${n},other${n}@between.test`);
    const file = [
      'First name,Last name,E-mail',
      'Anna,Petrenko-Kos,anna@now.test',
      ...others,
      'Anna,P.,anna@before.test',
    ].join('\n');
    const check = await tries(file);
    expect(check.summary.problems).toEqual([
      { row: 63, title: null, value: null, key: 'csv_repeated', values: { row: 2 } },
    ]);
    const done = await begins('csv/import', { check_id: check.id });
    expect([numbers(done), numbers(check)]).toEqual(Array(2).fill({ created: 60, updated: 1, skipped: 0, bad: 1 }));
    expect(await one(anna)).toMatchObject({ last_name: 'Petrenko-Kos', email: 'anna@now.test' });
  });

  test('writes no card twice that it has made, by whatever a later row knows it', async () => {
    const others = Array.from({ length: 60 }, (_, n) => `Other,${n},other${n}@beech.test,`);
    const file = [
      'First name,Last name,E-mail,Phone',
      'Roman,Kos,roman@beech.test,061 000 11',
      'Roman,By number,,061-000-11',
      'Petro,Hnat,petro@beech.test,061 000 22',
      // A family has one number.
      'Solomiia,Kos,solomiia@beech.test,061 000 11',
      ...others,
      'Petro,By number,,06100022',
    ].join('\n');
    const check = await tries(file);
    expect(check.summary.problems).toMatchObject([
      { row: 3, key: 'csv_repeated', values: { row: 2 } },
      { row: 66, key: 'csv_repeated', values: { row: 4 } },
    ]);
    const done = await begins('csv/import', { check_id: check.id });
    expect([numbers(done), numbers(check)]).toEqual(Array(2).fill({ created: 63, updated: 0, skipped: 0, bad: 2 }));
    expect(done.summary.problems).toEqual(check.summary.problems);
    const numbered = await customers(['phone', 'in', ['061 000 11', '061-000-11', '061 000 22', '06100022']]);
    const names = numbered.map((one: { first_name: string; last_name: string }) => [one.first_name, one.last_name]);
    expect(names).toEqual([
      ['Roman', 'Kos'],
      ['Petro', 'Hnat'],
      ['Solomiia', 'Kos'],
    ]);
  });

  test('finds a customer by the number of those who were merged into them', async () => {
    const card = async (first_name: string, phone: string) =>
      rowId(
        await olena.post('customers/create', { data: [{ company_id: shop.companyId, first_name, phone }] }),
        'customers',
      );
    const [stays, double, third] = [
      await card('Petro', '067 000 0001'),
      await card('P.', '067-000-0001'),
      await card('P. K.', '067 000 0003'),
    ];
    expect((await tries('First name,Phone\nPetro,0670000001\n')).summary.problems).toMatchObject([
      { key: 'csv_ambiguous' },
    ]);
    for (const from_id of [double, third])
      await olena.call('customers/merge', { client_id: crypto.randomUUID(), into_id: stays, from_id, take: [] });
    for (const [phone, last_name] of [
      ['0670000001', 'First'],
      ['0670000003', 'Third'],
    ]) {
      const check = await tries(`First name,Last name,Phone\nPetro,${last_name},${phone}\n`);
      expect(numbers(await begins('csv/import', { check_id: check.id }))).toMatchObject({ updated: 1, bad: 0 });
      expect(await customers(['id', '=', stays])).toMatchObject([{ last_name, phone: expect.stringMatching(/1$/) }]);
    }
  });

  test('finds a customer by a number whose plus a spreadsheet has eaten, and by an earlier one', async () => {
    const phone = '+380501110002';
    const lina = await aPerson(at, 'Lina');
    await joins(at, lina.id, shop.companyId, 4);
    const triesIt = (file: string) => tries(file, 'customers', lina.api);
    const daryna = rowId(
      await olena.post('customers/create', {
        data: [{ company_id: shop.companyId, first_name: 'Daryna', phone: '+380501110001' }],
      }),
      'customers',
    );
    await olena.post('customers/update', { data: { phone }, ...byId(daryna) });
    const check = await triesIt(
      'First name,Last name,Phone\nDaryna,Bila,380501110002\nDaryna,Bila,+380 50 111 00 02\n',
    );
    expect(check.summary.problems).toMatchObject([{ row: 3, key: 'csv_repeated' }]);
    expect(numbers(await begins('csv/import', { check_id: check.id }, lina.api))).toMatchObject({ updated: 1, bad: 1 });
    expect(await customers(['id', '=', daryna])).toMatchObject([{ last_name: 'Bila', phone }]);
    expect(numbers(await triesIt('First name,Phone\nDaryna,380501110001\n'))).toMatchObject({ skipped: 1, bad: 0 });
  });

  test('by a number that several had means the one who is not disabled', async () => {
    const ids = rows(
      await olena.post('customers/create', {
        data: ['067 000 0004', '067-000-0004'].map((phone) => ({
          company_id: shop.companyId,
          first_name: 'Ivan',
          phone,
        })),
      }),
      'customers',
    ).map((row) => row.id as number);
    const [double = 0, stays = 0] = ids;
    const { data } = (await upload('First name,Last name,Phone\nIvan,Hnat,067 000 0004\n')).body;
    const trial = () => begins('csv/check', { upload_id: data.id, columns: ['first_name', 'last_name', 'phone'] });
    const ambiguous = { row: 2, key: 'csv_ambiguous', values: { count: 2 } };
    expect((await trial()).summary.problems).toMatchObject([ambiguous]);
    await olena.post('customers/delete', byId(double));
    const check = await trial();
    expect(numbers(await begins('csv/import', { check_id: check.id }))).toMatchObject({ updated: 1, bad: 0 });
    expect(await customers(['id', '=', stays])).toMatchObject([{ last_name: 'Hnat' }]);
    await olena.post('customers/delete', byId(stays));
    expect((await trial()).summary.problems).toMatchObject([{ key: 'csv_disabled' }]);
  });

  test('of what was exported changes nothing', async () => {
    await olena.post('templates/create', {
      data: [
        {
          company_id: shop.companyId,
          name: 'Bye',
          texts: { en: '<p>Yours, <strong>we</strong></p>', ua: '<p>Ваші</p>' },
          visibility: 'company',
        },
      ],
    });
    for (const [entity, columns] of [
      ['customers', titled('first_name', 'last_name', 'email', 'phone', 'language', 'note')],
      ['templates', titled('name', 'texts.en', 'texts.ua', 'visibility')],
      ['tags', titled('name', 'color')],
    ] as const) {
      const search = entity === 'customers' ? { search: 'many12' } : {};
      const { text, job } = await exported({ entity, columns, ...search });
      const check = await tries(text, entity);
      expect([entity, numbers(check)]).toEqual([entity, { created: 0, updated: 0, skipped: job.summary.rows, bad: 0 }]);
    }
  });

  test('of templates that a team finds brings them back to it, whether the file has its column or not', async () => {
    const make = async (name: string) =>
      rowId(await olena.post('teams/create', { data: [{ company_id: shop.companyId, name }] }), 'teams');
    const [returns, repairs] = [await make('Returns desk'), await make('Repairs')];
    const about = { company_id: shop.companyId, texts: { en: '<p>Send it</p>' }, visibility: 'team', team_id: returns };
    await olena.post('templates/create', { data: [{ ...about, name: 'For a team' }] });
    const filter = { conditions: [['name', '=', 'For a team']] };
    const columns = titled('name', 'texts.en', 'visibility', 'team');
    const { text } = await exported({ entity: 'templates', columns, filter });
    expect(text).toBe('name,texts.en,visibility,team\r\nFor a team,<p>Send it</p>,team,Returns desk\r\n');
    const nothing = { created: 0, updated: 0, skipped: 1, bad: 0 };
    expect(numbers(await tries(text, 'templates'))).toEqual(nothing);
    expect(numbers(await tries('name,visibility\nFor a team,team\n', 'templates'))).toEqual(nothing);

    const file = [
      'Назва,Текст,Хто бачить,Команда',
      'For a team,,,Repairs',
      'Named by the team,Hm,,returns desk',
      'Of no team,Hm,команда,',
      'Hello,,team,Repairs',
    ].join('\n');
    const check = await tries(file, 'templates');
    expect(check.summary.problems).toEqual([{ row: 4, title: 'Команда', value: '', key: 'required' }]);
    const done = await begins('csv/import', { check_id: check.id });
    expect(numbers(done)).toEqual({ created: 1, updated: 2, skipped: 0, bad: 1 });
    const found = rows(
      await olena.post('templates/get', { filter: { conditions: [['visibility', '=', 'team']] } }),
      'templates',
    );
    const toldOf = found.map((one) => [one.name, one.team, one.team_id]).toSorted();
    expect(toldOf).toEqual([
      ['For a team', 'Repairs', repairs],
      ['Hello', 'Repairs', repairs],
      ['Named by the team', 'Returns desk', returns],
    ]);
  });

  test('of templates, tags and phones finds what they name, by their own rules', async () => {
    rowId(
      await olena.post('categories/create', { data: [{ company_id: shop.companyId, name: 'Returns' }] }),
      'categories',
    );
    const templates = await tries(
      'Name\tText\tCategory\tProduct\nHow to return\tSend it < back\treturns\tshop\nLost\tHm\tNo such\t\nx\ty\t\t\nSilent\t\t\t\n',
      'templates',
    );
    expect(
      templates.summary.problems.map((one: { row: number; title: string; key: string }) => [
        one.row,
        one.title,
        one.key,
      ]),
    ).toEqual([
      [3, 'Category', 'csv_no_category'],
      [4, 'Name', 'too_short'],
      // No language is blamed: the column that the file has is.
      [5, 'Text', 'required'],
    ]);
    await begins('csv/import', { check_id: templates.id });
    const [made] = rows(
      await olena.post('templates/get', { filter: { conditions: [['name', '=', 'How to return']] } }),
      'templates',
    );
    expect(made).toMatchObject({ category: 'Returns', product: 'Shop', texts: { en: '<p>Send it &lt; back</p>' } });

    const tags = await tries('Тег,Колір\nrefund,#123456\nurgent,00ff00\nab,\n', 'tags');
    expect(numbers(tags)).toEqual({ created: 1, updated: 0, skipped: 1, bad: 1 });

    await at.db.transaction('system', (tx) =>
      tx.run(
        sql`insert into phones (company_id, product_id, acd_provider_id, name, phone_number, is_onboarding) values (${shop.companyId}, ${shop.productId}, 1, 'Kyiv', '+380441234567', 0)`,
      ),
    );
    const phones = await tries("Phone number,Name\n'+380 44 123 45 67,Kyiv desk\n+1,Nowhere\n", 'product-call-phones');
    expect(phones.summary.problems).toHaveLength(1);
    expect(numbers(phones)).toEqual({ created: 0, updated: 1, skipped: 0, bad: 1 });
    expect(phones.summary.problems[0]).toMatchObject({ row: 3, title: 'Phone number', key: 'phone_invalid' });
    await begins('csv/import', { check_id: phones.id });
    const [phone] = rows(
      await olena.post('product-call-phones/get', { filter: { conditions: [['company_id', '=', shop.companyId]] } }),
      'product-call-phones',
    );
    expect(phone.name).toBe('Kyiv desk');
    const out = await exported({
      entity: 'product-call-phones',
      columns: titled('name', 'acd_provider', 'product.name'),
    });
    expect(out.text).toBe('name,acd_provider,product.name\r\nKyiv desk,SIP,Shop\r\n');
  });

  test('of phones fills the pool where an operator brings it, and takes from there for everybody', async () => {
    const fromPool = sql`select name, phone_number, company_id, (select provider from acd_providers where id = acd_provider_id) as carrier from phones where phone_number like '+4420794600%' order by phone_number`;
    const pool = () => at.db.read<{ company_id: number }>('system', fromPool);
    const file = [
      'Phone number,Name,Product,Carrier',
      '44 20 7946 0018,,,',
      "'+44 20 7946 0019,Showroom,Shop,twilio",
      '+44 20 7946 0018,Again,,',
      '+44 20,,,',
      '+44 20 7946 0020,x,,',
      '+44 20 7946 0021,,,Nobody',
      'ask Ira,,,',
    ].join('\n');
    const check = await tries(file, 'product-call-phones');
    expect(numbers(check)).toEqual({ created: 2, updated: 0, skipped: 0, bad: 5 });
    const why = check.summary.problems.map((one: { row: number; key: string }) => [one.row, one.key]);
    expect(why).toEqual([
      [4, 'csv_repeated'],
      [5, 'phone_invalid'],
      [6, 'too_short'],
      [7, 'csv_no_carrier'],
      [8, 'phone_invalid'],
    ]);
    expect(check.summary.problems[3]).toEqual({ row: 7, title: 'Carrier', value: 'Nobody', key: 'csv_no_carrier' });
    expect(await pool()).toEqual([]);
    const brought = await begins('csv/import', { check_id: check.id });
    expect(numbers(brought)).toEqual(numbers(check));
    expect(await pool()).toMatchObject([
      { name: '+442079460018', company_id: 0, carrier: 'SIP' },
      { name: 'Showroom', company_id: shop.companyId, carrier: 'Twilio' },
    ]);
    expect(numbers(await tries(file.split('\n').slice(0, 3).join('\n'), 'product-call-phones'))).toEqual({
      ...{ created: 0, updated: 0, skipped: 2, bad: 0 },
    });

    // Ira operates nothing: what is offered she takes, what is new or kept back she cannot bring.
    const add = (phone_number: string) =>
      olena.post('product-call-phones/create', {
        data: [{ phone_number, acd_provider_id: 1, is_onboarding: 0, product_id: 0 }],
      });
    expect((await add('+442079460035')).status).toBe(200);
    const ira = await aPerson(at, 'Ira');
    const boats = await aCompany(ira.api, 'Fjordvik', 'FJ');
    const theirs = `Number,Product\n+44 20 7946 0018,Shop\n+44 20 7946 0019,Shop\n+44 20 7946 0033,Shop\n+44 20 7946 0035,Shop\n`;
    const { data } = (await upload(theirs, { entity: 'product-call-phones', api: ira.api, companyId: boats.companyId }))
      .body;
    const columns = data.columns.map((one: { field: string }) => one.field);
    const tried = await begins('csv/check', { upload_id: data.id, columns }, ira.api);
    expect(numbers(tried)).toEqual({ created: 0, updated: 1, skipped: 0, bad: 3 });
    const unknown = tried.summary.problems.map((one: { key: string }) => one.key);
    expect(unknown).toEqual(['phone_unknown', 'phone_unknown', 'phone_unknown']);
    await begins('csv/import', { check_id: tried.id }, ira.api);
    const owners = async () => (await pool()).map((one) => one.company_id);
    expect(await owners()).toEqual([boats.companyId, shop.companyId, 0]);

    // What operators kept back they give away.
    const given = await tries('Phone number,Product\n+44 20 7946 0035,Shop\n', 'product-call-phones');
    expect(numbers(await begins('csv/import', { check_id: given.id }))).toMatchObject({ updated: 1, bad: 0 });
    expect(await owners()).toEqual([boats.companyId, shop.companyId, shop.companyId]);
  });

  test('of phones leaves a number as it was where its row fails after all', async () => {
    const me = (await olena.call('users/self', {})).body.data.user.id;
    const person = await loadPerson(at.db, me);
    if (!person) throw new Error('Olena is not there');
    const keptBack = '+442079460041';
    const add = { phone_number: keptBack, acd_provider_id: 1, is_onboarding: 0, product_id: 0 };
    expect((await olena.post('product-call-phones/create', { data: [add] })).status).toBe(200);
    const about = { company_id: shop.companyId, name: 'Closing down' };
    const product_id = rowId(await olena.post('products/create', { data: [about] }), 'products');
    const named = [keptBack, '+442079460042'].map((phone_number, n) => {
      const values = { phone_number, product_id };
      return { row: n + 2, cells: [phone_number, 'Closing down'], values, problems: [] };
    });
    const writer = phoneRows(phonesTable, { emails: [], includesFirstAccount: true });
    const where = { db: at.db, companyId: shop.companyId, person };
    const plans = await writer.plan(where, named);
    expect(plans.map((plan) => plan.is)).toEqual(['updated', 'created']);
    // Somebody disables the product in that moment.
    expect((await olena.post('products/delete', byId(product_id))).status).toBe(200);
    const outcomes = await writer.send?.(where, named, plans);
    expect(outcomes).toMatchObject(Array(2).fill({ is: 'bad', problems: [{ key: 'not_found' }] }));
    expect(
      await at.db.read(
        'system',
        sql`select phone_number, company_id, is_onboarding from phones where phone_number like '+44207946004%'`,
      ),
    ).toEqual([{ phone_number: keptBack, company_id: 0, is_onboarding: 0 }]);
  });

  test('of the phones in the pool holds them, as the list does, and of those of others none', async () => {
    const inPool = {
      conditions: [
        ['product_id', '=', 0],
        ['is_deleted', '=', 0],
      ],
    };
    const bring = (number: string) =>
      at.db.transaction('system', (tx) =>
        tx.run(sql`insert into phones (acd_provider_id, name, phone_number) values (1, 'Free', ${number})`),
      );
    await bring('+442079460050');
    const shown = rows(
      await olena.post('product-call-phones/get', { filter: inPool, sort: [['id', 'asc']] }),
      'product-call-phones',
    );
    const columns = titled('phone_number');
    const { text, job } = await exported({ entity: 'product-call-phones', columns, filter: inPool });
    const numbersShown = shown.map((one) => `'${one.phone_number}`);
    expect(numbersShown).toContain("'+442079460050");
    expect(text.trimEnd().split('\r\n')).toEqual(['phone_number', ...numbersShown]);
    expect(job.total).toBe(shown.length);

    const taken = { conditions: [['product_id', '>', 0]] };
    const ours = await exported({ entity: 'product-call-phones', columns: titled('product.name'), filter: taken });
    expect(new Set(ours.text.trimEnd().split('\r\n'))).toEqual(new Set(['product.name', 'Shop']));
    const ofOne = { conditions: [...inPool.conditions, ['company_id', '=', shop.companyId]] };
    expect((await exported({ entity: 'product-call-phones', columns, filter: ofOne })).text).toBe('phone_number\r\n');
  });

  test('of users invites them, and nobody twice', async () => {
    const file = 'E-mail,Team\nnew@lindqvist.test,\nolena@lumenoak.test,\nnope,\n';
    const check = await tries(file, 'users');
    expect(numbers(check)).toEqual({ created: 1, updated: 0, skipped: 1, bad: 1 });
    const invites = () => at.db.read('system', sql`select from invites where email = 'new@lindqvist.test'`);
    expect(await invites()).toHaveLength(0);
    expect(numbers(await begins('csv/import', { check_id: check.id }))).toEqual(numbers(check));
    expect(numbers(await begins('csv/import', { check_id: check.id }))).toEqual({
      created: 0,
      updated: 0,
      skipped: 2,
      bad: 1,
    });
    expect(await invites()).toHaveLength(1);
  });

  test('of users invites them by name, as what the file says and to its teams, and nobody above oneself', async () => {
    const make = async (name: string) =>
      rowId(await olena.post('teams/create', { data: [{ company_id: shop.companyId, name }] }), 'teams');
    await make('First line');
    await make('Sales, abroad');
    const file = [
      'Ім’я,Пошта,Роль,Команди,Що бачить',
      'Iryna Koval,iryna@roles.test,Супервізор,"First line, Sales, abroad",команди',
      'Petro,petro@roles.test,,"Sales, abroad",own',
      'Bo,bo@roles.test,chief,,',
      'x,short@roles.test,,,',
      'Ann,ann@roles.test,agent,"First line, Nowhere",',
      'Zoya,zoya@roles.test,agent,,some',
    ].join('\n');
    const check = await tries(file, 'users');
    const why = ({ summary }: { summary: { problems: { row: number; title: string; key: string }[] } }) =>
      summary.problems.map(({ row, title, key }) => [row, title, key]);
    expect(why(check)).toEqual([
      [2, 'Команди', 'csv_no_team'],
      [4, 'Роль', 'csv_not_one_of'],
      [5, 'Ім’я', 'too_short'],
      [6, 'Команди', 'csv_no_team'],
      [7, 'Що бачить', 'csv_not_one_of'],
    ]);
    const mended = file.replace('First line, Sales, abroad', 'First line,Returns');
    await make('Returns');
    const done = await begins('csv/import', { check_id: (await tries(mended, 'users')).id });
    expect(numbers(done)).toEqual({ created: 2, updated: 0, skipped: 0, bad: 4 });
    const invited = await at.db.read(
      'system',
      sql`select i.name, i.role, i.scope, t.name as team from invites i left join teams t on t.id = i.team_id where i.email like '%@roles.test' order by i.email, t.name`,
    );
    expect(invited).toEqual([
      { name: 'Iryna Koval', role: 'supervisor', scope: 'team', team: 'First line' },
      { name: 'Iryna Koval', role: 'supervisor', scope: 'team', team: 'Returns' },
      { name: 'Petro', role: 'agent', scope: 'own', team: 'Sales, abroad' },
    ]);

    // Of what was exported, everybody is here: in these teams, as what they are.
    const columns = titled('name', 'email', 'role', 'teams');
    const out = await exported({ entity: 'users', columns });
    expect(out.text).toContain('Olena,olena@lumenoak.test,owner,');
    expect(numbers(await tries(out.text, 'users'))).toMatchObject({ created: 0, updated: 0, bad: 0 });

    const sasha = await aPerson(at, 'Sasha');
    await joins(at, sasha.id, shop.companyId, 3);
    at.wake.nudge('sessions');
    const above = await tries(
      'email,role\nboss@roles.test,owner\nolena@lumenoak.test,owner\nhelp@roles.test,admin\n',
      'users',
      sasha.api,
    );
    expect(why(above)).toEqual([[2, 'role', 'above_own_rights']]);
    expect(numbers(above)).toEqual({ created: 1, updated: 0, skipped: 1, bad: 1 });
  });

  test('of users invites nobody of a row to some of its teams where another has no place, which the trial tells', async () => {
    const make = async (name: string) =>
      rowId(await olena.post('teams/create', { data: [{ company_id: shop.companyId, name }] }), 'teams');
    await make('With places');
    const full = await make('Crowded');
    const file = 'email,teams\nnew@crowd.test,"With places, Crowded"\n';
    const check = await tries(file, 'users');
    expect(numbers(check)).toEqual({ created: 1, updated: 0, skipped: 0, bad: 0 });
    await at.db.transaction('system', (tx) =>
      tx.run(
        sql`with people as (
              insert into users (name, email, password_hash, email_confirmed_at)
                select 'Member', 'member' || n || '@crowd.test', 'none', now() from generate_series(1, ${teamMembersMax}) n returning id
            ), working as (
              insert into roles (user_id, company_id, level, name) select id, ${shop.companyId}, 1, 'agent' from people
            ) insert into team_members (company_id, team_id, user_id) select ${shop.companyId}, ${full}, id from people`,
      ),
    );
    const refused = { row: 2, title: 'teams', key: 'limit_reached', values: { max: teamMembersMax } };
    for (const done of [await begins('csv/import', { check_id: check.id }), await tries(file, 'users')]) {
      expect(await at.db.read('system', sql`select from invites where email = 'new@crowd.test'`)).toEqual([]);
      expect(numbers(done)).toEqual({ created: 0, updated: 0, skipped: 0, bad: 1 });
      expect(done.summary.problems).toMatchObject([refused]);
    }
  });

  test('of users counts a row as come in whose first letters left, and tells why a later one did not', async () => {
    const names = Array.from({ length: 11 }, (_, n) => `Shift ${n + 1}`);
    const data = names.map((name) => ({ company_id: shop.companyId, name }));
    await olena.post('teams/create', { data });
    const check = await tries(`email,teams\nmany@shifts.test,"${names.join(', ')}"\n`, 'users');
    const done = await begins('csv/import', { check_id: check.id });
    expect(await at.db.read('system', sql`select from invites where email = 'many@shifts.test'`)).toHaveLength(10);
    expect(numbers(done)).toEqual({ created: 1, updated: 0, skipped: 0, bad: 0 });
    expect(done.summary.problems).toMatchObject([{ row: 2, title: 'email', key: 'too_many_requests' }]);
  });

  test('takes what spreadsheets write', async () => {
    const table = 'email;first_name\r\n"o@x.test";"Оля; ""О"""\r\n';
    const utf16 = Buffer.from(`\uFEFF${table}`, 'utf16le');
    const cyrillic = Buffer.from(
      [...table].map((letter) => ({ О: 0xce, л: 0xeb, я: 0xff })[letter] ?? letter.charCodeAt(0)),
    );
    for (const [bytes, encoding] of [
      [Buffer.from(`\uFEFF${table}`), 'utf-8'],
      [utf16, 'utf-16le'],
      [utf16.subarray(2), 'utf-16le'],
      [Buffer.from(utf16).swap16(), 'utf-16be'],
      [cyrillic, 'windows-1251'],
    ] as const) {
      const { data } = (await upload(bytes)).body;
      expect(data).toMatchObject({ encoding, delimiter: ';', rows: 1 });
      expect(data.columns.map((one: { title: string; samples: string[] }) => [one.title, one.samples[0]])).toEqual([
        ['email', 'o@x.test'],
        ['first_name', 'Оля; "О"'],
      ]);
    }
  });

  test('A39 of a file for an Excel that ends cells at semicolons finds everybody again, and no formula runs there', async () => {
    const name = "a;=cmd|'/C calc'!A0;b";
    const about = { company_id: shop.companyId, first_name: name, last_name: 'semicolon', email: 'semi@colon.test' };
    await olena.post('customers/create', { data: [about] });
    const asked = { entity: 'customers', columns: titled('first_name', 'email'), search: 'semicolon', has_bom: true };
    const { text } = await exported({ ...asked, separator: ';' });
    expect(text).toBe(`first_name;email\r\n"a;'=cmd|'/C calc'!A0;b";semi@colon.test\r\n`);
    expect(numbers(await tries(text))).toEqual({ created: 0, updated: 0, skipped: 1, bad: 0 });
    expect((await exported(asked)).text).toBe(text.replace(';email', ',email').replace(';semi@', ',semi@'));
  });

  test.each(['sep=;', 'SEP=;', '"sep=;"', 'sep=|'])(
    'begins with %s, by which Excel knows the separator',
    async (first) => {
      const separator = first.includes('|') ? '|' : ';';
      const email = `told-${crypto.randomUUID()}@sep.test`;
      const file = `\uFEFF${first}\r\nemail${separator}first_name\r\n${email}${separator}Told, by name\r\nnobody${separator}x\r\n`;
      const { data } = (await upload(file)).body;
      expect(data).toMatchObject({ delimiter: separator, rows: 2 });
      const check = await tries(file);
      expect(numbers(check)).toEqual({ created: 1, updated: 0, skipped: 0, bad: 1 });
      expect(check.summary.problems, 'rows are counted as Excel does').toMatchObject([{ row: 3, value: 'nobody' }]);
      await begins('csv/import', { check_id: check.id });
      expect(await customers(['email', '=', email])).toMatchObject([{ first_name: 'Told, by name' }]);
    },
  );

  test('A38 of what is no table, or too much of one, is refused with the place', async () => {
    const refused = async (file: string | Buffer) => {
      const { status, body } = await upload(file);
      return [status, body.errors?.[0]?.key, body.errors?.[0]?.values];
    };
    expect(await refused('')).toEqual([422, 'file_empty', undefined]);
    expect(await refused('email\n\n')).toEqual([422, 'csv_no_rows', undefined]);
    expect(await refused('email\na\0b@x.test\n')).toEqual([422, 'csv_not_text', undefined]);
    expect(await refused('email\n"a@x.test\n')).toEqual([422, 'csv_open_quote', { row: 2 }]);
    expect(await refused('email\n"a"b\n')).toEqual([422, 'csv_stray_quote', { row: 2 }]);
    expect(await refused(`email\n"${'x'.repeat(10_000_000)}"\n`)).toEqual([
      422,
      'csv_cell_too_long',
      { row: 2, max: 100_000 },
    ]);
    expect(await refused(`email\n${'x'.repeat(10_000_000)}\n`)).toEqual([
      422,
      'csv_cell_too_long',
      { row: 2, max: 100_000 },
    ]);
    expect(await refused(`${'a,'.repeat(100_000)}\nb\n`)).toEqual([422, 'csv_too_wide', { row: 1, max: 200 }]);
    expect(await refused(`email\n${'a\n'.repeat(50_001)}`)).toEqual([422, 'csv_too_many_rows', { max: 50_000 }]);
    expect((await refused(Buffer.alloc(20 * 1024 * 1024 + 1, 97)))[0]).toBe(413);
    expect((await refused('email\nthe 5" screen\n'))[0]).toBe(200);

    const { data } = (await upload('email,first_name\na@x.test,A\n')).body;
    const check = async (columns: unknown, api = olena) => {
      const { status, body } = await api.call('csv/check', {
        request_id: crypto.randomUUID(),
        upload_id: data.id,
        columns,
      });
      return [status, body.errors?.[0]?.key, body.errors?.[0]?.field];
    };
    expect(await check([null, 'first_name'])).toEqual([422, 'csv_no_key', 'data.columns']);
    expect(await check(['email', 'email'])).toEqual([422, 'not_unique', 'data.columns[1]']);
    expect(await check(['email', 'is_deleted'])).toEqual([422, 'unknown_field', 'data.columns[1]']);
    // What one person brought is nobody else's.
    const rita = await aPerson(at, 'Rita');
    await joins(at, rita.id, shop.companyId, 4);
    expect(await check(['email', null], rita.api)).toEqual([404, 'not_found', 'data.upload_id']);
  });
});
