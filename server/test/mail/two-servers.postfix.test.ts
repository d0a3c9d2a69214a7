import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anSmtpServer, type TestSmtpServer } from '#channels/email/transport/testing/an-smtp-server.ts';
import { askDatabase } from '#test/rigs/ask-database.ts';
import { type MailServers, startMailServers } from '#test/rigs/mail-servers.ts';
import type { ParleyServer } from '#test/rigs/parley-server.ts';
import { startPostgres15 } from '#test/rigs/postgres15-rig.ts';
import { untilAllDone, waitUntil } from '#test/rigs/wait-until.ts';
import { ApiClient } from '../api/api-client.ts';
import { rowId } from '../api/people.ts';
import { allOf, aShopOnServer, aTrustingServer, type ShopOnServer, signIn } from './shop-on-a-server.ts';
import { mailboxSettings } from './shop-with-mail.ts';
import { sorted } from './sorted.ts';

/** Two whole servers on one PostgreSQL 15, each with a data folder of its own, as if somebody had started it twice. */
let cluster: Awaited<ReturnType<typeof startPostgres15>>;
let servers: MailServers;
let customers: TestSmtpServer;
let shop: ShopOnServer;
let second: ParleyServer;
let atSecond: ApiClient;
const addresses = ['support', 'sales', 'service', 'spares'].map((name) => `${name}@lumenoak.test`);
const arrived: string[] = [];

beforeAll(async () => {
  // A crash of the database alone loses nothing that was committed, fsync or not.
  [cluster, servers, customers] = await Promise.all([
    startPostgres15({ synchronous_commit: 'on', full_page_writes: 'on' }),
    startMailServers(),
    anSmtpServer(),
  ]);
  await askDatabase(cluster.admin, 'create database shop owner parley');
  const env = {
    DATABASE_URL: `postgres://parley@localhost/shop?host=${encodeURIComponent(String(cluster.admin.host))}&port=5432`,
    SECRET_KEY: 'a key that both servers know, long enough',
  };
  const mailbox = { smtp_host: '127.0.0.1', smtp_port: customers.port, smtp_security: 'none', smtp_password: 'secret' };
  shop = await aShopOnServer(servers, { env, mailbox });
  second = await aTrustingServer(servers, env, shop.server);
  atSecond = new ApiClient(second.url);
  await signIn(atSecond);
  for (const from_email of addresses.slice(1)) {
    await servers.addMailbox(from_email, 'shop-app-password');
    const about = { company_id: shop.companyId, product_id: shop.productId, from_email };
    const settings = mailboxSettings(servers, { ...about, ...mailbox });
    rowId(await atSecond.post('mailboxes-new/create', { data: [settings] }), 'mailboxes');
  }
  await waitUntil(async () => (await health(shop.olena)).every((one) => one.health_state === 'ok'), {
    timeoutMs: 30_000,
  });
}, 120_000);
afterAll(async () => {
  await second?.discard();
  await shop?.discard();
  await customers?.stop();
  await servers?.stop();
  await cluster?.stop();
});

const health = (client: ApiClient) => allOf(client, 'mailboxes');
async function arrives(address: string, subject: string): Promise<void> {
  const raw = `From: Hanna <hanna@lindqvist.test>\r\nSubject: ${subject}\r\nMessage-ID: <${randomUUID()}@x.test>\r\n\r\nHi\r\n`;
  await servers.deliver(address, raw);
  arrived.push(subject);
}
const titles = async (client: ApiClient) => (await allOf(client, 'tickets')).map((one) => one.title);
const everythingIsThereOnce = async (client: ApiClient) => {
  await untilAllDone(async () => ({ done: new Set(await titles(client)).size, of: arrived.length }), {
    what: 'every mail to be a ticket',
  });
  expect(sorted(await titles(client))).toEqual(sorted(arrived));
};
/** How many programs are signed in to each mailbox, by Dovecot's account. */
async function readers(): Promise<Map<string, number>> {
  const lines = (await servers.doveadm('who', '-1')).split('\n').filter((line) => /@.*\bimap\b/.test(line));
  return new Map(addresses.map((address) => [address, lines.filter((line) => line.startsWith(address)).length]));
}

