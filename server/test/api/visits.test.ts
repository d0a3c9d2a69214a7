import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import WebSocket from 'ws';
import { type ChatTold, chatTold } from '#contract/quidget-chat.ts';
import type { Visit } from '#contract/visits.ts';
import { findChat, findChats, findHeldChats, findVisitor, readChatsOf } from '#domain/chats/index.ts';
import { runVisits } from '#flows/visits/run-visits.ts';
import { runWatching } from '#flows/watching/run-watching.ts';
import { seatVisitors } from '#flows/watching/seat-visitors.ts';
import type { Database, Tx } from '#platform/database.ts';
import { connectClient } from '#platform/database-client.ts';
import { createLog } from '#platform/log.ts';
import { sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aDatabaseAway } from './a-database-away.ts';
import { aSocket } from './a-socket.ts';
import { aTicket } from './a-ticket.ts';
import type { ApiClient } from './api-client.ts';
import { neverTooMany } from './never-too-many.ts';
import type { TestParley } from './parley-in-process.ts';
import { rowId } from './people.ts';
import { shopsAtHand } from './shops-at-hand.ts';
import { aMember, type Shop } from './two-companies.ts';

let at: TestParley;
let ours: Shop;
let theirs: Shop;
const open: { close(): unknown }[] = [];
shopsAtHand((it) => ({ at, ours, theirs } = it), { limits: await neverTooMany() });
beforeAll(async () => {});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  await waitUntil(async () => (await here()).length === 0, { what: 'nobody on the site' });
});

const aQuidget = async (data: object = {}, of = ours): Promise<number> =>
  rowId(
    await of.owner.post('quidgets/create', {
      data: [{ company_id: of.companyId, product_id: of.productId, name: 'Shop chat', title: 'Lumen', ...data }],
    }),
    'quidgets',
  );
const here = async (who: ApiClient = ours.owner): Promise<Visit[]> => {
  const answer = await who.call('visits/here', {});
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.visits;
};
/** Waits until this is what the desk sees. */
const seen = (what: string, is: (all: Visit[]) => boolean, who?: ApiClient) =>
  waitUntil(
    async () => {
      const all = await here(who);
      return is(all) ? all : undefined;
    },
    { what },
  );
const shop = (path: string) => ({ url: `https://shop.example${path}`, title: `Page ${path}`, referrer: '' });

/** A page of the shop that somebody has open, as the page says so itself. */
async function aPage(quidget: number, path: string, of: object = {}) {
  const ws = new WebSocket(`${at.listening.replace('http', 'ws')}/v1/chat/ws`, {
    origin: 'https://shop.example',
    headers: {
      'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
    },
  });
  const told: ChatTold[] = [];
  ws.on('message', (data) => told.push(chatTold.parse(JSON.parse(String(data)))));
  open.push({ close: () => ws.terminate() });
  await new Promise((resolve) => ws.once('open', resolve));
  ws.send(JSON.stringify({ v: 1, quidget, ...('token' in of ? {} : { language: 'en', page: shop(path) }), ...of }));
  await waitUntil(() => told.some((one) => one.kind === 'hello'), { what: 'a hello' });
  const invitations = () => told.flatMap((one) => (one.kind === 'invitation' ? [one] : []));
  return {
    ws,
    told,
    invitations,
    go: (to: string) => ws.send(JSON.stringify({ kind: 'page', ...shop(to) })),
  };
}
const begin = (quidget: number, token: string, data: object = {}) =>
  at.stranger().send(
    'chat/begin',
    JSON.stringify({
      data: { quidget, token, client_id: randomUUID(), text: 'Yes, please', language: 'en', ...data },
    }),
    { 'content-type': 'application/json', origin: 'https://shop.example', 'sec-fetch-site': 'cross-site' },
  );

