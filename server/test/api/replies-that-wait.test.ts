import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addMessage, holdWaitingLetters } from '#domain/messages/index.ts';
import { lockTicket } from '#domain/tickets/index.ts';
import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import { aLetterOn, aTicket } from './a-ticket.ts';
import type { ApiClient } from './api-client.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aPerson, joins } from './people.ts';
import { aMember, type Shop, twoShops } from './two-companies.ts';
import {
  hanna,
  inAnHour,
  lettersIn,
  ofTicket,
  problem,
  reply,
  save,
  ticketRow,
  until,
  upload,
  written,
} from './what-is-written.ts';

let at: TestParley;
let shop: Shop;
let olena: ApiClient;
let iryna: { id: number; api: ApiClient };
beforeAll(async () => {
  at = await aParley({ role: 'all', env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
  [shop] = await twoShops(at);
  olena = shop.owner;
  iryna = await aPerson(at, 'Iryna', 'iryna@lumenoak.test');
  await joins(at, iryna.id, shop.companyId, 1);
  at.wake.nudge('sessions');
});
afterAll(() => at?.close());

const lettersOf = (ticketId: number) => lettersIn(olena, ticketId);

describe('a reply that can be taken back', () => {
  test('comes back as the answer to the letter that it was, and a draft stays one', async () => {
    const { ticketId, messageId } = await aTicket(at, shop);
    const { messageId: elsewhere } = await aTicket(at, shop);
    await aLetterOn(at, shop, ticketId);
    const letter = reply(ticketId, 'About the first', { hold_seconds: 30, in_reply_to: messageId });
    await olena.call('tickets/reply', letter);
    const key = { ticket_id: ticketId, client_id: letter.client_id };
    const { draft } = (await olena.call('drafts/take-back', key)).body.data;
    expect(draft.in_reply_to).toBe(messageId);
    const kept = async (in_reply_to: number | null) => {
      const { version } = (await ofTicket(olena, ticketId)).mine[0];
      await save(olena, written(ticketId, 'Changed', { base_version: version, in_reply_to }));
      return (await ofTicket(olena, ticketId)).mine[0].in_reply_to;
    };
    expect([await kept(messageId), await kept(elsewhere), await kept(null)]).toEqual([messageId, null, null]);
  });

  test('shows as waiting, moves nothing, comes back as a draft with its files, and never leaves', async () => {
    const { ticketId } = await aTicket(at, shop);
    const before = await ticketRow(olena, ticketId, [
      'view_type',
      'waiting_since',
      'message',
      'version',
      'message_count',
    ]);
    const file = await upload(olena);
    const letter = reply(ticketId, 'Too early', { hold_seconds: 30, attachments: [file] });
    const answer = (await olena.call('tickets/reply', letter)).body.data;
    expect(answer).toMatchObject({ message_id: null, ticket_id: ticketId });
    // A repeated request is the same letter.
    expect((await olena.call('tickets/reply', letter)).body.data).toEqual(answer);
    const { waiting } = await ofTicket(iryna.api, ticketId);
    expect(waiting).toMatchObject([{ client_id: letter.client_id, state: 'waiting', why: 'undo', to: hanna }]);
    expect(waiting[0].seconds_left).toBeGreaterThan(0);
    expect(waiting[0].seconds_left).toBeLessThanOrEqual(30);
    // What colleagues see of it, its files are part of.
    expect((await iryna.api.get(`files/${file}`)).status).toBe(200);
    expect(
      await ticketRow(olena, ticketId, ['view_type', 'waiting_since', 'message', 'version', 'message_count']),
    ).toEqual(before);

    const key = { ticket_id: ticketId, client_id: letter.client_id };
    expect(problem(await iryna.api.call('drafts/take-back', key))).toEqual([
      409,
      'not_in_this_state',
      'data.client_id',
    ]);
    const { draft } = (await olena.call('drafts/take-back', key)).body.data;
    expect(draft).toMatchObject({
      body_html: '<p>Too early</p>',
      recipients: { to: hanna },
      attachments: [{ id: file }],
      signs: 0,
    });
    expect((await ofTicket(olena, ticketId)).waiting).toEqual([]);
    // A request that was under way all the time sends nothing.
    expect(problem(await olena.call('tickets/reply', letter))).toEqual([409, 'was_taken_back', 'data.client_id']);
    // Nor does a browser that was away for weeks.
    const { forgetOldDrafts } = await import('#domain/drafts/index.ts');
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update drafts set updated = now() - interval '89 days' where client_id = ${letter.client_id}`),
    );
    await forgetOldDrafts(at.db, 90);
    const { hold_seconds: _none, ...atOnce } = letter;
    expect(problem(await olena.call('tickets/reply', { ...atOnce, attachments: [] }))).toEqual([
      409,
      'was_taken_back',
      'data.client_id',
    ]);
    expect((await lettersOf(ticketId)).length).toBe(1);
  });

  test('leaves when its time is over, also when nobody looks; then it is too late, and that is said', async () => {
    const { ticketId } = await aTicket(at, shop);
    const file = await upload(olena);
    const letter = reply(ticketId, 'It is oak', { hold_seconds: 5, attachments: [file] });
    await olena.call('tickets/reply', letter);
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update drafts set send_at = now() where client_id = ${letter.client_id}`),
    );
    at.wake.nudge('waiting');
    const sent = await until(async () =>
      (await lettersOf(ticketId)).find((one: { kind: string }) => one.kind === 'outbound'),
    );
    expect(sent).toMatchObject({ client_id: letter.client_id, attachments: [{ id: file }] });
    expect(await ticketRow(olena, ticketId, ['view_type'])).toMatchObject({ view_type: 'answered' });
    const key = { ticket_id: ticketId, client_id: letter.client_id };
    for (const call of ['drafts/take-back', 'drafts/send-now', 'drafts/discard-waiting'])
      expect(problem(await olena.call(call, key))).toEqual([409, 'already_sent', 'data.client_id']);
    expect((await olena.call('tickets/reply', letter)).body.data).toMatchObject({ message_id: sent.id });
  });

  test('that is still on its way when it is thrown away is not taken when it comes; nor is a note', async () => {
    const { ticketId } = await aTicket(at, shop);
    const letter = reply(ticketId, 'Too early');
    const note = { ticket_id: ticketId, client_id: crypto.randomUUID(), body_html: '<p>Too early</p>' };
    for (const { client_id } of [letter, note, letter]) {
      const thrown = await olena.call('drafts/discard-waiting', { ticket_id: ticketId, client_id });
      expect(thrown.status, thrown.text).toBe(200);
    }
    const late = [
      ...[letter, { ...letter, hold_seconds: 5 }, { ...letter, send_at: inAnHour() }].map((one) =>
        olena.call('tickets/reply', one),
      ),
      olena.call('tickets/note', note),
    ];
    for (const one of await Promise.all(late)) expect(problem(one)).toEqual([409, 'was_taken_back', 'data.client_id']);
    expect((await lettersOf(ticketId)).length).toBe(1);
    expect(await ofTicket(olena, ticketId)).toMatchObject({ mine: [], waiting: [] });
  });

  test('waits on where its ticket went, can be taken back there, and does not leave from the trash', async () => {
    const [first, second] = [await aTicket(at, shop), await aTicket(at, shop)];
    const letter = reply(second.ticketId, 'Hold on', { hold_seconds: 30 });
    await olena.call('tickets/reply', letter);
    await olena.call('tickets/merge', { survivor_id: first.ticketId, ids: [second.ticketId] });
    expect((await ofTicket(olena, first.ticketId)).waiting).toMatchObject([{ client_id: letter.client_id }]);
    // A repetition that names the ticket as it was is the same letter; so is what takes it back.
    expect((await olena.call('tickets/reply', letter)).body.data).toMatchObject({
      message_id: null,
      ticket_id: first.ticketId,
    });
    const key = { ticket_id: second.ticketId, client_id: letter.client_id };
    expect((await olena.call('drafts/take-back', key)).body.data.draft).toMatchObject({ ticket_id: first.ticketId });
    expect(problem(await olena.call('tickets/reply', letter))).toEqual([409, 'was_taken_back', 'data.client_id']);

    // What answers a message that is split off goes to its customer's new ticket.
    const petro = await aLetterOn(at, shop, first.ticketId, {
      from: 'Petro',
      address: 'petro@chairs.test',
      text: 'Chairs?',
    });
    const answer = reply(first.ticketId, 'Four chairs', { hold_seconds: 30, in_reply_to: petro.messageId });
    await olena.call('tickets/reply', answer);
    const fresh = (await olena.call('tickets/split', { message_id: petro.messageId, from_here: 0 })).body.data
      .ticket_id;
    expect((await ofTicket(olena, fresh)).waiting).toMatchObject([{ client_id: answer.client_id }]);
    expect((await ofTicket(olena, first.ticketId)).waiting).toEqual([]);

    const where = { filter: { conditions: [['id', '=', fresh]] } };
    await olena.post('tickets/delete', where);
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update drafts set send_at = now() where client_id = ${answer.client_id}`),
    );
    at.wake.nudge('waiting');
    await until(async () => (await ofTicket(olena, fresh)).waiting[0]?.held_key === 'ticket_in_trash');
    at.wake.nudge('events');
    // Its writer counts on it, so the bell says so, from the trash too.
    await until(async () => {
      const { groups } = (await olena.call('notifications/list', {})).body.data;
      return groups.some(
        (one: { ticket_id: number; kind: string }) => one.ticket_id === fresh && one.kind === 'letter_held',
      );
    });
    expect((await lettersOf(fresh)).filter((one: { kind: string }) => one.kind === 'outbound')).toEqual([]);
    // Also where something else was told of it since.
    await at.db.transaction('system', (tx) =>
      tx.run(
        sql`insert into notifications (company_id, user_id, ticket_id, kind, who, in_app) select company_id, user_id, ticket_id, 'assigned', who, 1
            from notifications where ticket_id = ${fresh} and kind = 'letter_held' limit 1`,
      ),
    );
    const unread = (await olena.call('notifications/unread')).body.data.tickets;
    const shown = (await olena.call('notifications/list', { is_unread: 1 })).body.data.groups;
    expect(shown.map((one: { ticket_id: number }) => one.ticket_id)).toContain(fresh);
    expect(shown).toHaveLength(unread);
    await olena.post('tickets/restore', where);
    expect((await olena.call('drafts/send-now', { ticket_id: fresh, client_id: answer.client_id })).status).toBe(200);
  });

  test('leaves at the time it was given last; only its writer gives one, and only to what waits for one', async () => {
    const { ticketId } = await aTicket(at, shop);
    const inDays = (days: number) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
    const letter = reply(ticketId, 'Later', { send_at: inDays(1) });
    await olena.call('tickets/reply', letter);
    const key = { ticket_id: ticketId, client_id: letter.client_id };
    const change = (api: ApiClient, send_at: string, of = key) => api.call('drafts/change-time', { ...of, send_at });
    const third = inDays(3);
    const changed = await change(olena, third);
    expect(changed.body.data, changed.text).toEqual({ send_at: third });
    expect((await ofTicket(olena, ticketId)).waiting).toMatchObject([{ send_at: third, state: 'waiting' }]);

    expect(problem(await change(iryna.api, inDays(2)))).toEqual([409, 'not_in_this_state', 'data.client_id']);
    expect(problem(await change(olena, inDays(-1)))).toEqual([422, 'time_not_ahead', 'data.send_at']);
    const soon = reply(ticketId, 'At once', { hold_seconds: 30 });
    await olena.call('tickets/reply', soon);
    expect(problem(await change(olena, inDays(2), { ...key, client_id: soon.client_id }))).toEqual([
      409,
      'not_in_this_state',
      'data.client_id',
    ]);

    await change(olena, new Date(Date.now() + 2000).toISOString().slice(0, 19).replace('T', ' '));
    await until(async () =>
      (await lettersOf(ticketId)).some((one: { body_text: string }) => one.body_text === 'Later'),
    );
  });

  test('A51 taken back and sent in the same moment is one of the two', async () => {
    for (let round = 0; round < 5; round++) {
      const { ticketId } = await aTicket(at, shop);
      const letter = reply(ticketId, 'Race', { hold_seconds: 30 });
      await olena.call('tickets/reply', letter);
      const key = { ticket_id: ticketId, client_id: letter.client_id };
      const calls = ['drafts/take-back', 'drafts/send-now', 'drafts/take-back', 'drafts/send-now'];
      const answers = await Promise.all(calls.map((call) => olena.call(call, key)));
      const good = answers.filter((one) => one.status === 200);
      // Who sends twice is answered twice that it is sent; nobody is told both.
      const ways = new Set(good.map((one) => (one.body.data.message_id === undefined ? 'taken back' : 'sent')));
      expect(ways.size).toBe(1);
      const isSent = ways.has('sent');
      expect((await lettersOf(ticketId)).filter((one: { kind: string }) => one.kind === 'outbound').length).toBe(
        isSent ? 1 : 0,
      );
      expect((await ofTicket(olena, ticketId)).mine.length).toBe(isSent ? 0 : 1);
      for (const one of answers.filter((other) => other.status !== 200)) expect([404, 409]).toContain(one.status);
    }
  });
});

describe('a letter that resolves its ticket, or puts it off', () => {
  const resolves = { and_then: { view_type: 'resolved' } };
  const tonight = { and_then: { snooze: { until: inAnHour() } } };
  const grant = async (value: 0 | null) => {
    const changes = [{ role: 'agent', privilege: 'tickets.update', value }];
    const granted = await olena.call('privileges/change', { company_id: shop.companyId, changes });
    expect(granted.status, granted.text).toBe(200);
  };
  const change = (client_id: string, what: ReturnType<typeof sql>) =>
    at.db.transaction('system', (tx) => tx.run(sql`update drafts set ${what} where client_id = ${client_id}`));
  const waits = async (ticketId: number) => (await ofTicket(olena, ticketId)).waiting;
  const standing = async (ticketId: number) => (await ticketRow(olena, ticketId, ['view_type'])).view_type;

  test('is refused before it waits where its writer may not, or the time has passed', async () => {
    const { ticketId } = await aTicket(at, shop);
    const passed = { and_then: { snooze: { until: '2020-01-01 09:00:00' } } };
    const asked = (more: object, how: object) => olena.call('tickets/reply', reply(ticketId, 'x', { ...more, ...how }));
    for (const how of [{}, { hold_seconds: 30 }, { send_at: inAnHour() }]) {
      expect(problem(await asked(passed, how))).toEqual([422, 'time_not_ahead', 'data.and_then.snooze.until']);
    }
    await grant(0);
    for (const more of [resolves, tonight]) {
      for (const how of [{}, { hold_seconds: 30 }, { send_at: inAnHour() }]) {
        const refused = await iryna.api.call('tickets/reply', reply(ticketId, 'x', { ...more, ...how }));
        expect(problem(refused).slice(0, 2)).toEqual([403, 'forbidden']);
      }
    }
    await grant(null);
    expect(await waits(ticketId)).toEqual([]);
  });

  test('leaves when the time to put it off to has passed meanwhile, and answers', async () => {
    const { ticketId } = await aTicket(at, shop);
    const letter = reply(ticketId, 'We ask the mill', { hold_seconds: 30, ...tonight });
    expect((await olena.call('tickets/reply', letter)).status).toBe(200);
    const passed = JSON.stringify({ snooze: { until: '2020-01-01 09:00:00' } });
    await change(letter.client_id, sql`send_at = now(), then_do = ${passed}::jsonb`);
    at.wake.nudge('waiting');
    await until(async () => (await waits(ticketId)).length === 0);
    expect((await lettersOf(ticketId)).at(-1)).toMatchObject({ kind: 'outbound', client_id: letter.client_id });
    expect(await standing(ticketId)).toBe('answered');
  });

  test('is held when its writer may not do that any more; sent anyway, it answers', async () => {
    const { ticketId } = await aTicket(at, shop);
    const letter = reply(ticketId, 'It is oak', { hold_seconds: 30, ...resolves });
    expect((await iryna.api.call('tickets/reply', letter)).status).toBe(200);
    await grant(0);
    await change(letter.client_id, sql`send_at = now()`);
    at.wake.nudge('waiting');
    await until(async () => (await waits(ticketId))[0]?.held_key === 'forbidden');
    const key = { ticket_id: ticketId, client_id: letter.client_id };
    const sent = await iryna.api.call('drafts/send-now', key);
    expect(sent.status, sent.text).toBe(200);
    expect(await standing(ticketId)).toBe('answered');
    await grant(null);
  });
});

describe('a letter for later', () => {
  test('is held when the customer writes first, its writer is told, and decides', async () => {
    const { ticketId } = await aTicket(at, shop);
    const letter = reply(ticketId, 'Did it arrive?', { send_at: inAnHour() });
    expect((await olena.call('tickets/reply', letter)).body.data).toMatchObject({
      message_id: null,
      waits_until: letter.send_at,
    });
    expect((await ofTicket(olena, ticketId)).waiting).toMatchObject([
      { why: 'later', state: 'waiting', held_key: null },
    ]);
    await aLetterOn(at, shop, ticketId);
    expect((await ofTicket(olena, ticketId)).waiting).toMatchObject([{ state: 'held', held_key: 'customer_wrote' }]);
    at.wake.nudge('events');
    await until(async () => {
      const [row] = await at.db.read<{ n: number }>(
        'system',
        sql`select count(*)::int as n from notifications where kind = 'letter_held' and ticket_id = ${ticketId} and user_id = ${shop.ownerId}`,
      );
      return row?.n === 1;
    });
    const key = { ticket_id: ticketId, client_id: letter.client_id };
    expect((await olena.call('drafts/send-now', key)).status).toBe(200);
    expect((await lettersOf(ticketId)).at(-1)).toMatchObject({ kind: 'outbound', client_id: letter.client_id });
  });

  test('does not leave when it was held, or given another time, in the moment in which it was due', async () => {
    const isDue = ({ client_id }: ReturnType<typeof reply>) =>
      at.db.transaction('system', (tx) =>
        tx.run(sql`update drafts set send_at = now() where client_id = ${client_id}`),
      );
    const isBlocked = async () => {
      const waits = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return (await at.db.read('system', waits)).length > 0;
    };
    const meanwhile: [string, (tx: Tx, ticketId: number) => Promise<unknown>][] = [
      ['held', (tx, ticketId) => holdWaitingLetters(tx, ticketId)],
      [
        'waiting',
        (tx, ticketId) =>
          tx.run(sql`update drafts set send_at = now() + interval '1 day' where ticket_id = ${ticketId}`),
      ],
    ];
    for (const [state, change] of meanwhile) {
      const [{ ticketId }, next] = [await aTicket(at, shop), await aTicket(at, shop)];
      const [letter, after] = [reply(ticketId, 'Soon', { send_at: inAnHour() }), reply(next.ticketId, 'Later')];
      expect((await olena.call('tickets/reply', letter)).status).toBe(200);
      expect((await olena.call('tickets/reply', { ...after, send_at: inAnHour() })).status).toBe(200);
      await at.db.transaction('system', async (tx) => {
        await lockTicket(tx, ticketId);
        await isDue(letter);
        at.wake.nudge('waiting');
        await until(isBlocked);
        await change(tx, ticketId);
      });
      await isDue(after);
      at.wake.nudge('waiting');
      await until(async () => (await lettersOf(next.ticketId)).length === 2);
      expect((await ofTicket(olena, ticketId)).waiting).toMatchObject([{ state }]);
      expect((await lettersOf(ticketId)).length).toBe(1);
    }
  });

  test('leaves when it could be taken back no more, though its writer has given the ticket away meanwhile', async () => {
    const { ticketId } = await aTicket(at, shop);
    const { api: own, id } = await aMember(at, shop, 1, 'Own');
    await olena.call('tickets/assign', { ids: [ticketId], assignee_id: id });
    await at.db.transaction('system', (tx) => tx.run(sql`update roles set scope = 'own' where user_id = ${id}`));
    at.wake.nudge('sessions');
    const letter = reply(ticketId, 'Ira goes on', { hold_seconds: 30 });
    const stopped = reply(ticketId, 'Not this', { hold_seconds: 30 });
    for (const one of [letter, stopped]) expect((await own.call('tickets/reply', one)).status).toBe(200);
    expect((await own.call('tickets/assign', { ids: [ticketId], assignee_id: iryna.id })).status).toBe(200);
    const key = { ticket_id: ticketId, client_id: stopped.client_id };
    expect((await iryna.api.call('drafts/take-back', key)).status).toBe(409);
    const back = await own.call('drafts/take-back', key);
    expect([back.status, back.body.data?.draft.body_html]).toEqual([200, '<p>Not this</p>']);
    expect((await own.call('drafts/take-back', key)).status, 'it has what it had').toBe(404);
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update drafts set send_at = now() where client_id = ${letter.client_id}`),
    );
    at.wake.nudge('waiting');
    const left = (one: { client_id: string | null }) => one.client_id === letter.client_id;
    await until(async () => (await lettersOf(ticketId)).some(left));
    expect((await ofTicket(olena, ticketId)).waiting).toEqual([]);
  });

  test('that is held for a writer who sees its ticket no more is told to whoever has it, or to who looks after the company', async () => {
    const { api: own, id } = await aMember(at, shop, 1, 'Given away');
    await at.db.transaction('system', (tx) => tx.run(sql`update roles set scope = 'own' where user_id = ${id}`));
    at.wake.nudge('sessions');
    const toldOf = async (assignee: number | null) => {
      const { ticketId } = await aTicket(at, shop);
      await olena.call('tickets/assign', { ids: [ticketId], assignee_id: id });
      const letter = reply(ticketId, 'Later', { send_at: inAnHour() });
      expect((await own.call('tickets/reply', letter)).status).toBe(200);
      await olena.call('tickets/assign', { ids: [ticketId], assignee_id: assignee });
      await at.db.transaction('system', (tx) =>
        tx.run(sql`update drafts set send_at = now() where client_id = ${letter.client_id}`),
      );
      at.wake.nudge('waiting');
      await until(async () => (await ofTicket(olena, ticketId)).waiting[0]?.state === 'held');
      at.wake.nudge('events');
      const told = () =>
        at.db.read<{ user_id: number }>(
          'system',
          sql`select user_id from notifications where kind = 'letter_held' and ticket_id = ${ticketId} order by 1`,
        );
      return (await until(async () => ((await told()).length > 0 ? told() : undefined))).map((one) => one.user_id);
    };
    expect(await toldOf(iryna.id)).toEqual([iryna.id]);
    expect(await toldOf(null)).toEqual([shop.ownerId]);
  });

  test('is held with the reason when its writer may no longer send it, and leaves nobody else waiting', async () => {
    const { ticketId } = await aTicket(at, shop);
    const { api: leaving, id } = await aMember(at, shop, 1, 'Gone');
    const letter = reply(ticketId, 'From beyond', { send_at: inAnHour() });
    expect((await leaving.call('tickets/reply', letter)).status).toBe(200);
    await at.db.transaction('system', async (tx) => {
      await tx.run(sql`update roles set is_deleted = 1 where user_id = ${id}`);
      await tx.run(sql`update drafts set send_at = now() where client_id = ${letter.client_id}`);
    });
    at.wake.nudge('waiting');
    const held = await until(async () =>
      (await ofTicket(olena, ticketId)).waiting.find((one: { state: string }) => one.state === 'held'),
    );
    expect(held).toMatchObject({ held_key: 'ticket_not_found' });
    const told = sql`select params->>'changes_lists' as lists from events where entity = 'drafts' and entity_id = ${held.id} order by position desc limit 1`;
    expect(await at.db.read('system', told), 'its mark in lists becomes another').toEqual([{ lists: 'true' }]);
    // A colleague goes on with it.
    const { draft } = (await olena.call('drafts/take-over', { id: held.id })).body.data;
    expect(draft.body_html).toBe('<p>From beyond</p>');
    expect((await ofTicket(olena, ticketId)).waiting).toEqual([]);
    expect((await lettersOf(ticketId)).length).toBe(1);
  });

  test('is refused for a time that has passed, or that is years away', async () => {
    const { ticketId } = await aTicket(at, shop);
    const at1 = (send_at: string) => olena.call('tickets/reply', reply(ticketId, 'x', { send_at }));
    expect(problem(await at1('2020-01-01 09:00:00'))).toEqual([422, 'time_not_ahead', 'data.send_at']);
    expect(problem(await at1('2099-01-01 09:00:00'))).toEqual([422, 'time_too_far', 'data.send_at']);
    expect(problem(await at1('tomorrow'))).toEqual([422, 'invalid_value', 'data.send_at']);
    expect((await ofTicket(olena, ticketId)).waiting).toEqual([]);
  });
});

