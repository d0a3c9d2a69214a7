import type { Socket } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { aFakeImapServer } from '#channels/email/transport/testing/a-fake-imap-server.ts';
import { aLetter } from '#channels/email/transport/testing/a-letter.ts';
import { runSentCopies } from '#flows/delivery/run-sent-copies.ts';
import { filesInFolder } from '#platform/files.ts';
import { createLog } from '#platform/log.ts';
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
beforeAll(async () => {
  at = await aParley();
  olena = (await aPerson(at)).api;
  await olena.call('settings/change', { undo_send_seconds: 0 });
});
afterAll(() => at?.close());

let shops = 0;
/** A shop whose mail server files what it sends by itself, and is asked for it; it thinks while it is held. */
async function aShop({ hasSentBox = (): boolean => true } = {}) {
  const shop = await aCompany(olena, `Shop ${++shops}`, `S${shops}`);
  const held: (() => void)[] = [];
  const lines = new Set<Socket>();
  let isHeld = false;
  const server = await aFakeImapServer({
    onCommand({ tag, name }, talk) {
      lines.add(talk.socket);
      if (name === 'LIST' && hasSentBox()) talk.say('* LIST (\\HasNoChildren \\Sent) "/" Sent');
      if (name === 'UID SEARCH' && isHeld) held.push(() => talk.say(`* SEARCH 1\r\n${tag} OK found`));
      return name === 'UID SEARCH' && isHeld;
    },
  });
  onTestFinished(server.stop);
  server.arrive(aLetter('the copy'));
  const data = { imap_port: server.port, imap_password: 'secret' };
  rows(await olena.post('mailboxes/update', { data, ...byId(shop.mailboxId) }), 'mailboxes');
  return {
    shop,
    messageId: await aSentLetter(shop),
    port: server.port,
    hold: () => {
      isHeld = true;
    },
    isAsked: () => waitUntil(() => held.length > 0),
    letGo: () => {
      for (const go of held) go();
    },
    breakOff: () => {
      for (const line of lines) line.destroy();
    },
  };
}

async function aSentLetter(shop: Company): Promise<number> {
  const { ticketId } = await aTicket(at, shop);
  const to = [{ address: 'hanna@lindqvist.test' }];
  const reply = { ticket_id: ticketId, client_id: crypto.randomUUID(), body_html: '<p>Oak.</p>', to, cc: [], bcc: [] };
  const { body } = await olena.call('tickets/reply', { ...reply, attachments: [] });
  const messageId = body.data.message_id;
  const owed = sql`update deliveries set state = 'sent', sent_at = now(), copy_state = 'queued', copy_due_at = now() where message_id = ${messageId}`;
  await change(owed);
  return messageId;
}
const change = (text: ReturnType<typeof sql>) => at.db.transaction('system', (tx) => tx.run(text));
const stateOf = async (messageId: number) => {
  const [row] = await at.db.read<{ copy_state: string }>(
    'system',
    sql`select copy_state from deliveries where message_id = ${messageId}`,
  );
  return row?.copy_state;
};
const theMailbox = async ({ mailboxId }: Company) =>
  rows(await olena.post('mailboxes/get', byId(mailboxId)), 'mailboxes')[0];
function aWorker() {
  const guard = createOutboundGuard({ allow: ['127.0.0.0/8'] });
  const loop = runSentCopies({ ...at, files: filesInFolder(`${at.folder}/files`), guard, log: createLog('silent') });
  onTestFinished(loop.stop);
  const isDone = (messageId: number) =>
    waitUntil(async () => {
      loop.poke();
      return (await stateOf(messageId)) === 'done';
    });
  return { ...loop, isDone };
}

test('a mail server that thinks long keeps the copies of no other mailbox waiting', async () => {
  const [slow, other] = [await aShop(), await aShop()];
  slow.hold();
  await change(
    sql`update deliveries set copy_due_at = now() - interval '1 minute' where message_id = ${slow.messageId}`,
  );
  const worker = aWorker();
  await slow.isAsked();
  await worker.isDone(other.messageId);
  expect(await stateOf(slow.messageId)).toBe('queued');
  slow.letGo();
  await worker.isDone(slow.messageId);
});