test('agents see who is on the site and follow them from page to page; an invitation becomes a ticket of its writer once it is answered', async () => {
  const quidget = await aQuidget();
  const desk = await aSocket(at.listening, { cookie: ours.owner.cookie });
  const foreign = await aSocket(at.listening, { cookie: theirs.owner.cookie });
  open.push(desk, foreign);
  const page = await aPage(quidget, '/tables');
  const [first] = await seen('somebody on the site', (all) => all.length === 1);
  expect(first).toMatchObject({
    ...{ name: null, customer_id: null, page: { url: 'https://shop.example/tables', title: 'Page /tables' }, pages: 1 },
    ...{ browser: 'Chrome', system: 'Windows', is_known: true, is_in_chat: false, ticket: null, invited: null },
  });
  page.go('/tables/oak');
  page.go('/pricing');
  const [moved] = await seen('them on the third page', (all) => all[0]?.pages === 3);
  expect([moved?.id, moved?.page.title, moved?.trail.map((one) => one.title)]).toEqual([
    first?.id,
    'Page /pricing',
    ['Page /pricing', 'Page /tables/oak', 'Page /tables'],
  ]);
  const news = (socket: typeof desk) => socket.events.filter((event) => event.entity === 'visits');
  await waitUntil(() => news(desk).some((event) => event.params.company_id === ours.companyId), { what: 'the news' });
  // The walls: another company sees and hears nothing, and can write to nobody here.
  expect(await here(theirs.owner)).toEqual([]);
  const stranger = await theirs.owner.call('visits/invite', { id: first?.id, text: 'Psst' });
  expect([stranger.status, stranger.body.errors[0]?.key]).toEqual([404, 'not_found']);
  expect(news(foreign)).toEqual([]);

  // The next page is loaded: it is the same visit, though the browser keeps nothing.
  page.ws.close();
  await seen('nobody', (all) => all.length === 0);
  const next = await aPage(quidget, '/basket');
  const [back] = await seen('them again', (all) => all.length === 1 && all[0]?.pages === 4);
  expect(back?.id).toBe(first?.id);

  const { api: ira } = await aMember(at, ours, 1, 'Ira');
  const both = await Promise.all(
    [ours.owner, ira].map((who) => who.call('visits/invite', { id: first?.id, text: 'Can I help with the oak one?' })),
  );
  expect(both.map((one) => one.status).toSorted()).toEqual([200, 409]);
  const refused = both.find((one) => one.status === 409);
  expect(refused?.body.errors[0]).toMatchObject({ key: 'visitor_invited', field: 'data.id' });
  await waitUntil(() => next.invitations().length === 1, { what: 'the invitation' });
  const [invitation] = next.invitations();
  expect(invitation?.text).toBe('Can I help with the oak one?');
  const tickets = () =>
    at.db.read<{ n: number }>('system', sql`select count(*)::int as n from chats where quidget_id = ${quidget}`);
  expect((await tickets())[0]?.n).toBe(0);

  // At another quidget of the company it is nobody's word, and is not used up.
  const elsewhere = await begin(await aQuidget({ name: 'Other' }), randomBytes(32).toString('base64url'), {
    invitation: invitation?.key,
  });
  expect(elsewhere.body.data.messages).toHaveLength(1);

  const token = randomBytes(32).toString('base64url');
  const begun = await begin(quidget, token, { invitation: invitation?.key, asked: { name: 'Hanna' } });
  expect(begun.status, begun.text).toBe(200);
  expect(begun.body.data.messages.map((one: { from: string; text: string }) => [one.from, one.text])).toEqual([
    ['agent', 'Can I help with the oak one?'],
    ['visitor', 'Yes, please'],
  ]);
  const winner = both[0]?.status === 200 ? 'Owner' : 'Ira';
  expect(begun.body.data.conversation).toMatchObject({ with: winner, unread: 0 });
  // Somebody else's words cannot be put into our mouth, and one answer is enough.
  const again = await begin(quidget, randomBytes(32).toString('base64url'), { invitation: invitation?.key });
  expect(again.body.data.messages).toHaveLength(1);

  // The chat's own line is the same visitor, now with a name and a ticket, which says where they are.
  const window = await aPage(quidget, '', { token });
  window.go('/basket');
  next.ws.close();
  window.go('/pricing');
  const [inChat] = await seen('Hanna in her chat', (all) => all.length === 1 && all[0]?.is_in_chat === true);
  expect([inChat?.name, inChat?.id]).toEqual(['Hanna', first?.id]);
  const ticketId = inChat?.ticket?.id ?? 0;
  const busy = await ours.owner.call('visits/invite', { id: inChat?.id, text: 'Hello' });
  expect(busy.body.errors[0]?.key).toBe('not_in_this_state');
  const now = async () => (await ours.owner.call('tickets/chat', { ticket_id: ticketId })).body.data.chat.now;
  const isOn = (title: string) => waitUntil(async () => (await now())?.title === title, { what: title });
  await isOn('Page /pricing');
  desk.events.length = 0;
  window.go('/delivery');
  await waitUntil(() => news(desk).some((event) => (event.params.ticket_ids as number[]).includes(ticketId)), {
    what: 'where the visitor of the ticket is',
  });
  await isOn('Page /delivery');
  // What the page says of them meanwhile is told as well.
  const movedAt = async () => {
    const [row] = await at.db.read<{ at: string }>(
      'system',
      sql`select moved_at::text as at from visits where id = ${inChat?.id ?? 0}`,
    );
    return row?.at ?? '';
  };
  const before = await movedAt();
  desk.events.length = 0;
  window.ws.send(JSON.stringify({ kind: 'attributes', attributes: { basket: '3 chairs' } }));
  await waitUntil(() => news(desk).some((event) => (event.params.ticket_ids as number[]).includes(ticketId)), {
    what: 'that something is said of the visitor of the ticket',
  });
  expect((await movedAt()) > before).toBe(true);
  const { attributes } = (await ours.owner.call('tickets/chat', { ticket_id: ticketId })).body.data.chat;
  expect(attributes).toEqual({ basket: '3 chairs' });
  // Handed over, the window says who is there now.
  const [other, name] = winner === 'Owner' ? [ira, 'Ira'] : [ours.owner, 'Owner'];
  await ours.owner.call('tickets/assign', {
    ids: [ticketId],
    assignee_id: (await other.call('users/self', {})).body.data.user.id,
  });
  await waitUntil(() => window.told.some((one) => one.kind === 'messages' && one.conversation.with === name), {
    what: `that ${name} has it`,
  });
  // A part of another ticket, it goes on there, and has ended with it.
  const survivor = (await aTicket(at, ours)).ticketId;
  const merged = await ours.owner.call('tickets/merge', { survivor_id: survivor, ids: [ticketId] });
  expect(merged.status, merged.text).toBe(200);
  const write = async () => (await ours.owner.call('visits/invite', { id: inChat?.id, text: 'Hello' })).status;
  expect([(await here())[0]?.is_in_chat, await write()]).toEqual([true, 409]);
  await ours.owner.call('tickets/resolve', { ids: [survivor] });
  expect([(await here())[0]?.is_in_chat, await write()]).toEqual([false, 200]);
  window.ws.close();
  await seen('nobody', (all) => all.length === 0);
  expect(await now()).toBeNull();
});

