import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import WebSocket from 'ws';
import { visitorsUnsentUploadBytesMax, visitorsUploadBytesPerDayMax } from '#contract/files.ts';
import { identitySecretContext } from '#domain/quidgets/index.ts';
import { recordEvents, systemActor } from '#platform/events.ts';
import { createLimits, type Limit, type Limits } from '#platform/limits.ts';
import { createSecrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { uploadsPerVisitorMax } from '#server/http/upload-crowd.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { prove } from '../../../widget/talk/prove.ts';
import type { Answer } from './api-client.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { rowId } from './people.ts';
import { byId } from './rows-of.ts';
import { type Shop, twoShops } from './two-companies.ts';

/** The doors that pages of other sites come through, with the limits as they are. */
let at: TestParley;
let ours: Shop;
let theirs: Shop;
let limits: Limits;
let isMeant = false;
let narrow: number;
let open: number;
const openSockets: WebSocket[] = [];
beforeAll(async () => {
  const real = await createLimits({ onError: () => {} });
  // Founding two shops is not what is counted here.
  limits = { ...real, take: (...what) => (isMeant ? real.take(...what) : Promise.resolve()) };
  at = await aParley({ limits, env: { TRUSTED_PROXIES: '127.0.0.0/8' } });
  [ours, theirs] = await twoShops(at);
  const make = async (shop: Shop, data: object = {}) =>
    rowId(
      await shop.owner.post('quidgets/create', {
        data: [{ company_id: shop.companyId, product_id: shop.productId, name: 'Shop chat', title: 'Lumen', ...data }],
      }),
      'quidgets',
    );
  open = await make(ours);
  narrow = await make(ours, { allowed_domains: ['shop.example', '*.oak.example'] });
  isMeant = true;
});
afterAll(async () => {
  for (const ws of openSockets) ws.terminate();
  await at?.close();
});

let addresses = 0;
const anAddress = () => `10.7.${addresses >> 8}.${addresses++ & 255}`;
const shopPage = 'https://shop.example';

function aVisitor({ quidget = open, address = anAddress(), origin = shopPage as string | null } = {}) {
  const who = { quidget, token: randomBytes(32).toString('base64url') };
  const from = { 'sec-fetch-site': 'cross-site', 'x-forwarded-for': address, ...(origin && { origin }) };
  return {
    who,
    ask: (path: string, data: object) =>
      at.stranger().send(`chat/${path}`, JSON.stringify({ data: { ...who, ...data } }), {
        ...{ 'content-type': 'application/json', ...from },
      }),
    begin(data: object = {}) {
      return this.ask('begin', { client_id: randomUUID(), text: 'Hello', language: 'en', ...data });
    },
    setup: () => at.stranger().request(`chat/setup?quidget=${quidget}&v=1`, { headers: from }),
    upload(key: string, name = 'a.txt') {
      const form = new FormData();
      for (const [field, value] of Object.entries({ ...who, key })) form.append(field, String(value));
      form.append('file', new Blob(['a'], { type: 'text/plain' }), name);
      return at.stranger().request('chat/upload', { method: 'POST', body: form, headers: from });
    },
    /** Says this for a hello. Answers what it was told first, or the code with which it was let go. */
    async knocks(hello: string | object = { v: 1, ...who }): Promise<{ ws: WebSocket; answer: unknown }> {
      const ws = new WebSocket(`${at.listening.replace('http', 'ws')}/v1/chat/ws`, {
        ...{ headers: { 'x-forwarded-for': address }, ...(origin && { origin }) },
      });
      openSockets.push(ws);
      ws.on('error', () => {});
      const answer = Promise.race([
        once(ws, 'message').then(([data]) => JSON.parse(String(data))),
        once(ws, 'close').then(([code]) => code),
      ]);
      await once(ws, 'open');
      ws.send(typeof hello === 'string' ? hello : JSON.stringify(hello));
      return { ws, answer: await answer };
    },
  };
}

test('A45 only allowed domains get through, by calls, files and the socket alike, and no name comes near them', async () => {
  const hanna = aVisitor({ quidget: narrow });
  const begun = await hanna.begin();
  expect(begun.status, begun.text).toBe(200);
  const { key } = begun.body.data.conversation;
  expect((await hanna.upload(key)).status).toBe(200);
  expect((await hanna.knocks()).answer).toEqual({ kind: 'hello' });
  expect((await aVisitor({ quidget: narrow, origin: 'https://www.oak.example' }).setup()).status).toBe(200);

  const address = anAddress();
  for (const origin of [
    'https://evil.example',
    'https://shop.example.evil.example',
    'https://evilshop.example',
    'https://oak.example',
    'https://shop.example:8443',
    'null',
    null,
  ]) {
    const elsewhere = aVisitor({ quidget: narrow, origin, address });
    // Even with the token of somebody who wrote on a page that may.
    elsewhere.who.token = hanna.who.token;
    const answers = [
      await elsewhere.setup(),
      await elsewhere.begin(),
      await elsewhere.ask('messages', { key }),
      await elsewhere.ask('send', { key, client_id: randomUUID(), text: 'Hello' }),
      await elsewhere.upload(key),
    ];
    for (const one of answers)
      expect([origin, one.status, one.body.errors?.[0]?.key], one.text).toEqual([origin, 403, 'domain_not_allowed']);
    expect([origin, (await elsewhere.knocks()).answer]).toEqual([origin, 4403]);
  }
});

test('A45 quidgets that are not there, deleted or of nobody answer alike, and trying numbers is soon refused', async () => {
  const gone = rowId(
    await theirs.owner.post('quidgets/create', {
      data: [{ company_id: theirs.companyId, product_id: theirs.productId, name: 'Gone', title: 'Gone' }],
    }),
    'quidgets',
  );
  await theirs.owner.post('quidgets/delete', byId(gone));
  const nobody = aVisitor({ quidget: 999_999 });
  const deleted = aVisitor({ quidget: gone });
  const answers = [await nobody.setup(), await deleted.setup()];
  expect(answers.map((one) => one.status)).toEqual([404, 404]);
  expect(answers[0]?.body.errors).toEqual(answers[1]?.body.errors);
  expect([(await nobody.knocks()).answer, (await deleted.knocks()).answer]).toEqual([4403, 4403]);
  const guesser = aVisitor({ address: anAddress() });
  const tries = await Promise.all(Array.from({ length: 110 }, () => guesser.setup()));
  expect(tries.filter((one) => one.status === 429)).toHaveLength(10);
  const tokens = await Promise.all(
    Array.from({ length: 70 }, () => aVisitor({ address: '10.8.0.1' }).ask('messages', { key: randomUUID() })),
  );
  expect(tokens.filter((one) => one.status === 404)).toHaveLength(60);
  expect(tokens.filter((one) => one.status === 429)).toHaveLength(10);
});

test('A45 too many attributes are refused by their number, whatever is in them', async () => {
  const named = (count: number, value: unknown = '') =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [i, value]));
  const visitor = aVisitor();
  expect((await visitor.begin({ attributes: named(20) })).status).toBe(200);
  for (const attributes of [named(21), named(200_000), named(200_000, 1)]) {
    const refused = await visitor.begin({ attributes });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      [expect.objectContaining({ key: 'invalid_value', field: 'data.attributes' })],
    ]);
  }
});