test('F27 two servers on one database: each mailbox is read by one, and nothing is taken or sent twice', async () => {
  await waitUntil(async () => [...(await readers()).values()].every((count) => count === 1), {
    what: 'one reader each',
  });
  for (let n = 0; n < 8; n++) for (const address of addresses) await arrives(address, `Mail ${n} to ${address}`);
  await everythingIsThereOnce(atSecond);
  expect([...(await readers()).values()]).toEqual([1, 1, 1, 1]);

  // Answers through both, all at once.
  const tickets = await shop.allTickets();
  const answers = await Promise.all(
    tickets.map(async (ticket, n) =>
      (n % 2 === 0 ? shop.olena : atSecond).call('tickets/reply', {
        ticket_id: ticket.id,
        client_id: randomUUID(),
        body_html: `<p>Answer to ${ticket.title}.</p>`,
        to: [{ address: 'hanna@lindqvist.test' }],
      }),
    ),
  );
  expect(answers.every((answer) => answer.status === 200)).toBe(true);
  await untilAllDone(async () => ({ done: customers.taken.length, of: tickets.length }), { what: 'every letter' });
  await waitUntil(
    async () =>
      (await allOf(atSecond, 'messages')).every((one) => one.kind !== 'outbound' || one.delivery.state === 'sent'),
    { timeoutMs: 30_000 },
  );
  const sent = customers.taken.map(({ raw }) => /<p>(Answer to .*?)\.<\/p>/.exec(raw)?.[1]);
  expect(sorted(sent)).toEqual(sorted(tickets.map((ticket) => `Answer to ${ticket.title}`)));
}, 90_000);

test('F27 kill -9 of one: the other reads its mailboxes within 30 s, also what it had fetched and not read yet', async () => {
  // In the middle of the work: some mail is fetched, and its bytes lie with the one that dies.
  for (let n = 0; n < 10; n++)
    for (const address of addresses) await arrives(address, `Before the end ${n} of ${address}`);
  await waitUntil(async () => (await titles(atSecond)).some((title) => title.startsWith('Before the end')));
  await shop.server.kill();
  // Who looks for free mailboxes does so every 5 s.
  const [lease] = await askDatabase<{ seconds: number }>(
    { ...cluster.admin, database: 'shop' },
    'select max(extract(epoch from lease_until - now()))::float8 as seconds from channel_accounts',
  );
  expect(lease?.seconds).toBeLessThan(25);
  for (const address of addresses) await arrives(address, `After the end at ${address}`);
  const isThere = async () => {
    const found = await titles(atSecond);
    return addresses.every((address) => found.includes(`After the end at ${address}`));
  };
  await waitUntil(isThere, { timeoutMs: 60_000, what: 'the other to take over' });
  await everythingIsThereOnce(atSecond);
  await shop.server.start();
}, 120_000);

test('F3 the database is killed and comes back under load: no mail is lost or doubled, and what was acknowledged is sent', async () => {
  const ticketId = Number((await allOf(atSecond, 'tickets'))[0]?.id);
  const wasTaken = customers.taken.length;
  const acknowledged: string[] = [];
  const unanswered = new Map<string, string>();
  const reply = async (text: string) => {
    const answer = await atSecond
      .call('tickets/reply', {
        ticket_id: ticketId,
        client_id: unanswered.get(text),
        body_html: `<p>${text}.</p>`,
        to: [{ address: 'hanna@lindqvist.test' }],
      })
      .catch(() => null);
    if (answer?.status !== 200) return answer?.status ?? 0;
    unanswered.delete(text);
    acknowledged.push(text);
    return 200;
  };
  const refusals: number[] = [];
  let isBack: Promise<void> = Promise.resolve();
  for (let n = 0; n < 30; n++) {
    await arrives(addresses[n % 4] ?? '', `During the fall ${n}`);
    unanswered.set(`During the fall ${n}`, randomUUID());
    const status = await reply(`During the fall ${n}`);
    if (status !== 200) refusals.push(status);
    if (n === 8 || n === 18) isBack = isBack.then(cluster.crashAndRestart);
  }
  await isBack;
  // Whoever could not be served was told to come again, never that all was well.
  expect(refusals.every((status) => status === 503)).toBe(true);
  for (const text of unanswered.keys()) await waitUntil(async () => (await reply(text)) === 200, { timeoutMs: 40_000 });
  await everythingIsThereOnce(atSecond);
  await untilAllDone(async () => ({ done: customers.taken.length - wasTaken, of: 30 }), { what: 'every letter' });
  await waitUntil(
    async () =>
      (await allOf(atSecond, 'messages')).every((one) => one.kind !== 'outbound' || one.delivery.state === 'sent'),
    { timeoutMs: 60_000 },
  );
  const texts = customers.taken.slice(wasTaken).map(({ raw }) => /<p>(During the fall \d+)\.<\/p>/.exec(raw)?.[1]);
  // Not even twice: whoever knows that a letter was taken holds on to that until it is written down.
  expect(sorted(texts)).toEqual(sorted(acknowledged));
  expect(acknowledged).toHaveLength(30);
  expect((await fetch(`${second.url}/v1/health/ready`)).status).toBe(200);
}, 180_000);