test('what an agent writes to somebody who is just going to another page reaches them there', async () => {
  const quidget = await aQuidget();
  const page = await aPage(quidget, '/tables');
  const [visit] = await seen('somebody on the site', (all) => all.length === 1);
  const invited = await ours.owner.call('visits/invite', { id: visit?.id, text: 'The oak one is in the sale' });
  expect(invited.status, invited.text).toBe(200);
  await waitUntil(() => page.invitations().length === 1, { what: 'the words on the page that is left' });
  page.ws.close();
  await seen('nobody', (all) => all.length === 0);
  const next = await aPage(quidget, '/basket');
  await waitUntil(() => next.invitations().length === 1, { what: 'the words on the next page' });
  // By their key a browser that has them knows them again.
  expect(next.invitations()).toEqual(page.invitations());
  const key = next.invitations()[0]?.key;
  const token = randomBytes(32).toString('base64url');
  const begun = await begin(quidget, token, { invitation: key });
  expect(begun.body.data.messages).toMatchObject([{ text: 'The oak one is in the sale' }, { text: 'Yes, please' }]);
  // Answered, they are no news any more.
  next.ws.close();
  await seen('nobody', (all) => all.length === 0);
  const last = await aPage(quidget, '/delivery');
  await seen('them on the last page', (all) => all[0]?.page.title === 'Page /delivery');
  last.ws.ping();
  await once(last.ws, 'pong');
  expect(last.invitations()).toEqual([]);
});

test('what an agent wrote is shown by a page that stays, and then by no other; what no browser has taken is told again', async () => {
  const quidget = await aQuidget();
  const process = (staySeconds: number) => {
    const visits = runVisits(
      { db: at.db, wake: at.wake, log: createLog('silent') },
      { renewSeconds: 0.2, staySeconds },
    );
    const open = (path: string, takes: boolean) => {
      const told: string[] = [];
      const page = visits.enter(
        {
          ...{ companyId: ours.companyId, quidgetId: quidget, visitorId: null, cameBy: 'one browser', userAgent: '' },
          ...{ country: null, language: 'en', page: { url: shop(path).url, title: shop(path).title }, referrer: '' },
          ...{ isSeen: true, isInChat: false },
          send({ text }, hasCome) {
            told.push(text);
            if (takes) hasCome();
          },
        },
        { quidget: { id: quidget } as never, messages: [] },
      );
      const hears = (words: string) => waitUntil(() => told.includes(words), { what: `${words} on ${path}` });
      const leave = async () => {
        page.leave();
        await seen('nobody', (all) => all.length === 0);
      };
      return { told, hears, leave };
    };
    return { open, stop: () => visits.stop() };
  };
  const on = async (path: string) => {
    const [visit] = await seen(path, (all) => all.length === 1 && all[0]?.page.title === `Page ${path}`);
    return visit?.id;
  };
  const invite = async (id: number | undefined, text: string) =>
    expect((await ours.owner.call('visits/invite', { id, text })).status).toBe(200);
  const [hasty, calm] = [process(3600), process(0)];
  try {
    const first = hasty.open('/first', true);
    await invite(await on('/first'), 'Hello');
    await first.hears('Hello');
    await first.leave();
    // The laptop was shut: nothing that is sent arrives.
    const second = calm.open('/second', false);
    await second.hears('Hello');
    await second.leave();
    const third = calm.open('/third', true);
    await third.hears('Hello');
    await waitUntil(
      async () =>
        (
          await at.db.read<{ is_told: boolean }>(
            'system',
            sql`select is_told from visits where quidget_id = ${quidget}`,
          )
        )[0]?.is_told,
      { what: 'that it was shown' },
    );
    await third.leave();
    const fourth = calm.open('/fourth', true);
    // Said anew, it is news.
    await invite(await on('/fourth'), 'Still here?');
    await fourth.hears('Still here?');
    await fourth.leave();
    expect([first, second, third, fourth].map((one) => one.told)).toEqual([
      ['Hello'],
      ['Hello'],
      ['Hello'],
      ['Still here?'],
    ]);
  } finally {
    await hasty.stop();
    await calm.stop();
  }
});

