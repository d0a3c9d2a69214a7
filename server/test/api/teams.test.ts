import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keepPresences } from '#domain/presence/index.ts';
import { sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aSocket } from './a-socket.ts';
import { aLetterOn, aTicket } from './a-ticket.ts';
import { countLetters, letterTo } from './account-letters.ts';
import type { ApiClient } from './api-client.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, type Company, joins, rowId } from './people.ts';
import { byId, rows } from './rows-of.ts';

let at: TestParley;
let shop: Company;
type Member = { id: number; email: string; api: ApiClient };
let olena: Member;
let ira: Member;
let sam: Member;
let teamId: number;

beforeAll(async () => {
  at = await aParley();
  olena = await aPerson(at, 'Olena', 'olena@lumenoak.test');
  shop = await aCompany(olena.api);
  [ira, sam] = [await aPerson(at, 'Ira', 'ira@lumenoak.test'), await aPerson(at, 'Sam', 'sam@lumenoak.test')];
  for (const who of [ira, sam]) await joins(at, who.id, shop.companyId, 1);
  at.wake.nudge('sessions');
  const members = [{ user_id: ira.id, capacity: 3 }, { user_id: sam.id }];
  const made = await olena.api.post('teams/create', {
    data: [{ company_id: shop.companyId, name: 'First line', routing: 'least_loaded', members }],
  });
  teamId = rowId(made, 'teams');
});
afterAll(() => at?.close());

const people = async (...conditions: unknown[]) =>
  rows(await olena.api.post('users/get', { filter: { conditions }, sort: [['name', 'asc']] }), 'users');
const team = async () => rows(await olena.api.post('teams/get', byId(teamId)), 'teams')[0];
const counts = async () => {
  const { users_total, users_online, users_offline, users_pause_phone } = await team();
  return { users_total, users_online, users_offline, users_pause_phone };
};
const set = (data: object, by = olena) => by.api.post('teams/update', { data, ...byId(teamId) });
const allThere = { users_total: 2, users_offline: 0, users_pause_phone: 0, users_online: 2 };

describe('the members of a team', () => {
  test('are written with it, with what they can bear, and only colleagues are', async () => {
    expect(await team()).toMatchObject({
      routing: 'least_loaded',
      members: [
        { user_id: ira.id, capacity: 3 },
        { user_id: sam.id, capacity: null },
      ],
    });
    const stranger = await aPerson(at, 'Stranger', 'stranger@fjordvik.test');
    const wrong = await set({ name: 'Never', members: [{ user_id: ira.id }, { user_id: stranger.id }] });
    expect([wrong.status, wrong.body.errors[0]]).toMatchObject([
      404,
      { key: 'not_found', field: 'data.members[1].user_id' },
    ]);
    expect(await team()).toMatchObject({ name: 'First line', users_total: 2 });
    const twice = await set({ members: [{ user_id: ira.id }, { user_id: ira.id }] });
    expect(twice.body.errors[0]).toMatchObject({ key: 'not_unique', field: 'data.members' });
    for (const capacity of [-1, 1001, 1.5])
      expect((await set({ members: [{ user_id: ira.id, capacity }] })).status).toBe(422);
  });

  test('are told apart by whether they are there, and what they have to do', async () => {
    const { ticketId } = await aTicket(at, shop, { address: 'load@lindqvist.test' });
    await olena.api.post('tickets/update', { data: { assignee_id: ira.id }, ...byId(ticketId) });
    const { members } = (await olena.api.call('teams/members', { id: teamId })).body.data;
    expect(members).toMatchObject([
      { name: 'Ira', presence: 'offline', open_tickets: 1, capacity: 3 },
      { name: 'Sam', presence: 'offline', open_tickets: 0, capacity: null },
    ]);
    expect(rows(await olena.api.post('users/get', byId(ira.id)), 'users')[0].open_tickets).toBe(1);
    await olena.api.call('tickets/resolve', { ids: [ticketId] });
    expect(rows(await olena.api.post('users/get', byId(ira.id)), 'users')[0].open_tickets).toBe(0);
  });

  test('A5 whoever sees a part of the company adds nobody to a team', async () => {
    const ada = await aPerson(at, 'Ada', 'ada@lumenoak.test');
    await joins(at, ada.id, shop.companyId, 3);
    await at.db.transaction('system', (tx) => tx.run(sql`update roles set scope = 'team' where user_id = ${ada.id}`));
    at.wake.nudge('sessions');
    const members = [{ user_id: ira.id }, { user_id: sam.id }, { user_id: ada.id }];
    expect((await set({ members }, ada)).body.errors[0]).toMatchObject({ key: 'above_own_rights' });
    expect((await set({ members: members.slice(0, 2) }, ada)).status).toBe(200);
  });

  test('a calendar that a team goes by cannot be disabled', async () => {
    const made = await olena.api.post('calendars/create', {
      data: [{ company_id: shop.companyId, name: 'Office', time_zone: 'Europe/Kyiv' }],
    });
    const calendarId = rowId(made, 'calendars');
    expect((await set({ calendar_id: calendarId })).status).toBe(200);
    const refused = await olena.api.post('calendars/delete', byId(calendarId));
    expect([refused.status, refused.body.errors[0]?.key]).toEqual([409, 'has_dependents']);
    await set({ calendar_id: null });
    expect((await olena.api.post('calendars/delete', byId(calendarId))).status).toBe(200);
    const again = await set({ calendar_id: calendarId });
    expect(again.body.errors[0]).toMatchObject({ key: 'not_found', field: 'data.calendar_id' });
  });
});