/** Answered from another program than this, by somebody of whom only a name is known. */
const fromMailProgram = (ticketId: number, bodyText: string) =>
  at.db.transaction('system', (tx) =>
    addMessage(tx, {
      ...{ companyId: shop.companyId, ticketId, kind: 'outbound', direction: 2, channel: 'mail', bodyText },
      author: { kind: 'user', id: null, name: 'Iryna' },
    }),
  );

test('A24 a reply stops when a colleague or the customer wrote what its writer has not seen', async () => {
  const { ticketId, messageId } = await aTicket(at, shop);
  await iryna.api.call('tickets/reply', reply(ticketId, 'On its way'));
  const mine = reply(ticketId, 'We look', { seen_to: messageId });
  const stopped = await olena.call('tickets/reply', mine);
  expect(problem(stopped)).toEqual([409, 'answered_meanwhile', 'data.seen_to']);
  expect(stopped.body.errors[0]?.values).toEqual({ count: 1 });
  expect((await olena.call('tickets/reply', { ...mine, hold_seconds: 5 })).status).toBe(409);
  const letters = await lettersOf(ticketId);
  expect(letters.length).toBe(2);
  // Having seen it, or wanting to anyway.
  expect((await olena.call('tickets/reply', { ...mine, seen_to: letters.at(-1)?.id })).status).toBe(200);
  // One's own letters and notes, and lines, stop nobody; a colleague's note does.
  const note = { ticket_id: ticketId, client_id: crypto.randomUUID(), body_html: '<p>Wait for me</p>' };
  const more = reply(ticketId, 'And more', { seen_to: letters.at(-1)?.id });
  await olena.call('tickets/note', note);
  await iryna.api.call('tickets/assign', { ids: [ticketId], assignee_id: iryna.id });
  expect((await olena.call('tickets/reply', more)).status).toBe(200);
  await iryna.api.call('tickets/note', { ...note, client_id: crypto.randomUUID() });
  const last = reply(ticketId, 'And the last', { seen_to: letters.at(-1)?.id });
  expect(problem(await olena.call('tickets/reply', last))).toEqual([409, 'answered_meanwhile', 'data.seen_to']);
  // Nor does one who answered from a mail program, of whom only a name is known.
  const seen_to = (await lettersOf(ticketId)).at(-1)?.id;
  await fromMailProgram(ticketId, 'It left this morning');
  expect(problem(await olena.call('tickets/reply', reply(ticketId, 'Soon', { seen_to })))).toEqual([
    ...[409, 'answered_meanwhile', 'data.seen_to'],
  ]);
});