test('what is said by itself is said on its pages, once, in its language and in the name of whoever is still there', async () => {
  const message = (page: string, data: object = {}) => ({
    ...{ key: randomUUID(), page, seconds: 0, texts: { en: `On ${page}`, ua: `На ${page}` }, ...data },
  });
  const wrong: [object, string][] = [
    [message('pricing'), 'data[0].settings.proactive.messages[0].page'],
    [message('/x', { seconds: -1 }), 'data[0].settings.proactive.messages[0].seconds'],
    [message('/x', { texts: { en: ' ', ua: '' } }), 'data[0].settings.proactive.messages[0].texts.en'],
    [message('/x', { user_id: theirs.ownerId }), 'data[0].settings.proactive.messages[0].user_id'],
  ];
  for (const [one, field] of wrong) {
    const answer = await ours.owner.post('quidgets/create', {
      data: [
        {
          ...{ company_id: ours.companyId, product_id: ours.productId, name: 'Wrong', title: 'Wrong' },
          settings: { proactive: { messages: [one] } },
        },
      ],
    });
    expect([answer.status, answer.body.errors?.[0]?.field], answer.text).toEqual([
      field.endsWith('user_id') ? 404 : 422,
      field,
    ]);
  }
  const oak = message('/tables/*', { user_id: ours.ownerId });
  const quidget = await aQuidget({
    settings: { proactive: { messages: [oak, message('/later', { seconds: 3600 }), message('/chairs')] } },
  });
  const other = await aQuidget({ settings: { proactive: { messages: [oak] } } });
  const setup = await at
    .stranger()
    .request(`chat/setup?quidget=${quidget}&v=1`, { headers: { origin: 'https://shop.example' } });
  expect(setup.body.data).toMatchObject({ hears: true, settings: { proactive: { messages: [] } } });

  const page = await aPage(quidget, '/tables/oak', { language: 'ua' });
  await waitUntil(() => page.invitations().length === 1, { what: 'the message' });
  expect(page.invitations()).toMatchObject([{ key: oak.key, name: 'Owner', text: 'На /tables/*' }]);
  // Not two within a minute, though this page has one as well.
  page.go('/chairs');
  await seen('the page of chairs', (all) => all[0]?.page.title === 'Page /chairs');
  page.ws.ping();
  await once(page.ws, 'pong');
  expect(page.invitations()).toHaveLength(1);
  const answer = await begin(quidget, randomBytes(32).toString('base64url'), { invitation: oak.key, language: 'ua' });
  expect(answer.body.data.messages).toMatchObject([{ from: 'agent', name: 'Owner', text: 'На /tables/*' }, {}]);
  expect(answer.body.data.conversation.with).toBe('');
  // Neither on the next page nor after a reload.
  await seen('it written down', (all) => all.length === 1);
  page.ws.close();
  await seen('nobody', (all) => all.length === 0);
  const reloaded = await aPage(quidget, '/tables/oak');
  reloaded.go('/later');
  reloaded.go('/tables/elm');
  await seen('the last page', (all) => all[0]?.page.title === 'Page /tables/elm');
  expect(reloaded.invitations()).toEqual([]);
  // Whoever wrote on the Ukrainian pages is spoken to in English on the English ones.
  const known = randomBytes(32).toString('base64url');
  expect((await begin(other, known, { language: 'ua' })).status).toBe(200);
  const english = await aPage(other, '/tables/oak', { language: 'en', page: shop('/tables/oak'), token: known });
  await waitUntil(() => english.invitations().length === 1, { what: 'the message in English' });
  expect(english.invitations()).toMatchObject([{ text: 'On /tables/*' }]);
});

test('what comes by itself does not come in the name of a company that may not work', async () => {
  const rule = { key: randomUUID(), page: '/tables', seconds: 0, only_when_open: 0, texts: { en: 'Hello', ua: '' } };
  const settings = { proactive: { messages: [rule, { ...rule, key: randomUUID(), page: '/chairs' }] } };
  const stopped = await aQuidget({ settings }, theirs);
  // One for each: whoever comes again is not told again.
  const [works, worksAgain] = [await aQuidget({ settings }), await aQuidget({ settings })];
  const earlier = await aPage(stopped, '/');
  await seen('the page that is open before', (all) => all.length === 1, theirs.owner);
  await at.db.transaction('system', (tx) =>
    tx.run(
      sql`insert into company_suspensions (company_id, reason, contact) values (${theirs.companyId}, 'Not paid.', 'ops@parley.test')`,
    ),
  );
  try {
    for (const { begins, beside } of [
      { begins: () => earlier, beside: works },
      { begins: () => aPage(stopped, '/'), beside: worksAgain },
    ]) {
      const silent = await begins();
      silent.go('/tables');
      const heard = await aPage(beside, '/tables');
      // Whoever came later was spoken to.
      await waitUntil(() => heard.invitations().length === 1, { what: 'the message of the company that works' });
      silent.ws.ping();
      await once(silent.ws, 'pong');
      expect(silent.invitations()).toEqual([]);
      heard.ws.close();
    }
  } finally {
    await at.db.transaction('system', (tx) => tx.run(sql`delete from company_suspensions`));
  }
});

