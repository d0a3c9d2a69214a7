import { describe, expect, test } from 'vitest';
import { unsentUploadBytesMax, uploadBytesPerDayMax } from '#contract/files.ts';
import { mailboxesPerCompanyMax } from '#contract/mailboxes.ts';
import { sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aSocket, knock, type Socket } from './a-socket.ts';
import type { ApiClient } from './api-client.ts';
import { calls } from './contract-registry.ts';
import type { TestParley } from './parley-in-process.ts';
import { payloads } from './payloads.ts';
import { aMailbox, password, rowId } from './people.ts';
import { byId } from './rows-of.ts';
import { shopsAtHand } from './shops-at-hand.ts';
import { aMember, type Shop } from './two-companies.ts';

let at: TestParley;
let ours: Shop;
let theirs: Shop;
shopsAtHand((it) => ({ at, ours, theirs } = it));

describe('A38 what a company uploads', () => {
  /** As if colleagues had uploaded so much before. */
  const uploaded = (bytes: number, { isSent = false, hoursAgo = 1 } = {}) =>
    at.db.transaction('system', (tx) =>
      tx.run(
        sql`insert into attachments (company_id, message_id, uploaded_by, name, content_type, size, sha256, file_key, added)
            values (${ours.companyId}, ${isSent ? ours.messageId : null}, ${ours.ownerId}, 'plan.pdf', 'application/pdf', ${bytes}, '\\x00', 'none', now() - make_interval(hours => ${hoursAgo}))`,
      ),
    );
  const clear = () =>
    at.db.transaction('system', (tx) =>
      tx.run(sql`delete from attachments where company_id = ${ours.companyId} and uploaded_by is not null`),
    );
  const upload = (api: ApiClient = ours.owner) => api.upload('a.txt', new Uint8Array(1000));

  test.each([
    ['and does not send', unsentUploadBytesMax, {}],
    ['within a day', uploadBytesPerDayMax, { isSent: true }],
  ] as const)('%s has its limit, and nobody else pays for it', async (words, max, how) => {
    await uploaded(max - 2500, how);
    expect((await upload()).status).toBe(200);
    const { api: colleague } = await aMember(at, ours, 1, `Uploader${words.length}`);
    expect((await upload(colleague)).status).toBe(200);
    for (const api of [ours.owner, colleague]) {
      const answer = await upload(api);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '3600']);
      expect(answer.body.errors).toEqual([
        {
          key: 'quota_exceeded',
          message: `Your company has uploaded too much: at most ${max / 1024 / 1024} MB. Try again later`,
          field: 'file',
          values: { megabytes: max / 1024 / 1024, seconds: 3600 },
        },
      ]);
    }
    expect((await upload(theirs.owner)).status).toBe(200);
    await clear();
    expect((await upload()).status).toBe(200);
    await clear();
  });

  test('is forgotten after a day', async () => {
    await uploaded(uploadBytesPerDayMax, { isSent: true, hoursAgo: 25 });
    expect((await upload()).status).toBe(200);
    await clear();
  });

  test('A51 many at once do not all find the same room', async () => {
    await uploaded(unsentUploadBytesMax - 3500);
    const answers = await Promise.all(Array.from({ length: 12 }, () => upload()));
    expect(answers.map((one) => one.status).sort()).toEqual([200, 200, 200, ...Array(9).fill(429)]);
    await clear();
  });
});

test('a company has three hundred mailboxes at most, made or taken back, alone or at once', async () => {
  await at.db.transaction('system', (tx) =>
    tx.run(
      sql`insert into channel_accounts (company_id, product_id, kind, name)
          select ${ours.companyId}, ${ours.productId}, 'mailbox', 'One of many' from generate_series(1, ${mailboxesPerCompanyMax - 2})`,
    ),
  );
  const about = { company_id: ours.companyId, product_id: ours.productId };
  const create = (n: number) =>
    ours.owner.post('mailboxes/create', { data: [aMailbox({ ...about, from_email: `more${n}@lumenoak.test` })] });
  const answers = await Promise.all([1, 2, 3, 4].map(create));
  expect(answers.map((one) => one.status).sort()).toEqual([200, 422, 422, 422]);
  expect(answers.find((one) => one.status === 422)?.body.errors).toMatchObject([
    { key: 'limit_reached', field: 'data', message: 'There can be 300 at most', values: { max: 300 } },
  ]);
  const one = { filter: { conditions: [['id', '=', ours.mailboxId]] } };
  expect((await ours.owner.post('mailboxes/delete', one)).status).toBe(200);
  expect((await create(5)).status).toBe(200);
  expect((await ours.owner.post('mailboxes/restore', one)).body.errors).toMatchObject([
    { key: 'limit_reached', field: 'filter' },
  ]);
  expect(
    (
      await theirs.owner.post('mailboxes/create', {
        data: [aMailbox({ company_id: theirs.companyId, product_id: theirs.productId, from_email: 'x@far.test' })],
      })
    ).status,
  ).toBe(200);
});

