import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { anSmtpServer, smtpNo, type TestSmtpServer } from '#channels/email/transport/testing/an-smtp-server.ts';
import { answerMilliseconds, runDeliveries } from '#flows/delivery/run-deliveries.ts';
import { filesInFolder } from '#platform/files.ts';
import { createLog } from '#platform/log.ts';
import type { Loop } from '#platform/loop.ts';
import { createOutboundGuard } from '#platform/outbound-guard.ts';
import { sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aTicket } from '../api/a-ticket.ts';
import type { ApiClient } from '../api/api-client.ts';
import { aParley, type TestParley } from '../api/parley-in-process.ts';
import { aCompany, aPerson, type Company } from '../api/people.ts';
import { byId, rows } from '../api/rows-of.ts';

let at: TestParley;
let olena: ApiClient;
let shop: Company;
let server: TestSmtpServer;
let loop: Loop;
/** The server has the whole letter, and thinks. */
let heard: PromiseWithResolvers<void>;
let answer: PromiseWithResolvers<void>;
beforeAll(async () => {
  at = await aParley();
  olena = (await aPerson(at)).api;
  shop = await aCompany(olena);
  server = await anSmtpServer({
    onRecipient: (address) => (address === 'gone@lindqvist.test' ? smtpNo(550, `!${'🔥'.repeat(300)}`) : null),
    onMail: async () => {
      heard.resolve();
      await answer.promise;
      return null;
    },
  });
  const data = { smtp_port: server.port, imap_password: 'secret' };
  rows(await olena.post('mailboxes/update', { data, ...byId(shop.mailboxId) }), 'mailboxes');
  await olena.call('settings/change', { undo_send_seconds: 0 });
});
beforeEach(() => {
  heard = Promise.withResolvers();
  answer = Promise.withResolvers();
  server.taken.length = 0;
  const guard = createOutboundGuard({ allow: ['127.0.0.0/8'] });
  loop = runDeliveries({ ...at, files: filesInFolder(`${at.folder}/files`), guard, log: createLog('silent') });
});
afterEach(() => loop.stop());
afterAll(async () => {
  await server?.stop();
  await at?.close();
});

/** Olena answers, and the mail server has heard it all. */
async function aLetterUnderWay(cc: readonly { address: string }[] = []): Promise<number> {
  const { ticketId } = await aTicket(at, shop);
  const to = [{ address: 'hanna@lindqvist.test' }];
  const reply = { ticket_id: ticketId, client_id: crypto.randomUUID(), body_html: '<p>Oak.</p>', to, cc, bcc: [] };
  const { body, text } = await olena.call('tickets/reply', { ...reply, attachments: [] });
  loop.poke();
  await heard.promise;
  return body.data?.message_id ?? Number(text);
}
const change = (text: ReturnType<typeof sql>) => at.db.transaction('system', (tx) => tx.run(text));
const delivery = async (messageId: number) => {
  const [row] = await at.db.read<{ state: string; attempts: number; recipients: unknown }>(
    'system',
    sql`select state, attempts, recipients from deliveries where message_id = ${messageId}`,
  );
  return row;
};
const isSent = (messageId: number) =>
  waitUntil(async () => {
    loop.poke();
    return (await delivery(messageId))?.state === 'sent';
  });

test('F11 a server that thinks as long as it may is not left', () => {
  expect(answerMilliseconds).toBeGreaterThan(10 * 60_000);
});

test('F3 a letter whose lease ran out while it was under way is not taken up again by the worker that sends it', async () => {
  const id = await aLetterUnderWay();
  // As after a while without a database, in which nothing could be renewed.
  await change(sql`update deliveries set due_at = now() - interval '1 minute' where message_id = ${id}`);
  loop.poke();
  // By the time that this is done it would have taken it up.
  await aTicket(at, shop);
  expect((await delivery(id))?.attempts).toBe(1);
  answer.resolve();
  await isSent(id);
  expect(server.taken).toHaveLength(1);
  expect((await delivery(id))?.attempts).toBe(1);
});

test('F3 who took a letter while its lease had passed to another worker is not sent it again', async () => {
  const id = await aLetterUnderWay();
  const taken = sql`update deliveries set lease_token = gen_random_uuid(), due_at = now() + interval '2 seconds' where message_id = ${id}`;
  await change(taken);
  answer.resolve();
  await isSent(id);
  expect(server.taken).toHaveLength(1);
  expect((await delivery(id))?.recipients).toEqual([{ address: 'hanna@lindqvist.test', state: 'accepted' }]);
});

test('F3 a letter that one recipient is refused in many emoji is not sent again to the one who has it', async () => {
  const id = await aLetterUnderWay([{ address: 'gone@lindqvist.test' }]);
  // Should what came of it not be written down, another attempt is due at once.
  await change(sql`update deliveries set due_at = now() where message_id = ${id}`);
  answer.resolve();
  const recipients = await waitUntil(async () => {
    loop.poke();
    const found = await delivery(id);
    return (found?.state !== 'sending' || found.attempts > 1) && found?.recipients;
  });
  expect(recipients).toEqual([
    { address: 'hanna@lindqvist.test', state: 'accepted' },
    { address: 'gone@lindqvist.test', state: 'refused', reason: expect.stringMatching(/🔥$/u) },
  ]);
  expect(server.taken).toHaveLength(1);
});

test('news of a letter that left while its ticket was merged are of the ticket that it is in now', async () => {
  const id = await aLetterUnderWay();
  const { ticketId: survivor_id } = await aTicket(at, shop);
  const [before] = await at.db.read<{ id: number }>(
    'system',
    sql`select ticket_id as id from messages where id = ${id}`,
  );
  const merged = await olena.call('tickets/merge', { survivor_id, ids: [before?.id] });
  expect(merged.status, merged.text).toBe(200);
  answer.resolve();
  await isSent(id);
  const [news] = await at.db.read<object>(
    'system',
    sql`select ticket_id, params from events where entity = 'messages' and entity_id = ${id} order by position desc limit 1`,
  );
  expect(news).toMatchObject({ ticket_id: survivor_id, params: { ticket_id: survivor_id } });
});
