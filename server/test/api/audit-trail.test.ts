import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { noteRefusal, tellRefusals, writeCsv } from '#domain/audit/index.ts';
import { connectClient } from '#platform/database-client.ts';
import { sql } from '#platform/sql.ts';
import { askDatabase } from '#test/rigs/ask-database.ts';
import type { ApiClient } from './api-client.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, type Company, joins, password, rowId } from './people.ts';
import { tellTrail } from './tell-trail.ts';

let at: TestParley;
let owner: Awaited<ReturnType<typeof aPerson>>;
let company: Company;
beforeAll(async () => {
  at = await aParley({ env: { OPERATOR_EMAILS: 'ops@lumenoak.test' } });
  owner = await aPerson(at);
  company = await aCompany(owner.api);
});
afterAll(() => at.close());

type Entry = {
  number: number;
  entity: string;
  action: string;
  entity_id: number | null;
  title: string | null;
  actor_name: string | null;
  ip: string | null;
  user_agent: string | null;
  detail: { before?: Record<string, unknown>; after?: Record<string, unknown>; [more: string]: unknown } | null;
};

const tell = () => tellTrail(at);

async function trail(api: ApiClient, narrowing: Record<string, unknown> = {}): Promise<Entry[]> {
  await tell();
  const answer = await api.call('audit/list', { company_id: company.companyId, ...narrowing });
  expect(answer.text).toContain('"success":true');
  return answer.body.data.entries;
}

describe('A54: the audit trail', () => {
  test('tells who changed what, from where, with before and after, the newest first', async () => {
    await owner.api.send(
      'products/update',
      JSON.stringify({ data: { name: 'Lamps' }, filter: { conditions: [['id', '=', company.productId]] } }),
      { 'content-type': 'application/json', 'user-agent': 'The kitchen tablet' },
    );
    const [newest] = await trail(owner.api);
    expect(newest).toMatchObject({
      entity: 'products',
      action: 'updated',
      entity_id: company.productId,
      title: 'Lamps',
      actor_name: 'Olena Kovalenko',
      ip: expect.stringMatching(/127\.0\.0\.1|::1/),
      user_agent: 'The kitchen tablet',
      detail: { before: { name: 'Shop' }, after: { name: 'Lamps' } },
    });
  });

  test('A52: says that a password was set, and never which', async () => {
    await owner.api.post('mailboxes/update', {
      data: { imap_password: 'a new and secret one' },
      filter: { conditions: [['id', '=', company.mailboxId]] },
    });
    const [newest] = await trail(owner.api, { entity: 'mailboxes' });
    expect(newest?.detail?.after).toEqual({ imap_password: '***' });
    expect(JSON.stringify(await trail(owner.api))).not.toContain('a new and secret one');
  });

  test('A52: says nothing of what somebody keeps for themselves', async () => {
    const about = { company_id: company.companyId };
    const nouns = [
      ['templates', 'texts', { en: '<p>My own joke</p>' }, { visibility: 'company' }],
      ['saved-searches', 'query', { view: 'open', search: 'My own joke' }, { is_shared: 1 }],
    ] as const;
    for (const [noun, field, value, shared] of nouns) {
      const row = { ...about, name: 'My own joke', [field]: value };
      const id = rowId(await owner.api.post(`${noun}/create`, { data: [row] }), noun);
      const byId = { filter: { conditions: [['id', '=', id]] } };
      await owner.api.post(`${noun}/update`, { data: { [field]: value, name: 'My own joke still' }, ...byId });
      await owner.api.post(`${noun}/delete`, byId);
      await owner.api.post(`${noun}/restore`, byId);
      const own = await trail(owner.api, { entity: noun, entity_id: id });
      expect(own.map(({ action }) => action)).toEqual(['restored', 'deleted', 'updated', 'created']);
      expect(JSON.stringify(own)).not.toContain('My own joke');
      expect(own[3]?.detail?.after).toMatchObject({ name: '***', [field]: '***' });
      await owner.api.post(`${noun}/update`, { data: { ...shared, name: 'For all of us' }, ...byId });
      const [became] = await trail(owner.api, { entity: noun, entity_id: id });
      expect(became).toMatchObject({
        title: 'For all of us',
        detail: { before: { name: '***' }, after: { ...shared, name: 'For all of us' } },
      });
    }
  });

  test('tells that something was deleted and restored', async () => {
    const made = await owner.api.post('products/create', {
      data: [{ name: 'Chairs', company_id: company.companyId }],
    });
    const filter = { conditions: [['id', '=', rowId(made, 'products')]] };
    await owner.api.post('products/delete', { filter });
    await owner.api.post('products/restore', { filter });
    const entries = await trail(owner.api, { entity: 'products', entity_id: rowId(made, 'products') });
    expect(entries.map((one) => one.action)).toEqual(['restored', 'deleted', 'created']);
  });

  test('counts refused calls by person, call and minute', async () => {
    const agent = await aPerson(at, 'Andriy Melnyk');
    await joins(at, agent.id, company.companyId, 1);
    const api = at.stranger();
    await api.call('auth/login', { email: agent.email, password: 'walnut-table-7-oak' });
    for (let i = 0; i < 3; i++)
      expect((await api.call('audit/list', { company_id: company.companyId })).status).toBe(403);
    await expect.poll(() => refusals(agent.id)).toEqual([{ call: 'audit/list', times: 3 }]);

    await at.db.transaction('system', (tx) =>
      tx.run(sql`update refused_calls set minute = minute - interval '1 minute'`),
    );
    expect(await tellRefusals(at.db)).toBe(1);
    const [refused] = await trail(owner.api, { entity: 'accounts', action: 'refused' });
    expect(refused).toMatchObject({
      title: expect.stringContaining('Andriy'),
      detail: { call: 'audit/list', times: 3 },
    });
    expect(await refusals(agent.id)).toEqual([]);
  });

  test('a flood of refusals stays a handful of rows', async () => {
    const agent = await aPerson(at, 'Danylo Flood');
    const from = { ip: '203.0.113.9', userAgent: 'a script' };
    for (let i = 0; i < 40; i++) await noteRefusal(at.db, agent.id, `call/${i}`, from);
    const noted = await refusals(agent.id);
    expect(noted.length).toBeLessThanOrEqual(22); // eleven a minute, should the minute turn meanwhile
    expect(noted.reduce((sum, one) => sum + one.times, 0)).toBe(40);
  });

  const refusals = (userId: number) =>
    at.db.read<{ call: string; times: number }>(
      'system',
      sql`select call, times from refused_calls where user_id = ${userId}`,
    );
});

