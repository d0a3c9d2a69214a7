import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { RealtimeEvent } from '#contract/realtime.ts';
import { forgetOldNews } from '#domain/audit/index.ts';
import { loadPerson } from '#domain/people/index.ts';
import { type Listener, runRealtime } from '#flows/realtime/run-realtime.ts';
import { connectClient } from '#platform/database-client.ts';
import { recordEvents, systemActor } from '#platform/events.ts';
import { createLog } from '#platform/log.ts';
import { sql } from '#platform/sql.ts';
import { socketsPerAddressMax, socketsPerPersonMax } from '#server/http/socket-crowd.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aSocket, knock, type Socket } from './a-socket.ts';
import { aTicket } from './a-ticket.ts';
import { keyIn } from './account-letters.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { joins } from './people.ts';
import { tellTrail } from './tell-trail.ts';
import { aMember, type Shop, twoShops } from './two-companies.ts';

let at: TestParley;
let ours: Shop;
let theirs: Shop;
const open: Socket[] = [];
beforeAll(async () => {
  at = await aParley();
  [ours, theirs] = await twoShops(at);
});
afterEach(async () => {
  for (const socket of open.splice(0)) await socket.close();
});
afterAll(() => at?.close());

const listens = async (cookie: string, bookmark: string | null = null): Promise<Socket> => {
  const socket = await aSocket(at.listening, { cookie, bookmark });
  open.push(socket);
  return socket;
};
const knocks = async (options: Parameters<typeof knock>[1]): Promise<Socket | number> => {
  const answer = await knock(at.listening, options);
  if (typeof answer !== 'number') open.push(answer);
  return answer;
};
const opened = (answer: Socket | number): Socket => {
  if (typeof answer === 'number') throw new Error(`refused with ${answer}`);
  return answer;
};
/** Something happens in a company, and everybody who may hear of it has heard. */
async function mark(shop: Shop, ...listening: readonly Socket[]): Promise<number> {
  const answer = await shop.owner.post('customers/create', {
    data: [{ company_id: shop.companyId, first_name: 'Marker' }],
  });
  const id: number = answer.body.data.customers[0].id;
  for (const socket of listening) await socket.hears((event) => event.entity === 'customers' && event.params.id === id);
  return id;
}
/** What is in the log is read when older transactions are done, those of other tests in the cluster too. */
const untilReadable = () =>
  waitUntil(
    async () => {
      const [held] = await at.db.read(
        'system',
        sql`select 1 from events where written_in >= pg_snapshot_xmin(pg_current_snapshot()) limit 1`,
      );
      return held === undefined;
    },
    { what: 'older transactions to end' },
  );
/** What happened, beside who comes to their desk. */
const news = (socket: Socket) =>
  socket.events.filter((event) => event.entity !== 'realtime' && !('presence' in event.params));
/** A second, and another one for a machine that is busy with other tests. */
const within1s = async (what: () => Promise<unknown>) => {
  const started = performance.now();
  await what();
  expect(performance.now() - started).toBeLessThan(2000);
};