describe('limits', () => {
  const free: Limit = { name: 'chat conversations', points: 6, seconds: 12 * 3600 };
  const taskOf = (refused: Answer) => {
    const [{ key, values } = { key: undefined, values: undefined }] = refused.body.errors;
    expect(key, refused.text).toBe('proof_required');
    return String(values?.task);
  };
  /** Sooner than a browser; or what does not solve it. */
  const solve = (task: string, from = 0, isWanted = true): string => {
    const isSolved = (proof: string) =>
      createHash('sha256').update(proof).digest().readUInt32LE() % Number.parseInt(task, 10) === 0;
    for (let tried = from; ; tried++) if (isSolved(`${task}.${tried}`) === isWanted) return `${task}.${tried}`;
  };

  test('A45 six conversations of an address begin freely at each quidget, the seventh costs a proof; the same message again costs nothing', async () => {
    const address = anAddress();
    const first = aVisitor({ address });
    const again = { client_id: randomUUID() };
    for (let n = 0; n < 3; n++) expect((await first.begin(again)).status).toBe(200);
    for (let n = 0; n < 5; n++) expect((await aVisitor({ address }).begin()).status).toBe(200);
    const seventh = aVisitor({ address });
    const message = { client_id: randomUUID() };
    const refused = await seventh.begin(message);
    expect([refused.status, refused.body.errors[0]?.key]).toEqual([429, 'proof_required']);
    const { task, seconds } = refused.body.errors[0]?.values ?? {};
    // A page of another site reads no such header: a chat that works out nothing goes by what the answer says.
    expect([refused.headers.get('retry-after'), Number(seconds) > 0]).toEqual([String(seconds), true]);
    // As the chat does.
    const proven = await seventh.begin({ ...message, proof: await prove(String(task)) });
    expect(proven.status, proven.text).toBe(200);
    expect((await seventh.begin(message)).status, 'when the answer was lost').toBe(200);
    expect((await first.begin(again)).status).toBe(200);
    expect((await aVisitor({ address }).begin()).body.errors[0]?.key).toBe('proof_required');
    expect((await aVisitor({ address, quidget: narrow }).begin()).status).toBe(200);
    expect((await aVisitor().begin()).status).toBe(200);
  });

  test('A45 a conversation that follows one of long ago is one of the six; what goes on in it costs nothing', async () => {
    const address = anAddress();
    const hanna = aVisitor({ address });
    const { key } = (await hanna.begin()).body.data.conversation;
    await at.db.transaction('system', (tx) =>
      tx.run(
        sql`update tickets t set view_type = 'resolved', waiting_since = null, resolved_at = now() - interval '15 days' from chats c where c.ticket_id = t.id and c.key = ${key}`,
      ),
    );
    await limits.take(free, { text: `${open} ${address}` }, free.points - 1);
    const message = { key, client_id: randomUUID(), text: 'Hello again' };
    const task = taskOf(await hanna.ask('send', message));
    const sent = await hanna.ask('send', { ...message, proof: solve(task) });
    expect(sent.status, sent.text).toBe(200);
    for (const next of [message, { key, client_id: randomUUID(), text: 'The lamp is broken' }])
      expect((await hanna.ask('send', next)).body.data.conversation.key).toBe(sent.body.data.conversation.key);
  });

  test('A45 a proof is good once, for who was told the task, while it is new: nothing else buys a conversation', async () => {
    const [address, other] = [anAddress(), anAddress()];
    for (const [quidget, from] of [
      [open, address],
      [open, other],
      [narrow, address],
    ] as const)
      await limits.take(free, { text: `${quidget} ${from}` }, free.points);
    const tell = async (from = {}) => taskOf(await aVisitor({ address, ...from }).begin());
    const buys = async (proof: string) => (await aVisitor({ address }).begin({ proof })).status === 200;
    const task = await tell();
    const proof = solve(task);
    const [, until = '', ...rest] = task.split('.');
    const told = (ends: number) => {
      const about = `16384.${Math.floor(Date.now() / 1000) + ends}.drawn`;
      return `${about}.${at.secrets.sign('chat-proof', `${about}.${open} ${address}`)}`;
    };
    for (const [what, bad] of Object.entries({
      nothing: '',
      'no work': solve(task, 0, false),
      'a task that was made easier': solve(['1', until, ...rest].join('.')),
      'a task that was made to last': solve(['16384', String(Number(until) + 600), ...rest].join('.')),
      'a task of another address': solve(await tell({ address: other })),
      'a task of another quidget': solve(await tell({ quidget: narrow })),
      'an old task': solve(told(-1)),
      'more than a proof': `${proof}.1`,
      'a task of nobody': solve('16384.9999999999.drawn.signed'),
      'no proof at all': 'x',
    }))
      expect([what, await buys(bad)]).toEqual([what, false]);
    expect(await buys(solve(told(30))), 'what these tests sign is signed as it should be').toBe(true);
    expect(await buys(proof)).toBe(true);
    expect(await buys(proof)).toBe(false);
    expect(await buys(solve(task, Number(proof.split('.').at(-1)) + 1)), 'another proof of the same task').toBe(false);
  });

  test('A11 whoever has a /64 of IPv6 is one address to the chat, and may prove from all of it', async () => {
    const of = (n: number) => aVisitor({ address: `2001:db8:7:7::${n}` });
    for (let n = 1; n <= 6; n++) expect((await of(n).begin()).status).toBe(200);
    const refused = await of(7).begin();
    expect(refused.body.errors[0]?.key).toBe('proof_required');
    expect((await of(8).begin({ proof: solve(taskOf(refused)) })).status).toBe(200);
    expect((await aVisitor({ address: '2001:db8:7:8::1' }).begin()).status).toBe(200);
  });

  test('A45 sixty conversations of an address in twelve hours: no proof buys the next one', async () => {
    const address = anAddress();
    await limits.take(free, { text: `${open} ${address}` }, free.points);
    const hard = { name: 'chat conversations of an address', points: 60, seconds: 12 * 3600 };
    await limits.take(hard, { text: `${open} ${address}` }, 59);
    const next = async () => {
      const proof = solve(taskOf(await aVisitor({ address }).begin()));
      return aVisitor({ address }).begin({ proof });
    };
    expect((await next()).status).toBe(200);
    const last = await next();
    expect(last.body.errors[0]).toMatchObject({ key: 'too_many_requests', values: { seconds: expect.any(Number) } });
    expect((await aVisitor().begin()).status).toBe(200);
  });

  test('A45 a quidget that is flooded from many addresses asks each for a proof, and is full at last; its neighbour is neither', async () => {
    const busy = { name: 'chat conversations of a busy quidget', points: 120, seconds: 3600 };
    const full = { name: 'chat conversations of a quidget', points: 600, seconds: 3600 };
    const fill = (limit: Limit) => limits.take(limit, { text: String(narrow) }, limit.points).catch(() => undefined);
    const stranger = () => aVisitor({ quidget: narrow });
    await fill(busy);
    const greedy = anAddress();
    await limits.take(free, { text: `${narrow} ${greedy}` }, free.points);
    const proven = async () => {
      const visitor = aVisitor({ quidget: narrow, address: greedy });
      return visitor.begin({ proof: solve(taskOf(await visitor.begin())) });
    };
    expect((await proven()).status).toBe(200);
    await fill({ name: 'chat conversations of busy addresses', points: 300, seconds: 3600 });
    expect((await proven()).body.errors[0]?.key, 'addresses beyond their six fill half of it').toBe(
      'too_many_requests',
    );
    const hanna = stranger();
    const asked = await hanna.begin();
    expect(asked.body.errors[0]?.key).toBe('proof_required');
    expect((await hanna.begin({ proof: solve(taskOf(asked)) })).status).toBe(200);
    await fill(full);
    const mallory = stranger();
    const refused = await mallory.begin({ proof: solve(taskOf(await mallory.begin())) });
    expect([refused.status, refused.body.errors[0]?.key]).toEqual([429, 'too_many_requests']);
    expect((await aVisitor().begin()).status).toBe(200);
  });

  test('A38 what all visitors of a company have uploaded is counted together, and leaves its people their own room', async () => {
    const hanna = aVisitor();
    const { key } = (await hanna.begin()).body.data.conversation;
    const uploaded = (bytes: number, isSent: boolean) =>
      at.db.transaction('system', (tx) =>
        tx.run(
          sql`insert into attachments (company_id, message_id, visitor_id, name, content_type, size, sha256, file_key, added)
              select ${ours.companyId}, ${isSent ? ours.messageId : null}, max(id), 'leg.mov', 'video/quicktime', ${bytes}, '\\x00', 'none', now() - interval '1 hour' from visitors where quidget_id = ${open}`,
        ),
      );
    const clear = () =>
      at.db.transaction('system', (tx) =>
        tx.run(sql`delete from attachments where company_id = ${ours.companyId} and visitor_id is not null`),
      );
    for (const [max, isSent] of [
      [visitorsUnsentUploadBytesMax, false],
      [visitorsUploadBytesPerDayMax, true],
    ] as const) {
      await clear();
      await uploaded(max - 1, isSent);
      expect((await hanna.upload(key)).status).toBe(200);
      const full = await hanna.upload(key);
      expect([full.status, full.body.errors?.[0]]).toMatchObject([429, { key: 'too_many_requests', field: 'file' }]);
      expect(Number(full.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await ours.owner.upload('a.txt', new Uint8Array(1000))).status).toBe(200);
    }
    await clear();
    expect((await hanna.upload(key)).status).toBe(200);
  });

  test('three transcripts an hour for a visitor and for whoever they are mailed to, ten a day from an address', async () => {
    const answered = async (address?: string) => {
      const one = aVisitor(address === undefined ? {} : { address });
      const { key } = (await one.begin()).body.data.conversation;
      const [row] = await at.db.read<{ id: number }>(
        'system',
        sql`select ticket_id as id from chats where key = ${key}`,
      );
      const reply = { ticket_id: row?.id, client_id: randomUUID(), body_html: '<p>Hello</p>', to: [], cc: [], bcc: [] };
      expect((await ours.owner.post('tickets/reply', { data: reply })).status).toBe(200);
      return async (email: string) =>
        (await one.ask('transcript', { key, email, language: 'en' })).body.errors?.[0]?.key ?? 'sent';
    };
    const mallory = await answered();
    for (const name of ['a', 'b', 'c']) expect(await mallory(`${name}@far.test`)).toBe('sent');
    expect(await mallory('d@far.test')).toBe('too_many_requests');
    for (let n = 0; n < 3; n++) expect(await (await answered())('victim@far.test')).toBe('sent');
    expect(await (await answered())('Victim@far.test')).toBe('too_many_requests');
    const office = anAddress();
    for (let n = 0; n < 4; n++) {
      const one = await answered(office);
      for (const name of ['x', 'y', 'z'])
        expect(await one(`${name}${n}@far.test`)).toBe(n * 3 + 'xyz'.indexOf(name) < 10 ? 'sent' : 'too_many_requests');
    }
  });

  test('sixty messages of a visitor in a minute and twenty files in ten: the others write on', async () => {
    const [mallory, hanna] = [aVisitor(), aVisitor()];
    const [{ key }, other] = [
      (await mallory.begin()).body.data.conversation,
      (await hanna.begin()).body.data.conversation,
    ];
    const first = { key, client_id: randomUUID(), text: 'x' };
    const before = await mallory.ask('send', first);
    const sent = await Promise.all(
      Array.from({ length: 62 }, () => mallory.ask('send', { key, client_id: randomUUID(), text: 'x' })),
    );
    expect(sent.filter((one) => one.status === 429)).toHaveLength(3);
    const again = await mallory.ask('send', first);
    expect(again.status, 'it was written').toBe(200);
    expect(again.body.data.message.id).toBe(before.body.data.message.id);
    // What is too much at once is none of the twenty.
    const files = await Promise.all(Array.from({ length: 22 }, () => mallory.upload(key)));
    const taken = files.filter((one) => one.status === 200).length;
    expect(taken).toBeGreaterThanOrEqual(uploadsPerVisitorMax);
    const later: number[] = [];
    for (let nth = taken; nth < 22; nth++) later.push((await mallory.upload(key)).status);
    expect(later).toEqual([...Array.from({ length: 20 - taken }, () => 200), 429, 429]);
    const written = await hanna.ask('send', { key: other.key, client_id: randomUUID(), text: 'Hello' });
    expect(written.status, written.text).toBe(200);
  });
});