test('A24 of two replies within the same seconds the later one is held, and its writer decides', async () => {
  const { ticketId, messageId } = await aTicket(at, shop);
  const more = { hold_seconds: 30, seen_to: messageId };
  const [hers, mine] = [reply(ticketId, 'It ships on Friday', more), reply(ticketId, 'It ships on Monday', more)];
  expect((await iryna.api.call('tickets/reply', hers)).status).toBe(200);
  expect((await olena.call('tickets/reply', mine)).status).toBe(200);
  const isDue = async ({ client_id }: typeof mine) => {
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update drafts set send_at = now() where client_id = ${client_id}`),
    );
    at.wake.nudge('waiting');
  };
  await isDue(hers);
  await until(async () => (await lettersOf(ticketId)).length === 2);
  await isDue(mine);
  const held = await until(async () =>
    (await ofTicket(olena, ticketId)).waiting.find((one: { state: string }) => one.state === 'held'),
  );
  expect(held).toMatchObject({ client_id: mine.client_id, held_key: 'answered_meanwhile' });
  expect((await lettersOf(ticketId)).length).toBe(2);
  const key = { ticket_id: ticketId, client_id: mine.client_id };
  expect((await olena.call('drafts/send-now', key)).status).toBe(200);
  expect((await lettersOf(ticketId)).at(-1)).toMatchObject({ client_id: mine.client_id });
  // One's own letters hold nobody.
  const [first, second] = [reply(ticketId, 'One', more), reply(ticketId, 'Two', { hold_seconds: 30 })];
  for (const one of [{ ...first, seen_to: (await lettersOf(ticketId)).at(-2)?.id }, second]) {
    expect((await olena.call('tickets/reply', one)).status).toBe(200);
    await isDue(one);
    await until(async () => (await lettersOf(ticketId)).at(-1)?.client_id === one.client_id);
  }
});

test('a letter that is put into another ticket takes its answer along, holds what was to be sent there, and nobody waits where it was', async () => {
  const [wrong, right] = [await aTicket(at, shop), await aTicket(at, shop)];
  expect((await olena.call('tickets/reply', reply(wrong.ticketId, 'It is oak'))).status).toBe(200);
  const letter = await aLetterOn(at, shop, wrong.ticketId, { text: 'And the other order?' });
  const answer = reply(wrong.ticketId, 'That one, too', { send_at: inAnHour(), in_reply_to: letter.messageId });
  const unaware = reply(right.ticketId, 'Did it arrive?', { send_at: inAnHour() });
  for (const one of [answer, unaware]) expect((await olena.call('tickets/reply', one)).status).toBe(200);
  const { number } = await ticketRow(olena, right.ticketId, ['number']);
  const moved = await olena.call('inbound-mails/move-to-ticket', { id: letter.inboundMailId, number });
  expect(moved.body.data, moved.text).toEqual({ ticket_id: right.ticketId });

  const stands = (id: number) => ticketRow(olena, id, ['view_type', 'waiting_since', 'message_count', 'is_deleted']);
  expect(await stands(wrong.ticketId)).toMatchObject({
    ...{ view_type: 'answered', waiting_since: null, message_count: 2, is_deleted: 0 },
  });
  expect(await stands(right.ticketId)).toMatchObject({ view_type: '', message_count: 2 });
  const { waiting } = await ofTicket(olena, right.ticketId);
  const standing = waiting.map((one: { client_id: string; state: string; held_key: string | null }) => [
    ...[one.client_id, one.state, one.held_key],
  ]);
  expect(standing).toHaveLength(2);
  expect(standing).toContainEqual([answer.client_id, 'waiting', null]);
  expect(standing).toContainEqual([unaware.client_id, 'held', 'customer_wrote']);
  expect((await ofTicket(olena, wrong.ticketId)).waiting).toEqual([]);
});

describe('a letter for later in a ticket that is joined with another', () => {
  const later = async (ticketId: number, text: string, more: object = {}) => {
    const letter = reply(ticketId, text, { send_at: inAnHour(), ...more });
    expect((await olena.call('tickets/reply', letter)).status).toBe(200);
    return letter.client_id;
  };
  const standing = async (ticketId: number): Promise<Record<string, [string, string | null]>> =>
    Object.fromEntries(
      (await ofTicket(olena, ticketId)).waiting.map(
        (one: { client_id: string; state: string; held_key: string | null }) => [
          one.client_id,
          [one.state, one.held_key],
        ],
      ),
    );
  const held = ['held', 'customer_wrote'];

  test.each(['survives', 'goes'])(
    'is held when the customer has written in the other since, whether its ticket %s',
    async (what) => {
      const older = await aTicket(at, shop);
      const unaware = await later(older.ticketId, 'It leaves on Monday');
      const newer = await aTicket(at, shop, { text: 'Please cancel' });
      const aware = await later(newer.ticketId, 'Cancelled');
      const [survivor_id, gone] =
        what === 'survives' ? [older.ticketId, newer.ticketId] : [newer.ticketId, older.ticketId];
      expect((await olena.call('tickets/merge', { survivor_id, ids: [gone] })).status).toBe(200);
      expect(await standing(survivor_id)).toEqual({ [unaware]: held, [aware]: ['waiting', null] });
      at.wake.nudge('events');
      await until(async () => {
        const told = sql`select from notifications where kind = 'letter_held' and ticket_id = ${survivor_id} and user_id = ${shop.ownerId}`;
        return (await at.db.read('system', told)).length === 1;
      });
    },
  );

  test('is held when a split is undone and the customer has written in the rest since', async () => {
    const { ticketId } = await aTicket(at, shop);
    const { messageId } = await aLetterOn(at, shop, ticketId, { text: 'And the chair?' });
    const split = (await olena.call('tickets/split', { message_id: messageId, from_here: 0 })).body.data;
    const unaware = await later(split.ticket_id, 'The chair, too', { in_reply_to: messageId });
    await aLetterOn(at, shop, ticketId, { text: 'No chair, please' });
    expect((await olena.call('tickets/unsplit', { split_id: split.split_id })).status).toBe(200);
    expect(await standing(ticketId)).toEqual({ [unaware]: held });
  });
});

describe('a letter that can still be taken back', () => {
  const leaves = async (ticketId: number, { client_id }: { client_id: string }) => {
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update drafts set send_at = now() where client_id = ${client_id}`),
    );
    at.wake.nudge('waiting');
    await until(async () =>
      (await lettersOf(ticketId)).some((one: { client_id: string }) => one.client_id === client_id),
    );
  };
  const standing = (ticketId: number) => ticketRow(olena, ticketId, ['view_type', 'waiting_since', 'snoozed_until']);

  test('is held when the customer writes first, unless it is sent whatever they write', async () => {
    const { ticketId, messageId } = await aTicket(at, shop);
    const more = { hold_seconds: 30 };
    const [seen, anyway] = [reply(ticketId, 'One', { ...more, seen_to: messageId }), reply(ticketId, 'Two', more)];
    for (const one of [seen, anyway]) expect((await olena.call('tickets/reply', one)).status).toBe(200);
    await aLetterOn(at, shop, ticketId);
    expect((await ofTicket(olena, ticketId)).waiting).toMatchObject([
      { client_id: seen.client_id, state: 'held', held_key: 'customer_wrote' },
      { client_id: anyway.client_id, state: 'waiting' },
    ]);
    expect(await standing(ticketId)).toMatchObject({ view_type: '' });
  });

  test('leaves its ticket resolved where that was done meanwhile; taken back, it is answered', async () => {
    const { ticketId, messageId } = await aTicket(at, shop);
    const letter = reply(ticketId, 'It is oak', { hold_seconds: 30, seen_to: messageId });
    expect((await olena.call('tickets/reply', letter)).status).toBe(200);
    expect((await olena.call('tickets/resolve', { ids: [ticketId] })).status).toBe(200);
    await leaves(ticketId, letter);
    expect(await standing(ticketId)).toMatchObject({ view_type: 'resolved', waiting_since: null });
    const [line] = await at.db.read<{ answer: number }>(
      'system',
      sql`select (event_values->>'answer')::bigint as answer from messages where ticket_id = ${ticketId} and event_key = 'resolved'`,
    );
    const sent = (await lettersOf(ticketId)).find((one: { kind: string }) => one.kind === 'outbound');
    expect(line?.answer, 'comes back if that reaches nobody').toBe(sent.id);
    const back = await olena.call('tickets/put-back', { ids: [ticketId], left: 'resolved' });
    expect(back.status, back.text).toBe(200);
    expect(await standing(ticketId)).toMatchObject({ view_type: 'answered', waiting_since: null });
    // What was resolved before it was written is answered by it.
    expect((await olena.call('tickets/resolve', { ids: [ticketId] })).status).toBe(200);
    const second = reply(ticketId, 'And stained', { hold_seconds: 30 });
    expect((await olena.call('tickets/reply', second)).status).toBe(200);
    await leaves(ticketId, second);
    expect(await standing(ticketId)).toMatchObject({ view_type: 'answered' });
  });

  test('leaves its ticket asleep where it was put off meanwhile; undone, it is answered', async () => {
    const { ticketId, messageId } = await aTicket(at, shop);
    const letter = reply(ticketId, 'We ask the mill', { hold_seconds: 30, seen_to: messageId });
    expect((await olena.call('tickets/reply', letter)).status).toBe(200);
    const until = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
    const snoozed = await olena.call('tickets/snooze', { ids: [ticketId], until });
    expect(snoozed.status, snoozed.text).toBe(200);
    await leaves(ticketId, letter);
    expect(await standing(ticketId)).toMatchObject({ view_type: 'snoozed', waiting_since: null });
    expect((await olena.call('tickets/wake', { ids: [ticketId], undo: 1 })).status).toBe(200);
    expect(await standing(ticketId)).toMatchObject({ view_type: 'answered', waiting_since: null });
  });

  test.each(['here', 'from a mail program'])(
    'is held, also when it waits for its time, where a colleague has answered %s',
    async (where) => {
      const { ticketId, messageId } = await aTicket(at, shop);
      const send_at = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19).replace('T', ' ');
      const letter = reply(ticketId, 'Did it arrive?', { send_at, seen_to: messageId });
      expect((await olena.call('tickets/reply', letter)).status).toBe(200);
      if (where === 'here')
        expect((await iryna.api.call('tickets/reply', reply(ticketId, 'It is back here'))).status).toBe(200);
      else await fromMailProgram(ticketId, 'It is back here');
      await at.db.transaction('system', (tx) =>
        tx.run(sql`update drafts set send_at = now() where client_id = ${letter.client_id}`),
      );
      at.wake.nudge('waiting');
      const held = await until(async () =>
        (await ofTicket(olena, ticketId)).waiting.find((one: { state: string }) => one.state === 'held'),
      );
      expect(held).toMatchObject({ held_key: 'answered_meanwhile' });
    },
  );
});