describe('who reads the trail', () => {
  test('A1: another company, as little as one that is not there; and no lower role', async () => {
    const rival = await aPerson(at, 'Rita Rival');
    const theirs = await aCompany(rival.api, 'Rival Rugs', 'RR');
    for (const call of ['audit/list', 'audit/verify']) {
      const foreign = await rival.api.call(call, { company_id: company.companyId });
      const absent = await rival.api.call(call, { company_id: 999_999 });
      expect([foreign.status, foreign.text]).toEqual([404, absent.text]);
      expect((await rival.api.call(call, { company_id: theirs.companyId })).status).toBe(200);
      expect((await at.stranger().call(call, { company_id: company.companyId })).status).toBe(401);
    }
    expect((await rival.api.get(`audit/export?company_id=${company.companyId}`)).status).toBe(404);
    for (const [level, status] of [
      [1, 403],
      [2, 403],
      [3, 200],
    ] as const) {
      await joins(at, rival.id, company.companyId, level);
      at.wake.nudge('sessions');
      expect((await rival.api.call('audit/list', { company_id: company.companyId })).status).toBe(status);
    }
    expect(JSON.stringify(await trail(owner.api))).not.toContain('Rival Rugs');
  });

  test('a company that somebody left reads no more of their account, nor one that they joined what was before', async () => {
    const nora = await aPerson(at, 'Nora Newman', 'nora@lumenoak.test');
    await joins(at, nora.id, company.companyId, 1);
    at.wake.nudge('sessions');
    const about = { id: nora.id, company_id: company.companyId };
    const calls = async (api: ApiClient, companyId: number) =>
      (await trail(api, { company_id: companyId, entity: 'accounts', actor_id: nora.id })).map(({ action }) => action);
    expect((await nora.api.call('profile/change', { note: 'Of Lumen & Oak' })).status).toBe(200);
    expect((await owner.api.call('users/remove', about)).status).toBe(200);
    const before = await calls(owner.api, company.companyId);
    expect(before, 'what was before they came is not told').not.toContain('signed_in');
    expect(before).toContain('profile_changed');

    await nora.api.call('auth/login', { email: nora.email, password });
    const theirs = await aCompany(nora.api, 'Newman & Daughters', 'ND');
    expect((await nora.api.call('profile/change', { note: 'Of my own' })).status).toBe(200);
    expect(await calls(owner.api, company.companyId)).toEqual(before);
    expect(await calls(nora.api, theirs.companyId)).toEqual(['profile_changed']);
  });

  test('A1: a person of two companies tells neither of tokens and products of the other', async () => {
    const dana = await aPerson(at, 'Dana Double', 'dana@lumenoak.test');
    const second = await aCompany(dana.api, 'Double Doors', 'DD');
    await joins(at, dana.id, company.companyId, 3);
    at.wake.nudge('sessions');
    expect((await dana.api.call('auth/confirm-password', { password })).status).toBe(200);
    const token = { name: 'Secret plans', company_id: second.companyId, scopes: ['tickets.get'], expires_in_days: 30 };
    const made = await dana.api.call('api-tokens/create', token);
    expect(made.status, made.text).toBe(200);
    const muted = [second.productId];
    expect((await dana.api.call('settings/change', { muted_products: muted })).status).toBe(200);
    const of = async (companyId: number) =>
      (await trail(dana.api, { company_id: companyId, entity: 'accounts', actor_id: dana.id })).map(
        ({ action, detail }) => [action, action === 'settings_changed' ? detail : null],
      );
    const settings = ['settings_changed', { before: { muted_products: 0 }, after: { muted_products: 1 } }];
    expect(await of(second.companyId)).toEqual(expect.arrayContaining([settings, ['token_made', null]]));
    const ofOther = await of(company.companyId);
    expect(ofOther).toContainEqual(settings);
    expect(ofOther).not.toContainEqual(['token_made', null]);
  });

  test("A10: the installation's is for operators, not for owners of companies", async () => {
    const boss = await aPerson(at, 'Oksana Owner');
    await aCompany(boss.api, 'Owned', 'OW');
    for (const call of ['audit/list', 'audit/verify'])
      expect((await boss.api.call(call, { company_id: null })).status).toBe(403);
    expect((await boss.api.get('audit/export')).status).toBe(403);

    const operator = await aPerson(at, 'Ops', 'ops@lumenoak.test');
    await tell();
    const answer = await operator.api.call('audit/list', { company_id: null, entity: 'companies' });
    expect(answer.body.data.entries[0]).toMatchObject({ action: 'created', title: 'Owned' });
  });

  test('narrows by person, thing, time and address, and turns pages', async () => {
    const name = (i: number) => `Shelf ${i}`;
    for (let i = 0; i < 60; i++)
      await owner.api.post('products/update', {
        data: { name: name(i) },
        filter: { conditions: [['id', '=', company.productId]] },
      });
    await tell();
    const ask = async (narrowing: Record<string, unknown>) =>
      (await owner.api.call('audit/list', { company_id: company.companyId, ...narrowing })).body.data;
    const first = await ask({ entity: 'products', entity_id: company.productId });
    expect(first.entries).toHaveLength(50);
    const second = await ask({ entity: 'products', entity_id: company.productId, before: first.next });
    expect(second.next).toBeNull();
    const numbers = [...first.entries, ...second.entries].map((one: Entry) => one.number);
    expect(numbers).toEqual(numbers.toSorted((a: number, b: number) => b - a));
    expect(new Set(numbers).size).toBe(numbers.length);

    expect((await ask({ actor_id: owner.id })).entries.length).toBe(50);
    expect((await ask({ actor_id: 999_999 })).entries).toEqual([]);
    expect((await ask({ ip: '192.0.2.' })).entries).toEqual([]);
    expect((await ask({ to: '2001-01-01 00:00:00' })).entries).toEqual([]);
    expect((await ask({ from: '2001-01-01 00:00:00', entity: 'audit' })).entries).toBeDefined();
  });
});