test('A38 what pages say of a visitor stands in the place of what they said before: nobody fills a row with new names', async () => {
  const hanna = aVisitor();
  const client_id = randomUUID();
  const said = async () => {
    const hash = createHash('sha256').update(hanna.who.token).digest();
    const [row] = await at.db.read<{ attributes: object }>(
      'system',
      sql`select attributes from visitors where token_hash = ${hash}`,
    );
    return row?.attributes;
  };
  for (const nth of [1, 2, 3]) {
    const attributes = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`name ${nth} ${n}`, 'x']));
    expect((await hanna.begin({ client_id, attributes })).status).toBe(200);
    expect(await said()).toEqual(attributes);
  }
  await hanna.begin({ client_id });
  expect(Object.keys((await said()) ?? {}), 'a page that says nothing takes nothing back').toHaveLength(20);
});

test('a page that says what is no line, or cuts an emoji in two, holds up nothing of what its visitor writes', async () => {
  const hanna = aVisitor();
  const torn = '🪑'.repeat(150).slice(1, 300);
  const page = { url: `${shopPage}/\ud83e`, title: torn, referrer: 'a\0b' };
  const attributes = { 'to\taddress': 'Main St 1\nKyiv', '': 'x', ' ': 'y', chair: torn.slice(0, 200), plan: 'gold' };
  const begun = await hanna.begin({ page, attributes });
  expect(begun.status, begun.text).toBe(200);
  const [row] = await at.db.read<{ attributes: Record<string, string> }>(
    'system',
    sql`select attributes from visitors where token_hash = ${createHash('sha256').update(hanna.who.token).digest()}`,
  );
  expect(row?.attributes).toEqual({
    'to address': 'Main St 1 Kyiv',
    chair: torn.slice(0, 200).toWellFormed(),
    plan: 'gold',
  });
  const { quidget } = hanna.who;
  expect((await hanna.knocks({ v: 1, quidget, language: 'en', page })).answer).toEqual({ kind: 'hello' });
});