test('what comes by itself keeps to its time on the page, which begins anew with every page', async () => {
  const slow = { key: randomUUID(), page: '/slow', seconds: 1, texts: { en: 'Still here?', ua: '' } };
  const quidget = await aQuidget({ settings: { proactive: { messages: [slow] } } });
  const opened = performance.now();
  const page = await aPage(quidget, '/slow');
  // Timers count whole milliseconds.
  const isWaitedFor = (since: number) => expect(performance.now() - since).toBeGreaterThan(990);
  await waitUntil(() => page.invitations().length === 1, { what: 'the first message' });
  isWaitedFor(opened);
  expect(page.invitations()).toMatchObject([{ key: slow.key }]);
  // Another visitor leaves the page before it is time, and comes back to it.
  const other = await aPage(quidget, '/slow', { language: 'ua' });
  other.go('/other');
  other.ws.ping();
  await once(other.ws, 'pong');
  const back = performance.now();
  other.go('/slow');
  await waitUntil(() => other.invitations().length === 1, { what: 'the message' });
  isWaitedFor(back);
});

test('before consent nothing but the page is known, and a company that wants to see nobody sees nobody', async () => {
  const asks = await aQuidget({ settings: { form: { consent: 'required' } } });
  const page = await aPage(asks, '/tables');
  const [visit] = await seen('somebody', (all) => all.length === 1);
  expect(visit).toMatchObject({ is_known: false, browser: '', system: '', country: null, pages: 1 });
  expect(await at.db.read('system', sql`select came_by, user_agent from visits where quidget_id = ${asks}`)).toEqual([
    { came_by: null, user_agent: '' },
  ]);
  page.ws.close();
  await seen('nobody', (all) => all.length === 0);
  await aPage(asks, '/chairs');
  const [other] = await seen('somebody', (all) => all.length === 1);
  expect([other?.pages, other?.id === visit?.id]).toEqual([1, false]);
  const token = randomBytes(32).toString('base64url');
  expect((await begin(asks, token, { agrees: true })).status).toBe(200);
  const known = await aPage(asks, '', { token });
  known.go('/tables');
  await seen('who has agreed', (all) => all.some((one) => one.is_in_chat && one.is_known && one.browser === 'Chrome'));

  const blind = await aQuidget({ settings: { behaviour: { sees_visitors: 0 } } });
  const before = (await here()).length;
  await aPage(blind, '/tables');
  expect((await here()).length).toBe(before);

  // What cannot be noted of a page ends nothing, and its next word neither.
  const broken = await aQuidget();
  await at.db.transaction('system', (tx) =>
    tx.run(sql`update quidgets set settings = '{"behaviour": 5}' where id = ${broken}`),
  );
  const unnoted = await aPage(broken, '/tables');
  unnoted.go('/chairs');
  unnoted.ws.ping();
  await new Promise((resolve) => unnoted.ws.once('pong', resolve));
  expect((await here()).length).toBe(before);
});

test('outside its hours a quidget says when somebody is back, and what is for open hours alone is not said', async () => {
  const none = { mon: [], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] };
  const always = Object.fromEntries(Object.keys(none).map((day) => [day, [['00:00', '24:00']]]));
  const api = ours.owner;
  const calendar = async (week: object) => {
    const data = [{ company_id: ours.companyId, name: JSON.stringify(week).slice(0, 40), time_zone: 'Europe/Kyiv' }];
    const id = rowId(await api.post('calendars/create', { data }), 'calendars');
    const answer = await api.post('calendars/update', { data: { week }, filter: { conditions: [['id', '=', id]] } });
    expect(answer.status, answer.text).toBe(200);
    return id;
  };
  // Open on one day of the week, which is neither today nor tomorrow anywhere.
  const day = Object.keys(none)[(new Date().getUTCDay() + 2) % 7] ?? '';
  const rule = { key: randomUUID(), page: '/tables', seconds: 0, texts: { en: 'Hello', ua: '' }, only_when_open: 1 };
  const told: [object, boolean, unknown][] = [
    [none, false, null],
    [{ ...none, [day]: [['09:00', '18:00']] }, false, expect.stringMatching(/T0[67]:00:00/)],
    [always, true, null],
  ];
  for (const [week, isOnline, backAt] of told) {
    const quidget = await aQuidget({
      calendar_id: await calendar(week),
      settings: { proactive: { messages: [rule] } },
    });
    const setup = await at
      .stranger()
      .request(`chat/setup?quidget=${quidget}&v=1`, { headers: { origin: 'https://shop.example' } });
    expect(setup.body.data).toMatchObject({ is_online: isOnline, back_at: backAt, time_zone: 'Europe/Kyiv' });
    const page = await aPage(quidget, '/tables');
    if (isOnline) await waitUntil(() => page.invitations().length === 1, { what: 'the message' });
    else {
      page.go('/chairs');
      await seen('the second page', (all) => all.some((one) => one.page.title === 'Page /chairs' && one.pages === 2));
      expect(page.invitations()).toEqual([]);
    }
    page.ws.close();
    await seen('nobody', (all) => all.length === 0);
  }
});

