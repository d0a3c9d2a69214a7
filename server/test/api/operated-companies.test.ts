import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findDue } from '#domain/drafts/index.ts';
import { measureStorage } from '#domain/installation/index.ts';
import { askForJob, claimJob } from '#domain/jobs/index.ts';
import { claimDelivery } from '#domain/messages/index.ts';
import { claimPush, nextForLetter, readDueForLetter } from '#flows/notifications/push-queries.ts';
import { createToken } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aSocket, knock } from './a-socket.ts';
import { aTicket } from './a-ticket.ts';
import { ApiClient } from './api-client.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, joins, password, rowId } from './people.ts';
import { rows } from './rows-of.ts';
import { tellTrail } from './tell-trail.ts';
import { aMember, aPixel, type Shop, twoShops } from './two-companies.ts';

let at: TestParley;
let ours: Shop;
let theirs: Shop;
let operator: Awaited<ReturnType<typeof aPerson>>;
beforeAll(async () => {
  at = await aParley({ env: { OPERATOR_EMAILS: 'ops@lumenoak.test' } });
  operator = await aPerson(at, 'Oksana Ops', 'ops@lumenoak.test');
  [ours, theirs] = await twoShops(at);
});
afterAll(() => at?.close());

const lists = async (asked: object = {}) => (await operator.api.call('operated-companies/list', asked)).body.data;
const why = { reason: 'Its letters are nobody’s wish.', contact: 'abuse@parley.test' };
const suspends = (companyId: number, words = why) =>
  operator.api.call('operated-companies/suspend', { company_id: companyId, ...words });
const resumes = (companyId: number) => operator.api.call('operated-companies/resume', { company_id: companyId });
const passwordWasLongAgo = () =>
  system(
    sql`update sessions set password_confirmed_at = password_confirmed_at - interval '10 minutes' where user_id = ${operator.id}`,
  );
const system = (query: Parameters<TestParley['db']['read']>[1]) => at.db.transaction('system', (tx) => tx.run(query));

describe('A10 the companies of the installation', () => {
  test('are listed for operators with what is counted of them, and with nothing that they hold', async () => {
    await measureStorage(at.db);
    const all = await lists();
    expect(all.counts).toEqual({ all: 2, active: 2, suspended: 0, deleted: 0 });
    const mine = all.companies.find((one: { id: number }) => one.id === ours.companyId);
    const [{ bytes }] = (await at.db.read<{ bytes: number }>(
      'system',
      sql`select (select sum(size) from attachments where company_id = ${ours.companyId} and is_copy = 0)::int + (select sum(size) from inbound_mails where company_id = ${ours.companyId})::int as bytes`,
    )) as [{ bytes: number }];
    const open = (await ours.owner.call('tickets/counters', { company_id: ours.companyId })).body.data.views.open;
    const [counted] = await at.db.read<{ members: number; tickets: number }>(
      'system',
      sql`select (select count(*)::int from roles where company_id = ${ours.companyId} and is_deleted = 0) as members,
            (select last_ticket_number from companies where id = ${ours.companyId}) as tickets`,
    );
    expect(bytes).toBeGreaterThan(0);
    expect(mine).toMatchObject({
      ...{ company_name: `Company ${ours.canary}`, state: 'active', suspension: null, bytes, tickets_open: open },
      ...{ owner: { name: `Owner ${ours.canary}`, email: `owner@${ours.canary}.test` }, ...counted },
    });
    expect(open).toBeGreaterThan(0);
    const told = JSON.stringify(all);
    for (const word of [`Subject ${ours.canary}`, `Customer ${ours.canary}`, `customer@${ours.canary}`])
      expect(told.toLowerCase()).not.toContain(word.toLowerCase());
  });

  test('are found by name and by their owner’s address, sorted, and parted by state', async () => {
    const ids = async (asked: object) => (await lists(asked)).companies.map((one: { id: number }) => one.id);
    expect(await ids({ search: `OWNER@${theirs.canary}` })).toEqual([theirs.companyId]);
    expect(await ids({ search: `company ${ours.canary}` })).toEqual([ours.companyId]);
    expect(await ids({ search: `agent@${ours.canary}` }), 'a member’s address finds nobody').toEqual([]);
    const byAge = [ours.companyId, theirs.companyId].toSorted((a, b) => a - b);
    expect(await ids({ sort: 'added' })).toEqual(byAge);
    expect(await ids({ sort: 'added', descending: 1 })).toEqual(byAge.toReversed());
    expect(await ids({ page: 2 })).toEqual([]);
    await system(sql`update companies set is_deleted = 1 where id = ${theirs.companyId}`);
    expect(await ids({ state: 'active' })).toEqual([ours.companyId]);
    expect(await ids({ state: 'deleted' })).toEqual([theirs.companyId]);
    await system(sql`update companies set is_deleted = 0 where id = ${theirs.companyId}`);
  });
});