describe('A39: the export', () => {
  test('that holds no more says in its last line that there are older entries, and from when on', async () => {
    const linesOf = async (rowsMax?: number) => {
      const parts: string[] = [];
      for await (const part of writeCsv(at.db, company.companyId, {}, rowsMax)) parts.push(part);
      return parts.join('').trimEnd().split('\r\n');
    };
    const all = await linesOf();
    expect(all.length).toBeGreaterThan(3);
    const cut = await linesOf(2);
    expect(cut.slice(0, -1)).toEqual(all.slice(0, 3));
    const [, time] = all[2]?.split(',') ?? [];
    expect(cut.at(-1)).toBe(`,,,,,,,,,There are older entries: export those up to ${time} UTC as well,,,,`);
    expect(await linesOf(all.length - 1)).toEqual(all);
  });

  test('calculates nothing in a spreadsheet, and is itself in the trail', async () => {
    await owner.api.post('products/update', {
      data: { name: '=HYPERLINK("http://evil.test","click")' },
      filter: { conditions: [['id', '=', company.productId]] },
    });
    await tell();
    const answer = await owner.api.get(`audit/export?company_id=${company.companyId}&entity=products`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toMatch(/attachment; filename="audit-\d+-[\d-]+\.csv"/);
    expect(answer.text).toContain(`"'=HYPERLINK(""http://evil.test"",""click"")"`);
    expect(answer.text).not.toMatch(/(^|,)"?=/m);
    const [newest] = await trail(owner.api);
    expect(newest).toMatchObject({ entity: 'audit', action: 'exported', detail: { entity: 'products' } });
  });
});

describe('A54: the chain', () => {
  let shop: { companyId: number; api: ApiClient };
  let database: pg.Client; // as its owner, who may do what Parley may not
  beforeAll(async () => {
    const person = await aPerson(at, 'Halyna Chain');
    shop = { api: person.api, companyId: (await aCompany(person.api, 'Chained', 'CH')).companyId };
    for (let i = 0; i < 6; i++)
      await person.api.post('products/create', { data: [{ name: `Thing ${i}`, company_id: shop.companyId }] });
    await tell();
    database = await connectClient(at.databaseUrl);
    await database.query("set parley.scope = 'system'");
  });
  afterAll(() => database.end());

  const verify = async () => (await shop.api.call('audit/verify', { company_id: shop.companyId })).body.data;

  test('cannot be touched by Parley itself', async () => {
    for (const words of [
      sql`update audit_entries set title = 'x'`,
      sql`delete from audit_entries`,
      sql`truncate audit_entries`,
    ])
      await expect(at.db.transaction('system', (tx) => tx.run(words))).rejects.toMatchObject({ code: '42501' });
    await expect(database.query(`update audit_entries set title = 'x'`)).rejects.toMatchObject({ code: '42501' });
  });

  test('is whole when nobody touched it', async () => {
    const verified = await verify();
    expect(verified).toMatchObject({ broken: null, next: null, fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(verified.entries).toBeGreaterThan(6);
  });

  test.each([
    [
      'an entry is edited',
      `update audit_entries set actor_name = 'Somebody Else' where chain = $1 and number = 3`,
      { number: 3, fault: 'changed' },
    ],
    [
      'what was before is edited',
      `update audit_entries set detail = '{"after": {"name": "Other"}}' where chain = $1 and number = 4`,
      { number: 4, fault: 'changed' },
    ],
    [
      'a moment is edited',
      `update audit_entries set at = at - interval '1 microsecond' where chain = $1 and number = 2`,
      { number: 2, fault: 'changed' },
    ],
    [
      'an entry is removed',
      `delete from audit_entries where chain = $1 and number = 3`,
      { number: 3, fault: 'missing' },
    ],
    [
      'the first is removed',
      `delete from audit_entries where chain = $1 and number = 1`,
      { number: 1, fault: 'missing' },
    ],
    [
      'the last is removed',
      `delete from audit_entries e where chain = $1 and number = (select last_number from audit_chains where chain = $1)`,
      { number: 'last', fault: 'missing' },
    ],
    [
      'the last is removed and the head moved back',
      `with gone as (delete from audit_entries e where chain = $1 and number = (select last_number from audit_chains where chain = $1))
       update audit_chains c set last_number = last_number - 1, last_hash = (select hash from audit_entries where chain = $1 and number = c.last_number - 1) where chain = $1`,
      { number: 'before last', fault: 'seal' },
    ],
    [
      'an entry is added at the end',
      `insert into audit_entries (company_id, chain, number, event_position, at, entity, action, actor_kind, hash)
       select company_id, chain, last_number + 1, 0, now(), 'products', 'created', 'user', '' from audit_chains where chain = $1`,
      { number: 'after last', fault: 'changed' },
    ],
    ['everything is removed', `delete from audit_entries where chain = $1`, { number: 1, fault: 'missing' }],
    ['the head is removed', `delete from audit_chains where chain = $1`, { number: expect.any(Number), fault: 'seal' }],
  ])('tells when %s', async (_what, tampering, broken) => {
    await tell();
    const { rows } = await database.query('select * from audit_chains where chain = $1', [shop.companyId]);
    const last = Number(rows[0].last_number);
    const places: Record<string, number> = { last, 'before last': last - 1, 'after last': last + 1 };
    const verified = await whileTampered(tampering, verify);
    expect(verified.broken).toEqual({
      number: typeof broken.number === 'string' ? places[broken.number] : broken.number,
      fault: broken.fault,
    });
    expect((await verify()).broken).toBeNull();
  });

  /** The chain is put back afterwards as it was. */
  async function whileTampered<T>(tampering: string, look: () => Promise<T>): Promise<T> {
    const chain = [shop.companyId];
    await database.query(`alter table audit_entries disable trigger user;
      create temporary table kept as select * from audit_entries where chain = ${shop.companyId};
      create temporary table kept_head as select * from audit_chains where chain = ${shop.companyId}`);
    try {
      await database.query(tampering, chain);
      return await look();
    } finally {
      await database.query(`delete from audit_entries where chain = ${shop.companyId};
        delete from audit_chains where chain = ${shop.companyId};
        insert into audit_entries select * from kept;
        insert into audit_chains select * from kept_head;
        drop table kept; drop table kept_head; alter table audit_entries enable trigger user`);
    }
  }

  test('tells when everything from an entry on is computed anew, without the key', async () => {
    await database.query('alter table audit_entries disable trigger user');
    await database.query(
      `do $$
       declare e audit_entries; previous bytea := (select hash from audit_entries where chain = ${shop.companyId} and number = 2);
       begin
         for e in select * from audit_entries where chain = ${shop.companyId} and number > 2 order by number loop
           if e.number = 3 then e.title := 'forged'; e.content_hash := audit_content_hash(e); end if;
           previous := audit_hash(previous, e);
           update audit_entries set title = e.title, content_hash = e.content_hash, hash = previous where chain = ${shop.companyId} and number = e.number;
         end loop;
         update audit_chains set last_hash = previous where chain = ${shop.companyId};
       end $$`,
    );
    expect((await verify()).broken).toMatchObject({ fault: 'seal' });
    await database.query('alter table audit_entries enable trigger user');
  });
});

describe('telling', () => {
  test('A51: by several at once, every happening is told once', async () => {
    const person = await aPerson(at, 'Petro Many');
    const { companyId } = await aCompany(person.api, 'Many Hands', 'MH');
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        person.api.post('products/create', { data: [{ name: `Stool ${i}`, company_id: companyId }] }),
      ),
    );
    await Promise.all(Array.from({ length: 4 }, tell));
    await tell();
    const { entries } = (await person.api.call('audit/list', { company_id: companyId, entity: 'products' })).body.data;
    expect(entries).toHaveLength(21);
    expect((await person.api.call('audit/verify', { company_id: companyId })).body.data.broken).toBeNull();
  });

  test('A54: a dump restored elsewhere goes on where it was, and tells nothing twice', async () => {
    const person = await aPerson(at, 'Roman Restore');
    const { companyId } = await aCompany(person.api, 'Restored', 'RE');
    await tell();
    const count = async () =>
      (await person.api.call('audit/verify', { company_id: companyId })).body.data as {
        entries: number;
        broken: unknown;
      };
    const before = await count();
    // What platform/migrations.ts does when it finds itself in another cluster.
    await askDatabase(
      at.databaseUrl,
      `begin; set local parley.scope = 'system'; update events set written_in = '0'; update installation set era = gen_random_uuid(); commit`,
    );
    await person.api.post('products/create', { data: [{ name: 'New', company_id: companyId }] });
    await tell();
    const after = await count();
    expect(after.broken).toBeNull();
    expect(after.entries).toBe(before.entries + 2); // the verification, and the product
  });
});
