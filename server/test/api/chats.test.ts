import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import {
  type ChatMessage,
  type ChatTold,
  chatTold,
  conversation as conversationShape,
} from '#contract/quidget-chat.ts';
import type { Watcher } from '#contract/realtime.ts';
import { messageLettersMax } from '#contract/ticket-writing.ts';
import { mailUnread } from '#domain/chats/index.ts';
import { addMessage } from '#domain/messages/index.ts';
import { connectClient } from '#platform/database-client.ts';
import { sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aSocket, type Socket } from './a-socket.ts';
import { aLetterOn, aTicket } from './a-ticket.ts';
import type { Answer } from './api-client.ts';
import { neverTooMany } from './never-too-many.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { rowId } from './people.ts';
import { byId, rows } from './rows-of.ts';
import { aMember, aPixel, type Shop, twoShops } from './two-companies.ts';

let at: TestParley;
let ours: Shop;
let theirs: Shop;
let quidget: number;
const open: { close(): unknown }[] = [];
beforeAll(async () => {
  at = await aParley({ limits: await neverTooMany() });
  [ours, theirs] = await twoShops(at);
  quidget = await aQuidget();
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});
afterAll(() => at?.close());

const aQuidget = async (data: object = {}, shop = ours): Promise<number> =>
  rowId(
    await shop.owner.post('quidgets/create', {
      data: [{ company_id: shop.companyId, product_id: shop.productId, name: 'Shop chat', title: 'Lumen', ...data }],
    }),
    'quidgets',
  );

const aToken = () => randomBytes(32).toString('base64url');

/** A page of the shop, with somebody before it. */
function aVisitor(of: { quidget?: number; token?: string; identity?: object; origin?: string } = {}) {
  const who = {
    quidget: of.quidget ?? quidget,
    token: of.token ?? aToken(),
    ...(of.identity && { identity: of.identity }),
  };
  const ask = (path: string, data: object) =>
    at.stranger().send(`chat/${path}`, JSON.stringify({ data: { ...who, ...data } }), {
      ...{ 'content-type': 'application/json', origin: of.origin ?? 'https://shop.example' },
      // As browsers say it of a call to another site.
      'sec-fetch-site': 'cross-site',
    });
  return {
    who,
    ask,
    begin: async (text: string, data: object = {}) =>
      ask('begin', { client_id: randomUUID(), text, language: 'en', asked: { name: 'Hanna Lindqvist' }, ...data }),
    async window() {
      const ws = new WebSocket(`${at.listening.replace('http', 'ws')}/v1/chat/ws`, { origin: 'https://shop.example' });
      const told: ChatTold[] = [];
      let code = 0;
      ws.on('message', (data) => told.push(chatTold.parse(JSON.parse(String(data)))));
      ws.on('close', (closed) => {
        code = closed;
      });
      open.push({ close: () => ws.terminate() });
      await new Promise((resolve) => ws.once('open', resolve));
      ws.send(JSON.stringify({ v: 1, ...who }));
      await waitUntil(() => told.some((one) => one.kind === 'hello') || code !== 0, { what: 'a hello' });
      return {
        ws,
        told,
        code: () => code,
        said: () => told.flatMap((one) => (one.kind === 'messages' ? one.messages : [])),
      };
    },
  };
}
const begun = (answer: Answer) => {
  expect(answer.status, answer.text).toBe(200);
  const { conversation, messages } = answer.body.data;
  return {
    conversation: conversationShape.parse(conversation),
    key: conversation.key as string,
    messages: messages as ChatMessage[],
  };
};
const ticketOf = async (key: string) => {
  const [row] = await at.db.read<{
    id: number;
    channel: string;
    title: string;
    customer_id: number;
    view_type: string;
  }>(
    'system',
    sql`select t.id, t.channel, t.title, t.customer_id, t.view_type from chats c join tickets t on t.id = c.ticket_id where c.key = ${key}`,
  );
  if (!row) throw new Error('no ticket');
  return row;
};
const watchersIn = (desk: Socket, ticketId: number): Watcher[] => {
  const last = desk.events.findLast((event) => event.entity === 'watchers' && event.params.ticket_id === ticketId);
  return (last?.params.watchers ?? []) as Watcher[];
};
const reply = (ticketId: number, text: string, data: object = {}) =>
  ours.owner.post('tickets/reply', {
    data: {
      ticket_id: ticketId,
      client_id: randomUUID(),
      body_html: `<p>${text}</p>`,
      to: [],
      cc: [],
      bcc: [],
      ...data,
    },
  });