test('A25 names typed into a chat turn no text around them, and what is not seen is no name', async () => {
  const named = async (name: string) => {
    const hanna = aVisitor();
    const begun = await hanna.begin({ asked: { name } });
    expect(begun.status, begun.text).toBe(200);
    const [row] = await at.db.read<{ name: string }>(
      'system',
      sql`select trim(c.first_name || ' ' || c.last_name) as name from visitors v join customers c on c.id = v.customer_id
          where v.token_hash = ${createHash('sha256').update(hanna.who.token).digest()}`,
    );
    return row?.name;
  };
  expect(await named('\u202eanelO \u2066Hanna')).toBe('anelO Hanna');
  expect(await named('\u200b\u2060')).toMatch(/^Visitor \d+$/);
  const asking = rowId(
    await ours.owner.post('quidgets/create', {
      data: [
        {
          ...{ company_id: ours.companyId, product_id: ours.productId, name: 'Asks', title: 'Lumen' },
          settings: { form: { online: { name: 'required' }, offline: { name: 'required' } } },
        },
      ],
    }),
    'quidgets',
  );
  const unseen = await aVisitor({ quidget: asking }).begin({ asked: { name: '\u200b' } });
  expect(unseen.body.errors).toMatchObject([{ key: 'required', field: 'data.asked.name' }]);
});