test('the newest two hundred are shown and all are counted; whoever sees a part of the company sees its visitors', async () => {
  const quidget = await aQuidget();
  const other = rowId(
    await ours.owner.post('products/create', { data: [{ company_id: ours.companyId, name: 'Chairs' }] }),
    'products',
  );
  const [narrow, own] = [await aMember(at, ours, 1, 'Narrow'), await aMember(at, ours, 1, 'Own')];
  const about = { company_id: ours.companyId };
  const narrowed = await Promise.all([
    ours.owner.call('users/change-access', { ...about, id: narrow.id, scope: 'product', product_ids: [other] }),
    ours.owner.call('users/change-access', { ...about, id: own.id, scope: 'own' }),
  ]);
  expect(
    narrowed.map((one) => one.status),
    narrowed.map((one) => one.text).join(),
  ).toEqual([200, 200]);
  await at.db.transaction('system', (tx) =>
    tx.run(
      sql`insert into visits (process, company_id, quidget_id, page_url, page_title, trail, referrer, language, user_agent, until, began)
          select ${randomUUID()}, ${ours.companyId}, ${quidget}, 'https://shop.example/' || n, 'Page ' || n, '[]', '', 'en', '', now() + interval '1 minute', now() - make_interval(secs => n)
          from generate_series(1, 205) n`,
    ),
  );
  try {
    const { visits, total } = (await ours.owner.call('visits/here', {})).body.data;
    expect([visits.length, total]).toEqual([200, 205]);
    expect(visits.map((one: Visit) => one.page.title)).toEqual(Array.from({ length: 200 }, (_, n) => `Page ${n + 1}`));
    for (const { api } of [narrow, own]) {
      expect((await api.call('visits/here', {})).body.data).toEqual({ visits: [], total: 0 });
      expect((await api.call('visits/invite', { id: visits[0].id, text: 'Hello' })).status).toBe(404);
    }
    await ours.owner.call('users/change-access', { ...about, id: narrow.id, product_ids: [ours.productId] });
    expect((await narrow.api.call('visits/here', {})).body.data.total).toBe(205);
  } finally {
    await at.db.transaction('system', (tx) => tx.run(sql`delete from visits where quidget_id = ${quidget}`));
  }
});

/** Writes to a company, and is somebody from then on. */
async function aChat(shop: Shop, quidget: number) {
  const token = randomBytes(32).toString('base64url');
  const answer = await begin(quidget, token);
  expect(answer.status, answer.text).toBe(200);
  const [row] = await at.db.read<{ visitorId: number; ticketId: number; key: string }>(
    'system',
    sql`select visitor_id as "visitorId", ticket_id as "ticketId", key::text from chats where quidget_id = ${quidget} order by ticket_id desc limit 1`,
  );
  if (!row) throw new Error('no chat');
  return { ...row, token, companyId: shop.companyId };
}
/** The database, and how often it was asked to write. */
function counting(db: Database) {
  const all = { transactions: 0 };
  const transaction: Database['transaction'] = (...asked) => {
    all.transactions++;
    return db.transaction(...asked);
  };
  return { all, db: { ...db, transaction } };
}

