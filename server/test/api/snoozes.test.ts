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

  test('undone, one that slept through a letter wakes, where the one before would have woken', async () => {
    const { ticketId } = await aTicket(at, shop);
    await olena.call('tickets/snooze', { ids: [ticketId], until: inSeconds(aDay) });
    await olena.call('tickets/snooze', { ids: [ticketId], until: inSeconds(2 * aDay), wake_on_reply: 0 });
    const letter = await aLetterOn(at, shop, ticketId);
    // Its server had it before, and it was fetched since.
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update messages set added = now() - interval '1 hour' where id = ${letter.messageId}`),
    );
    await olena.call('tickets/wake', { ids: [ticketId], undo: 1 });
    expect(await theTicket(ticketId)).toMatchObject({ view_type: '', snooze: null });
  });

  test('is not undone by whom a colleague has put it off after', async () => {
    const ira = await aPerson(at, 'Ira', 'ira.later@lumenoak.test');
    await joins(at, ira.id, shop.companyId, 1);
    at.wake.nudge('sessions');
    const { ticketId } = await aTicket(at, shop);
    const [ids, theirs] = [[ticketId], inSeconds(2 * aDay)];
    const undone = async (api: ApiClient) => (await api.call('tickets/wake', { ids, undo: 1 })).body.data.ids;
    const hers = inSeconds(aDay);
    await olena.call('tickets/snooze', { ids, until: hers });
    await ira.api.call('tickets/snooze', { ids, until: theirs, reason: 'Parts come' });
    expect(await undone(olena)).toEqual([]);
    expect(await theTicket(ticketId)).toMatchObject({ snoozed_until: theirs, snooze: { reason: 'Parts come' } });
    expect(await linesOf(ticketId)).toEqual(['snoozed', 'snoozed_why']);
    // To undo the newer one goes back to the one before, and that is undone by whose it is.
    expect(await undone(ira.api)).toEqual(ids);
    expect(await theTicket(ticketId)).toMatchObject({ snoozed_until: hers });
    expect(await undone(ira.api)).toEqual([]);
    expect(await undone(olena)).toEqual(ids);
    expect(await theTicket(ticketId)).toMatchObject({ view_type: '', snooze: null });
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

describe('whatever somebody did and takes back', () => {
  const stateOf = (id: number) =>
    at.db.read(
      'system',
      sql`select to_jsonb(t) - '{version,updated,stood,assigned_before,message_count,deleted_at}'::text[] as row, (t.deleted_at is not null) as is_thrown_away,
            (select json_agg(x.tag_id order by x.tag_id) from ticket_tags x where x.ticket_id = t.id) as tags,
            (select json_agg(json_build_array(s.until, s.reason, s.wakes_on_reply) order by s.id) from snoozes s where s.ticket_id = t.id and s.ended_at is null) as asleep
          from tickets t where t.id = ${id}`,
    );
  const aTeam = async (): Promise<number> => {
    const name = `Team ${crypto.randomUUID().slice(0, 8)}`;
    return (await olena.post('teams/create', { data: [{ company_id: shop.companyId, name }] })).body.data.teams[0].id;
  };
  const made = async (noun: 'tags' | 'labels') => {
    const name = `One ${crypto.randomUUID().slice(0, 8)}`;
    return (await olena.post(`${noun}/create`, { data: [{ company_id: shop.companyId, name }] })).body.data[noun][0].id;
  };
  const longAgo = (id: number, given: boolean) =>
    at.db.transaction('system', (tx) =>
      tx.run(
        sql`update tickets set waiting_since = waiting_since - interval '3 h', queued_at = queued_at - interval '3 h',
              given_from = case when ${given}::boolean then now() - interval '4 h' end where id = ${id}`,
      ),
    );
  let ira: Awaited<ReturnType<typeof aPerson>>;
  let marko: Awaited<ReturnType<typeof aPerson>>;
  let olenaId: number;
  beforeAll(async () => {
    olenaId = (await olena.call('users/self')).body.data.user.id;
    [ira, marko] = [
      await aPerson(at, 'Ira', 'ira-undo@lumenoak.test'),
      await aPerson(at, 'Marko', 'marko-undo@lumenoak.test'),
    ];
    for (const { id } of [ira, marko]) await joins(at, id, shop.companyId, 1);
    at.wake.nudge('sessions');
  });

  type Undoable = {
    /** What it was before, beside waiting in the queue of its team for three hours. */
    before?: (ids: number[]) => Promise<unknown>;
    does: (ids: number[]) => Promise<unknown>;
    undoes: (ids: number[]) => Promise<unknown>;
  };
  const assign = (ids: number[], to: object) => olena.call('tickets/assign', { ids, ...to });
  const putBack = (ids: number[], left: string) => olena.call('tickets/put-back', { ids, left });
  const unassigned = (ids: number[]) => putBack(ids, 'assigned');
  const mark = (ids: number[], is_spam: 0 | 1) => olena.call('tickets/spam', { ids, is_spam });
  const trash = (ids: number[]) => olena.post('tickets/delete', byId(...ids));
  const restore = (ids: number[]) => olena.post('tickets/restore', byId(...ids));
  const sleeps = (ids: number[], days: number) => olena.call('tickets/snooze', { ids, until: inSeconds(days * aDay) });
  const wakes = (ids: number[]) => olena.call('tickets/wake', { ids, undo: 1 });
  let merged: number[] = [];
  let thing = 0;
  const undoables: Record<string, Undoable> = {
    resolving: { does: (ids) => olena.call('tickets/resolve', { ids }), undoes: (ids) => putBack(ids, 'resolved') },
    'giving it to somebody': { does: (ids) => assign(ids, { assignee_id: ira.id }), undoes: unassigned },
    'taking it': { does: (ids) => assign(ids, { assignee_id: olenaId, if_assignee: null }), undoes: unassigned },
    'giving it to another team': { does: async (ids) => assign(ids, { team_id: await aTeam() }), undoes: unassigned },
    'giving it away twice': {
      does: async (ids) => {
        await assign(ids, { assignee_id: ira.id });
        await assign(ids, { assignee_id: marko.id, team_id: null });
      },
      undoes: async (ids) => {
        await unassigned(ids);
        await unassigned(ids);
      },
    },
    'taking it from whom the queue gave it to': {
      before: async (ids) => {
        await assign(ids, { assignee_id: ira.id });
        await longAgo(ids[0] ?? 0, true);
      },
      does: (ids) => assign(ids, { assignee_id: null }),
      undoes: unassigned,
    },
    'giving back what somebody gave back': {
      before: async (ids) => {
        await assign(ids, { assignee_id: ira.id });
        await assign(ids, { assignee_id: null });
        await longAgo(ids[0] ?? 0, false);
      },
      does: (ids) => assign(ids, { assignee_id: marko.id }),
      undoes: unassigned,
    },
    'throwing it away': { does: trash, undoes: restore },
    'taking it out of the trash': { before: trash, does: restore, undoes: trash },
    'calling it spam': { does: (ids) => mark(ids, 1), undoes: (ids) => mark(ids, 0) },
    'calling it no spam': { before: (ids) => mark(ids, 1), does: (ids) => mark(ids, 0), undoes: (ids) => mark(ids, 1) },
    'calling it spam and throwing it away': {
      does: async (ids) => {
        await mark(ids, 1);
        await trash(ids);
      },
      undoes: async (ids) => {
        await restore(ids);
        await mark(ids, 0);
      },
    },
    'putting it off': { does: (ids) => sleeps(ids, 1), undoes: wakes },
    'putting it off again': { before: (ids) => sleeps(ids, 1), does: (ids) => sleeps(ids, 2), undoes: wakes },
    'putting it off twice': {
      does: async (ids) => {
        await sleeps(ids, 1);
        await sleeps(ids, 2);
      },
      undoes: async (ids) => {
        await wakes(ids);
        await wakes(ids);
      },
    },
    'waking it': {
      before: (ids) => sleeps(ids, 1),
      does: (ids) => olena.call('tickets/wake', { ids }),
      undoes: (ids) => putBack(ids, ''),
    },
    'merging it into another one': {
      does: async (ids) => {
        const { ticketId: survivor_id } = await aTicket(at, shop);
        const answer = await olena.call('tickets/merge', { survivor_id, ids });
        merged = answer.body.data.merges.map((one: { id: number }) => one.id);
      },
      undoes: () => olena.call('tickets/unmerge', { merge_ids: merged }),
    },
    'merging another one into it': {
      does: async ([survivor_id]) => {
        const answer = await olena.call('tickets/merge', { survivor_id, ids: [(await aTicket(at, shop)).ticketId] });
        merged = answer.body.data.merges.map((one: { id: number }) => one.id);
      },
      undoes: () => olena.call('tickets/unmerge', { merge_ids: merged }),
    },
    'tagging it': {
      does: async (ids) => {
        thing = await made('tags');
        await olena.call('tickets/tag', { ids, add: [thing] });
      },
      undoes: (ids) => olena.call('tickets/tag', { ids, remove: [thing] }),
    },
    'saying what it is about': {
      does: async (ids) => olena.post('tickets/update', { data: { label_id: await made('labels') }, ...byId(...ids) }),
      undoes: (ids) => olena.post('tickets/update', { data: { label_id: null }, ...byId(...ids) }),
    },
  };

  test.each(Object.entries(undoables))('%s: it is as it was, its place in the queue too', async (_name, one) => {
    const { ticketId } = await aTicket(at, shop);
    await assign([ticketId], { team_id: await aTeam() });
    await longAgo(ticketId, false);
    await one.before?.([ticketId]);
    const before = await stateOf(ticketId);
    await one.does([ticketId]);
    expect(await stateOf(ticketId)).not.toEqual(before);
    await one.undoes([ticketId]);
    expect(await stateOf(ticketId)).toEqual(before);
  });

  test('what was given away stays where somebody else has put it since, and nobody gets it who has left', async () => {
    const { ticketId } = await aTicket(at, shop);
    const ids = [ticketId];
    const whose = async () =>
      rows(await olena.post('tickets/get', { fields: ['assignee_id'], ...byId(ticketId) }), 'tickets')[0].assignee_id;
    await assign(ids, { assignee_id: ira.id });
    expect((await marko.api.call('tickets/put-back', { ids, left: 'assigned' })).body.data.ids, 'Olena did').toEqual(
      [],
    );
    await marko.api.call('tickets/assign', { ids, assignee_id: marko.id });
    expect((await unassigned(ids)).body.data.ids, 'Marko has taken it').toEqual([]);
    expect(await whose()).toBe(marko.id);
    await assign(ids, { assignee_id: ira.id });
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update roles set is_deleted = 1 where user_id = ${marko.id} and company_id = ${shop.companyId}`),
    );
    expect((await unassigned(ids)).body.data.ids).toEqual(ids);
    expect(await whose(), 'Marko has left').toBeNull();
  });

  test('what was given out of one’s own sight comes back for a moment, unless somebody else has put it anywhere since', async () => {
    const narrow = await aPerson(at, 'Nadia', 'nadia-undo@lumenoak.test');
    await joins(at, narrow.id, shop.companyId, 1);
    await olena.call('users/change-access', { id: narrow.id, company_id: shop.companyId, scope: 'own' });
    at.wake.nudge('sessions');
    const ids = [(await aTicket(at, shop)).ticketId];
    const [id = 0] = ids;
    const back = (left = 'assigned') => narrow.api.call('tickets/put-back', { ids, left });
    const seen = async () =>
      rows(await narrow.api.post('tickets/get', { fields: ['id'], ...byId(id) }), 'tickets').length;
    const gives = async (assignee_id: number | null) => {
      await assign(ids, { assignee_id: narrow.id });
      expect((await narrow.api.call('tickets/assign', { ids, assignee_id })).body.data).toEqual({ ids });
      expect(await seen()).toBe(0);
    };
    for (const to of [ira.id, null]) {
      await gives(to);
      expect((await back('resolved')).body.errors[0]?.key, 'nothing else').toBe('ticket_not_found');
      expect((await back()).body.data).toEqual({ ids });
      expect(await seen()).toBe(1);
    }
    const refused = async () => [(await back()).body.errors[0]?.key, await seen()];
    await gives(ira.id);
    await assign(ids, { assignee_id: olenaId });
    expect(await refused(), 'Olena has it').toEqual(['ticket_not_found', 0]);
    await gives(ira.id);
    await at.db.transaction('system', (tx) =>
      tx.run(
        sql`update tickets set assigned_before = assigned_before || jsonb_build_object('at', now() - interval '1 hour') where id = ${id}`,
      ),
    );
    expect(await refused(), 'an hour ago').toEqual(['ticket_not_found', 0]);
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

  test('that takes up what was resolved or put off says so in a line; the letter says the rest', async () => {
    const { ticketId } = await aTicket(at, shop);
    await olena.call('tickets/reply', reply(ticketId));
    await olena.call('tickets/resolve', { ids: [ticketId] });
    await olena.call('tickets/reply', reply(ticketId));
    expect(await theTicket(ticketId)).toMatchObject({ view_type: 'answered' });
    const until = inSeconds(aDay);
    await olena.call('tickets/snooze', { ids: [ticketId], until, reason: 'The carrier answers tomorrow' });
    await olena.call('tickets/reply', reply(ticketId));
    await olena.call('tickets/snooze', { ids: [ticketId], until });
    await olena.call('tickets/reply', reply(ticketId));
    expect(await linesOf(ticketId)).toEqual([
      ...['resolved', 'reopened_by_reply', 'snoozed_why', 'woke_by_reply_why', 'snoozed', 'woke_by_reply'],
    ]);
    const [woke] = await at.db.read<{ event_values: object; author_name: string }>(
      'system',
      sql`select event_values, author_name from messages where ticket_id = ${ticketId} and event_key = 'woke_by_reply_why'`,
    );
    expect(woke).toMatchObject({
      author_name: 'Olena',
      event_values: { until: `${until.replace(' ', 'T')}.000Z`, reason: 'The carrier answers tomorrow' },
    });
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