describe('who is there', () => {
  test('is who has a desk open, in however many tabs, and has not set themselves to offline', async () => {
    const watching = await aSocket(at.listening, olena.api);
    expect(await counts()).toEqual({ ...allThere, users_online: 0, users_offline: 2 });
    const tabs = [await aSocket(at.listening, ira.api), await aSocket(at.listening, ira.api)];
    const samsDesk = await aSocket(at.listening, sam.api);
    await waitUntil(async () => (await counts()).users_online === 2, { what: 'both to be there' });
    expect(await counts()).toEqual(allThere);
    // Colleagues hear of it, and that nothing but presence has changed.
    await watching.hears(
      (event) => event.entity === 'users' && event.params.id === ira.id && event.params.presence === true,
    );
    expect(rows(await olena.api.post('users/get', byId(ira.id)), 'users')[0].status).toBe(8);

    // A telephone is connected only while its person is there, whatever was written down of it.
    const away = await aPerson(at, 'Zlata', 'zlata@lumenoak.test');
    await joins(at, away.id, shop.companyId, 1);
    at.wake.nudge('sessions');
    await at.db.transaction('system', (tx) => tx.run(sql`update users set phone_status = 1`));
    const status = async (who: Member) => (await people(['id', '=', who.id]))[0]?.phone_status;
    expect([await status(ira), await status(away)]).toEqual([1, 2]);
    expect((await people(['phone_status', '=', 1], ['team_ids', '=', teamId])).map((one) => one.name)).toEqual([
      'Ira',
      'Sam',
    ]);
    const [first] = await people(['team_ids', 'in', [teamId]], ['role', '=', 'agent']);
    expect(first).toMatchObject({ name: 'Ira', team_id: teamId, team_ids: [teamId] });
    expect((await people(['team_ids', '!=', teamId])).map((one) => one.name)).not.toContain('Ira');

    await ira.api.call('profile/change', { status: 9 });
    expect(await counts()).toEqual({ ...allThere, users_online: 1, users_pause_phone: 1 });
    await ira.api.call('profile/change', { status: 8 });

    await tabs[0]?.close();
    expect(await counts()).toEqual(allThere);
    await tabs[1]?.close();
    await waitUntil(async () => (await counts()).users_offline === 1, { what: 'Ira to be gone', timeoutMs: 20_000 });
    const [row] = rows(await olena.api.post('users/get', byId(ira.id)), 'users');
    expect(row).toMatchObject({ status: 9, last_seen: expect.stringMatching(/^\d{4}-/) });
    await Promise.all([samsDesk.close(), watching.close()]);
  });

  test('F2 a process that was killed leaves nobody there for ever, and another one tells', async () => {
    const [killed, other] = [crypto.randomUUID(), crypto.randomUUID()];
    await at.db.transaction('system', (tx) => tx.run(sql`delete from presences`));
    await keepPresences(at.db, killed, [ira.id], 60);
    await keepPresences(at.db, other, [ira.id, sam.id], 60);
    expect((await counts()).users_online).toBe(2);
    await keepPresences(at.db, other, [sam.id], 60);
    // One of two processes is enough.
    expect((await counts()).users_online).toBe(2);
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update presences set until = now() - interval '1 second' where process = ${killed}`),
    );
    expect((await counts()).users_online).toBe(1);
    expect(await keepPresences(at.db, other, [sam.id], 60)).toBe(true);
    const told = await at.db.read<{ n: number }>(
      'system',
      sql`select count(*)::int as n from events where entity = 'users' and entity_id = ${ira.id} and params ? 'presence'`,
    );
    expect(told[0]?.n).toBeGreaterThan(2);
    expect(await keepPresences(at.db, other, [sam.id], 60)).toBe(false);
    await keepPresences(at.db, other, [], 60);
  });
});

describe('somebody who leaves', () => {
  const openOf = async (who: Member) =>
    (await olena.api.post('tickets/get', { filter: { conditions: [['assignee_id', '=', who.id]] } })).body.total;
  const remove = (who: Member, hand_to?: number | null) =>
    olena.api.call('users/remove', { id: who.id, company_id: shop.companyId, hand_to });
  /** As the panel of a ticket says it. */
  const whyOf = async (id: number | undefined) => {
    const { at: _when, ...why } = (await olena.api.post('tickets/get', byId(Number(id)))).body.data.tickets[0]
      .assignment;
    return why;
  };
  const withTickets = async (name: string, count: number) => {
    const who = await aPerson(at, name, `${name.toLowerCase()}@lumenoak.test`);
    await joins(at, who.id, shop.companyId, 1);
    const ids: number[] = [];
    for (let i = 0; i < count; i++)
      ids.push((await aTicket(at, shop, { address: `${name}${i}@lindqvist.test` })).ticketId);
    await olena.api.post('tickets/update', { data: { assignee_id: who.id }, ...byId(...ids) });
    return { who, ids };
  };

  const seesTickets = (role: string, value: 0 | 1 | null) =>
    olena.api.call('privileges/change', {
      company_id: shop.companyId,
      changes: [{ role, privilege: 'tickets.get', value }],
    });

  test('hands over what is open, and one letter says so; what is resolved keeps their name', async () => {
    const { who: nora, ids } = await withTickets('Nora', 4);
    // What was merged goes along, and is counted nowhere.
    await olena.api.call('tickets/merge', { survivor_id: ids[2], ids: [ids[3]] });
    await olena.api.call('tickets/resolve', { ids: [ids[0]] });
    const { companies } = (await olena.api.call('users/access', { id: nora.id })).body.data;
    expect(companies[0].open_tickets).toBe(2);
    expect((await ira.api.call('users/access', { id: nora.id })).body.data.companies[0].open_tickets).toBeNull();
    const socket = await aSocket(at.listening, olena.api);
    const before = Number(await openOf(ira));
    const answer = await remove(nora, ira.id);
    expect(answer.body.data).toEqual({ handed_over: 2 });
    expect([await openOf(nora), await openOf(ira)]).toEqual([1, before + 2]);
    await socket.hears((event) => event.entity === 'tickets' && event.params.id === ids[2]);
    expect(await whyOf(ids[2])).toEqual({ key: 'handed_over', values: { name: 'Ira', from: 'Nora' }, who: 'Olena' });
    expect(await countLetters(at, ira.email)).toBe(1);
    expect((await letterTo(at, ira.email)).subject).toBe('2 open tickets of Nora for you');
    await socket.close();
  });

  test('is seen coming and going by nobody there any more', async () => {
    const { who: roman } = await withTickets('Roman', 1);
    const desk = crypto.randomUUID();
    await keepPresences(at.db, desk, [roman.id], 60);
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update users set status = 8, phone_status = 1, last_seen = now() where id = ${roman.id}`),
    );
    const seen = async () => rows(await olena.api.post('users/get', byId(roman.id)), 'users')[0];
    expect(await seen()).toMatchObject({ status: 8, phone_status: 1, last_seen: expect.any(String) });
    expect((await remove(roman)).status).toBe(200);
    expect(await seen()).toMatchObject({ is_deleted: 1, status: 9, phone_status: 2, last_seen: null });
    await keepPresences(at.db, desk, [], 60);
  });

  test('is told of nothing that comes back to be done: it is nobody’s, or waits in the queue of its team', async () => {
    const { who: zoya, ids } = await withTickets('Zoya', 6);
    const [answered, trashed, spam, reopened, joining, undone] = ids as [
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    await olena.api.post('tickets/update', { data: { team_id: teamId }, ...byId(reopened) });
    await olena.api.call('tickets/resolve', { ids: [answered, reopened, joining, undone] });
    await olena.api.post('tickets/delete', byId(trashed));
    await olena.api.call('tickets/spam', { ids: [spam], is_spam: 1 });
    expect((await remove(zoya, ira.id)).body.data).toEqual({ handed_over: 0 });

    const joined = (await aTicket(at, shop, { address: 'joined@lindqvist.test' })).ticketId;
    await aLetterOn(at, shop, answered);
    await olena.api.post('tickets/restore', byId(trashed));
    await olena.api.call('tickets/spam', { ids: [spam], is_spam: 0 });
    await olena.api.call('tickets/reopen', { ids: [reopened] });
    await olena.api.call('tickets/merge', { survivor_id: joining, ids: [joined] });
    await olena.api.call('tickets/put-back', { ids: [undone], left: 'resolved' });
    for (const id of ids) {
      const [ticket] = (await olena.api.post('tickets/get', byId(id))).body.data.tickets;
      expect(ticket).toMatchObject({ id, view_type: '', users: { name: null } });
      expect((ticket.queued_at !== null) === (id === reopened)).toBe(true);
      const lines = await at.db.read<{ name: string }>(
        'system',
        sql`select event_values ->> 'name' as name from messages where ticket_id = ${id} and event_key = 'assignee_left'`,
      );
      expect(lines).toEqual([{ name: 'Zoya' }]);
    }
  });

  test('comes back with what was handed over and is still there: not with what went on, or is done', async () => {
    const { who: vira, ids } = await withTickets('Vira', 4);
    const [stays, went, done] = ids;
    const before = Number(await openOf(ira));
    expect((await remove(vira, ira.id)).body.data).toEqual({ handed_over: 4 });
    await olena.api.post('tickets/update', { data: { assignee_id: olena.id }, ...byId(Number(went)) });
    await olena.api.call('tickets/resolve', { ids: [done] });
    const takeBack = () => olena.api.call('users/take-back', { id: vira.id, company_id: shop.companyId });
    const answers = await Promise.all([takeBack(), takeBack()]);
    expect(answers.map((one) => one.body.data.handed_back).sort()).toEqual([0, 2]);
    expect([await openOf(vira), await openOf(ira)]).toEqual([2, before + 1]);
    const stayed = (await olena.api.post('tickets/get', byId(Number(stays)))).body.data.tickets[0];
    expect(stayed.users.name).toBe('Vira');
    expect(await whyOf(stays)).toEqual({ key: 'handed_back', values: { name: 'Vira' }, who: 'Olena' });
    // Who got nobody's tickets gets them back as well, and what another removal moved is forgotten.
    expect((await remove(vira)).body.data).toEqual({ handed_over: 2 });
    const said = sql`select event_key as key, event_values ->> 'name' as name from messages where ticket_id = ${stays} and kind = 'event' order by id desc limit 1`;
    expect(await at.db.read('system', said)).toEqual([{ key: 'assignee_left', name: 'Vira' }]);
    expect((await takeBack()).body.data).toEqual({ handed_back: 2 });
    expect(await at.db.read('system', sql`select 1 from handed_over_tickets where user_id = ${vira.id}`)).toEqual([]);
  });

  test('gets nothing back into a role that sees no tickets by now', async () => {
    const { who: olha } = await withTickets('Olha', 1);
    const before = Number(await openOf(sam));
    expect((await remove(olha, sam.id)).body.data).toEqual({ handed_over: 1 });
    await seesTickets('agent', 0);
    const back = await olena.api.call('users/take-back', { id: olha.id, company_id: shop.companyId });
    await seesTickets('agent', null);
    expect(back.body.data).toEqual({ handed_back: 0 });
    expect([await openOf(olha), await openOf(sam)]).toEqual([0, before + 1]);
  });

  test('works nowhere else: their sessions and programs end with it, in every tab', async () => {
    const { who: vera } = await withTickets('Vera', 0);
    at.wake.nudge('sessions');
    const token = await vera.api.call('api-tokens/create', {
      name: 'Script',
      company_id: shop.companyId,
      scopes: ['tickets.get'],
      expires_in_days: 30,
    });
    expect(token.status, token.text).toBe(200);
    const socket = await aSocket(at.listening, vera.api);
    expect((await remove(vera, null)).status).toBe(200);
    expect(await socket.closed()).toBe(4401);
    expect((await vera.api.call('users/self')).status).toBe(401);
    const [left] = await at.db.read<{ n: number }>(
      'system',
      sql`select count(*)::int as n from api_tokens where user_id = ${vera.id} and revoked is null`,
    );
    expect(left?.n).toBe(0);
    const back = await olena.api.call('users/take-back', { id: vera.id, company_id: shop.companyId });
    expect(back.status).toBe(200);
  });

  test('works elsewhere too: they stay signed in there', async () => {
    const { who: lev } = await withTickets('Lev', 0);
    await aCompany(lev.api, 'Fjordvik', 'FJ');
    await remove(lev);
    expect((await lev.api.call('users/self')).body.data.companies).toMatchObject([{ company_name: 'Fjordvik' }]);
  });

  test('nothing is half done: with a wrong heir they stay, and so does their work', async () => {
    const { who: yana } = await withTickets('Yana', 2);
    const stranger = await aPerson(at, 'Else', 'else@fjordvik.test');
    for (const heir of [stranger.id, yana.id, 999_999]) {
      const answer = await remove(yana, heir);
      expect([answer.status, answer.body.errors[0]]).toMatchObject([404, { field: 'data.hand_to' }]);
    }
    await seesTickets('agent', 0);
    const blind = await remove(yana, ira.id);
    await seesTickets('agent', null);
    expect([blind.status, blind.body.errors[0]]).toMatchObject([
      422,
      { key: 'assignee_sees_no_tickets', field: 'data.hand_to' },
    ]);
    expect(await openOf(yana)).toBe(2);
    expect(rows(await olena.api.post('users/get', byId(yana.id)), 'users')[0].is_deleted).toBe(0);
  });
});