test('pages that open together are written together: two companies never mix, and one that cannot be written keeps nobody away', async () => {
  const [quidget, foreign] = [await aQuidget(), await aQuidget({}, theirs)];
  const { all, db } = counting(at.db);
  const visits = runVisits({ db, wake: at.wake, log: createLog('silent') });
  const rules = (quidgetId: number) => ({ quidget: { id: quidgetId } as never, messages: [] });
  const enter = ({ companyId }: Shop, quidgetId: number, path: string, of: object = {}) =>
    visits.enter(
      {
        ...{ companyId, quidgetId, visitorId: null, cameBy: path, userAgent: '', country: null, language: 'en' },
        ...{
          page: { url: shop(path).url, title: shop(path).title },
          referrer: '',
          isSeen: true,
          isInChat: false,
          send: () => {},
          ...of,
        },
      },
      rules(quidgetId),
    );
  /** Both companies' visitors come by the same marks, since they are the same people, now to one first, now to the other. */
  const all20 = (turn: number) =>
    Array.from({ length: 10 }, (_, n) => {
      const cameBy = `mark ${n}`;
      const both = [
        () => enter(ours, quidget, `/ours/${n}`, { cameBy }),
        () => enter(theirs, foreign, `/theirs/${n}`, { cameBy }),
      ];
      return ((n >> turn) % 2 ? both : both.toReversed()).map((come) => come());
    }).flat();
  const idsOf = (found: Visit[]) => Object.fromEntries(found.map((one) => [one.page.title, one.id]));
  const tens = () =>
    Promise.all([ours, theirs].map(({ owner }) => seen('ten', (found) => found.length === 10, owner).then(idsOf)));
  const none = () =>
    Promise.all([ours, theirs].map(({ owner }) => seen('nobody', (found) => found.length === 0, owner)));
  try {
    const pages = all20(0);
    const first = await tens();
    expect(first.map((one) => Object.keys(one).length)).toEqual([10, 10]);
    // The first alone, and who came while it was written; none of them is asked for what was moved meanwhile.
    expect(all.transactions).toBeLessThanOrEqual(4);
    for (const page of pages) page.leave();
    await none();

    // They go on where they were, each at the company that they left.
    const next = all20(1);
    expect(await tens()).toEqual(first);

    // One of them was erased meanwhile.
    next.push(enter(ours, quidget, '/early'), enter(ours, quidget, '/erased', { visitorId: 2 ** 52 }));
    next.push(enter(theirs, foreign, '/late'), enter(ours, quidget, '/later'));
    const late = await seen('the last', (found) => found.length === 11, theirs.owner);
    expect(idsOf(late)).toMatchObject({ ...first[1], 'Page /late': expect.any(Number) });
    const later = await seen('the other last', (found) => found.length === 12);
    expect(Object.keys(idsOf(later))).toEqual(expect.arrayContaining(['Page /early', 'Page /later']));
    for (const page of next) page.leave();
    await none();
  } finally {
    await visits.stop();
  }
});

test('a visitor has one seat at a ticket: of a second tab and of a reload nothing is written, and the last one to leave has a moment', async () => {
  const { all, db } = counting(at.db);
  const chat = await aChat(ours, await aQuidget());
  const process = randomUUID();
  const seats = seatVisitors({ db, process, leaseSeconds: 50, log: createLog('silent'), moved: () => {} });
  const rows = () =>
    at.db.read<{ doing: string }>('system', sql`select doing from watchers where process = ${process}`);
  const is = (...doing: string[]) =>
    waitUntil(
      async () =>
        (await rows())
          .map((one) => one.doing)
          .toSorted()
          .join() === doing.join(),
      { what: doing.join() },
    );
  const first = seats.sit(chat);
  await is('reading');
  expect(all.transactions).toBe(1);
  const second = seats.sit(chat);
  second.leave();
  first.leave();
  first.leave();
  // The page is loaded again.
  const again = seats.sit(chat);
  again.type(true);
  await is('replying');
  const tab = seats.sit(chat);
  tab.type(true);
  again.leave();
  expect(all.transactions).toBe(2);
  tab.type(false);
  await is('reading');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    tab.leave();
    vi.advanceTimersByTime(2499);
    expect(all.transactions).toBe(3);
    const back = seats.sit(chat);
    vi.advanceTimersByTime(10_000);
    expect(all.transactions).toBe(3);
    back.leave();
    vi.advanceTimersByTime(2500);
  } finally {
    vi.useRealTimers();
  }
  await is('gone');
  expect(all.transactions).toBe(4);
  // Somebody erased meanwhile, and a ticket of another company, are nowhere; those who came with them are there.
  const foreign = await aChat(theirs, await aQuidget({}, theirs));
  const another = await aChat(ours, await aQuidget());
  seats.sit({ ...chat, visitorId: 2 ** 52 });
  seats.sit({ ...chat, companyId: theirs.companyId });
  seats.sit(foreign);
  seats.sit(another);
  await is('gone', 'reading', 'reading');
  seats.stop();
  await at.db.transaction('system', (tx) => tx.run(sql`delete from watchers where process = ${process}`));
});

test('a visitor who leaves while the database is away is not at their ticket for ever, nor is one who stays lost with the table', async () => {
  const [leaves, stays] = [await aChat(ours, await aQuidget()), await aChat(ours, await aQuidget())];
  const { db, goesAway, hasFailed, isBack } = aDatabaseAway(at.db);
  const watching = runWatching({ db, wake: at.wake, log: createLog('silent') }, { renewSeconds: 0.2 });
  const is = (...who: { ticketId: number }[]) =>
    waitUntil(
      async () => {
        const found = await at.db.read<{ id: number }>(
          'system',
          sql`select ticket_id as id from watchers where ticket_id in (${leaves.ticketId}, ${stays.ticketId}) and doing <> 'gone' order by 1`,
        );
        return JSON.stringify(found.map((row) => row.id)) === JSON.stringify(who.map((one) => one.ticketId));
      },
      { what: `${who.length} there` },
    );
  try {
    const [seat] = [leaves, stays].map((one) => watching.seatVisitor(one));
    await is(leaves, stays);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      seat?.leave();
      goesAway();
      vi.advanceTimersByTime(2500);
    } finally {
      vi.useRealTimers();
    }
    await hasFailed();
    isBack();
    await is(stays);
    // PostgreSQL empties such tables after a crash.
    await at.db.transaction('system', (tx) => tx.run(sql`delete from watchers`));
    await is(stays);
  } finally {
    await watching.stop();
  }
});

