import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { anSmtpServer, smtpNo, type TestSmtpServer } from '#channels/email/transport/testing/an-smtp-server.ts';
import { places, runDeliveries } from '#flows/delivery/run-deliveries.ts';
import { filesInFolder } from '#platform/files.ts';
import { createLog } from '#platform/log.ts';
import type { Loop } from '#platform/loop.ts';
import { createOutboundGuard } from '#platform/outbound-guard.ts';
import { sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aTicket } from '../api/a-ticket.ts';
import type { ApiClient } from '../api/api-client.ts';
import { aParley, type TestParley } from '../api/parley-in-process.ts';
import { aCompany, aMailbox, aPerson, type Company, rowId } from '../api/people.ts';
import { byId, rows } from '../api/rows-of.ts';

let at: TestParley;
let olena: ApiClient;
let shop: Company;
/** Takes letters whole, and thinks about each until the test is over. */
let slow: TestSmtpServer;
let fine: TestSmtpServer;
let thinking = 0;
let thoughtOver: PromiseWithResolvers<void>;
let loop: Loop | undefined;
beforeAll(async () => {
  at = await aParley();
  olena = (await aPerson(at)).api;
  shop = await aCompany(olena);
  const onMail = async () => {
    thinking++;
    await thoughtOver.promise;
    return null;
  };
  [slow, fine] = await Promise.all([anSmtpServer({ onMail }), anSmtpServer()]);
  await olena.call('settings/change', { undo_send_seconds: 0 });
});
beforeEach(() => {
  thinking = 0;
  thoughtOver = Promise.withResolvers();
  fine.taken.length = 0;
});
afterEach(async () => {
  thoughtOver.resolve();
  await loop?.stop();
});
afterAll(async () => {
  await Promise.all([slow?.stop(), fine?.stop()]);
  await at?.close();
});

function send(limits = places) {
  const lookup = async () => [{ address: '127.0.0.1', family: 4 }];
  const guard = createOutboundGuard({ allow: ['127.0.0.0/8'], lookup });
  const files = filesInFolder(`${at.folder}/files`);
  loop = runDeliveries({ ...at, files, guard, log: createLog('silent') }, limits);
}

let mailboxes = 0;

/** Olena has answered so many letters that came to a mailbox which sends by this server. */
async function answersBy(host: string, port: number, count: number, company = shop): Promise<number> {
  const about = {
    company_id: company.companyId,
    product_id: company.productId,
    from_email: `box${++mailboxes}@shop.test`,
    smtp_host: host,
    smtp_port: port,
    imap_password: 'secret',
  };
  const mailboxId = rowId(await olena.post('mailboxes-new/create', { data: [aMailbox(about)] }), 'mailboxes');
  for (let i = 0; i < count; i++) {
    const { ticketId } = await aTicket(at, { ...company, mailboxId });
    const to = [{ address: `hanna${i}@lindqvist.test` }];
    const reply = {
      ticket_id: ticketId,
      client_id: crypto.randomUUID(),
      body_html: '<p>Oak.</p>',
      to,
      cc: [],
      bcc: [],
    };
    expect((await olena.call('tickets/reply', { ...reply, attachments: [] })).status).toBe(200);
  }
  return mailboxId;
}

test('a mail server that thinks about the letters of eight mailboxes holds up no letter that leaves by another', async () => {
  for (let i = 0; i < 8; i++) await answersBy('slow.test', slow.port, 2);
  send();
  await waitUntil(() => thinking >= places.movingMax / 2);
  await answersBy('fine.test', fine.port, 1);
  loop?.poke();
  await waitUntil(() => fine.taken.length === 1, { timeoutMs: 10_000 });
  expect(thinking).toBe(places.movingMax / 2);
  thoughtOver.resolve();
  await waitUntil(() => slow.taken.length === 16);
});

test('servers that are slow for one company after the other leave the places to others after a while', async () => {
  const lamps = await aCompany(olena, 'Lamps', 'LA');
  for (let i = 0; i < 4; i++) {
    await answersBy('slow.test', slow.port, 2);
    await answersBy('tar.test', slow.port, 2, lamps);
  }
  send({ ...places, slowMilliseconds: 300 });
  await waitUntil(() => thinking === places.movingMax);
  // By the same server too, for a company that has nothing there yet.
  await answersBy('fine.test', fine.port, 1);
  const beds = await aCompany(olena, 'Beds', 'BE');
  await answersBy('slow.test', slow.port, 1, beds);
  await waitUntil(() => {
    loop?.poke();
    return fine.taken.length === 1 && thinking === places.movingMax + 1;
  });
});