describe('a company that is suspended', () => {
  test('is so after the password only, never by its own people, and both trails say who did it and why', async () => {
    expect((await suspends(ours.companyId)).body.errors[0]?.key).toBe('password_needed');
    expect((await resumes(ours.companyId)).body.errors[0]?.key).toBe('password_needed');
    await operator.api.call('auth/confirm-password', { password });
    await joins(at, operator.id, theirs.companyId, 1);
    expect((await suspends(theirs.companyId)).body.errors[0]?.key).toBe('own_company');
    await system(sql`delete from roles where user_id = ${operator.id}`);
    expect((await suspends(999_999_999)).status).toBe(404);
    expect((await suspends(ours.companyId, { ...why, contact: 'nobody' })).body.errors[0]?.field).toBe('data.contact');

    expect((await suspends(ours.companyId)).status).toBe(200);
    expect((await suspends(ours.companyId)).status, 'twice is once').toBe(200);
    await passwordWasLongAgo();
    expect((await resumes(ours.companyId)).body.errors[0]?.key).toBe('password_needed');
    expect((await lists()).counts.suspended, 'until then it stays so').toBe(1);
    await operator.api.call('auth/confirm-password', { password });
    const [row] = (await lists({ state: 'suspended' })).companies;
    expect(row).toMatchObject({ id: ours.companyId, suspension: { ...why, by: 'Oksana Ops' } });
    expect((await resumes(ours.companyId)).status).toBe(200);
    expect((await resumes(ours.companyId)).status).toBe(200);

    await tellTrail(at);
    const entries = async (of: ApiClient, company_id: number | null) =>
      (await of.call('audit/list', { company_id, entity: 'companies' })).body.data.entries
        .filter((one: { action: string }) => ['suspended', 'resumed'].includes(one.action))
        .map((one: { action: string; actor_name: string; entity_id: number; detail: object }) => [
          ...[one.action, one.actor_name, one.entity_id, one.detail],
        ]);
    const said = [
      ['resumed', 'Oksana Ops', ours.companyId, { before: why }],
      ['suspended', 'Oksana Ops', ours.companyId, { after: why }],
    ];
    expect(await entries(ours.owner, ours.companyId)).toEqual(said);
    expect(await entries(operator.api, null)).toEqual(said);
  });

  test('keeps all of its people and programs out at every door, tells them why and whom to write to, and lets them in again', async () => {
    const { api: ira, id } = await aMember(at, ours, 3, 'Ira');
    const made = await ira.call('api-tokens/create', {
      ...{ name: 'Warehouse robot', company_id: ours.companyId, scopes: ['tickets.get'], expires_in_days: 1 },
    });
    const robot = () =>
      new ApiClient(at.listening).request('tickets/get', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${made.body.data.token}` },
        body: '{}',
      });
    const letter = await aTicket(at, ours, {
      ...{ subject: 'With a picture', html: '<p>See <img src="cid:table"></p>' },
      attachments: [{ name: 'table.png', type: 'image/png', bytes: aPixel, contentId: 'table' }],
    });
    const shown = (await ira.get(`messages/${letter.messageId}/frame`)).text;
    const link = /files\/\d+\?inline=1&(?:amp;)?token=[\w.-]+/.exec(shown)?.[0].replace('&amp;', '&') ?? 'no link';
    expect([(await robot()).status, (await ira.get(link)).status]).toEqual([200, 200]);
    const socket = await aSocket(at.listening, { cookie: ira.cookie });

    await suspends(ours.companyId);
    expect(await socket.closed()).toBe(4401);
    expect(await knock(at.listening, { cookie: ira.cookie })).toBe(403);
    for (const answer of await Promise.all([
      ira.call('users/self'),
      ira.call('settings/all'),
      ira.post('tickets/get', {}),
      ira.call('tickets/counters'),
      ira.get(`files/${ours.attachmentIds[0]}`),
      ira.get(`messages/${ours.messageId}/frame`),
      ira.get(`audit/export?company_id=${ours.companyId}`),
      ira.upload('table.png', aPixel),
      ours.owner.call('users/self'),
      robot(),
    ])) {
      expect(answer.status, answer.text).toBe(403);
      expect(answer.body.errors[0]).toMatchObject({
        key: 'company_suspended',
        values: { company: `Company ${ours.canary}`, ...why },
      });
    }
    expect((await ira.get(link)).status).toBe(404);

    // Whoever still owes a code is asked for it, and told nothing.
    await system(sql`update sessions set is_half = true where user_id = ${id}`);
    at.wake.nudge('sessions');
    expect((await ira.call('users/self')).body.errors[0]?.key).toBe('google2fa_required');
    await system(sql`update sessions set is_half = false where user_id = ${id}`);
    at.wake.nudge('sessions');

    await resumes(ours.companyId);
    expect((await ira.call('users/self')).status).toBe(200);
    expect([(await robot()).status, (await ira.get(link)).status]).toEqual([200, 200]);
  });

  test('is joined by nobody: an operator would be kept out of what undoes it, and anybody of everything', async () => {
    const invited = async (email: string): Promise<string> => {
      const { token, hash } = createToken();
      await system(
        sql`insert into invites (company_id, email, key_hash, language, invited_by, sent_at, expires)
            select ${ours.companyId}, ${email}, ${hash}, 'en', r.user_id, now(), now() + interval '6 days'
              from roles r where r.company_id = ${ours.companyId} and r.level = 4 limit 1`,
      );
      return token;
    };
    const [own, strangers] = [await invited(operator.email), await invited('newcomer@lumenoak.test')];
    await operator.api.call('auth/confirm-password', { password });
    const accept = () => operator.api.call('invite/accept', { key: own });
    // Also not in the moment in which it is suspended.
    let accepted: ReturnType<typeof accept> | undefined;
    await at.db.transaction('system', async (tx) => {
      await tx.row(sql`select from companies where id = ${ours.companyId} for update`);
      accepted = accept();
      await waitUntil(async () => {
        const [row] = await at.db.read<{ n: number }>(
          'system',
          sql`select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return (row?.n ?? 0) > 0;
      });
      await tx.run(
        sql`insert into company_suspensions (company_id, reason, contact, suspended_by) values (${ours.companyId}, 'x', 'y@z.test', ${operator.id})`,
      );
    });
    expect((await accepted)?.body.errors[0]).toMatchObject({ key: 'inviter_unavailable' });
    expect((await suspends(ours.companyId)).status).toBe(200);
    const account = { key: strangers, name: 'Nina Newcomer', raw_password: password };
    const stranger = at.stranger();
    const check = (key: string, api = stranger) => api.call('invite/check', { key });
    for (const answer of await Promise.all([
      accept(),
      check(own, operator.api),
      check(strangers),
      stranger.call('invite/register', account),
    ])) {
      const message = 'The company that invites you is not available at present. Try again later';
      expect([answer.status, answer.body.errors]).toEqual([409, [{ key: 'inviter_unavailable', message }]]);
      for (const secret of [ours.canary, why.reason, why.contact, 'newcomer'])
        expect(answer.text).not.toContain(secret);
    }
    const [refused] = await at.db.read<{ n: number }>(
      'system',
      sql`select count(*)::int as n from refused_calls where user_id = ${operator.id} and call = 'invite/accept'`,
    );
    expect(refused?.n, 'whoever is asked to wait was not refused a right').toBe(0);
    expect((await resumes(ours.companyId)).status).toBe(200);
    expect((await check(strangers)).body.data).toMatchObject({ company_name: `Company ${ours.canary}` });
    expect((await accept()).status, 'it has waited').toBe(200);
    await system(
      sql`insert into company_suspensions (company_id, reason, contact, suspended_by) values (${ours.companyId}, 'x', 'y@z.test', ${operator.id})`,
    );
    expect((await check(own, operator.api)).body.data, 'who is of it by now').toMatchObject({ is_accepted: true });
    await system(sql`delete from company_suspensions`);
    await system(sql`delete from roles where user_id = ${operator.id}`);
    at.wake.nudge('sessions');
  });

  test('is as if it were not there to those who work elsewhere too, and they hear of it', async () => {
    const { id, api: max } = await aMember(at, ours, 2, 'Max');
    await joins(at, id, theirs.companyId, 2);
    at.wake.nudge('sessions');
    await suspends(ours.companyId);
    const { companies, suspended_companies } = (await max.call('users/self')).body.data;
    expect(companies.map((one: { id: number }) => one.id)).toEqual([theirs.companyId]);
    expect(suspended_companies).toEqual([{ id: ours.companyId, company_name: `Company ${ours.canary}`, ...why }]);
    const seen = rows(await max.post('tickets/get', {}), 'tickets').map((row) => row.company_id);
    expect(new Set(seen)).toEqual(new Set([theirs.companyId]));
    const note = { ticket_id: ours.ticketId, client_id: crypto.randomUUID(), body_html: 'x' };
    expect((await max.call('tickets/note', note)).status).toBe(404);
    await resumes(ours.companyId);
    const again = rows(await max.post('tickets/get', {}), 'tickets').map((row) => row.company_id);
    expect(new Set(again)).toEqual(new Set([ours.companyId, theirs.companyId]));
  });

  test('sends nothing, works on nothing, loses nothing: what waits goes on when it is resumed', async () => {
    const here = { companies: [ours.companyId] };
    await system(sql`delete from deliveries`);
    const [delivery] = await at.db.transaction('system', (tx) =>
      tx.rows<{ id: number; give_up_at: Date }>(
        sql`insert into deliveries (company_id, message_id, ticket_id, channel_account_id, recipients)
            values (${ours.companyId}, ${ours.messageId}, ${ours.ticketId}, ${ours.mailboxId}, '[]') returning id, give_up_at`,
      ),
    );
    const replied = await ours.owner.call('tickets/reply', {
      ...{ ticket_id: ours.ticketId, client_id: crypto.randomUUID(), body_html: '<p>It is oak.</p>' },
      ...{ to: [{ name: '', address: `customer@${ours.canary}.test` }], hold_seconds: 5 },
    });
    expect(replied.status, replied.text).toBe(200);
    const told = await at.db.transaction('system', async (tx) => {
      await tx.run(sql`update drafts set send_at = now() where company_id = ${ours.companyId} and state = 'waiting'`);
      await tx.run(sql`delete from pushes`);
      await tx.run(sql`delete from notifications where mail_state = 'queued'`);
      const notification = await tx.row<{ id: number }>(
        sql`insert into notifications (company_id, user_id, kind, ticket_id, mail_at, mail_state) values (${ours.companyId}, ${ours.ownerId}, 'assigned', ${ours.ticketId}, now(), 'queued') returning id`,
      );
      const device = await tx.row<{ id: number }>(
        sql`insert into push_devices (user_id, endpoint, p256dh, auth) values (${ours.ownerId}, ${`https://push.test/${randomBytes(8).toString('hex')}`}, 'p', 'a') returning id`,
      );
      await tx.run(sql`insert into pushes (device_id, notification_id) values (${device?.id}, ${notification?.id})`);
      return notification?.id;
    });
    await at.db.transaction(here, (tx) =>
      askForJob(tx, {
        ...{ companyId: ours.companyId, askedBy: ours.ownerId, total: 1, input: {}, kind: 'csv-export' },
        ...{ entity: 'customers', requestId: crypto.randomUUID() },
      }),
    );
    const running = await at.db.transaction('system', claimJob);
    expect(running?.company_id).toBe(ours.companyId);

    const claims = async () => ({
      delivery: (await at.db.transaction('system', claimDelivery))?.id,
      draft: (await findDue(at.db)).due?.ticket_id,
      writesTo: await nextForLetter(at.db),
      letter: (await readDueForLetter(at.db, ours.ownerId, 10)).map((one) => one.id),
      push: (await at.db.transaction('system', claimPush))?.notification_id,
      job: (await at.db.transaction('system', claimJob))?.id,
    });
    await suspends(ours.companyId);
    expect(await claims()).toEqual({
      delivery: undefined,
      draft: undefined,
      writesTo: undefined,
      letter: [],
      push: undefined,
      job: undefined,
    });
    // Mail is taken in as ever.
    const taken = await aTicket(at, ours, { subject: 'While you were away', address: 'hanna@lindqvist.test' });
    await system(sql`update company_suspensions set at = at - interval '9 days' where company_id = ${ours.companyId}`);
    await system(sql`update deliveries set give_up_at = give_up_at - interval '9 days' where id = ${delivery?.id}`);

    await resumes(ours.companyId);
    expect(await claims()).toEqual({
      ...{ delivery: delivery?.id, draft: ours.ticketId, push: told, job: running?.id },
      ...{ writesTo: ours.ownerId, letter: [told] },
    });
    const [after] = await at.db.read<{ give_up_at: Date }>(
      'system',
      sql`select give_up_at from deliveries where id = ${delivery?.id}`,
    );
    expect(after?.give_up_at.getTime(), 'its patience is what it was').toBeGreaterThan(
      (delivery?.give_up_at.getTime() ?? 0) - 60_000,
    );
    const seen = rows(await ours.owner.post('tickets/get', {}), 'tickets').map((row) => row.id);
    expect(seen).toContain(taken.ticketId);
  });

  test('answers visitors that nobody is there, and takes down what they write', async () => {
    const { api, id } = await aPerson(at, 'Zoya', 'zoya@lumenoak.test');
    const shop = await aCompany(api, 'Zoya’s', 'ZO');
    const quidget = rowId(
      await api.post('quidgets/create', {
        data: [{ company_id: shop.companyId, product_id: shop.productId, name: 'Shop chat', title: 'Lumen' }],
      }),
      'quidgets',
    );
    const isOnline = async () => (await at.stranger().get(`chat/setup?quidget=${quidget}&v=1`)).body.data.is_online;
    expect(await isOnline()).toBe(true);
    await suspends(shop.companyId);
    expect(await isOnline()).toBe(false);
    const begun = await at.stranger().send(
      'chat/begin',
      JSON.stringify({
        data: {
          ...{ quidget, token: randomBytes(32).toString('base64url'), client_id: crypto.randomUUID(), language: 'en' },
          ...{ text: 'Is it oak?', asked: { name: 'Hanna', email: 'hanna@lindqvist.test' } },
        },
      }),
      { 'content-type': 'application/json', origin: 'https://shop.example', 'sec-fetch-site': 'cross-site' },
    );
    expect(begun.status, begun.text).toBe(200);
    await resumes(shop.companyId);
    expect(await isOnline()).toBe(true);
    const subjects = rows(await api.post('tickets/get', {}), 'tickets');
    expect([id > 0, subjects.length]).toEqual([true, 1]);
  });
});
