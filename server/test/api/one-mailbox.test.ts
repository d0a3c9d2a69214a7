import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { connectClient } from '#platform/database-client.ts';
import { migrate } from '#platform/migrations.ts';
import { sql } from '#platform/sql.ts';
import type { Answer, ApiClient } from './api-client.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aMailbox, aPerson, type Company, joins, rowId } from './people.ts';
import { byId, rows } from './rows-of.ts';

let at: TestParley;
let olena: ApiClient;
let shop: Company;
beforeAll(async () => {
  at = await aParley();
  ({ api: olena } = await aPerson(at));
});
afterAll(async () => {
  await at?.close();
});
let shops = 0;
beforeEach(async () => {
  shop = await aCompany(olena, `Lumen ${++shops}`, 'LO');
});

const own = () => `support@lumen${shops}.test`;
const add = (about: Record<string, unknown>, to = shop) =>
  olena.post('mailboxes-new/create', {
    data: [aMailbox({ company_id: to.companyId, product_id: to.productId, ...about })],
  });
const change = (id: number, data: Record<string, unknown>) => olena.post('mailboxes/update', { data, ...byId(id) });
const problem = ({ status, body }: Answer) => [status, body.errors?.[0]?.key, body.errors?.[0]?.field];
const inUse = async () => {
  const [row] = await at.db.read<{ n: number }>(
    'system',
    sql`select count(*)::int as n from channel_accounts where company_id = ${shop.companyId} and kind = 'mailbox' and is_deleted = 0`,
  );
  return row?.n;
};