test('what fails by settings that were mended meanwhile is tried again at once, and says nothing of the mailbox', async () => {
  const held: net.Socket[] = [];
  const silent = net.createServer((socket) => held.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  try {
    const mailboxId = await answersBy('slow.test', (silent.address() as AddressInfo).port, 1);
    send();
    await waitUntil(() => held.length === 1);
    const data = { smtp_host: 'fine.test', smtp_port: fine.port, smtp_password: 'secret' };
    rows(await olena.post('mailboxes/update', { data, ...byId(mailboxId) }), 'mailboxes');
    held[0]?.destroy();
    await waitUntil(() => fine.taken.length === 1, { timeoutMs: 10_000 });
    const told = sql`select from events where entity = 'mailboxes' and entity_id = ${mailboxId} and actor_kind = 'system'`;
    expect(await at.db.read('system', told)).toEqual([]);
  } finally {
    silent.close();
    for (const socket of held) socket.destroy();
  }
});

test('what refuses a letter for good by settings that were mended meanwhile says nothing of the mailbox', async () => {
  const held = Promise.withResolvers<void>();
  let asked = 0;
  const strict = await anSmtpServer({
    onMail: async () => {
      asked++;
      await held.promise;
      return smtpNo(550, '5.7.60 Client does not have permissions to send as this sender');
    },
  });
  try {
    const mailboxId = await answersBy('strict.test', strict.port, 1);
    send();
    await waitUntil(() => asked === 1);
    const data = { smtp_host: 'fine.test', smtp_port: fine.port, smtp_password: 'secret' };
    rows(await olena.post('mailboxes/update', { data, ...byId(mailboxId) }), 'mailboxes');
    held.resolve();
    const over = sql`select from deliveries where channel_account_id = ${mailboxId} and state = 'failed'`;
    await waitUntil(async () => (await at.db.read('system', over)).length === 1);
    const told = sql`select from events where entity = 'mailboxes' and entity_id = ${mailboxId} and actor_kind = 'system'`;
    expect(await at.db.read('system', told)).toEqual([]);
  } finally {
    held.resolve();
    await strict.stop();
  }
});

test('a test letter that leaves by settings that were changed meanwhile does not call the new ones fine', async () => {
  const mailboxId = await answersBy('127.0.0.1', slow.port, 0);
  const asked = olena.call('mailboxes/send-test', { id: mailboxId });
  await waitUntil(() => thinking === 1);
  const data = { smtp_host: 'fine.test', smtp_port: fine.port, smtp_password: 'wrong' };
  rows(await olena.post('mailboxes/update', { data, ...byId(mailboxId) }), 'mailboxes');
  const refused = sql`update mailboxes set send_error_key = 'auth_failed', send_error_since = now() where id = ${mailboxId}`;
  await at.db.transaction('system', (tx) => tx.run(refused));
  thoughtOver.resolve();
  expect((await asked).body.data.step).toMatchObject({ ok: true });
  const [mailbox] = rows(await olena.post('mailboxes/get', byId(mailboxId)), 'mailboxes');
  expect(mailbox.send_error_key).toBe('auth_failed');
});

test('a letter that leaves by settings that were changed meanwhile does not call the new ones fine', async () => {
  const mailboxId = await answersBy('slow.test', slow.port, 1);
  send();
  await waitUntil(() => thinking === 1);
  const data = { smtp_host: 'fine.test', smtp_port: fine.port, smtp_password: 'wrong' };
  rows(await olena.post('mailboxes/update', { data, ...byId(mailboxId) }), 'mailboxes');
  const refused = sql`update mailboxes set send_error_key = 'auth_failed', send_error_since = now() where id = ${mailboxId}`;
  await at.db.transaction('system', (tx) => tx.run(refused));
  thoughtOver.resolve();
  const told = () =>
    at.db.read(
      'system',
      sql`select send_error_key from mailboxes where id = ${mailboxId} and last_sent_at is not null`,
    );
  expect(await waitUntil(async () => ((found) => found.length > 0 && found)(await told()))).toEqual([
    { send_error_key: 'auth_failed' },
  ]);
});

test('whoever settles a letter holds its mailbox first, as who saves that does', async () => {
  const mailboxId = await answersBy('slow.test', slow.port, 1);
  send();
  await waitUntil(() => thinking === 1);
  const letter = sql`select state from deliveries where channel_account_id = ${mailboxId}`;
  await at.db.transaction('system', async (tx) => {
    await tx.run(sql`select from channel_accounts where id = ${mailboxId} for update`);
    await tx.run(sql`select from mailboxes where id = ${mailboxId} for update`);
    const me = await tx.row<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    thoughtOver.resolve();
    const behindMe = sql`select from pg_stat_activity where ${me?.pid}::int = any (pg_blocking_pids(pid))`;
    await waitUntil(async () => (await at.db.read('system', behindMe)).length > 0, {
      what: 'the letter to be settled',
    });
    expect(await tx.rows(sql`${letter} for update nowait`)).toEqual([{ state: 'sending' }]);
  });
  const isSent = async () => (await at.db.read('system', sql`${letter} and state = 'sent'`)).length === 1;
  await waitUntil(isSent, { what: 'the letter to be sent' });
});