test('what pages did while the database was away is made good: who left is gone, who went on is there, who came is seen, who stayed is back', async () => {
  const quidget = await aQuidget();
  const { db, goesAway, hasFailed, isBack } = aDatabaseAway(at.db);
  const visits = runVisits({ db, wake: at.wake, log: createLog('silent') }, { renewSeconds: 0.2 });
  const pageOf = (path: string) => ({ url: shop(path).url, title: shop(path).title });
  const enter = (path: string) =>
    visits.enter(
      {
        ...{ companyId: ours.companyId, quidgetId: quidget, visitorId: null, cameBy: path, userAgent: '' },
        ...{ country: null, language: 'en', page: pageOf(path), referrer: '', isSeen: true, isInChat: false },
        send: () => {},
      },
      { quidget: { id: quidget } as never, messages: [] },
    );
  const are = (...paths: string[]) =>
    seen(paths.join(), (all) => {
      const found = all.map((one) => one.page.title.slice('Page '.length));
      return JSON.stringify(found.toSorted()) === JSON.stringify(paths.toSorted());
    });
  try {
    const [leaves, goesOn] = [enter('/leaves'), enter('/goes-on'), enter('/stays')];
    await are('/leaves', '/goes-on', '/stays');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      goesAway();
      leaves?.leave();
      goesOn?.see(pageOf('/further'));
      enter('/comes');
      vi.advanceTimersByTime(500);
    } finally {
      vi.useRealTimers();
    }
    await hasFailed();
    isBack();
    const before = await are('/further', '/stays', '/comes');
    // PostgreSQL empties such tables after a crash.
    await at.db.transaction('system', (tx) => tx.run(sql`delete from visits`));
    const after = await are('/further', '/stays', '/comes');
    const walked = (all: Visit[]) => all.map(({ page, pages }) => `${page.title} ${pages}`).toSorted();
    expect(walked(after)).toEqual(walked(before));
  } finally {
    await visits.stop();
  }
});

test('what a chat became, and the devices of who comes back, are looked up by their index behind the walls too', async () => {
  const quidget = await aQuidget();
  const { token, key, ticketId, visitorId, companyId } = await aChat(ours, quidget);
  await at.db.transaction('system', async (tx) => {
    await tx.run(
      sql`insert into tickets (company_id, number, product_id, customer_id, channel, title)
          select company_id, 100000 + n, product_id, customer_id, channel, title from tickets, generate_series(1, 1000) n where id = ${ticketId}`,
    );
    // Each a person of the site's with two devices: `u-0`, whose telephone this visitor is, among them.
    await tx.run(
      sql`insert into visitors (company_id, quidget_id, token_hash, customer_id, external_id, language)
          select company_id, quidget_id, sha256(n::text::bytea), customer_id, 'u-' || n / 2, language from visitors, generate_series(1, 1000) n where id = ${visitorId}`,
    );
  });
  const { visitor, ...asking } = await findVisitor(at, { quidget, token }, 'https://shop.example');
  if (!visitor) throw new Error('no visitor');
  const vouched = { ...asking, externalId: 'u-0' };
  const readsFew = async (name: string, found: number, read: (tx: Tx) => Promise<unknown>) => {
    const [before, rows, after] = await at.db.transaction({ companies: [companyId] }, async (tx) => {
      await tx.run(sql`set local plan_cache_mode = force_custom_plan`);
      const seen = async () => {
        const row = await tx.row<{ n: number }>(
          sql`select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as n from pg_stat_xact_user_tables where relname in ('tickets', 'visitors')`,
        );
        return row?.n ?? Number.NaN;
      };
      return [await seen(), await read(tx), await seen()];
    });
    expect([rows].flat(), name).toHaveLength(found);
    expect(after - before, `${name}: rows read of a thousand`).toBeLessThan(100);
  };
  // A quidget grows fast on its first day, and PostgreSQL looks at its rows later: then it went through all visitors.
  await readsFew('devices, on the first day', 1, (tx) => findHeldChats(tx, vouched, visitor));
  // Without it PostgreSQL takes a table that was just filled for one of hardly any rows.
  const owner = await connectClient({ connectionString: at.databaseUrl });
  await owner.query('analyze');
  await owner.end();
  for (const [who, as] of Object.entries({ 'one device': asking, 'all devices': vouched })) {
    await readsFew(`conversations of ${who}`, 1, (tx) => findChats(tx, as, visitor));
    await readsFew(`who comes back on ${who}`, 1, (tx) => findHeldChats(tx, as, visitor));
    await readsFew(`one conversation of ${who}`, 1, (tx) => findChat(tx, as, visitor, key));
  }
  await readsFew('what was written', 1, (tx) => readChatsOf(tx, [ticketId]));
});