describe('a chat on a website', () => {
  test('knows where the visitor’s clock stands by their first word, also once they are one with another customer', async () => {
    const hanna = aVisitor();
    const first = begun(await hanna.begin('Do you deliver to Malmö?', { time_zone: 'Europe/Stockholm' }));
    const { customer_id: id } = await ticketOf(first.key);
    const zone = async (of: number) => (await ours.owner.call('customers/card', { id: of })).body.data.zone;
    expect(await zone(id)).toEqual({ name: 'Europe/Stockholm', source: 'chat' });
    const { customerId } = await aTicket(at, ours, { from: 'Hanna', address: 'hanna@malmo.test' });
    await ours.owner.call('customers/merge', { client_id: randomUUID(), into_id: customerId, from_id: id });
    expect(await zone(customerId)).toEqual({ name: 'Europe/Stockholm', source: 'chat' });

    // Whoever travels is asked where they are now, and of two browsers the one that was here last.
    const again = await hanna.begin('And to Lisbon?', { time_zone: 'Europe/Lisbon' });
    expect(again.status, again.text).toBe(200);
    expect(await zone(customerId)).toMatchObject({ name: 'Europe/Lisbon' });
    await hanna.begin('Hello?', { time_zone: 'Mars/Olympus' });
    expect(await zone(customerId), 'what is none changes nothing').toMatchObject({ name: 'Europe/Lisbon' });
    const phone = begun(await aVisitor().begin('From my phone', { time_zone: 'Asia/Tokyo' }));
    const { customer_id: onPhone } = await ticketOf(phone.key);
    await ours.owner.call('customers/merge', { client_id: randomUUID(), into_id: customerId, from_id: onPhone });
    expect(await zone(customerId)).toMatchObject({ name: 'Asia/Tokyo' });
    await hanna.begin('Home again', {});
    expect(await zone(customerId)).toMatchObject({ name: 'Europe/Lisbon' });

    const astray = begun(await aVisitor().begin('Hello', { time_zone: 'Mars/Olympus' }));
    expect(await zone((await ticketOf(astray.key)).customer_id)).toBeNull();
    const old = begun(await aVisitor().begin('Hello', { time_zone: 'Europe/Kiev' }));
    expect(await zone((await ticketOf(old.key)).customer_id)).toMatchObject({ name: 'Europe/Kyiv' });
  });

  test('is that of whoever it was after two who were merged by mistake are two again; meanwhile the card tells what they agreed to', async () => {
    const asking = await aQuidget({ settings: { form: { online: {}, consent: 'required' } } });
    const { secret } = (await ours.owner.post('quidgets/rotate-secret', { data: { id: asking } })).body.data;
    const identity = { user: 'h-1', signature: createHmac('sha256', secret).update('h-1').digest('hex') };
    const customerAfter = async (visitor: ReturnType<typeof aVisitor>, text: string) =>
      (await ticketOf(begun(await visitor.begin(text, { agrees: true })).key)).customer_id;
    for (const [one, later] of [
      [aVisitor({ quidget: asking }), undefined],
      [aVisitor({ quidget: asking, identity }), aVisitor({ quidget: asking, identity })],
    ] as const) {
      const id = await customerAfter(one, 'My table');
      const { customerId: into } = await aTicket(at, ours, { address: `oleh${id}@lindqvist.test` });
      const merged = await ours.owner.call('customers/merge', { client_id: randomUUID(), into_id: into, from_id: id });
      const card = async (of: number) => (await ours.owner.call('customers/card', { id: of })).body.data;
      expect((await card(into)).consents).toHaveLength(1);
      expect(await customerAfter(one, 'And the chair')).toBe(into);
      // On a device that they have only since.
      if (later) expect(await customerAfter(later, 'From my phone')).toBe(into);

      await ours.owner.call('customers/unmerge', { merge_id: merged.body.data.merge_id });
      const browsers = sql`select customer_id from visitors where quidget_id = ${asking} and customer_id in (${id}, ${into})`;
      const theirs = await at.db.read<{ customer_id: number }>('system', browsers);
      expect(theirs.map((row) => row.customer_id)).toEqual(later ? [id, id] : [id]);
      expect(await customerAfter(one, 'The lamp, too')).toBe(id);
      expect([(await card(id)).consents.length, (await card(into)).consents]).toEqual([later ? 2 : 1, []]);
    }
  });

  test('is a ticket from its first word; what an agent answers stands in the window, and each sees how far the other has read', async () => {
    const hanna = aVisitor();
    const first = begun(
      await hanna.begin('The left leg has a crack', { page: { url: 'https://shop.example/table', title: 'Table' } }),
    );
    expect(first.messages).toMatchObject([{ from: 'visitor', text: 'The left leg has a crack' }]);
    const ticket = await ticketOf(first.key);
    const tooLong = await reply(ticket.id, 'a'.repeat(messageLettersMax.chat + 1));
    expect(tooLong.body.errors[0]).toMatchObject({
      ...{ key: 'too_long', field: 'data.body_html', values: { max: messageLettersMax.chat } },
    });
    expect(ticket).toMatchObject({ channel: 'chat', title: 'The left leg has a crack', view_type: '' });
    expect(rows(await ours.owner.post('tickets/get', byId(ticket.id)), 'tickets')).toMatchObject([
      { customer: expect.anything() },
    ]);

    const window = await hanna.window();
    const answered = await reply(ticket.id, 'Is it the <b>front</b> one?</p><p>[Yes] [No]');
    expect(answered.status, answered.text).toBe(200);
    await waitUntil(() => window.said().some((one) => one.from === 'agent'), { what: 'the answer' });
    const [word] = window.said().filter((one) => one.from === 'agent');
    const said = { text: 'Is it the front one?', name: 'Owner' };
    expect(word).toMatchObject({ ...said, client_id: null, choices: ['Yes', 'No'] });
    expect((await hanna.ask('conversations', {})).body.data.conversations).toMatchObject([{ last: said }]);
    expect((await ticketOf(first.key)).view_type).toBe('answered');

    const read = await hanna.ask('read', { key: first.key, to: word?.id });
    expect(read.body.data.conversation).toMatchObject({ unread: 0, read_by_visitor: word?.id });
    const sent = await hanna.ask('send', { key: first.key, client_id: randomUUID(), text: 'Yes' });
    expect(sent.status, sent.text).toBe(200);
    expect((await ticketOf(first.key)).view_type).toBe('');
    await ours.owner.post('tickets/read', { data: { ids: [ticket.id], is_unread: 0 } });
    await waitUntil(
      () =>
        window.told.some(
          (one) => one.kind === 'messages' && one.conversation.read_by_agent === sent.body.data.message.id,
        ),
      { what: 'that it was read' },
    );
    const seen = window.told.findLast((one) => one.kind === 'messages');
    expect(seen?.kind === 'messages' && seen.conversation.agent_read_at).toMatch(/^\d{4}-.*Z$/);
  });

  test('A25 a portrait is shown to visitors while the company shows faces; usual answers are told once there are enough', async () => {
    const of = await aQuidget({ name: 'Faces' });
    const form = new FormData();
    form.append('file', new Blob([aPixel], { type: 'image/png' }), 'olena.png');
    expect((await ours.owner.request('profile/avatar', { method: 'POST', body: form })).status).toBe(200);
    const setupOf = async (id: number) =>
      (await at.stranger().get(`chat/setup?quidget=${id}&v=1`)).body.data as {
        team: { picture: string | null }[];
        answer_minutes: number | null;
      };
    expect(await setupOf(quidget)).toMatchObject({ answer_minutes: null });
    const hannas = Array.from({ length: 10 }, () => aVisitor({ quidget: of }));
    const talks = await Promise.all(
      hannas.map(async (one) => {
        const { key } = begun(await one.begin('Hello'));
        await reply((await ticketOf(key)).id, 'Hello, Hanna');
        return { one, key };
      }),
    );
    const setup = await setupOf(of);
    expect(setup.answer_minutes).toBe(1);
    const said = (await talks[0]?.one.ask('messages', { key: talks[0].key }))?.body.data.messages as ChatMessage[];
    const picture = said[1]?.picture ?? '';
    expect(said[0]?.picture).toBeNull();
    expect(setup.team.map((one) => one.picture)).toContain(picture);
    const door = picture.slice(picture.indexOf('chat/faces/'));
    const face = await at.stranger().get(door);
    expect([face.status, face.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect((await at.stranger().get(`chat/faces/${'0'.repeat(40)}`)).status).toBe(404);
    expect((await at.stranger().get('chat/faces/..%2f..%2fsecret')).status).toBe(404);
    await at.db.transaction('system', (tx) =>
      tx.run(
        sql`update quidgets set settings = jsonb_set(settings, '{look,shows_team}', '0') where company_id = ${ours.companyId}`,
      ),
    );
    expect((await at.stranger().get(door)).status).toBe(404);
    const hidden = (await talks[0]?.one.ask('messages', { key: talks[0].key }))?.body.data.messages as ChatMessage[];
    expect(hidden[1]?.picture).toBeNull();
  });

  test('whoever answers visitors is of the product’s team, and of the whole company where that team is disabled', async () => {
    const { id: ira } = await aMember(at, ours, 1, 'Ira Faces');
    const team = rowId(
      await ours.owner.post('teams/create', {
        data: [{ company_id: ours.companyId, name: 'Faces', members: [{ user_id: ira }] }],
      }),
      'teams',
    );
    const product = rowId(
      await ours.owner.post('products/create', {
        data: [{ company_id: ours.companyId, name: 'Faces', team_id: team }],
      }),
      'products',
    );
    const of = await aQuidget({ name: 'Of a team', product_id: product });
    const names = async () =>
      (await at.stranger().get(`chat/setup?quidget=${of}&v=1`)).body.data.team.map((one: { name: string }) => one.name);
    expect(await names()).toEqual(['Ira']);
    const disabled = await ours.owner.post('teams/delete', byId(team));
    expect(disabled.status, disabled.text).toBe(200);
    expect((await names()).length).toBeGreaterThan(1);
  });

  test('what is sent again is one message, however often and from however many tabs, and stands in its order', async () => {
    const hanna = aVisitor();
    const id = randomUUID();
    const twice = await Promise.all([1, 2, 3].map(() => hanna.begin('Hello', { client_id: id })));
    expect(new Set(twice.map((one) => begun(one).key)).size).toBe(1);
    const key = begun(twice[0] as Answer).key;
    const ids = [randomUUID(), randomUUID()];
    await Promise.all(
      [...ids, ...ids].map((client_id, i) => hanna.ask('send', { key, client_id, text: `word ${i % 2}` })),
    );
    const read = await hanna.ask('messages', { key });
    const said = read.body.data.messages as ChatMessage[];
    expect(said.map((one) => one.client_id).toSorted()).toEqual([id, ...ids].toSorted());
    expect(said.map((one) => one.id)).toEqual(said.map((one) => one.id).toSorted((a, b) => a - b));
    const after = await hanna.ask('messages', { key, after: said[1]?.id });
    expect(after.body.data).toMatchObject({ messages: [{ id: said[2]?.id }], has_more: false });
  });

  test('lines to a chat that was resolved 15 days ago are one new ticket, and to that later again one more', async () => {
    const hanna = aVisitor();
    const old = begun(await hanna.begin('Does the lamp come with a bulb?'));
    const write = async (key: string, text: string) => {
      const answer = await hanna.ask('send', { key, client_id: randomUUID(), text });
      expect(answer.status, answer.text).toBe(200);
      return answer.body.data.conversation.key as string;
    };
    const longAgo = async (key: string) => {
      const { id } = await ticketOf(key);
      await at.db.transaction('system', (tx) =>
        tx.run(
          sql`update tickets set view_type = 'resolved', waiting_since = null, resolved_at = now() - interval '15 days' where id = ${id}`,
        ),
      );
    };
    const followed = async (key: string) => {
      const [row] = await at.db.read<{ follows_id: number | null }>(
        'system',
        sql`select t.follows_id from chats c join tickets t on t.id = c.ticket_id where c.key = ${key}`,
      );
      return row?.follows_id;
    };
    await longAgo(old.key);
    const next = await write(old.key, 'Hello');
    expect(next).not.toBe(old.key);
    expect(await write(old.key, 'It is me again')).toBe(next);
    expect(await write(next, 'The lamp is broken')).toBe(next);
    const { messages } = (await hanna.ask('messages', { key: next })).body.data;
    expect(messages.map((one: ChatMessage) => one.text)).toEqual(['Hello', 'It is me again', 'The lamp is broken']);

    await longAgo(next);
    const [third, same] = await Promise.all([write(old.key, 'Another thing'), write(old.key, 'about the table')]);
    expect([third === next, same === third]).toEqual([false, true]);
    expect([await followed(next), await followed(third)]).toEqual([
      (await ticketOf(old.key)).id,
      (await ticketOf(next)).id,
    ]);
  });

  test('an answer that came while a visitor’s words were on the way is not read by them', async () => {
    const hanna = aVisitor();
    const { key } = begun(await hanna.begin('Hello', { asked: { email: 'hanna@train.test' } }));
    const { id } = await ticketOf(key);
    const sends = async (text: string) => {
      const answer = await hanna.ask('send', { key, client_id: randomUUID(), text });
      expect(answer.status, answer.text).toBe(200);
      return answer.body.data.conversation as { unread: number };
    };
    const isOwed = async () => {
      const [chat] = await at.db.read<{ is_owed: boolean }>(
        'system',
        sql`select mail_due_at is not null as is_owed from chats where ticket_id = ${id}`,
      );
      return chat?.is_owed;
    };
    await reply(id, 'Which leg?');
    expect([(await sends('Are you there?')).unread, await isOwed()]).toEqual([1, true]);
    const { messages } = (await hanna.ask('messages', { key })).body.data as { messages: ChatMessage[] };
    await hanna.ask('read', { key, to: messages.at(-1)?.id });
    expect([(await sends('The left one')).unread, await isOwed()]).toEqual([0, false]);
  });

  test('marks of reading never go back, a rating is told once, and what lies in the trash is gone for its visitor too', async () => {
    const hanna = aVisitor();
    const { key, messages } = begun(await hanna.begin('Hello'));
    const { id } = await ticketOf(key);
    await reply(id, 'Hello, Hanna');
    const said = (await hanna.ask('messages', { key })).body.data.messages as ChatMessage[];
    const last = said.at(-1)?.id ?? 0;
    const read = async (to: number) => (await hanna.ask('read', { key, to })).body.data.conversation;
    expect(await read(last)).toMatchObject({ unread: 0, read_by_visitor: last });
    // The other tab is behind.
    expect(await read(messages[0]?.id ?? 0)).toMatchObject({ unread: 0, read_by_visitor: last });
    // Nobody has read what was not said yet.
    expect(await read(last + 1_000_000)).toMatchObject({ read_by_visitor: last });

    const rated = { key, rating: 'fair', comment: 'Slow' };
    for (const more of [{}, {}, { rating: 'good' }])
      expect((await hanna.ask('rate', { ...rated, ...more })).status).toBe(200);
    const lines = await at.db.read<{ event_key: string }>(
      'system',
      sql`select event_key from messages where ticket_id = ${id} and event_key like 'chat_rated%' order by id`,
    );
    expect(lines.map((line) => line.event_key)).toEqual(['chat_rated_fair_why', 'chat_rated_good_why']);
    expect((await hanna.ask('conversations', {})).body.data.conversations).toMatchObject([{ rating: 'good' }]);

    const { customer_id, title } = await ticketOf(key);
    const ratings = async (api = ours.owner) =>
      (await api.call('customers/card', { id: customer_id })).body.data.ratings;
    const told = { ticket_id: id, rating: 'good', comment: 'Slow', case_number: expect.stringMatching(/-\d+$/) };
    expect(await ratings(), title).toEqual([{ ...told, at: expect.stringMatching(/^\d{4}-/) }]);
    // Whoever sees only another ticket of theirs is not told of it.
    const narrow = await aMember(at, ours, 1, 'Narrow Reader');
    const other = await ticketOf(begun(await hanna.begin('Another')).key);
    const access = { id: narrow.id, company_id: ours.companyId, scope: 'own' };
    expect((await ours.owner.call('users/change-access', access)).status).toBe(200);
    at.wake.nudge('sessions');
    await ours.owner.call('tickets/assign', { ids: [other.id], assignee_id: narrow.id });
    expect(other.customer_id).toBe(customer_id);
    expect(await ratings(narrow.api)).toEqual([]);
    await ours.owner.post('tickets/delete', byId(other.id));

    const trashed = await ours.owner.post('tickets/delete', byId(id));
    expect(await ratings()).toEqual([]);
    expect(trashed.status, trashed.text).toBe(200);
    expect((await hanna.ask('conversations', {})).body.data.conversations).toEqual([]);
    expect((await hanna.ask('messages', { key })).status).toBe(404);
    expect((await hanna.ask('send', { key, client_id: randomUUID(), text: 'Hello?' })).status).toBe(404);
    await ours.owner.post('tickets/restore', byId(id));
    expect((await hanna.ask('messages', { key })).status).toBe(200);
  });

  test('whoever says their name only later is known by it from then on; a name that somebody wrote there stays', async () => {
    const { secret } = (await ours.owner.post('quidgets/rotate-secret', { data: { id: quidget } })).body.data;
    const identity = { user: 'n-1', signature: createHmac('sha256', secret).update('n-1').digest('hex') };
    const nameOf = async (id: number) => {
      const [row] = await at.db.read<{ name: string }>(
        'system',
        sql`select trim(first_name || ' ' || last_name) as name from customers where id = ${id}`,
      );
      return row?.name;
    };
    for (const [one, later] of [[aVisitor()], [aVisitor({ identity }), aVisitor({ identity })]] as const) {
      const { customer_id: id } = await ticketOf(begun(await one.begin('Вітаю', { language: 'ua', asked: {} })).key);
      expect(await nameOf(id)).toMatch(/^Відвідувач \d+$/);
      begun(await (later ?? one).begin('Nobody', { asked: { name: '""' } }));
      expect(await nameOf(id), 'marks are no name').toMatch(/^Відвідувач \d+$/);
      const desk: Socket = await aSocket(at.listening, { cookie: ours.owner.cookie });
      open.push(desk);
      const named = begun(await (later ?? one).begin('It is me', { asked: { name: 'Hanna Lindqvist' } }));
      expect([(await ticketOf(named.key)).customer_id, await nameOf(id)]).toEqual([id, 'Hanna Lindqvist']);
      expect((await (later ?? one).ask('conversations', {})).body.data.conversations[0].last.name).toBe('Hanna');
      await waitUntil(() => desk.events.some((event) => event.entity === 'customers' && event.params.id === id), {
        what: 'that she is known',
      });
      begun(await one.begin('Again', { asked: { name: 'Somebody Else' } }));
      expect(await nameOf(id)).toBe('Hanna Lindqvist');
    }
  });

  test('a photo sent to a chat that was resolved long ago begins a ticket with attachments, named as the photo is', async () => {
    const hanna = aVisitor();
    const { key } = begun(await hanna.begin('Does the lamp come with a bulb?'));
    const { id } = await ticketOf(key);
    await at.db.transaction('system', (tx) =>
      tx.run(
        sql`update tickets set view_type = 'resolved', waiting_since = null, resolved_at = now() - interval '15 days' where id = ${id}`,
      ),
    );
    const photo = await uploads(hanna, key, 'broken lamp.png', aPixel, 'image/png');
    const sent = await hanna.ask('send', { key, client_id: randomUUID(), files: [photo.body.data.file.id] });
    expect(sent.status, sent.text).toBe(200);
    const next = await ticketOf(sent.body.data.conversation.key);
    expect(rows(await ours.owner.post('tickets/get', byId(next.id)), 'tickets')).toMatchObject([
      { title: 'broken lamp.png', has_attachments: 1 },
    ]);
  });

  test('whoever disables its quidget is told of the chats under way, and whoever answers there that they are closed', async () => {
    const fair = await aQuidget({ name: 'Fair chat' });
    const hanna = aVisitor({ quidget: fair });
    const { key } = begun(await hanna.begin('Is anybody there?'));
    const { id } = await ticketOf(key);
    const resolved = await ticketOf(begun(await hanna.begin('Thank you')).key);
    await ours.owner.call('tickets/resolve', { ids: [resolved.id] });
    expect((await ours.owner.post('quidgets/dependents', byId(fair))).body.data.dependents).toEqual([
      { name: 'open_chats', count: 1, can_move: false, must_move: false },
    ]);
    const isClosed = async () => (await ours.owner.call('tickets/chat', { ticket_id: id })).body.data.chat.is_closed;
    expect(await isClosed()).toBe(false);
    expect((await ours.owner.post('quidgets/delete', byId(fair))).status).toBe(200);
    expect((await hanna.ask('messages', { key })).status).toBe(404);
    expect(await isClosed()).toBe(true);
    await ours.owner.post('quidgets/restore', byId(fair));
    expect(await isClosed()).toBe(false);
  });

  test('who writes is told to the other side, and a window that closes leaves the ticket', async () => {
    const hanna = aVisitor();
    const { key } = begun(await hanna.begin('Hello'));
    const { id } = await ticketOf(key);
    const desk: Socket = await aSocket(at.listening, { cookie: ours.owner.cookie });
    open.push(desk);
    const window = await hanna.window();
    const at_ = (doing: string) =>
      waitUntil(() => watchersIn(desk, id).some((one) => one.is_visitor === 1 && one.doing === doing), {
        what: `Hanna ${doing}`,
      });
    await at_('reading');
    window.ws.send(JSON.stringify({ kind: 'typing', key, is_typing: true }));
    await at_('replying');
    desk.ws.send(JSON.stringify({ at: { ticket_id: id, doing: 'replying' } }));
    await waitUntil(() => window.told.some((one) => one.kind === 'typing' && one.name === 'Owner'), {
      what: 'Owner writes',
    });
    desk.ws.send(JSON.stringify({ at: { ticket_id: id, doing: 'reading' } }));
    await waitUntil(() => window.told.findLast((one) => one.kind === 'typing')?.name === null, { what: 'no more' });
    window.ws.close();
    await waitUntil(() => !watchersIn(desk, id).some((one) => one.is_visitor === 1), { what: 'Hanna is gone' });
  });

  test('the form that the company asks for is asked by the server too, and each wrong answer is named', async () => {
    const asking = await aQuidget({
      settings: { form: { online: { email: 'required', phone: 'optional' }, consent: 'required' } },
    });
    const wrong: [object, string, string][] = [
      [{ asked: {} }, 'data.asked.email', 'required'],
      [{ asked: { email: 'hanna' } }, 'data.asked.email', 'invalid_email'],
      [{ asked: { email: 'hanna@lindqvist.test', phone: '12' } }, 'data.asked.phone', 'phone_invalid'],
      [{ asked: { email: 'hanna@lindqvist.test' } }, 'data.agrees', 'required'],
      [{ text: '' }, 'data.text', 'required'],
    ];
    for (const [data, field, key] of wrong) {
      const answer = await aVisitor({ quidget: asking }).begin('Hello', data);
      expect([answer.status, answer.body.errors?.[0]], answer.text).toMatchObject([422, { field }]);
      if (field !== 'data.text') expect(answer.body.errors[0]?.key).toBe(key);
    }
    const good = await aVisitor({ quidget: asking }).begin('Hello', {
      asked: { email: 'hanna@lindqvist.test' },
      agrees: true,
    });
    expect(begun(good).conversation.has_email).toBe(true);
    const { customer_id } = await ticketOf(begun(good).key);
    const { consents } = (await ours.owner.call('customers/card', { id: customer_id })).body.data;
    expect(consents).toEqual([{ quidget: 'Shop chat', at: expect.stringMatching(/^\d{4}-/) }]);
  });
});

const uploads = (
  of: { who: { quidget: number; token: string } },
  key: string,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
) => {
  const form = new FormData();
  form.append('quidget', String(of.who.quidget));
  form.append('token', of.who.token);
  form.append('key', key);
  form.append('file', new Blob([bytes], { type }), name);
  return at
    .stranger()
    .request('chat/upload', { method: 'POST', body: form, headers: { 'sec-fetch-site': 'cross-site' } });
};
const text = (words: string) => new TextEncoder().encode(words);

test('A38 files go into a conversation that is there, and come back as pictures or downloads, never as a page of ours', async () => {
  const hanna = aVisitor();
  const { key } = begun(await hanna.begin('See the leg'));
  const { id } = await ticketOf(key);
  const drawn = await uploads(hanna, key, '../../leg.png', aPixel, 'image/png');
  const shady = await uploads(
    hanna,
    key,
    'leg.svg',
    text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    'image/svg+xml',
  );
  expect([drawn.status, shady.status], drawn.text + shady.text).toEqual([200, 200]);
  expect(drawn.body.data.file).toMatchObject({ name: 'leg.png', is_picture: true });
  expect(shady.body.data.file.is_picture).toBe(false);
  const files = [drawn.body.data.file.id, shady.body.data.file.id];
  // Nobody else's to send.
  const mallory = aVisitor();
  const other = begun(await mallory.begin('Hello'));
  const stolen = await mallory.ask('send', { key: other.key, client_id: randomUUID(), files });
  expect([stolen.status, stolen.body.errors[0]?.field]).toEqual([404, 'data.files']);
  const sent = await hanna.ask('send', { key, client_id: randomUUID(), files });
  expect(sent.body.data.message.files.map((one: { name: string }) => one.name)).toEqual(['leg.png', 'leg.svg']);
  const [picture, page] = await Promise.all(sent.body.data.message.files.map((one: { url: string }) => fetch(one.url)));
  expect([picture.headers.get('content-type'), picture.headers.get('cross-origin-resource-policy')]).toEqual([
    'image/png',
    'cross-origin',
  ]);
  expect(page.headers.get('content-type')).toBe('application/octet-stream');
  expect(page.headers.get('content-disposition')).toMatch(/^attachment/);
  expect(page.headers.get('content-security-policy')).toContain('sandbox');
  const [first] = sent.body.data.message.files;
  expect((await fetch(first.url.replace(/token=\d+/, 'token=999'))).status).toBe(404);
  const seen = rows(await ours.owner.post('tickets/get', byId(id)), 'tickets')[0];
  expect(seen.has_attachments).toBe(1);

  const refused: [Answer, number, string][] = [
    [await uploads(mallory, key, 'a.txt', text('a'), 'text/plain'), 404, 'not_found'],
    [await uploads(aVisitor(), key, 'a.txt', text('a'), 'text/plain'), 404, 'not_found'],
    [await uploads(hanna, key, 'a.txt', text(''), 'text/plain'), 422, 'file_empty'],
    [await uploads(hanna, key, 'a.bin', new Uint8Array(10 * 1024 * 1024 + 1), 'text/plain'), 413, 'file_too_large'],
  ];
  for (const [answer, status, word] of refused)
    expect([answer.status, answer.body.errors[0]?.key]).toEqual([status, word]);
});

test('an answer that nobody read follows the visitor by mail, once and in one letter; the letter’s answer stands in the chat', async () => {
  const hanna = aVisitor();
  const { key } = begun(await hanna.begin('Hello', { asked: { email: 'hanna@away.test' } }));
  const { id } = await ticketOf(key);
  const here = await hanna.window();
  for (const words of ['Which leg?', 'And how old is it?']) await reply(id, words);
  const dueNow = () =>
    at.db.transaction('system', (tx) =>
      tx.run(sql`update chats set mail_due_at = now() - interval '1 second' where ticket_id = ${id}`),
    );
  const mails = () =>
    at.db.read<{ id: number; body_text: string; body_html: string; recipients: { address: string }[] }>(
      'system',
      sql`select m.id, m.body_text, m.body_html, d.recipients from messages m join deliveries d on d.message_id = m.id where m.ticket_id = ${id} and m.channel = 'mail' order by m.id`,
    );
  const looks = () =>
    at.db.transaction('system', (tx) => mailUnread(tx, { makeMessageId: () => `<${randomUUID()}@shop.test>` }));
  await waitUntil(
    async () =>
      (
        await at.db.read(
          'system',
          sql`select 1 from watchers where ticket_id = ${id} and visitor_id is not null and doing <> 'gone'`,
        )
      ).length > 0,
    { what: 'her window at the ticket' },
  );
  await dueNow();
  await looks();
  expect(await mails()).toEqual([]);

  here.ws.close();
  await waitUntil(
    async () =>
      (
        await at.db.read(
          'system',
          sql`select 1 from watchers where ticket_id = ${id} and visitor_id is not null and doing <> 'gone'`,
        )
      ).length === 0,
    { what: 'her window gone' },
  );
  await dueNow();
  await Promise.all([looks(), looks(), looks()]);
  const [letter, ...more] = await mails();
  expect(more).toEqual([]);
  expect(letter).toMatchObject({ recipients: [{ address: 'hanna@away.test' }] });
  expect(letter?.body_text).toMatch(/Which leg\?[\s\S]*And how old is it\?/);
  await dueNow();
  await looks();
  expect(await mails()).toHaveLength(1);
  // It is no word of the chat.
  expect((await hanna.ask('messages', { key })).body.data.messages).toHaveLength(3);

  // A file says something by itself; it comes along, unless mail servers would refuse the letter for it.
  const { files } = (await ours.owner.upload('plan.png', aPixel)).body.data;
  const { files: large } = (await ours.owner.upload('film.bin', new Uint8Array(10 * 1024 * 1024 + 1))).body.data;
  await reply(id, '', { body_html: '', attachments: [...files, ...large].map((file: { id: number }) => file.id) });
  await dueNow();
  await looks();
  const withFiles = (await mails()).at(-1);
  expect(withFiles?.body_text).toContain('Owner: plan.png\nfilm.bin');
  expect(withFiles?.body_html).toContain('<p>plan.png<br>film.bin</p>');
  const carried = sql`select name, size, is_copy from attachments where message_id = ${withFiles?.id}::bigint`;
  expect(await at.db.read('system', carried)).toEqual([{ name: 'plan.png', size: aPixel.length, is_copy: 1 }]);

  // The whole of it goes where she says, once somebody has answered, in her language and at her hours.
  const asked = { key, email: 'home@away.test', language: 'ua', time_zone: 'Not/AZone' };
  const sent = await hanna.ask('transcript', asked);
  expect(sent.status, sent.text).toBe(200);
  const transcript = (await mails()).at(-1);
  expect(transcript?.recipients).toMatchObject([{ address: 'home@away.test' }]);
  expect(transcript?.body_text).toMatch(/Ви просили[\s\S]*Ви, [\s\S]*Hello[\s\S]*Owner, [\s\S]*Which leg\?/);
  const wrong = await hanna.ask('transcript', { ...asked, email: 'no address' });
  expect([wrong.status, wrong.body.errors[0]?.key]).toEqual([422, 'invalid_email']);
  const unheard = begun(await hanna.begin('Is anybody there?')).key;
  expect((await hanna.ask('transcript', { ...asked, key: unheard })).body.errors[0]?.key).toBe('not_in_this_state');
  expect((await aVisitor().ask('transcript', asked)).status).toBe(404);
  expect(await mails()).toHaveLength(3);
});

test.each(['read', 'end', 'rate', 'mail'])('whoever answers in a chat waits for no %s of that moment', async (what) => {
  const hanna = aVisitor();
  const { key } = begun(await hanna.begin('Hello', { asked: { email: 'hanna@circle.test' } }));
  const { id } = await ticketOf(key);
  const { message_id: to } = (await reply(id, 'Which leg?')).body.data;
  await at.db.transaction('system', async (tx) => {
    await tx.run(sql`update chats set mail_due_at = null`);
    await tx.run(sql`update chats set mail_due_at = now() - interval '1 second' where ticket_id = ${id}`);
  });
  const happens = () =>
    what === 'mail'
      ? at.db.transaction('system', (tx) => mailUnread(tx, { makeMessageId: () => `<${randomUUID()}@shop.test>` }))
      : hanna.ask(what, { key, ...(what === 'read' && { to }), ...(what === 'rate' && { rating: 'good' }) });

  const agent = await connectClient(at.databaseUrl);
  try {
    await agent.query("begin; set local parley.scope = 'system'");
    await agent.query('select from tickets where id = $1 for update', [id]);
    const { rows: me } = await agent.query('select pg_backend_pid() as pid');
    const done = happens();
    const waits = sql`select from pg_stat_activity where ${me[0].pid}::int = any (pg_blocking_pids(pid))`;
    await waitUntil(async () => (await at.db.read('system', waits)).length > 0, { what: 'the other to wait' });
    // What the answer writes next is held by nobody who waits for it.
    await agent.query('select from chats where ticket_id = $1 for update nowait', [id]);
    await agent.query('commit');
    await done;
  } finally {
    await agent.end();
  }
});

describe('A45', () => {
  test('no token shows what another wrote; keys and tokens that are made up are nobody', async () => {
    const hanna = aVisitor();
    const { key } = begun(await hanna.begin('My address is Elm Street 5'));
    const mallory = aVisitor();
    for (const [path, data] of [
      ['messages', { key }],
      ['send', { key, client_id: randomUUID(), text: 'Hello' }],
      ['read', { key, to: 1 }],
      ['rate', { key, rating: 'bad' }],
      ['end', { key }],
    ] as const) {
      const answer = await mallory.ask(path, data);
      expect([path, answer.status], answer.text).toEqual([path, 404]);
    }
    begun(await mallory.begin('I am Hanna', { asked: { name: 'Hanna Lindqvist', email: 'hanna@lindqvist.test' } }));
    expect((await mallory.ask('messages', { key })).status).toBe(404);
    const list = await mallory.ask('conversations', {});
    expect(list.text).not.toContain('Elm Street');
    // Her address is no proof; it is a reason to ask an agent whether they are one.
    await ours.owner.post('customers/create', {
      data: [{ company_id: ours.companyId, first_name: 'H.', last_name: 'Lindqvist', email: 'h.lindqvist@known.test' }],
    });
    const claims = await aVisitor().begin('I am H.', {
      asked: { name: 'Somebody', email: 'H.Lindqvist+chat@known.test' },
    });
    const { customer_id: claimed } = await ticketOf(begun(claims).key);
    const twins = await ours.owner.call('customers/duplicates', { id: claimed });
    expect(twins.body.data.duplicates, twins.text).toMatchObject([
      { email: 'h.lindqvist@known.test', why: 'same_mail' },
    ]);
    // Her token at another shop's quidget is nobody there.
    const elsewhere = aVisitor({ quidget: await aQuidget({}, theirs), token: hanna.who.token });
    expect((await elsewhere.ask('conversations', {})).body.data.conversations).toEqual([]);
    expect((await aVisitor().window()).code()).toBe(4404);
  });

  test('notes, lines and letters of the ticket are no visitor’s business', async () => {
    const hanna = aVisitor();
    const { key } = begun(await hanna.begin('Hello'));
    const { id } = await ticketOf(key);
    const window = await hanna.window();
    await ours.owner.post('tickets/note', {
      data: { ticket_id: id, client_id: randomUUID(), body_html: '<p>She is rude</p>' },
    });
    await ours.owner.post('tickets/resolve', { data: { ids: [id] } });
    await waitUntil(() => window.told.some((one) => one.kind === 'messages' && one.conversation.state === 'ended'), {
      what: 'the end',
    });
    const read = await hanna.ask('messages', { key });
    expect(read.body.data.messages).toHaveLength(1);
    expect(JSON.stringify(window.told) + read.text).not.toContain('rude');
    // Their own first word may come late.
    expect(window.said().filter((one) => one.from !== 'visitor')).toEqual([]);
    // What they write then opens it again.
    await hanna.ask('send', { key, client_id: randomUUID(), text: 'One more thing' });
    expect((await ticketOf(key)).view_type).toBe('');
  });

  test('somebody else who answers from now on is named once, in the visitor’s language, also after a reload', async () => {
    const hanna = aVisitor();
    const { key } = begun(await hanna.begin('Вітаю', { language: 'ua' }));
    const { id } = await ticketOf(key);
    const window = await hanna.window();
    const { id: userId } = await aMember(at, ours, 1, 'Iryna Koval');
    const give = async (to: object) => {
      const given = await ours.owner.call('tickets/assign', { ids: [id], ...to });
      expect(given.status, given.text).toBe(200);
    };
    // Whose it becomes at first is no news to the visitor.
    await give({ assignee_id: ours.ownerId });
    await reply(id, 'Зараз гляну');
    await give({ assignee_id: userId });
    await give({ assignee_id: userId });
    // For a while it is nobody's, and then hers again.
    await give({ assignee_id: null });
    await give({ assignee_id: userId, team_id: null });
    await give({ assignee_id: ours.ownerId });
    await reply(id, 'Я знову тут');
    const said = ['Вітаю', 'Зараз гляну', 'Далі вам відповідає Iryna', 'Далі вам відповідає Owner', 'Я знову тут'];
    const { messages, conversation } = (await hanna.ask('messages', { key })).body.data;
    expect(messages.map((one: ChatMessage) => one.text)).toEqual(said);
    expect(messages[2]).toMatchObject({ from: 'system', name: 'Iryna', picture: null, client_id: null });
    expect(conversation).toMatchObject({ unread: 2, last: { text: 'Я знову тут' } });
    await waitUntil(() => window.said().at(-1)?.text === 'Я знову тут', { what: 'the last word' });
    // Their own first word may come late.
    expect(window.said().filter((one) => one.from !== 'visitor')).toMatchObject(
      said.slice(1).map((text) => ({ text })),
    );
    // On the English pages of the site they are spoken to in English.
    begun(await hanna.begin('Hello', { language: 'en' }));
    const now = (await hanna.ask('messages', { key })).body.data.messages;
    expect(now[2].text).toBe('Iryna has taken over');
  });

  test('whom the site vouches for has one history on all devices; a wrong signature is refused, and a token without it shows nothing', async () => {
    const { secret } = (await ours.owner.post('quidgets/rotate-secret', { data: { id: quidget } })).body.data;
    const signed = (user: string, by = secret) => ({
      user,
      signature: createHmac('sha256', by).update(user).digest('hex'),
    });
    const phone = aVisitor({ identity: signed('u-1') });
    const { key } = begun(await phone.begin('From my phone'));
    const laptop = aVisitor({ identity: signed('u-1') });
    // Before a word was written there, and for whoever is vouched for alone.
    const seen = (await laptop.ask('conversations', {})).body.data.conversations;
    expect(seen.map((one: { key: string }) => one.key)).toEqual([key]);
    expect((await laptop.ask('messages', { key })).body.data.messages).toHaveLength(1);
    const windows = [await phone.window(), await laptop.window()];
    expect(windows[1]?.told).toEqual([{ kind: 'hello' }]);
    const other = aVisitor({ token: laptop.who.token, identity: signed('u-3') });
    expect((await other.ask('conversations', {})).body.data.conversations).toEqual([]);
    expect((await aVisitor({ token: laptop.who.token }).ask('messages', { key })).status).toBe(404);
    begun(await laptop.begin('From my laptop'));
    const both = (await laptop.ask('conversations', {})).body.data.conversations;
    expect(both.map((one: { key: string }) => one.key)).toContain(key);
    expect((await laptop.ask('messages', { key })).status).toBe(200);
    const [one, two] = [await ticketOf(key), await ticketOf(both[0].key)];
    expect(one.customer_id).toBe(two.customer_id);
    // What goes on here goes on in a ticket of its own, long after; said twice, because the answer was lost, it is said once.
    await at.db.transaction('system', (tx) =>
      tx.run(
        sql`update tickets set view_type = 'resolved', waiting_since = null, resolved_at = now() - interval '15 days' where id = ${one.id}`,
      ),
    );
    const again = { key, client_id: randomUUID(), text: 'It broke again' };
    const [said, twice] = [await laptop.ask('send', again), await laptop.ask('send', again)];
    expect([said.status, twice.status], twice.text).toEqual([200, 200]);
    expect(twice.body.data.message.id).toBe(said.body.data.message.id);
    // Both were open before that began, as whoever they were on the other device.
    const stranger = aVisitor({ identity: signed('u-2') });
    begun(await stranger.begin('I am somebody else'));
    windows.push(await stranger.window());
    expect((await reply(two.id, 'Wherever you are')).status).toBe(200);
    const hears = (which: number) => windows[which]?.said().some((said) => said.text.trim() === 'Wherever you are');
    await waitUntil(() => hears(0) && hears(1), { what: 'the answer, on both devices' });
    expect(hears(2)).toBe(false);

    for (const identity of [signed('u-1', 'wrong'), { user: 'u-1', signature: '0'.repeat(64) }, signed('u-2')]) {
      const stolen = aVisitor({ token: phone.who.token, identity });
      const answer = await stolen.ask('conversations', {});
      expect(answer.status, answer.text).toBe(403);
    }
    expect((await aVisitor({ token: phone.who.token }).ask('conversations', {})).status).toBe(403);
    expect((await aVisitor({ identity: signed('u-1', 'wrong') }).begin('Hello')).status).toBe(403);
  });

  test('what was written without a name is theirs who sign in next, though they only read, and nobody else is shown it', async () => {
    const { secret } = (await ours.owner.post('quidgets/rotate-secret', { data: { id: quidget } })).body.data;
    const by = (user: string) => ({ user, signature: createHmac('sha256', secret).update(user).digest('hex') });
    const known = await ticketOf(begun(await aVisitor({ identity: by('s-1') }).begin('From my phone')).key);
    const nameless = aVisitor();
    const { key } = begun(await nameless.begin('Before I signed in'));
    const same = (user: string) => aVisitor({ token: nameless.who.token, identity: by(user) });
    const read = await Promise.all(['s-1', 's-2'].map((user) => same(user).ask('conversations', {})));
    expect(read.map((one) => one.status).toSorted()).toEqual([200, 403]);
    const [first, second] = read[0]?.status === 200 ? ['s-1', 's-2'] : ['s-2', 's-1'];
    expect((await same(String(second)).ask('messages', { key })).status).toBe(403);
    expect((await nameless.ask('messages', { key })).status).toBe(403);
    // Wherever they sign in.
    const elsewhere = aVisitor({ identity: by(String(first)) });
    expect((await elsewhere.ask('messages', { key })).status).toBe(200);
    const theirOthers = (await elsewhere.ask('conversations', {})).body.data.conversations;
    expect(theirOthers).toHaveLength(first === 's-1' ? 2 : 1);
    // They are the same customer wherever they write.
    const further = begun(await same(String(first)).begin('Signed in'));
    if (first === 's-1') expect((await ticketOf(further.key)).customer_id).toBe(known.customer_id);
  });

  test('only pages of the allowed domains get anything', async () => {
    const narrow = await aQuidget({ allowed_domains: ['shop.example'] });
    const good = aVisitor({ quidget: narrow, origin: 'https://shop.example' });
    const bad = aVisitor({ quidget: narrow, origin: 'https://evil.example' });
    expect((await good.begin('Hello')).status).toBe(200);
    const refused = await bad.begin('Hello');
    expect([refused.status, refused.body.errors[0]?.key]).toEqual([403, 'domain_not_allowed']);
    await ours.owner.post('quidgets/delete', byId(narrow));
    expect((await good.begin('Hello')).status).toBe(404);
  });
});

describe('a chat that is merged', () => {
  /** Hanna in her chat, which becomes a part of a ticket of somebody who wrote a letter. */
  async function merged(into: 'mail' | 'chat', agent = into === 'mail' ? 'Iryna Bondar' : 'Iryna Melnyk') {
    const hanna = aVisitor();
    const { key } = begun(
      await hanna.begin('The left leg has a crack', {
        asked: { name: 'Hanna Lindqvist', email: `h${randomUUID()}@oak.test` },
      }),
    );
    const { id } = await ticketOf(key);
    const survivor =
      into === 'mail'
        ? (await aTicket(at, ours, { from: 'Anna Berg', address: `anna-${randomUUID()}@berg.test` })).ticketId
        : (await ticketOf(begun(await aVisitor().begin('Mine, too')).key)).id;
    const window = await hanna.window();
    const { id: irynaId } = await aMember(at, ours, 1, agent);
    await ours.owner.call('tickets/assign', { ids: [survivor], assignee_id: irynaId });
    await reply(id, 'A moment');
    const answer = await ours.owner.call('tickets/merge', { survivor_id: survivor, ids: [id] });
    expect(answer.status, answer.text).toBe(200);
    const shown = async () =>
      ((await hanna.ask('messages', { key })).body.data.messages as ChatMessage[]).map((one) => one.text);
    return { hanna, key, id, irynaId, survivor, window, shown, merges: answer.body.data.merges };
  }

  test.each(['mail', 'chat'] as const)(
    'into a ticket of the channel %s goes on: both hear each other, who answers is named, and of the other customer nothing is told',
    async (into) => {
      const { hanna, key, survivor, window, shown, id, irynaId, merges } = await merged(into);
      const last = () => window.said().at(-1)?.text;
      await waitUntil(() => last() === 'Iryna has taken over', { what: 'who answers now' });
      const client_id = randomUUID();
      const sent = await hanna.ask('send', { key, client_id, text: 'Is anybody there?' });
      expect(sent.status, sent.text).toBe(200);
      expect((await hanna.ask('send', { key, client_id, text: 'Is anybody there?' })).status).toBe(200);
      expect(sent.body.data.conversation.last).toMatchObject({ from: 'visitor', name: 'Hanna' });
      // They see whose words they are, and she that they were read.
      await ours.owner.post('tickets/read', { data: { ids: [survivor], is_unread: 0 } });
      await waitUntil(
        () =>
          window.told.some(
            (one) => one.kind === 'messages' && one.conversation.read_by_agent === sent.body.data.message.id,
          ),
        { what: 'that it was read' },
      );
      // Whoever answers the ticket answers in the chat, since that is where they were written to.
      const defaults = (await ours.owner.call('tickets/reply-defaults', { ticket_id: survivor })).body.data;
      expect(defaults).toMatchObject({ is_chat: true, to: [] });
      expect((await reply(survivor, 'I am on my way')).status).toBe(200);
      await waitUntil(() => last() === 'I am on my way', { what: 'the answer' });
      // Who writes, and that she is there, is told at the ticket that it is now.
      const desk: Socket = await aSocket(at.listening, { cookie: ours.owner.cookie });
      open.push(desk);
      window.ws.send(JSON.stringify({ kind: 'typing', key, is_typing: true }));
      await waitUntil(
        () => watchersIn(desk, survivor).some((one) => one.is_visitor === 1 && one.doing === 'replying'),
        {
          what: 'that she writes, at the other ticket',
        },
      );
      desk.ws.send(JSON.stringify({ at: { ticket_id: survivor, doing: 'replying' } }));
      await waitUntil(() => window.told.some((one) => one.kind === 'typing' && one.name === 'Owner'), {
        what: 'that she is written to',
      });
      // Whoever answered last takes it: that is no news. Then it is Iryna's again.
      for (const assignee_id of [ours.ownerId, irynaId])
        await ours.owner.call('tickets/assign', { ids: [survivor], assignee_id });
      const said = [
        ...['The left leg has a crack', 'A moment', 'Iryna has taken over', 'Is anybody there?', 'I am on my way'],
        'Iryna has taken over',
      ];
      await waitUntil(() => last() === 'Iryna has taken over', { what: 'who answers next' });
      expect(await shown()).toEqual(said);
      // Their own first word was there before the window.
      const heard = [...new Map(window.said().map((one) => [one.id, one.text])).values()];
      expect(heard.filter((text) => text !== said[0])).toEqual(said.slice(1));
      expect(JSON.stringify(window.told)).not.toMatch(/Mine, too|Anna/);
      const facts = (await ours.owner.call('tickets/chat', { ticket_id: survivor })).body.data.chat;
      expect(facts).toMatchObject({ quidget: 'Shop chat' });
      // Taken apart again it is a ticket of its own, and its window goes back to it.
      const undone = await ours.owner.call('tickets/unmerge', { merge_ids: [merges[0].id] });
      expect(undone.status, undone.text).toBe(200);
      await reply(id, 'Here again');
      await waitUntil(() => last() === 'Here again', { what: 'an answer after that' });
    },
  );

  test('into a ticket that is put in the trash is gone for its visitor too, and there again with it', async () => {
    const { hanna, key, survivor, window } = await merged('mail', 'Iryna Kravets');
    const trashed = await ours.owner.post('tickets/delete', byId(survivor));
    expect(trashed.status, trashed.text).toBe(200);
    expect((await hanna.ask('conversations', {})).body.data.conversations).toEqual([]);
    const form = await uploads(hanna, key, 'a.txt', text('a'), 'text/plain');
    expect([form.status, (await hanna.ask('messages', { key })).status]).toEqual([404, 404]);
    await ours.owner.post('tickets/restore', byId(survivor));
    expect((await hanna.ask('messages', { key })).status).toBe(200);
    await reply(survivor, 'Here again');
    await waitUntil(() => window.said().at(-1)?.text === 'Here again', { what: 'an answer after that' });
  });

  test('words that are parted from a chat go on in its window: their ticket is answered there, and hears what comes back', async () => {
    const hanna = aVisitor();
    const { key } = begun(await hanna.begin('The left leg has a crack'));
    const { id } = await ticketOf(key);
    await hanna.ask('send', { key, client_id: randomUUID(), text: 'And where is my invoice?' });
    const window = await hanna.window();
    const shown = async () =>
      ((await hanna.ask('messages', { key })).body.data.messages as ChatMessage[]).map((one) => one.text);
    const saidIn = async (ticketId: number) =>
      (
        await at.db.read<{ body_text: string }>(
          'system',
          sql`select body_text from messages where ticket_id = ${ticketId} and kind in ('inbound', 'outbound') order by id`,
        )
      ).map((one) => one.body_text.trim());
    const [, second] = await at.db.read<{ id: number }>(
      'system',
      sql`select id from messages where ticket_id = ${id} and kind = 'inbound' order by id`,
    );
    const split = await ours.owner.call('tickets/split', { message_id: second?.id, from_here: 0 });
    expect(split.status, split.text).toBe(200);
    const { ticket_id: fresh, split_id } = split.body.data;
    expect(await shown()).toEqual(['The left leg has a crack', 'And where is my invoice?']);
    expect((await ours.owner.call('tickets/chat', { ticket_id: fresh })).body.data.chat).toMatchObject({
      quidget: 'Shop chat',
    });

    expect((await reply(fresh, 'Here it is')).status).toBe(200);
    await waitUntil(() => window.said().at(-1)?.text === 'Here it is', { what: 'the answer' });
    const sent = await hanna.ask('send', { key, client_id: randomUUID(), text: 'Thank you' });
    expect(sent.status, sent.text).toBe(200);
    expect(await shown()).toEqual(['The left leg has a crack', 'And where is my invoice?', 'Here it is', 'Thank you']);
    expect(await saidIn(fresh)).toEqual(['And where is my invoice?', 'Here it is', 'Thank you']);
    expect(await saidIn(id)).toEqual(['The left leg has a crack']);
    // Merged with others and taken apart again each has its own.
    const survivor = (await aTicket(at, ours, { from: 'Anna Berg', address: `anna-${randomUUID()}@berg.test` }))
      .ticketId;
    const merge = await ours.owner.call('tickets/merge', { survivor_id: survivor, ids: [id, fresh] });
    expect(merge.status, merge.text).toBe(200);
    const merge_ids = (merge.body.data.merges as { id: number }[]).map((one) => one.id);
    expect((await ours.owner.call('tickets/unmerge', { merge_ids })).status).toBe(200);
    expect(await saidIn(fresh)).toEqual(['And where is my invoice?', 'Here it is', 'Thank you']);
    expect(await saidIn(id)).toEqual(['The left leg has a crack']);
    // Somebody has written there: it stays what it is.
    expect((await ours.owner.call('tickets/unsplit', { split_id })).status).toBe(409);
  });

  test('what is parted from a chat without a word of it is answered by a letter, and what is taken back is in the chat as before', async () => {
    const hanna = aVisitor();
    const { key } = begun(await hanna.begin('The left leg has a crack'));
    const { id } = await ticketOf(key);
    const note = await ours.owner.call('tickets/note', {
      ...{ ticket_id: id, client_id: randomUUID(), body_html: '<p>Ask the carpenter</p>' },
    });
    expect(note.status, note.text).toBe(200);
    const ofNote = await ours.owner.call('tickets/split', { message_id: note.body.data.message_id, from_here: 0 });
    expect(ofNote.status, ofNote.text).toBe(200);
    const parted = rows(await ours.owner.post('tickets/get', byId(ofNote.body.data.ticket_id)), 'tickets');
    expect(parted).toMatchObject([{ channel: 'mail' }]);
    await reply(id, 'Which leg?');
    const [said] = await at.db.read<{ id: number }>(
      'system',
      sql`select id from messages where ticket_id = ${id} and kind = 'outbound'`,
    );
    const split = await ours.owner.call('tickets/split', { message_id: said?.id, from_here: 0 });
    expect(split.status, split.text).toBe(200);
    expect((await ours.owner.call('tickets/unsplit', { split_id: split.body.data.split_id })).status).toBe(200);
    const [back] = await at.db.read(
      'system',
      sql`select ticket_id, origin_ticket_id, parted_to_id from messages where id = ${said?.id}`,
    );
    expect(back).toEqual({ ticket_id: id, origin_ticket_id: id, parted_to_id: null });
  });

  test('A45 into the chat of somebody else: an answer to the letter about it stands in the chat of whoever wrote it', async () => {
    const email = `h${randomUUID()}@oak.test`;
    const [hanna, anna] = [aVisitor(), aVisitor()];
    const { key } = begun(await hanna.begin('The left leg has a crack', { asked: { name: 'Hanna Lindqvist', email } }));
    const { key: annas } = begun(await anna.begin('Is it oak?', { asked: { name: 'Anna Berg' } }));
    const [{ id }, { id: survivor }] = [await ticketOf(key), await ticketOf(annas)];
    const merge = await ours.owner.call('tickets/merge', { survivor_id: survivor, ids: [id] });
    expect(merge.status, merge.text).toBe(200);
    const about = await at.db.read<{ id: number }>(
      'system',
      sql`select id from messages where ticket_id = ${survivor} and kind = 'inbound' and origin_ticket_id = ${id}`,
    );
    const answered = await reply(survivor, 'Which leg?', { in_reply_to: about[0]?.id });
    expect(answered.status, answered.text).toBe(200);
    // What the other of them says meanwhile is no sign that she has read it.
    await anna.ask('send', { key: annas, client_id: randomUUID(), text: 'Or ash?' });
    const { chats } = (await ours.owner.call('tickets/chat', { ticket_id: survivor })).body.data.chat;
    const hasRead = (of: number) =>
      chats.find((one: { ticket_id: number }) => one.ticket_id === of).visitor_read_to >= answered.body.data.message_id;
    expect([chats.length, hasRead(id), hasRead(survivor)]).toEqual([2, false, true]);
    await at.db.transaction('system', async (tx) => {
      await tx.run(sql`update chats set mail_due_at = now() - interval '1 second' where ticket_id = ${id}`);
      await mailUnread(tx, { makeMessageId: () => `<${randomUUID()}@shop.test>` });
    });
    // She answers where it reached her.
    await aLetterOn(at, ours, survivor, { from: 'Hanna', address: email, text: 'The left one, at Birch Road 7' });
    const shown = async (who: typeof hanna, of: string) =>
      ((await who.ask('messages', { key: of })).body.data.messages as ChatMessage[]).map((one) => one.text);
    expect(await shown(anna, annas)).toEqual(['Is it oak?', 'Or ash?']);
    expect((await anna.ask('conversations', {})).text).not.toContain('Birch');
    expect(await shown(hanna, key)).toEqual([
      ...['The left leg has a crack', 'Which leg?', 'The left one, at Birch Road 7'],
    ]);
  });

  test('A45 into a letter: the answer to what was mailed of it stands in the chat; what answers the other letters does not', async () => {
    const email = `h${randomUUID()}@oak.test`;
    const hanna = aVisitor();
    const { key } = begun(await hanna.begin('The left leg has a crack', { asked: { name: 'Hanna Lindqvist', email } }));
    const { id } = await ticketOf(key);
    // Whoever has the address wrote a letter before; that the visitor typed it proves nothing.
    const { ticketId: survivor } = await aTicket(at, ours, { address: email, text: 'Is it oak?' });
    const answered = await reply(survivor, 'It is', { to: [{ name: '', address: email }] });
    expect(answered.status, answered.text).toBe(200);
    await reply(id, 'Which leg?');
    const merge = await ours.owner.call('tickets/merge', { survivor_id: survivor, ids: [id] });
    expect(merge.status, merge.text).toBe(200);
    await at.db.transaction('system', async (tx) => {
      await tx.run(sql`update chats set mail_due_at = now() - interval '1 second' where ticket_id = ${id}`);
      await mailUnread(tx, { makeMessageId: () => `${randomUUID()}@shop.test` });
    });
    const mails = await at.db.read<{ mail_message_id: string; of: number }>(
      'system',
      sql`select mail_message_id, origin_ticket_id as of from messages where ticket_id = ${survivor} and kind = 'outbound' and channel = 'mail' order by id`,
    );
    const [letter, about] = [survivor, id].map((of) => mails.find((one) => one.of === of)?.mail_message_id ?? '');
    const here = await hanna.window();
    const write = (text: string, of: object) => aLetterOn(at, ours, survivor, { address: email, text, ...of });
    await write('My address is Birch Road 7', { answers: letter });
    await write('And my telephone number', {});
    await write('A friend to whom it was sent on', { address: 'anna@berg.test', answers: about });
    await write('The left one', { answers: about });
    await waitUntil(() => here.said().at(-1)?.text === 'The left one', { what: 'the answer, in the window' });
    const seen = await hanna.ask('messages', { key });
    expect((seen.body.data.messages as ChatMessage[]).map((one) => one.text)).toEqual([
      ...['The left leg has a crack', 'Which leg?', 'The left one'],
    ]);
    const told = seen.text + JSON.stringify(here.told) + (await hanna.ask('conversations', {})).text;
    expect(told).not.toMatch(/Birch|telephone|friend|oak\?/);
  });

  test('A45 with a letter that a program has answered shows the visitor nothing of what its writer goes on to write', async () => {
    const hanna = aVisitor();
    const { key } = begun(await hanna.begin('The left leg has a crack'));
    const { id } = await ticketOf(key);
    const anna = { from: 'Anna Berg', address: `anna-${randomUUID()}@berg.test` };
    const letter = await aTicket(at, ours, anna);
    await at.db.transaction('system', (tx) =>
      addMessage(tx, {
        ...{ companyId: ours.companyId, ticketId: letter.ticketId, kind: 'outbound', direction: 2, channel: 'mail' },
        ...{ author: { kind: 'system', id: null, name: 'Shop' }, to: [{ name: '', address: anna.address }] },
        ...{ bodyText: 'We have got your letter', mailKind: 'automatic' },
      }),
    );
    await ours.owner.call('tickets/merge', { survivor_id: id, ids: [letter.ticketId] });
    await aLetterOn(at, ours, id, { ...anna, text: 'My address is Birch Road 7' });
    const seen = await hanna.ask('messages', { key });
    expect((seen.body.data.messages as ChatMessage[]).map((one) => one.text)).toEqual(['The left leg has a crack']);
    expect(seen.text + (await hanna.ask('conversations', {})).text).not.toContain('Birch');
  });

  test('A45 gets a letter of somebody else by hand: it stood in their chat, and is shown in none of the other ticket', async () => {
    const [hanna, anna] = [aVisitor(), aVisitor()];
    const { key } = begun(await hanna.begin('The left leg has a crack'));
    const { key: annas } = begun(await anna.begin('Is it oak?'));
    const [{ id }, other] = [await ticketOf(key), await ticketOf(annas)];
    const email = `h${randomUUID()}@oak.test`;
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update tickets set customer_id = ${ours.customerId} where id = ${id}`),
    );
    const [card] = await at.db.read<{ email: string }>(
      'system',
      sql`select email from customers where id = ${ours.customerId}`,
    );
    const letter = await aLetterOn(at, ours, id, { address: card?.email ?? email, text: 'I live at Birch Road 7' });
    const shown = async (who: typeof hanna, of: string) => (await who.ask('messages', { key: of })).text;
    expect(await shown(hanna, key)).toContain('Birch');
    const [to] = await at.db.read<{ number: number }>('system', sql`select number from tickets where id = ${other.id}`);
    const moved = await ours.owner.call('inbound-mails/move-to-ticket', { id: letter.inboundMailId, ...to });
    expect([moved.status, moved.body.data.ticket_id], moved.text).toEqual([200, other.id]);
    expect((await shown(anna, annas)) + (await shown(hanna, key))).not.toContain('Birch');
  });

  test('A45 with a letter of somebody else shows the visitor nothing of it, and each is answered where they wrote', async () => {
    const hanna = aVisitor();
    const { key } = begun(await hanna.begin('The left leg has a crack'));
    const { id } = await ticketOf(key);
    const anna = { from: 'Anna Berg', address: `anna-${randomUUID()}@berg.test` };
    const letter = await aTicket(at, ours, anna);
    await ours.owner.call('tickets/merge', { survivor_id: id, ids: [letter.ticketId] });
    await aLetterOn(at, ours, id, { ...anna, text: 'My address is Birch Road 7' });
    const defaults = async () => (await ours.owner.call('tickets/reply-defaults', { ticket_id: id })).body.data;
    const to = [{ name: 'Anna Berg', address: anna.address }];
    expect(await defaults()).toMatchObject({ is_chat: false, to });
    const answered = await reply(id, 'Birch Road it is', { to });
    expect(answered.status, answered.text).toBe(200);
    // In the chat that is here too, when nobody is named.
    expect((await reply(id, 'Which leg, Hanna?')).status).toBe(200);
    await hanna.ask('send', { key, client_id: randomUUID(), text: 'The left one' });
    expect(await defaults()).toMatchObject({ is_chat: true, to: [] });
    const seen = await hanna.ask('messages', { key });
    expect((seen.body.data.messages as ChatMessage[]).map((one) => one.text)).toEqual([
      ...['The left leg has a crack', 'Which leg, Hanna?', 'The left one'],
    ]);
    expect(seen.text + (await hanna.ask('conversations', {})).text).not.toContain('Birch');
    // Where only visitors write, nobody is named.
    const alone = (await ticketOf(begun(await aVisitor().begin('Hello')).key)).id;
    expect((await reply(alone, 'Hello', { to })).status).toBe(422);
  });
});