describe('A44 the socket of chats', () => {
  test('hears nobody who is not a visitor, speaks another version or sends what is no hello', async () => {
    const hanna = aVisitor();
    await hanna.begin();
    const stranger = aVisitor();
    const refused: [string | object, number][] = [
      ['nonsense', 4400],
      [{ ...hanna.who, v: 2 }, 4400],
      [{ ...hanna.who }, 4400],
      [{ v: 1, ...hanna.who, token: '%' }, 4400],
      [{ v: 1, ...hanna.who, token: '*'.repeat(43) }, 4400],
      [{ v: 1, ...hanna.who, quidget: '*' }, 4400],
      [{ v: 1, ...hanna.who, channel: `account_${ours.companyId}` }, 4400],
      [{ v: 1, ...stranger.who }, 4404],
      [{ v: 1, ...hanna.who, identity: { user: 'u', signature: '0'.repeat(64) } }, 4403],
      ['x'.repeat(1_048_576), 1009],
    ];
    for (const [hello, code] of refused)
      expect([String(JSON.stringify(hello)).slice(0, 120), (await hanna.knocks(hello)).answer]).toEqual([
        expect.anything(),
        code,
      ]);
    // Who is signed in at the desk is nobody here.
    const withCookie = new WebSocket(`${at.listening.replace('http', 'ws')}/v1/chat/ws`, {
      headers: { cookie: ours.owner.cookie },
    });
    openSockets.push(withCookie);
    await once(withCookie, 'open');
    withCookie.send(JSON.stringify({ v: 1, ...stranger.who }));
    expect((await once(withCookie, 'close'))[0]).toBe(4404);
    // The desk's door knows no visitors, and a desk's cookie opens no chat.
    const ws = new WebSocket(`${at.listening.replace('http', 'ws')}/v1/ws`, { origin: shopPage });
    ws.on('error', () => {});
    const [, response] = await once(ws, 'unexpected-response');
    expect([401, 403]).toContain(response.statusCode);
    ws.terminate();
  });

  test('A45 hears all that a page may claim of its visitor, in letters of any kind and however they are written', async () => {
    const hanna = aVisitor();
    const { key } = (await hanna.begin()).body.data.conversation;
    const { ws, answer } = await hanna.knocks();
    expect(answer).toEqual({ kind: 'hello' });
    const letters = (count: number) => String.raw`\u0457`.repeat(count);
    const all = Array.from({ length: 20 }, (_, n) => `"${letters(48)}${n + 10}":"${letters(200)}"`);
    ws.send(`{"kind":"attributes","attributes":{${all.join()}}}`);
    const known = async () =>
      (
        await at.db.read<{ attributes: Record<string, string> }>(
          'system',
          sql`select v.attributes from visitors v join chats c on c.visitor_id = v.id where c.key = ${key}`,
        )
      )[0]?.attributes ?? {};
    await waitUntil(async () => Object.keys(await known()).length === 20, { what: 'all attributes' });
    expect(new Set(Object.values(await known()))).toEqual(new Set(['ї'.repeat(200)]));
    expect(ws.readyState).toBe(WebSocket.OPEN);
  });

  test('has thirty places for a visitor, wherever their windows are, and others have theirs', async () => {
    const [mallory, hanna] = [aVisitor(), aVisitor()];
    for (const one of [mallory, hanna]) expect((await one.begin()).status).toBe(200);
    const elsewhere = () => Object.assign(aVisitor(), { who: mallory.who }).knocks({ v: 1, ...mallory.who });
    const windows = await Promise.all(Array.from({ length: 30 }, elsewhere));
    expect(new Set(windows.map((one) => JSON.stringify(one.answer)))).toEqual(new Set(['{"kind":"hello"}']));
    expect((await elsewhere()).answer).toBe(4429);
    expect((await hanna.knocks()).answer).toEqual({ kind: 'hello' });
    windows[0]?.ws.close();
    await waitUntil(async () => typeof (await elsewhere()).answer === 'object', { what: 'the place that was left' });
    for (const one of windows) one.ws.terminate();
  });

  test('has a hundred places of an address for those who have not said who they are, which hold up nobody inside', async () => {
    const address = anAddress();
    const waits = async (from: string) => {
      const ws = new WebSocket(`${at.listening.replace('http', 'ws')}/v1/chat/ws`, {
        headers: { 'x-forwarded-for': from },
      });
      openSockets.push(ws);
      ws.on('error', () => {});
      const refused = once(ws, 'unexpected-response').then(([, response]) => response.statusCode);
      return { ws, answer: await Promise.race([once(ws, 'open').then(() => 'open'), refused]) };
    };
    const inside = aVisitor({ address });
    await inside.begin();
    const { ws: theirs } = await inside.knocks();
    const silent = await Promise.all(Array.from({ length: 100 }, () => waits(address)));
    expect(new Set(silent.map((one) => one.answer))).toEqual(new Set(['open']));
    expect((await waits(address)).answer).toBe(429);
    expect((await waits(anAddress())).answer, 'of another address').toBe('open');
    expect(theirs.readyState).toBe(WebSocket.OPEN);
    // Whoever says something, even nonsense, is at the door no longer.
    for (const [nth, { ws }] of silent.slice(0, 2).entries()) nth ? ws.terminate() : ws.send('nonsense');
    await waitUntil(async () => (await waits(address)).answer === 'open', { what: 'a place at the door' });
    for (const { ws } of silent) ws.terminate();
    await waitUntil(async () => (await inside.knocks()).answer !== undefined, { what: 'a hello from there' });
  });

  test('A31 whoever chatters is let go; words about others’ chats and __proto__ do nothing', async () => {
    const [hanna, mallory] = [aVisitor(), aVisitor()];
    const { key } = (await hanna.begin()).body.data.conversation;
    await mallory.begin();
    const hers = await hanna.knocks();
    const told: string[] = [];
    hers.ws.on('message', (data) => told.push(String(data)));
    const { ws, answer } = await mallory.knocks();
    expect(answer).toEqual({ kind: 'hello' });
    ws.send(JSON.stringify({ kind: 'typing', key, is_typing: true }));
    ws.send('{"kind":"attributes","attributes":{"__proto__":{"isAdmin":"1"},"plan":"gold"}}');
    const closed = once(ws, 'close');
    for (let n = 0; n < 1000; n++) ws.send('{"kind":"typing"}');
    expect((await closed)[0]).toBe(4429);
    // That nobody types is said once somebody has looked who is there; anything else would be Mallory's doing.
    const nobodyTypes = JSON.stringify({ kind: 'typing', key, name: null });
    expect(told.filter((one) => one !== nobodyTypes)).toEqual([]);
    expect(({} as { isAdmin?: string }).isAdmin).toBeUndefined();
    const proto = await mallory.ask('begin', {
      client_id: randomUUID(),
      ...{ text: 'Hello', language: 'en', attributes: JSON.parse('{"__proto__":"x","constructor":"y"}') },
    });
    expect(proto.status).toBeLessThan(500);
  });
});