describe('A44 the door for sockets', () => {
  test('opens for our own pages and for programs only', async () => {
    const { cookie } = ours.owner;
    for (const origin of [
      'https://evil.test',
      'null',
      `${at.listening}.evil.test`,
      `http://evil-${new URL(at.listening).host}`,
      'http://localhost:1',
      'file://',
    ]) {
      expect(await knocks({ cookie, origin }), origin).toBe(403);
    }
    opened(await knocks({ cookie, origin: at.listening }));
    opened(await knocks({ cookie }));
  });

  test('opens for who is signed in only', async () => {
    for (const cookie of [
      undefined,
      'parley=',
      'parley=x',
      `parley=${'A'.repeat(43)}`,
      'other=x',
      `parley=${'A'.repeat(5000)}`,
    ]) {
      expect(await knocks(cookie === undefined ? {} : { cookie }), cookie).toBe(401);
    }
    const { id, api } = await aMember(at, ours, 1, 'Expired');
    await at.db.transaction('system', (tx) => tx.run(sql`update sessions set expires = now() where user_id = ${id}`));
    at.wake.nudge('sessions');
    expect(await knocks({ cookie: api.cookie })).toBe(401);
  });

  test('is at one address only', async () => {
    for (const path of ['/v1/ws/', '/v1/ws/x', '/', '/v1/api/ws', '/v1/WS']) {
      const status = await new Promise<string>((resolve) => {
        const { hostname, port } = new URL(at.listening);
        const socket = connect(Number(port), hostname, () =>
          socket.write(
            `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nCookie: ${ours.owner.cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
          ),
        );
        socket.once('data', (data) => {
          resolve(String(data).split('\r\n')[0] ?? '');
          socket.destroy();
        });
      });
      expect(status, path).toContain('403');
    }
  });

  test('a large office behind one address has room for everybody’s tabs; one person has room for thirty', async () => {
    const names = Array.from({ length: socketsPerAddressMax / socketsPerPersonMax }, (_, n) => `Colleague ${n}`);
    const colleagues = await Promise.all(names.map((name) => aMember(at, ours, 1, name)));
    for (const { cookie } of [ours.owner, ...colleagues.map(({ api }) => api)]) {
      const tabs = await Promise.all(Array.from({ length: socketsPerPersonMax }, () => knocks({ cookie })));
      expect(tabs.filter((tab) => typeof tab === 'number')).toEqual([]);
    }
    expect(open.length).toBeGreaterThan(socketsPerAddressMax);
    expect(await knocks({ cookie: ours.owner.cookie })).toBe(429);
  });

  test.each<[string, string | Buffer, number]>([
    ['no JSON', 'hello', 4400],
    ['no hello', '{}', 4400],
    ['a list', '[]', 4400],
    ['more than a hello', '{"bookmark":null,"channel":"company_2"}', 4400],
    ['everything', '{"bookmark":null,"channel":"*"}', 4400],
    ['everything of an account', '{"bookmark":null,"channel":"account_*"}', 4400],
    ['anything', '{"bookmark":null,"channel":"%"}', 4400],
    ['a bookmark that is a number', '{"bookmark":1}', 4400],
    ['an operator', '{"bookmark":{"$ne":null}}', 4400],
    ['a long bookmark', `{"bookmark":"${'a'.repeat(101)}"}`, 4400],
    ['bytes', Buffer.from([0, 255, 254]), 4400],
    ['deep lists', '['.repeat(2000) + ']'.repeat(2000), 4400],
    ['a megabyte', 'a'.repeat(1024 * 1024), 1009],
    ['a frame a byte too long', 'a'.repeat(4097), 1009],
  ])('whoever says %s is let go within a second', async (_what, said, code) => {
    const socket = opened(await knocks({ cookie: ours.owner.cookie }));
    await within1s(async () => {
      socket.ws.send(said);
      expect(await socket.closed()).toBe(code);
    });
    expect(socket.events).toEqual([]);
  });

  test('whoever talks and talks is let go, even if they do not take a farewell', async () => {
    const polite = await listens(ours.owner.cookie);
    await within1s(async () => {
      for (let i = 0; i < 1000; i++) polite.ws.send('{"bookmark":null}');
      expect(await polite.closed()).toBe(4429);
    });

    const { hostname, port } = new URL(at.listening);
    const rude = connect(Number(port), hostname);
    rude.on('error', () => {});
    rude.write(
      `GET /v1/ws HTTP/1.1\r\nHost: localhost:${port}\r\nCookie: ${ours.owner.cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    );
    await new Promise((resolve) => rude.once('data', resolve));
    let isClosed = false;
    rude.once('close', () => {
      isClosed = true;
    });
    const frame = Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0x7b, 0x7d]);
    const talking = setInterval(() => rude.write(frame), 5);
    await waitUntil(() => isClosed, { timeoutMs: 2000, what: 'the rude socket to be cut off' });
    clearInterval(talking);
  });
});

describe('A44 A9 an open socket', () => {
  test('closes within a second after logout, and hears nothing more', async () => {
    const { api } = await aMember(at, ours, 1, 'Leaver');
    const [one, two] = [await listens(api.cookie), await listens(api.cookie)];
    const other = await listens(ours.owner.cookie);
    await within1s(async () => {
      await api.call('auth/logout');
      expect(await Promise.all([one.closed(), two.closed()])).toEqual([4401, 4401]);
    });
    expect(one.events.at(-1)).toMatchObject({ entity: 'realtime', action: 'signed_out' });
    await mark(ours, other);
    expect(news(one)).toEqual([]);
  });

  test('closes when its person signs in anew in the same browser', async () => {
    const { api, email } = await aMember(at, ours, 1, 'Again');
    const socket = await listens(api.cookie);
    await api.call('auth/login', { email, password: 'walnut-table-7-oak' });
    expect(await socket.closed()).toBe(4401);
  });

  test('of a disabled person closes with the next event at the latest, unheard; HTTP refuses within a second', async () => {
    const { id, api } = await aMember(at, ours, 2, 'Disabled');
    const socket = await listens(api.cookie);
    const other = await listens(ours.owner.cookie);
    await at.db.transaction('system', (tx) => tx.run(sql`update users set is_deleted = 1 where id = ${id}`));
    await beliefEnds();
    expect((await api.call('users/self')).status).toBe(401);
    await mark(ours, other);
    expect(await socket.closed()).toBe(4401);
    expect(news(socket)).toEqual([]);
  });

  test('a removed agent stops hearing about the company on an open socket, and reads nothing more', async () => {
    const { id, api } = await aMember(at, ours, 2, 'Removed');
    await joins(at, id, theirs.companyId, 1);
    at.wake.nudge('sessions');
    const socket = await listens(api.cookie);
    const other = await listens(ours.owner.cookie);
    await mark(ours, socket, other);
    const heard = news(socket).length;

    await at.db.transaction('system', (tx) =>
      tx.run(sql`delete from roles where user_id = ${id} and company_id = ${ours.companyId}`),
    );
    await beliefEnds();
    expect(
      (await api.post('tickets/get', { filter: { conditions: [['company_id', '=', ours.companyId]] } })).body.total,
    ).toBe(0);
    expect((await api.get(`messages/${ours.messageId}/frame`)).status).toBe(404);
    await mark(ours, other);
    // What comes after it in the other company is heard, so the first was not just late.
    await mark(theirs, socket);
    expect(
      news(socket)
        .slice(heard)
        .map((event) => event.params.company_id),
    ).toEqual([theirs.companyId]);
  });

  test('a lowered role takes the rights of the socket and of HTTP within a second', async () => {
    const { id, api } = await aMember(at, ours, 3, 'Lowered');
    const socket = await listens(api.cookie);
    const owner = await listens(ours.owner.cookie);
    const change = () =>
      api.post('products/update', { data: { name: 'Renamed' }, filter: { conditions: [['id', '=', ours.productId]] } });
    expect((await change()).status).toBe(200);
    expect((await api.post('inbound-mails/get', {})).body.total).toBeGreaterThan(0);
    await joins(at, id, ours.companyId, 1);
    await beliefEnds();
    expect((await change()).status).toBe(403);
    expect((await api.post('inbound-mails/get', {})).body.total).toBe(0);
    const before = news(socket).filter((event) => event.entity === 'inbound-mails').length;
    const { inboundMailId } = await aTicket(at, ours);
    await owner.hears((event) => event.entity === 'inbound-mails' && event.params.id === inboundMailId);
    await mark(ours, socket);
    expect(news(socket).filter((event) => event.entity === 'inbound-mails').length).toBe(before);
  });

  /** Without a nudge from whoever changes roles, a process believes what it knew for a second at most. */
  async function beliefEnds(): Promise<void> {
    const until = performance.now() + 1000;
    await waitUntil(() => performance.now() > until);
  }
});

describe('A8 events', () => {
  test('of a foreign company never arrive, now or in a catch-up', async () => {
    const [ourSocket, theirSocket] = [await listens(ours.owner.cookie), await listens(theirs.owner.cookie)];
    const [from, theirFrom] = [ourSocket.bookmark(), theirSocket.bookmark()];
    for (let i = 0; i < 5; i++) {
      await aTicket(at, ours, { subject: `Ours ${i}` });
      await aTicket(at, theirs, { subject: `Theirs ${i}` });
    }
    await mark(ours, ourSocket);
    await mark(theirs, theirSocket);
    for (const [socket, shop] of [
      [ourSocket, ours],
      [await listens(ours.owner.cookie, from), ours],
      [await listens(ours.owner.cookie, theirFrom), ours],
      [theirSocket, theirs],
      [await listens(theirs.owner.cookie, theirFrom), theirs],
    ] as const) {
      await waitUntil(() => news(socket).filter((event) => event.entity === 'tickets').length >= 5);
      expect(new Set(news(socket).map((event) => event.params.company_id))).toEqual(new Set([shop.companyId]));
    }
  });

  test('carry ids and no content', async () => {
    const socket = await listens(ours.owner.cookie);
    const { ticketId } = await aTicket(at, ours, {
      subject: 'A secret subject',
      text: 'a secret text',
      address: 'secret@lindqvist.test',
    });
    await socket.hears((event) => event.entity === 'tickets' && event.params.id === ticketId);
    await mark(ours, socket);
    expect(JSON.stringify(socket.events)).not.toMatch(/secret/);
    expect(JSON.stringify(socket.events)).not.toContain('Marker');
  });

  test('tell of the lines between the letters as well, so that an open thread shows them', async () => {
    const { ticketId } = await aTicket(at, ours);
    const colleague = await aMember(at, ours, 1, 'Colleague');
    const socket = await listens(colleague.api.cookie);
    // What came of the letter itself may be told late; behind it nothing of it is.
    await mark(ours, socket);
    const seen = new Set<unknown>(
      socket.events.filter((event) => event.entity === 'messages').map((event) => event.params.id),
    );
    for (const [path, key] of [
      ['tickets/resolve', 'resolved'],
      ['tickets/reopen', 'reopened'],
    ] as const) {
      expect((await ours.owner.call(path, { ids: [ticketId] })).status).toBe(200);
      const { params } = await socket.hears(
        (event) => event.entity === 'messages' && event.params.ticket_id === ticketId && !seen.has(event.params.id),
      );
      seen.add(params.id);
      const filter = { conditions: [['id', '=', params.id]] };
      const { body } = await colleague.api.post('messages/get', { filter });
      expect(body.data.messages).toMatchObject([{ kind: 'event', event: { key } }]);
    }
  });

  test('that concern one person reach that person alone', async () => {
    const person = at.stranger();
    await person.call('users/registration', {
      name: 'Olena',
      email_confirmation: 'one@lumenoak.test',
      raw_password: 'walnut-table-7-oak',
    });
    const [row] = await at.db.read<{ id: number }>(
      'system',
      sql`select id from users where email = 'one@lumenoak.test'`,
    );
    const [own, colleague] = [await listens(person.cookie), await listens(ours.owner.cookie)];
    const key = await keyIn(at, 'one@lumenoak.test');
    await at.stranger().call('email-confirmation/confirm', { key, password: 'walnut-table-7-oak' });
    await own.hears((event) => event.entity === 'users' && event.params.id === row?.id);
    await mark(ours, colleague);
    expect(news(colleague).filter((event) => event.entity === 'users')).toEqual([]);
  });

  test('A22 that concern one person are not told of a company that they do not reach from here, now or in a catch-up', async () => {
    const socket = await listens(ours.owner.cookie);
    const bookmark = socket.bookmark();
    const notice = (companyId: number, title: string) =>
      at.db.transaction('system', (tx) =>
        recordEvents(tx, [
          {
            ...{ companyId: null, userId: ours.ownerId, entity: 'notifications', action: 'created', entityId: 1 },
            ...{ actor: systemActor, params: { company_id: companyId, title } },
          } as const,
        ]),
      );
    await notice(theirs.companyId, 'Elsewhere');
    await notice(ours.companyId, 'Here');
    at.wake.nudge('events');
    await socket.hears((event) => event.params.title === 'Here');
    expect(socket.events.map((event) => event.params.title)).not.toContain('Elsewhere');
    const back = await listens(ours.owner.cookie, bookmark);
    await back.hears((event) => event.params.title === 'Here');
    expect(back.events.map((event) => event.params.title)).not.toContain('Elsewhere');
  });
});

describe('a socket that comes back', () => {
  const ids = (events: readonly RealtimeEvent[]) =>
    events.filter((event) => event.entity === 'customers').map((event) => event.params.id);

  test('is told exactly what it missed, in order', async () => {
    const first = await listens(ours.owner.cookie);
    await mark(ours, first);
    const bookmark = first.bookmark();
    await first.close();
    const missed = [await mark(ours), await mark(ours), await mark(ours)];
    const second = await listens(ours.owner.cookie, bookmark);
    expect(second.events[0]).toMatchObject({ entity: 'realtime', action: 'hello' });
    const after = await mark(ours, second);
    expect(ids(second.events)).toEqual([...missed, after]);
    // And nothing of it twice to whoever is up to date.
    const third = await listens(ours.owner.cookie, second.bookmark());
    const last = await mark(ours, third);
    expect(ids(third.events)).toEqual([last]);
  });

  test('hears once of what nobody had heard yet when it came back', async () => {
    const first = await listens(ours.owner.cookie);
    await mark(ours, first);
    const bookmark = first.bookmark();
    await first.close();
    // Written without a nudge: the socket reads it before the loop that tells everybody does.
    await at.db.transaction('system', (tx) =>
      recordEvents(tx, [
        { companyId: ours.companyId, entity: 'customers', action: 'created', entityId: 4711, actor: systemActor },
      ]),
    );
    await untilReadable();
    const second = await listens(ours.owner.cookie, bookmark);
    await second.hears((event) => event.params.id === 4711);
    const after = await mark(ours, second);
    expect(ids(second.events)).toEqual([4711, after]);
  });

  test('A38 with a bookmark from before what was forgotten of the log fetches afresh; the log keeps what it is read by', async () => {
    const before = (await listens(ours.owner.cookie)).bookmark();
    type Past = { company: number; action?: string; detail?: object; days?: number };
    const happened = async ({ company, action = 'updated', detail, days = 31 }: Past): Promise<number> => {
      const row = await at.db.transaction('system', (tx) =>
        tx.row<{ position: number }>(
          sql`insert into events (company_id, entity, action, entity_id, actor_kind, params, detail, at)
              values (${company}, 'tickets', ${action}, 1, 'system', '{}', ${detail ? JSON.stringify(detail) : null}::jsonb, now() - make_interval(days => ${days})) returning position`,
        ),
      );
      return row?.position ?? 0;
    };
    const [us, them] = [ours.companyId, theirs.companyId];
    const gone = [await happened({ company: us }), await happened({ company: them })];
    const kept = [
      await happened({ company: us, detail: { after: { product_id: 1 } } }),
      await happened({ company: us, action: 'deleted' }),
      await happened({ company: us, days: 29 }),
      await happened({ company: them }),
    ];
    const left = async () =>
      (
        await at.db.read<{ position: number }>(
          'system',
          sql`select position from events where position = any (${[...gone, ...kept]}::bigint[]) order by 1`,
        )
      ).map((row) => row.position);
    // Not before the audit trail was told of it.
    await at.db.transaction('system', (tx) => tx.run(sql`update audit_bookmark set written_in = '0'`));
    await forgetOldNews(at.db);
    expect(await left()).toHaveLength(6);
    await tellTrail(at);
    await forgetOldNews(at.db);
    expect(await left()).toEqual(kept);
    expect((await listens(ours.owner.cookie, before)).events[0]).toMatchObject({ action: 'resync' });
    const after = (await listens(ours.owner.cookie)).bookmark();
    expect((await listens(ours.owner.cookie, after)).events[0]).toMatchObject({ action: 'hello' });
    // Nobody deletes more, whatever they ask for.
    const refused = sql`delete from events where position = any (${kept}::bigint[]) and detail is not null or action = 'deleted'`;
    expect(await at.db.transaction('system', (tx) => tx.run(refused))).toBe(0);
  });

  test('with a bookmark of another life of the database, or none at all, fetches afresh', async () => {
    const known = (await listens(ours.owner.cookie)).bookmark();
    const [, writtenIn, position] = known.split('.');
    for (const bookmark of [
      `${crypto.randomUUID()}.${writtenIn}.${position}`,
      'nonsense',
      '',
      '1.2.3',
      `${known}.1`,
      known.replaceAll('.', ' '),
    ]) {
      const socket = await listens(ours.owner.cookie, bookmark);
      expect(socket.events[0], bookmark).toMatchObject({ entity: 'realtime', action: 'resync' });
      await mark(ours, socket);
    }
  });

  test('with a bookmark that no database could have written, or from beyond the end of the log, fetches afresh', async () => {
    const other = await listens(ours.owner.cookie);
    const [era] = other.bookmark().split('.');
    for (const bookmark of [
      `${era}.99999999999999999999.1`,
      `${era}.18446744073709551616.1`,
      `${era}.18446744073709551615.1`,
      `${era}.1.9999999999999999`,
      `${era}.999999999999.1`,
    ]) {
      const socket = await listens(ours.owner.cookie, bookmark);
      expect(socket.events[0], bookmark).toMatchObject({ entity: 'realtime', action: 'resync' });
      await mark(ours, socket, other);
      // What it is told now it can come back with.
      const again = await listens(ours.owner.cookie, socket.bookmark());
      expect(again.events[0], bookmark).toMatchObject({ entity: 'realtime', action: 'hello' });
    }
  });

  test('far behind fetches afresh instead of being told everything', async () => {
    const first = await listens(ours.owner.cookie);
    const bookmark = first.bookmark();
    await first.close();
    await at.db.transaction('system', (tx) =>
      recordEvents(
        tx,
        Array.from({ length: 1001 }, (_, i) => ({
          companyId: ours.companyId,
          entity: 'customers',
          action: 'updated' as const,
          entityId: i,
          actor: systemActor,
        })),
      ),
    );
    await untilReadable();
    const second = await listens(ours.owner.cookie, bookmark);
    expect(second.events[0]).toMatchObject({ action: 'resync' });
  });

  test('back after much has happened in other companies fetches afresh: not all of it is looked through', async () => {
    const first = await listens(ours.owner.cookie);
    const bookmark = first.bookmark();
    await first.close();
    const happens = (times: number) =>
      at.db.transaction('system', (tx) =>
        tx.run(
          sql`insert into events (company_id, entity, action, entity_id, actor_kind, params)
                select ${theirs.companyId}, 'customers', 'updated', n, 'system', '{}' from generate_series(1, ${times}::int) n`,
        ),
      );
    await happens(1000);
    await untilReadable();
    expect((await listens(ours.owner.cookie, bookmark)).events[0]).toMatchObject({ action: 'hello' });
    await happens(20_000);
    await untilReadable();
    const second = await listens(ours.owner.cookie, bookmark);
    expect(second.events[0]).toMatchObject({ action: 'resync' });
    await mark(ours, second);
  });

  test('two overlapping transactions lose no event, whoever commits last', async () => {
    await untilReadable();
    const socket = await listens(ours.owner.cookie);
    const start = socket.bookmark();
    const slow = await connectClient(at.databaseUrl);
    try {
      await slow.query("begin; set local parley.scope = 'system'");
      await slow.query(
        `insert into events (company_id, entity, action, entity_id, actor_kind, params) values ($1, 'customers', 'created', 1, 'system', $2)`,
        [ours.companyId, { id: 'slow', company_id: ours.companyId }],
      );
      // Written later, committed earlier: it waits for the slow one, and the bookmark stays before both.
      const fast = await ours.owner.post('customers/create', {
        data: [{ company_id: ours.companyId, first_name: 'Fast' }],
      });
      const fastId = fast.body.data.customers[0].id;
      const meanwhile = await listens(ours.owner.cookie, start);
      await slow.query('commit');
      at.wake.nudge('events');
      for (const one of [socket, meanwhile]) {
        await one.hears((event) => event.params.id === 'slow');
        await one.hears((event) => event.params.id === fastId);
      }
      const returning = await listens(ours.owner.cookie, start);
      await mark(ours, returning);
      expect(ids(returning.events)).toEqual(expect.arrayContaining([fastId, 'slow']));
    } finally {
      await slow.end();
    }
  });

  test('who cannot be told in a moment without a database fetches afresh in the next one; others hear as ever', async () => {
    const caller = await loadPerson(at.db, ours.ownerId);
    const realtime = await runRealtime({ db: at.db, wake: at.wake, log: createLog('silent') });
    try {
      const heard = { one: [] as string[], other: [] as string[] };
      let isAway = false;
      const listener = (who: 'one' | 'other'): Listener => ({
        who: () => (who === 'one' && isAway ? Promise.reject(new Error('no connection')) : Promise.resolve(caller)),
        send: ({ entity, action }) => heard[who].push(`${entity} ${action}`),
        close: () => {},
      });
      for (const who of ['one', 'other'] as const) await realtime.join(listener(who), null);
      isAway = true;
      await mark(ours);
      await waitUntil(async () => heard.other.includes('customers created'), { what: 'the other to hear' });
      expect(heard.one).toEqual(['realtime hello']);
      isAway = false;
      at.wake.nudge('events');
      await waitUntil(async () => heard.one.includes('realtime resync'), { what: 'one to be told' });
    } finally {
      await realtime.stop();
    }
  });

  test('who could not come in is told nothing more', async () => {
    const caller = await loadPerson(at.db, ours.ownerId);
    const realtime = await runRealtime({ db: at.db, wake: at.wake, log: createLog('silent') });
    try {
      const heard = { one: [] as string[], other: [] as string[] };
      let asked = 0;
      const listener = (who: 'one' | 'other'): Listener => ({
        who: () => {
          if (who === 'one') asked++;
          // Known at the door, and no more when what was missed is told.
          return who === 'one' && asked === 2 ? Promise.reject(new Error('no connection')) : Promise.resolve(caller);
        },
        send: ({ entity, action }) => heard[who].push(`${entity} ${action}`),
        close: () => {},
      });
      const bookmark = (await listens(ours.owner.cookie)).bookmark();
      await expect(realtime.join(listener('one'), bookmark)).rejects.toThrow('no connection');
      await realtime.join(listener('other'), null);
      await mark(ours);
      await waitUntil(async () => heard.other.includes('customers created'), { what: 'the other to hear' });
      expect([asked, heard.one]).toEqual([2, ['realtime hello']]);
    } finally {
      await realtime.stop();
    }
  });

  test('while much happens, misses nothing, however often it comes and goes', async () => {
    const start = await listens(ours.owner.cookie);
    const heard = new Set<unknown>();
    let bookmark = start.bookmark();
    await start.close();
    let isWriting = true;
    const written: number[] = [];
    const writing = Promise.all(
      [0, 1, 2].map(async () => {
        for (let i = 0; i < 25; i++) written.push(await mark(ours));
      }),
    ).then(() => {
      isWriting = false;
    });
    while (isWriting) {
      const socket = await listens(ours.owner.cookie, bookmark);
      await waitUntil(() => socket.events.length > 3 || !isWriting);
      for (const id of ids(socket.events)) heard.add(id);
      bookmark = socket.bookmark();
      await socket.close();
      // The greeting first, and then the log in its order: a bookmark never steps over what is still to be told.
      expect(socket.events[0]).toMatchObject({ entity: 'realtime', action: 'hello' });
      // One that was told already may be told again.
      const first = [...new Map(news(socket).map((event) => [event.uuid, event])).values()];
      const places = first.map((event) => (event.bookmark ?? '').split('.').slice(1).map(Number));
      expect(places).toEqual(places.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d));
    }
    await writing;
    const last = await listens(ours.owner.cookie, bookmark);
    await waitUntil(() => {
      for (const id of ids(last.events)) heard.add(id);
      return written.every((id) => heard.has(id));
    });
  });
});

test('a connection that says nothing holds up nobody’s stop', async () => {
  const other = await aParley();
  const { hostname, port } = new URL(other.listening);
  const silent = connect(Number(port), hostname);
  silent.on('error', () => {});
  await new Promise((resolve) => silent.once('connect', resolve));
  await other.stranger().get('health');
  const started = performance.now();
  await other.close();
  expect(performance.now() - started).toBeLessThan(4000);
});