test('what a worker that lost its copy has to say of it does not count', async () => {
  const slow = await aShop();
  slow.hold();
  const worker = aWorker();
  await slow.isAsked();
  const taken = sql`update deliveries set copy_attempts = copy_attempts + 1, copy_due_at = now() + interval '1 hour' where message_id = ${slow.messageId}`;
  await change(taken);
  slow.letGo();
  // It ends what it has begun.
  await worker.stop();
  expect(await stateOf(slow.messageId)).toBe('queued');
});

test('the copies of a disabled mailbox wait until it is restored', async () => {
  const { shop, messageId } = await aShop();
  await olena.post('mailboxes/delete', byId(shop.mailboxId));
  const other = await aShop();
  const worker = aWorker();
  await worker.isDone(other.messageId);
  expect(await stateOf(messageId)).toBe('queued');
  await olena.post('mailboxes/restore', byId(shop.mailboxId));
  await worker.isDone(messageId);
});

test('a copy is tried for as long as its letter would have been, however often the server was away', async () => {
  const { shop, messageId } = await aShop();
  rows(
    await olena.post('mailboxes/update', { data: { imap_port: 1, imap_password: 'secret' }, ...byId(shop.mailboxId) }),
    'mailboxes',
  );
  await change(sql`update deliveries set copy_attempts = 20, copy_due_at = now() where message_id = ${messageId}`);
  const worker = aWorker();
  const triedFor = (attempts: number) =>
    waitUntil(async () => {
      worker.poke();
      const [row] = await at.db.read<{ copy_state: string }>(
        'system',
        sql`select copy_state from deliveries where message_id = ${messageId} and copy_attempts = ${attempts} and (copy_state = 'failed' or copy_due_at > now() + interval '10 minutes')`,
      );
      return row?.copy_state;
    });
  expect(await triedFor(21)).toBe('queued');
  await change(sql`update deliveries set copy_due_at = now(), give_up_at = now() where message_id = ${messageId}`);
  expect(await triedFor(22)).toBe('failed');
  expect(await theMailbox(shop)).toMatchObject({ copy_error_key: 'connection_refused' });
});

test('the mailbox tells that there is no Sent box to put copies into, until there is one', async () => {
  let hasSentBox = false;
  const { shop, messageId } = await aShop({ hasSentBox: () => hasSentBox });
  const worker = aWorker();
  await worker.isDone(messageId);
  expect(await theMailbox(shop)).toMatchObject({ copy_error_key: 'sent_folder_missing', send_error_key: null });
  hasSentBox = true;
  await worker.isDone(await aSentLetter(shop));
  expect(await theMailbox(shop)).toMatchObject({ copy_error_key: null, copy_error_details: null });
});

test('a copy whose settings are mended in its last attempt is put by the new ones, which are not blamed for the old', async () => {
  const [old, mended] = [await aShop(), await aShop()];
  await change(sql`update deliveries set copy_state = 'done' where message_id = ${mended.messageId}`);
  await change(sql`update deliveries set copy_attempts = 20, give_up_at = now() where message_id = ${old.messageId}`);
  old.hold();
  const worker = aWorker();
  await old.isAsked();
  const data = { imap_port: mended.port, imap_password: 'secret' };
  rows(await olena.post('mailboxes/update', { data, ...byId(old.shop.mailboxId) }), 'mailboxes');
  old.breakOff();
  await waitUntil(async () => (await stateOf(old.messageId)) !== 'queued');
  await worker.stop();
  expect(await stateOf(old.messageId)).toBe('done');
  const told = sql`select from events where entity = 'mailboxes' and entity_id = ${old.shop.mailboxId} and actor_kind = 'system'`;
  expect(await at.db.read('system', told)).toEqual([]);
});