describe('A44 A45 an open socket', () => {
  const aQuidget = async (data: object = {}) =>
    rowId(
      await ours.owner.post('quidgets/create', {
        data: [{ company_id: ours.companyId, product_id: ours.productId, name: 'Door', title: 'Lumen', ...data }],
      }),
      'quidgets',
    );
  const update = async (quidget: number, data: object) => {
    const answer = await ours.owner.post('quidgets/update', { data, ...byId(quidget) });
    expect(answer.status, answer.text).toBe(200);
  };
  /** Two pages that say they are open, and a chat, on each of these origins. */
  async function guestsOf(quidget: number, origins: readonly string[], identity?: object) {
    const all = [];
    for (const origin of origins) {
      const visitor = aVisitor({ quidget, origin });
      expect((await visitor.begin(identity && { identity })).status).toBe(200);
      const hello = { v: 1, ...visitor.who, ...(identity && { identity }) };
      const page = { v: 1, quidget, language: 'en', page: { url: `${origin}/`, title: '' } };
      for (const knock of [await visitor.knocks(hello), await visitor.knocks(page)]) {
        expect(knock.answer).toEqual({ kind: 'hello' });
        all.push({ origin, ws: knock.ws, code: once(knock.ws, 'close').then(([code]) => code as number) });
      }
    }
    return all;
  }
  /** Words that nobody missed arrive at once; without them a page would be open as long as it likes. */
  const within = <T>(what: Promise<T>) =>
    Promise.race([what, new Promise<'open'>((done) => setTimeout(done, 10_000, 'open'))]);
  const stays = ({ ws }: { ws: WebSocket }) => expect(ws.readyState).toBe(WebSocket.OPEN);

  test('closes within a second on pages that are not allowed any more, and on no other', async () => {
    const quidget = await aQuidget({ allowed_domains: ['shop.example', 'www.oak.example'] });
    const guests = await guestsOf(quidget, ['https://shop.example', 'https://www.oak.example']);
    const [here, gone] = [guests.slice(0, 2), guests.slice(2)];
    await update(quidget, { allowed_domains: ['shop.example'] });
    for (const one of gone) expect(await within(one.code)).toBe(4403);
    for (const one of here) stays(one);
    // Whoever knocks again is told the same, and goes.
    expect((await aVisitor({ quidget, origin: 'https://www.oak.example' }).knocks()).answer).toBe(4403);
    // What changes beside it drives nobody out.
    await update(quidget, { title: 'Lumen & Oak' });
    await waitUntil(async () => (await aVisitor({ quidget }).setup()).text.includes('Lumen & Oak'));
    for (const one of here) stays(one);
  });

  test('closes within a second when the quidget is disabled, or its product, and lets in again what was restored', async () => {
    const quidget = await aQuidget();
    const [first] = await guestsOf(quidget, [shopPage]);
    await ours.owner.post('quidgets/delete', byId(quidget));
    expect(await within(first?.code ?? Promise.resolve(0))).toBe(4403);
    await ours.owner.post('quidgets/restore', byId(quidget));
    const productId = rowId(
      await ours.owner.post('products/create', {
        data: [{ company_id: ours.companyId, name: 'Chairs', abbreviation: 'CHA' }],
      }),
      'products',
    );
    const ofProduct = await aQuidget({ product_id: productId, name: 'Chairs' });
    const [page] = await guestsOf(ofProduct, [shopPage]);
    const [other] = await guestsOf(quidget, [shopPage]);
    await at.db.transaction('system', (tx) => tx.run(sql`update products set is_deleted = 1 where id = ${productId}`));
    await at.db.transaction({ companies: [ours.companyId] }, (tx) =>
      recordEvents(tx, [
        { companyId: ours.companyId, entity: 'products', action: 'deleted', entityId: productId, actor: systemActor },
      ]),
    );
    expect(await within(page?.code ?? Promise.resolve(0))).toBe(4403);
    if (other) stays(other);
  });

  test('of whom a site vouched for closes within a second when its secret is a new one; nameless ones stay', async () => {
    const quidget = await aQuidget();
    const { secret } = (await ours.owner.post('quidgets/rotate-secret', { data: { id: quidget } })).body.data;
    const signed = (by: string) => ({ user: 'u-1', signature: createHmac('sha256', by).update('u-1').digest('hex') });
    const [vouched] = await guestsOf(quidget, [shopPage], signed(secret));
    const [nameless] = await guestsOf(quidget, [shopPage]);
    const again = (await ours.owner.post('quidgets/rotate-secret', { data: { id: quidget } })).body.data.secret;
    expect(await within(vouched?.code ?? Promise.resolve(0))).toBe(4403);
    if (nameless) stays(nameless);
    const [back] = await guestsOf(quidget, [shopPage], signed(again));
    if (back) stays(back);
  });

  test('of a site whose secret was sealed with another key knows nobody it vouches for until it has a new one', async () => {
    const quidget = await aQuidget();
    const secret = async () =>
      (await ours.owner.post('quidgets/rotate-secret', { data: { id: quidget } })).body.data.secret as string;
    const identity = (by: string) => ({ user: 'u-1', signature: createHmac('sha256', by).update('u-1').digest('hex') });
    const old = await secret();
    const foreign = createSecrets('another key of the tests, long enough').seal(old, identitySecretContext);
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update quidgets set identity_secret = ${foreign} where id = ${quidget}`),
    );
    const vouched = aVisitor({ quidget });
    for (const refused of [
      await vouched.begin({ identity: identity(old) }),
      await vouched.ask('conversations', { identity: identity(old) }),
    ])
      expect([refused.status, refused.body.errors[0]], refused.text).toMatchObject([
        403,
        { key: 'forbidden', field: 'data.identity.signature' },
      ]);
    expect((await vouched.knocks({ v: 1, ...vouched.who, identity: identity(old) })).answer).toBe(4403);
    expect((await aVisitor({ quidget }).begin()).status, 'of whom it says nothing').toBe(200);
    expect((await vouched.begin({ identity: identity(await secret()) })).status).toBe(200);
  });
});

test('A51 so many files of one visitor are read at once, and no more; another visitor’s come in, and whoever waited', async () => {
  const [mallory, hanna] = [aVisitor(), aVisitor()];
  const { key } = (await mallory.begin()).body.data.conversation;
  const { key: hers } = (await hanna.begin()).body.data.conversation;
  const part = (name: string, text: string, file = '') =>
    `--x-parley-x\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${text}\r\n`;
  const fields = Object.entries({ ...mallory.who, key }).map(([name, value]) => part(name, String(value)));
  const whole = Buffer.from(`${fields.join('')}${part('file', 'walnut', '; filename="slow.bin"')}--x-parley-x--\r\n`);
  const headers = {
    ...{ origin: shopPage, 'sec-fetch-site': 'cross-site', 'x-forwarded-for': anAddress() },
    ...{ 'content-type': 'multipart/form-data; boundary=x-parley-x', 'content-length': String(whole.byteLength) },
  };
  const slow = Array.from({ length: uploadsPerVisitorMax + 1 }, () => {
    const sent = request(`${at.listening}/v1/api/chat/upload`, { method: 'POST', headers, agent: false });
    const status = new Promise<number | undefined>((resolve) =>
      sent.on('response', (answer) => resolve(answer.resume().statusCode)).on('error', () => resolve(undefined)),
    );
    sent.write(whole.subarray(0, -20));
    return { sent, status };
  });
  try {
    // Whichever of them came last, before all of its file was there.
    const last = await Promise.race(slow.map(async (one) => ({ one, status: await one.status })));
    expect(last.status).toBe(429);
    // Also from elsewhere.
    const elsewhere = aVisitor();
    elsewhere.who.token = mallory.who.token;
    const refused = await elsewhere.upload(key);
    expect([refused.status, refused.body.errors]).toMatchObject([
      429,
      [{ key: 'too_many_requests', values: { seconds: 2 } }],
    ]);
    expect((await hanna.upload(hers)).status).toBe(200);
    const [first] = slow.filter((one) => one !== last.one);
    first?.sent.end(whole.subarray(-20));
    expect(await first?.status).toBe(200);
    expect((await mallory.upload(key)).status).toBe(200);
  } finally {
    for (const { sent } of slow) sent.destroy();
  }
});

test('A25 A38 names and kinds of files that lie come back as plain downloads under safe names', async () => {
  const hanna = aVisitor();
  const { key } = (await hanna.begin()).body.data.conversation;
  const names = [
    '../../etc/passwd',
    'a\u202Egpj.exe',
    'a\u200Bb.html',
    'a\r\nSet-Cookie: x=1.txt',
    `${'é'.repeat(5000)}.txt`,
  ];
  for (const name of names) {
    const answer = await hanna.upload(key, name);
    expect(answer.status, `${name.slice(0, 20)}: ${answer.text.slice(0, 200)}`).toBeLessThan(500);
    if (answer.status !== 200) continue;
    const { file } = answer.body.data;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(file.name).not.toMatch(/[\u0000-\u001f\u202a-\u202e\u200b/\\]/);
    expect(Buffer.byteLength(file.name)).toBeLessThan(1000);
    const got = await fetch(file.url);
    expect(got.headers.get('content-disposition')).toMatch(/^attachment/);
    expect(got.headers.get('x-content-type-options')).toBe('nosniff');
    expect(got.headers.get('content-security-policy')).toContain('sandbox');
    expect(got.headers.get('set-cookie')).toBeNull();
  }
  // Says it is a picture, and is a script.
  const form = new FormData();
  for (const [field, value] of Object.entries({ ...hanna.who, key })) form.append(field, String(value));
  form.append('file', new Blob(['<script>alert(1)</script>'], { type: 'text/html' }), 'leg.png.html');
  const answer = await at
    .stranger()
    .request('chat/upload', { method: 'POST', body: form, headers: { origin: shopPage } });
  expect(answer.status, answer.text).toBe(200);
  const page = await fetch(answer.body.data.file.url);
  expect([page.headers.get('content-type'), answer.body.data.file.is_picture]).toEqual([
    'application/octet-stream',
    false,
  ]);
});
