import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#platform/sql.ts';
import { aLetterOn, aTicket } from './a-ticket.ts';
import type { ApiClient } from './api-client.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, type Company, joins } from './people.ts';
import { byId, rows } from './rows-of.ts';

let at: TestParley;
let olena: ApiClient;
let shop: Company;
beforeAll(async () => {
  at = await aParley();
  ({ api: olena } = await aPerson(at, 'Olena'));
  shop = await aCompany(olena);
});
afterAll(() => at?.close());

const inSeconds = (seconds: number) =>
  new Date(Date.now() + seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
const aDay = 86_400;

const fields = ['view_type', 'snoozed_until', 'snooze', 'waiting_since', 'is_spam'];
const theTicket = async (id: number) => rows(await olena.post('tickets/get', { fields, ...byId(id) }), 'tickets')[0];
const linesOf = async (id: number): Promise<string[]> =>
  (
    await at.db.read<{ event_key: string }>(
      'system',
      sql`select event_key from messages where ticket_id = ${id} and kind = 'event' order by id`,
    )
  ).map((line) => line.event_key);
const reply = (id: number, more: object = {}) => ({
  ticket_id: id,
  client_id: crypto.randomUUID(),
  body_html: '<p>It is.</p>',
  to: [{ address: 'hanna@lindqvist.test' }],
  ...more,
});

describe('putting off', () => {
  test('keeps until when, why and by whom; ends with the letter of the customer; each step is one line', async () => {
    const { ticketId } = await aTicket(at, shop);
    const until = inSeconds(aDay);
    const put = await olena.call('tickets/snooze', { ids: [ticketId], until, reason: 'The carrier answers tomorrow' });
    expect(put.body.data).toEqual({ ids: [ticketId] });
    expect(await theTicket(ticketId)).toMatchObject({
      view_type: 'snoozed',
      snoozed_until: until,
      snooze: { until, reason: 'The carrier answers tomorrow', wake_on_reply: 1, by: 'Olena' },
    });
    // Again the same changes nothing; another time is a line of its own.
    const again = { ids: [ticketId], until, reason: 'The carrier answers tomorrow' };
    expect((await olena.call('tickets/snooze', again)).body.data).toEqual({ ids: [] });
    await olena.call('tickets/snooze', { ids: [ticketId], until: inSeconds(2 * aDay) });
    await aLetterOn(at, shop, ticketId);
    expect(await theTicket(ticketId)).toMatchObject({ view_type: '', snoozed_until: null, snooze: null });
    expect(await linesOf(ticketId)).toEqual(['snoozed_why', 'snoozed', 'woke_by_customer']);
    const kept = await at.db.read(
      'system',
      sql`select ended_how from snoozes where ticket_id = ${ticketId} order by id`,
    );
    expect(kept).toEqual([{ ended_how: 'replaced' }, { ended_how: 'customer' }]);
  });

  test('sleeps on whatever the customer writes where that was asked for', async () => {
    const { ticketId } = await aTicket(at, shop);
    const until = inSeconds(aDay);
    await olena.call('tickets/snooze', { ids: [ticketId], until, wake_on_reply: 0 });
    await aLetterOn(at, shop, ticketId);
    expect(await theTicket(ticketId)).toMatchObject({ view_type: 'snoozed', snoozed_until: until });
    expect((await olena.call('tickets/wake', { ids: [ticketId] })).body.data).toEqual({ ids: [ticketId] });
    expect(await theTicket(ticketId)).toMatchObject({ view_type: '', snooze: null });
    expect(await linesOf(ticketId)).toEqual(['snoozed', 'woken']);
  });

  test('is undone to where it was: open, answered, or the snooze before', async () => {
    const { ticketId } = await aTicket(at, shop);
    await olena.call('tickets/reply', reply(ticketId));
    const first = inSeconds(aDay);
    await olena.call('tickets/snooze', { ids: [ticketId], until: first, wake_on_reply: 0, reason: 'Parts' });
    await olena.call('tickets/snooze', { ids: [ticketId], until: inSeconds(2 * aDay) });
    await olena.call('tickets/wake', { ids: [ticketId], undo: 1 });
    expect(await theTicket(ticketId)).toMatchObject({
      view_type: 'snoozed',
      snoozed_until: first,
      snooze: { until: first, reason: 'Parts', wake_on_reply: 0 },
    });
    await olena.call('tickets/wake', { ids: [ticketId], undo: 1 });
    expect(await theTicket(ticketId)).toMatchObject({ view_type: 'answered', waiting_since: null, snooze: null });
    expect((await olena.call('tickets/wake', { ids: [ticketId], undo: 1 })).body.data).toEqual({ ids: [] });
  });

  test('needs a time that lies ahead, within five years, of a ticket that is not resolved', async () => {
    const { ticketId } = await aTicket(at, shop);
    const asked = (until: string) => olena.call('tickets/snooze', { ids: [ticketId], until });
    expect((await asked(inSeconds(-1))).body.errors[0]).toMatchObject({ key: 'time_not_ahead', field: 'data.until' });
    expect((await asked(inSeconds(6 * 366 * aDay))).body.errors[0]).toMatchObject({
      key: 'time_too_far',
      field: 'data.until',
    });
    expect((await asked('tomorrow')).status).toBe(422);
    await olena.call('tickets/resolve', { ids: [ticketId] });
    expect((await asked(inSeconds(aDay))).body.errors[0]).toMatchObject({ key: 'not_in_this_state' });
    expect(await linesOf(ticketId)).toEqual(['resolved']);
  });
});

describe('what was resolved, reopened or woken by mistake', () => {
  const stateOf = (id: number) =>
    at.db.read(
      'system',
      sql`select t.view_type, t.waiting_since, t.resolved_at, t.queued_at, t.snoozed_until, t.wakes_on_reply,
            (select json_agg(json_build_array(s.id, s.user_id, s.until, s.reason, s.wakes_on_reply, s.was, s.replaces_id, s.ended_how) order by s.id)
             from snoozes s where s.ticket_id = t.id) as snoozes from tickets t where t.id = ${id}`,
    );
  const sleeping = (more: object = {}) => ({ until: inSeconds(aDay), reason: 'Parts come', wake_on_reply: 0, ...more });

  test.each([
    ['resolved', 'a snooze over another', 'resolve_undone'],
    ['', 'a snooze over another', 'wake_undone'],
    ['resolved', 'answered', 'resolve_undone'],
    ['', 'resolved', 'reopen_undone'],
    ['resolved', 'waiting in a queue', 'resolve_undone'],
  ] as const)('to %j stands again exactly as it stood: %s', async (left, was, line) => {
    const { ticketId } = await aTicket(at, shop);
    const ids = [ticketId];
    if (was === 'a snooze over another') {
      await olena.call('tickets/snooze', { ids, ...sleeping({ until: inSeconds(2 * aDay), reason: 'First' }) });
      await olena.call('tickets/snooze', { ids, ...sleeping() });
    }
    if (was === 'answered') await olena.call('tickets/reply', reply(ticketId));
    if (was === 'resolved') await olena.call('tickets/resolve', { ids });
    if (was === 'waiting in a queue') {
      const team = await olena.post('teams/create', { data: [{ company_id: shop.companyId, name: 'Carriers' }] });
      await olena.call('tickets/assign', { ids, team_id: team.body.data.teams[0].id });
    }
    // Long ago, so that what is made anew shows.
    await at.db.transaction('system', (tx) =>
      tx.run(
        sql`update tickets set waiting_since = waiting_since - interval '3 h', resolved_at = resolved_at - interval '3 h', queued_at = queued_at - interval '3 h' where id = ${ticketId}`,
      ),
    );
    const before = await stateOf(ticketId);
    await olena.call(left === 'resolved' ? 'tickets/resolve' : was === 'resolved' ? 'tickets/reopen' : 'tickets/wake', {
      ids,
    });
    expect(await stateOf(ticketId)).not.toEqual(before);
    expect((await olena.call('tickets/put-back', { ids, left })).body.data).toEqual({ ids });
    expect(await stateOf(ticketId)).toEqual(before);
    expect((await linesOf(ticketId)).at(-1)).toBe(line);
    expect((await olena.call('tickets/put-back', { ids, left })).body.data, 'once').toEqual({ ids: [] });
  });

  test('by somebody else, or moved by anybody since, stays where it is', async () => {
    const ira = await aPerson(at, 'Ira', 'ira@lumenoak.test');
    await joins(at, ira.id, shop.companyId, 1);
    at.wake.nudge('sessions');
    const { ticketId } = await aTicket(at, shop);
    const ids = [ticketId];
    const back = async (api: ApiClient, left: '' | 'resolved') =>
      (await api.call('tickets/put-back', { ids, left })).body.data.ids;
    await olena.call('tickets/snooze', { ids, ...sleeping() });
    await olena.call('tickets/resolve', { ids });
    expect(await back(ira.api, 'resolved'), 'it was Olena').toEqual([]);
    await ira.api.call('tickets/reopen', { ids });
    expect(await back(olena, 'resolved'), 'Ira has opened it').toEqual([]);
    expect(await back(olena, ''), 'that was Ira').toEqual([]);
    await olena.call('tickets/resolve', { ids });
    await aLetterOn(at, shop, ticketId);
    expect(await back(olena, 'resolved'), 'the customer wrote').toEqual([]);
    expect(await theTicket(ticketId)).toMatchObject({ view_type: '', snooze: null });

    await olena.call('tickets/snooze', { ids, ...sleeping() });
    await olena.call('tickets/wake', { ids });
    await aLetterOn(at, shop, ticketId);
    expect(await back(olena, ''), 'a letter that came meanwhile is not put to sleep').toEqual([]);
    await olena.call('tickets/resolve', { ids });
    await olena.call('tickets/reply', reply(ticketId, { and_then: { view_type: 'resolved' } }));
    expect(await back(olena, 'resolved'), 'she has answered').toEqual([]);
    expect(await theTicket(ticketId)).toMatchObject({ view_type: 'resolved' });
  });
});

describe('a reply', () => {
  test('resolves or puts off with it, as one step that a repetition does not repeat', async () => {
    const { ticketId } = await aTicket(at, shop);
    const done = reply(ticketId, { and_then: { view_type: 'resolved' } });
    const [once, twice] = [await olena.call('tickets/reply', done), await olena.call('tickets/reply', done)];
    expect(twice.body).toEqual(once.body);
    expect(await theTicket(ticketId)).toMatchObject({ view_type: 'resolved', waiting_since: null });
    await aLetterOn(at, shop, ticketId);
    const until = inSeconds(aDay);
    await olena.call('tickets/reply', reply(ticketId, { and_then: { snooze: { until, reason: 'No answer yet' } } }));
    expect(await theTicket(ticketId)).toMatchObject({ view_type: 'snoozed', snooze: { until, by: 'Olena' } });
    expect(await linesOf(ticketId)).toEqual(['resolved', 'reopened_by_customer', 'snoozed_why']);
  });

  test('that cannot put off is not sent at all', async () => {
    const { ticketId } = await aTicket(at, shop);
    const late = await olena.call('tickets/reply', reply(ticketId, { and_then: { snooze: { until: inSeconds(-5) } } }));
    expect(late.body.errors[0]).toMatchObject({ key: 'time_not_ahead', field: 'data.and_then.snooze.until' });
    expect(await theTicket(ticketId)).toMatchObject({ view_type: '' });
    const letters = await at.db.read(
      'system',
      sql`select from messages where ticket_id = ${ticketId} and kind = 'outbound'`,
    );
    expect(letters).toEqual([]);
  });
});

describe('spam', () => {
  test('keeps the state of a ticket, and blocks its customer where that is asked for', async () => {
    const { ticketId, customerId } = await aTicket(at, shop, { address: 'prize@winner.test' });
    await olena.call('tickets/spam', { ids: [ticketId], is_spam: 1, block: 1 });
    expect(await theTicket(ticketId)).toMatchObject({ is_spam: 1, view_type: '' });
    const isBlocked = async () =>
      rows(await olena.post('customers/get', { fields: ['is_blocked'], ...byId(customerId) }), 'customers')[0]
        .is_blocked;
    expect(await isBlocked()).toBe(1);
    await olena.call('tickets/spam', { ids: [ticketId], is_spam: 0 });
    await olena.call('customers/unblock', { ids: [customerId] });
    expect([await isBlocked(), (await theTicket(ticketId)).is_spam]).toEqual([0, 0]);
    expect(await linesOf(ticketId)).toEqual(['marked_spam', 'unmarked_spam']);
  });

  test('says whom it has blocked: who was blocked before stays so when it is taken back', async () => {
    const before = await aTicket(at, shop, { address: 'blocked-before@winner.test' });
    const now = await aTicket(at, shop, { address: 'blocked-now@winner.test' });
    await olena.call('customers/block', { ids: [before.customerId] });
    await olena.call('tickets/spam', { ids: [before.ticketId], is_spam: 1 });
    const ids = [before.ticketId, now.ticketId];
    const mark = async () => (await olena.call('tickets/spam', { ids, is_spam: 1, block: 1 })).body.data;
    expect(await mark()).toEqual({ ids: [now.ticketId], blocked: [now.customerId] });
    expect(await mark(), 'a repetition changes nothing').toEqual({ ids: [], blocked: [] });
  });
});