test.each([
  [
    'calendars',
    100,
    { time_zone: 'UTC' },
    () => sql`insert into calendars (company_id, name, time_zone) select ${ours.companyId}, 'Calendar ' || n, 'UTC'`,
  ],
  [
    'products',
    500,
    {},
    () => sql`insert into products (company_id, name, abbreviation) select ${ours.companyId}, 'Product ' || n, 'P'`,
  ],
  ['teams', 500, {}, () => sql`insert into teams (company_id, name) select ${ours.companyId}, 'Team number ' || n`],
  [
    'saved-searches',
    100,
    { query: {} },
    () =>
      sql`insert into saved_searches (company_id, user_id, name, query) select ${ours.companyId}, ${ours.ownerId}, 'Search ' || n, '{}'`,
  ],
] as const)('%s have their limit, made or taken back', async (noun, max, more, insert) => {
  const [there] = await at.db.read<{ n: number }>(
    'system',
    sql`select count(*)::int as n from ${sql.unsafe(noun.replace('-', '_'))} where company_id = ${ours.companyId} and is_deleted = 0
          and ${noun === 'saved-searches' ? sql`user_id = ${ours.ownerId} and is_shared = 0` : sql`true`}`,
  );
  await at.db.transaction('system', (tx) =>
    tx.run(sql`${insert()} from generate_series(1, ${max - (there?.n ?? 0) - 1}) n`),
  );
  const create = (name: string) =>
    ours.owner.post(`${noun}/create`, {
      data: [{ company_id: ours.companyId, name, ...more }],
    });
  const first = await create('The last one');
  const one = byId(rowId(first, noun));
  expect((await create('One more')).body.errors).toMatchObject([{ key: 'limit_reached', values: { max } }]);
  expect((await ours.owner.post(`${noun}/delete`, one)).status).toBe(200);
  expect((await create('In its place')).status).toBe(200);
  const refused = await ours.owner.post(`${noun}/restore`, one);
  expect(refused.body.errors).toMatchObject([{ key: 'limit_reached', field: 'filter', values: { max } }]);
});

test('A44 a person has thirty sockets at once; the next has to wait until one leaves', async () => {
  const { api } = await aMember(at, ours, 1, 'Tabs');
  const open: Socket[] = [];
  for (let n = 0; n < 30; n++) open.push(await aSocket(at.listening, { cookie: api.cookie }));
  expect(await knock(at.listening, { cookie: api.cookie })).toBe(429);
  await open.pop()?.close();
  await waitUntil(async () => {
    const again = await knock(at.listening, { cookie: api.cookie });
    if (typeof again !== 'number') open.push(again);
    return typeof again !== 'number';
  });
  for (const socket of open) await socket.close();
});

test('a person has fifty sessions at once: the one that was not used for longest ends', async () => {
  const { id, email, api } = await aMember(at, ours, 1, 'Browsers');
  const sessions = () =>
    at.db.read<{ n: number }>('system', sql`select count(*)::int as n from sessions where user_id = ${id}`);
  await at.db.transaction('system', async (tx) => {
    await tx.run(
      sql`insert into sessions (token_hash, user_id, expires, last_used)
          select sha256(n::text::bytea), ${id}, now() + interval '1 day', now() - make_interval(mins => n) from generate_series(1, 49) n`,
    );
    await tx.run(
      sql`insert into sessions (token_hash, user_id, expires, is_half)
          select sha256(n::text::bytea), ${id}, now() + interval '1 day', true from generate_series(100, 120) n`,
    );
  });
  const another = at.stranger();
  expect((await another.call('auth/login', { email, password })).status).toBe(200);
  // Fifty whole ones; the half ones of somebody who knows the password alone push nobody out.
  expect(await sessions()).toEqual([{ n: 50 + 21 }]);
  for (const one of [api, another]) expect((await one.call('users/self')).status).toBe(200);
});

describe('A48 what a stranger may call', () => {
  /** They read nothing of anybody's and cost nothing; there is no single sign-on without a provider. */
  const free = ['auth/logout', 'settings/languages', 'outbox/find', 'legal/read', 'sso/offer'];
  const open = Object.keys(payloads).filter(
    (path) =>
      !free.includes(path) &&
      !path.startsWith('sso/') &&
      calls.some((call) => call.path === path && call.access === 'public'),
  );

  test.each(open)('%s is limited by the address, whatever a stranger says theirs is', async (path) => {
    const stranger = at.stranger();
    const body = JSON.stringify({ data: payloads[path]?.(ours, 0) ?? {} });
    const query = new URLSearchParams(payloads[path]?.(ours, 0) as Record<string, string> | undefined);
    const isRead = calls.some((call) => call.path === path && call.method === 'GET');
    const statuses = new Set<number>();
    for (let n = 0; n < 130 && !statuses.has(429); n++) {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${n}` };
      const answer = isRead
        ? await stranger.request(`${path}?${query}`, { method: 'GET', headers })
        : await stranger.send(path, body, headers);
      statuses.add(answer.status);
      if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect([...statuses]).toContain(429);
  });
});