describe('a mailbox that would be fetched twice', () => {
  test('is refused by its address, and the other one is named', async () => {
    const again = await add({ from_email: own().toUpperCase(), imap_username: 'another' });
    expect(problem(again)).toEqual([422, 'address_in_use', 'data[0].from_email']);
    expect(again.body.errors?.[0]?.message).toContain(own());
    expect(await inUse()).toBe(1);
  });

  test('is refused by its account, whatever its address', async () => {
    const again = await add({ from_email: 'sales@lumen.test', imap_username: own().toUpperCase() });
    expect(problem(again)).toEqual([422, 'account_in_use', 'data[0].imap_username']);
    expect(again.body.errors?.[0]?.message).toContain(own());
    expect((await add({ from_email: 'sales@lumen.test', imap_username: own(), imap_server: '127.0.0.2' })).status).toBe(
      200,
    );
  });

  test('is refused when one is made of another, and when both are changed at once', async () => {
    const sales = rowId(await add({ from_email: 'sales@lumen.test' }), 'mailboxes');
    expect(problem(await change(sales, { from_email: own() }))).toEqual([422, 'address_in_use', 'data.from_email']);
    const password = { imap_password: 'another' };
    expect(problem(await change(sales, { imap_username: own(), ...password }))).toEqual([
      422,
      'account_in_use',
      'data.imap_username',
    ]);
    rows(await change(sales, { imap_username: own(), imap_server: 'mail.lumen.test', ...password }), 'mailboxes');
    expect(problem(await change(sales, { imap_server: '127.0.0.1', ...password }))).toEqual([
      422,
      'account_in_use',
      'data.imap_server',
    ]);
    const both = await olena.post('mailboxes/update', {
      data: { from_email: 'one@lumen.test' },
      filter: { conditions: [['id', 'in', [sales, shop.mailboxId]]] },
    });
    expect(problem(both)).toEqual([422, 'address_in_use', 'data.from_email']);
  });

  test('waits while it is disabled, and does not come back beside the one that took its place', async () => {
    rows(await olena.post('mailboxes/delete', byId(shop.mailboxId)), 'mailboxes');
    const next = rowId(await add({ from_email: own() }), 'mailboxes');
    const back = () => olena.post('mailboxes/restore', byId(shop.mailboxId));
    expect(problem(await back())).toEqual([422, 'address_in_use', 'filter']);
    // What rests may be like anything; what it is then is asked when it comes back.
    rows(await change(next, { from_email: 'next@lumen.test' }), 'mailboxes');
    expect(problem(await back())).toEqual([422, 'account_in_use', 'filter']);
    rows(await change(next, { imap_username: 'next', imap_password: 'another' }), 'mailboxes');
    rows(await back(), 'mailboxes');
    rows(await olena.post('mailboxes/delete', byId(next)), 'mailboxes');
    rows(await change(next, { from_email: own() }), 'mailboxes');
    expect(await inUse()).toBe(1);
  });

  test('is one where two add it at once, or one of them gives it another address', async () => {
    const made = await Promise.all([1, 2, 3].map(() => add({ from_email: 'at-once@lumen.test' })));
    expect(made.map((one) => one.status).sort()).toEqual([200, 422, 422]);
    const [a, b] = await Promise.all([add({ from_email: 'a@lumen.test' }), add({ from_email: 'b@lumen.test' })]);
    const changed = await Promise.all(
      [a, b].map((one) => change(rowId(one, 'mailboxes'), { from_email: 'both@lumen.test' })),
    );
    expect(changed.map((one) => one.status).sort()).toEqual([200, 422]);
  });

  test('is refused by the database itself, whatever the code forgets', async () => {
    const sales = rowId(await add({ from_email: 'sales@lumen.test' }), 'mailboxes');
    for (const set of [sql`from_email = ${own()}`, sql`imap_username = ${own()}`]) {
      const written = at.db.transaction('system', (tx) => tx.run(sql`update mailboxes set ${set} where id = ${sales}`));
      await expect(written).rejects.toMatchObject({ code: '23505' });
    }
  });

  test('may be one of another company', async () => {
    const other = await aCompany(olena, `Fjord ${shops}`, 'FJ');
    expect((await add({ from_email: own() }, other)).status).toBe(200);
  });

  test('was one of two before the upgrade: the first holds its account, and both go on', async () => {
    const twin = rowId(await add({ from_email: 'twin@lumen.test' }), 'mailboxes');
    const third = rowId(await add({ from_email: 'third@lumen.test' }), 'mailboxes');
    const rests = rowId(await add({ from_email: 'rests@lumen.test' }), 'mailboxes');
    rows(await olena.post('mailboxes/delete', byId(rests)), 'mailboxes');
    const file = new URL('../../migrations/0077_one_account_one_mailbox.sql', import.meta.url);
    const [upgrade = ''] = /^update mailboxes [^;]+;/m.exec(readFileSync(file, 'utf8')) ?? [];
    const holding = await at.db.transaction('system', async (tx) => {
      await tx.run(sql`update mailboxes set holds_account = false where company_id = ${shop.companyId}`);
      await tx.run(sql`update mailboxes set imap_username = ${own().toUpperCase()} where id = ${twin}`);
      await tx.run(sql.unsafe(upgrade));
      return tx.rows<{ id: number }>(
        sql`select id from mailboxes where company_id = ${shop.companyId} and holds_account order by id`,
      );
    });
    expect(holding.map((one) => one.id)).toEqual([shop.mailboxId, third]);
    expect(await inUse()).toBe(3);
  });

  test('is found by what an upgrade tells of all rows, also where the owner of the database is no superuser', async () => {
    const twin = rowId(await add({ from_email: 'twin@lumen.test' }), 'mailboxes');
    await at.db.transaction('system', async (tx) => {
      await tx.run(sql`update mailboxes set holds_account = false where company_id = ${shop.companyId}`);
      await tx.run(sql`update mailboxes set imap_username = ${own()} where id = ${twin}`);
    });
    const owner = await connectClient(at.databaseUrl);
    await owner.query(`delete from schema_migrations where name like '0100%'`);
    await owner.end();
    expect(await migrate(at.databaseUrl)).toEqual(['0100_what_reached_no_row.sql']);
    const holding = sql`select id from mailboxes where company_id = ${shop.companyId} and holds_account`;
    expect(await at.db.read('system', holding)).toEqual([{ id: shop.mailboxId }]);
  });

  test('that was there twice before this was asked goes on, until it is named anew', async () => {
    const twin = rowId(await add({ from_email: 'twin@lumen.test' }), 'mailboxes');
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update mailboxes set holds_account = false, imap_username = ${own()} where id = ${twin}`),
    );
    rows(await change(twin, { signature: 'The team' }), 'mailboxes');
    expect(problem(await change(twin, { imap_username: own() }))).toEqual([
      422,
      'account_in_use',
      'data.imap_username',
    ]);
  });
});

test.each([
  ['Bcc: somebody@far.test', 'reserved_header', 'Bcc'],
  ['content-type: text/html', 'reserved_header', 'content-type'],
  ['X-Fine: a\tb\u0001', 'unsafe_header', 'control characters'],
])('the additional header %s is refused in words of its own', async (line, key, words) => {
  const answer = await change(shop.mailboxId, { additional_headers: ['X-Fine: yes', line] });
  expect(problem(answer)).toEqual([422, key, 'data.additional_headers']);
  expect(answer.body.errors?.[0]?.message).toContain(words);
});

test('a second mailbox of a domain gets the servers of the first, once that works, and nobody else’s', async () => {
  const servers = async (api: ApiClient, email: string) => {
    const { source, settings } = (await api.call('mailboxes/detect', { email })).body.data;
    return [source, settings?.imap_server ?? null, settings?.smtp_port ?? null];
  };
  const another = `chairs@lumen${shops}.test`;
  await change(shop.mailboxId, { imap_server: 'mail.lumen.test', smtp_port: 2465, imap_password: 'again' });
  const untried = await servers(olena, another);
  expect(untried[0], 'nobody knows yet whether they are right').not.toBe('beside');
  await at.db.transaction('system', (tx) =>
    tx.run(sql`update mailboxes set last_fetched_at = now() where id = ${shop.mailboxId}`),
  );
  expect(await servers(olena, another.toUpperCase())).toEqual(['beside', 'mail.lumen.test', 2465]);
  const { api: stranger } = await aPerson(at, 'Nora', `nora${shops}@fjordvik.test`);
  await aCompany(stranger, `Fjordvik ${shops}`, 'FJ');
  expect((await servers(stranger, another))[0]).not.toBe('beside');
});

test.each([
  ['Europe/Kyiv', '2026-01-01T22:00:00.000Z'],
  [null, '2026-01-02T00:00:00.000Z'],
])('a mailbox is read again from the beginning of the day as whoever asks has it, in %s', async (zone, from) => {
  const asker = await aPerson(at, 'Ivan', `ivan.${String(zone).length}@lumen.test`);
  await joins(at, asker.id, shop.companyId, 4);
  await at.db.transaction('system', (tx) => tx.run(sql`update users set time_zone = ${zone} where id = ${asker.id}`));
  expect((await asker.api.call('mailboxes/fetch-since', { id: shop.mailboxId, since: '2026-01-02' })).status).toBe(200);
  const [row] = await at.db.read<{ since: Date }>(
    'system',
    sql`select fetch_since as since from mailboxes where id = ${shop.mailboxId}`,
  );
  expect(row?.since.toISOString()).toBe(from);
});

test('every field that SPEC names for a new mailbox is taken; what the mail server says of its folders is not believed of others', async () => {
  const orders = `orders@lumen${shops}.test`;
  const answer = await olena.post('mailboxes-new/create', {
    data: [
      {
        ...{ company_id: shop.companyId, product_id: shop.productId, from_name: 'Orders', from_email: orders },
        ...{ imap_purpose: 'support', imap_username: orders, imap_password: 'app password', imap_server: '127.0.0.1' },
        ...{ imap_port: 1, imap_type: 'none', imap_box_inbox: 'INBOX', imap_box_outbox: 'Sent' },
        ...{ uidvalidity_inbox: '1690000000', uidvalidity_outbox: null, use_remote_script: 0, smtp_script_url: '' },
        ...{ use_smtp: 1, smtp_login: orders, smtp_password: 'app password', smtp_host: '127.0.0.1', smtp_port: 1 },
        ...{ smtp_security: 'none', additional_headers: ['X-Desk: yes'] },
      },
    ],
  });
  const id = rowId(answer, 'mailboxes');
  const [row] = rows(await olena.post('mailboxes/get', byId(id)), 'mailboxes');
  expect([row.uidvalidity_inbox, row.uidvalidity_outbox]).toEqual([null, null]);
  expect(problem(await change(id, { uidvalidity_inbox: '1' }))[0]).toBe(422);
});
