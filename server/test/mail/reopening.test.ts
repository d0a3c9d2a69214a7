import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMailParser, type MailParser } from '#channels/email/parsing/mail-parser.ts';
import { keepRaws, storeMail } from '#domain/inbound-mails/index.ts';
import { makeReplyAddress } from '#domain/mailboxes/index.ts';
import { eraseTickets, reopenDaysMax } from '#domain/tickets/index.ts';
import { runIntake } from '#flows/intake/run-intake.ts';
import { filesInFolder, sha256 } from '#platform/files.ts';
import { createLog } from '#platform/log.ts';
import type { Loop } from '#platform/loop.ts';
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
let intake: Loop;
let parser: MailParser;
beforeAll(async () => {
  at = await aParley();
  olena = (await aPerson(at)).api;
  shop = await aCompany(olena);
  parser = createMailParser({ workersMax: 1, threadsMax: 1 });
  const files = filesInFolder(`${at.folder}/files`);
  intake = runIntake({ ...at, files, parser, log: createLog('silent'), worker: 'the only one' });
});
afterAll(async () => {
  await intake?.stop();
  await parser?.close();
  await at?.close();
});

let uids = 500;
type Letter = { from?: string; subject: string; to?: string };
/** Letters of Hanna's that arrive together; answers what became of each. */
async function arrive(...letters: readonly Letter[]) {
  const files = filesInFolder(`${at.folder}/files`);
  const mails = letters.map(({ from = 'hanna@lindqvist.test', subject, to = 'support@shop.test' }) => ({
    uid: ++uids,
    raw: Buffer.from(
      `From: ${from}\r\nTo: ${to}\r\nSubject: ${subject}\r\nMessage-ID: <${uids}@x.test>\r\n\r\nHi ${uids}\r\n`,
    ),
  }));
  const kept = await keepRaws(
    files,
    shop.companyId,
    mails.map(({ raw }) => ({ raw, hash: sha256(raw) })),
  );
  const of = {
    companyId: shop.companyId,
    mailboxId: shop.mailboxId,
    folder: 'INBOX',
    role: 'inbox',
    uidValidity: '1',
  } as const;
  await at.db.transaction({ companies: [shop.companyId] }, async (tx) => {
    for (const [i, { uid, raw }] of mails.entries())
      await storeMail(tx, { ...of, uid, receivedAt: new Date(), size: raw.byteLength, raw: kept[i] ?? null });
  });
  at.wake.nudge('inbound');
  const read = () =>
    at.db.read<{ outcome: string; reason_key: string | null; ticket_id: number }>(
      'system',
      sql`select outcome, reason_key, ticket_id from inbound_mails where mailbox_id = ${shop.mailboxId} and uid = any (${mails.map((one) => one.uid)}::bigint[]) order by uid`,
    );
  return waitUntil(async () => {
    const all = await read();
    return all.every((one) => one.outcome !== 'waiting') && all;
  });
}

const replyAddress = (ticketId: number) =>
  makeReplyAddress(at.secrets, { companyId: shop.companyId, ticketId, address: 'support@shop.test' });
const resolvedDaysAgo = async (id: number, days: number) => {
  await olena.call('tickets/resolve', { ids: [id] });
  await at.db.transaction('system', (tx) =>
    tx.run(sql`update tickets set resolved_at = now() - make_interval(hours => ${days * 24}) where id = ${id}`),
  );
};
const theTicket = async (id: number) =>
  rows(
    await olena.post('tickets/get', { fields: ['view_type', 'follows_id', 'is_spam', 'case_number'], ...byId(id) }),
    'tickets',
  )[0];
const linesOf = (id: number) =>
  at.db.read<{ key: string; number: string | null }>(
    'system',
    sql`select event_key as key, event_values->>'number' as number from messages where ticket_id = ${id} and kind = 'event' order by id`,
  );

test('a letter reopens what was resolved within 14 days, and a later one opens a ticket that follows it', async () => {
  const { ticketId } = await aTicket(at, shop);
  await resolvedDaysAgo(ticketId, reopenDaysMax - 0.5);
  const [soon] = await arrive({ subject: 'It broke', to: replyAddress(ticketId) });
  expect(soon).toMatchObject({ outcome: 'appended', ticket_id: ticketId });
  expect(await theTicket(ticketId)).toMatchObject({ view_type: '' });

  await resolvedDaysAgo(ticketId, reopenDaysMax + 0.5);
  // Two at once, and one later, make one ticket.
  const together = await arrive(
    { subject: 'Again', to: replyAddress(ticketId) },
    { subject: 'And again', to: replyAddress(ticketId) },
  );
  const newId = together[0]?.ticket_id ?? 0;
  expect(together).toMatchObject([
    { outcome: 'new_ticket', reason_key: 'follows' },
    { outcome: 'appended', ticket_id: newId },
  ]);
  const [later] = await arrive({ subject: 'Hello?', to: replyAddress(ticketId) });
  expect(later).toMatchObject({ outcome: 'appended', ticket_id: newId });

  const [old, fresh] = [await theTicket(ticketId), await theTicket(newId)];
  expect(old).toMatchObject({ view_type: 'resolved', follows_id: null });
  expect(fresh).toMatchObject({ view_type: '', follows_id: ticketId });
  expect(await linesOf(newId)).toEqual([{ key: 'follows', number: old.case_number }]);
  expect((await linesOf(ticketId)).at(-1)).toEqual({ key: 'followed_by', number: fresh.case_number });
});

test('a late answer to what is in the trash, gone for good, erased or spam opens a ticket of its own, and brings nothing back', async () => {
  const ids: number[] = [];
  while (ids.length < 4) ids.push((await aTicket(at, shop)).ticketId);
  const [inTrash = 0, gone = 0, forgotten = 0, unwanted = 0] = ids;
  for (const id of [inTrash, gone]) await olena.post('tickets/delete', byId(id));
  expect((await olena.call('tickets/purge', { ids: [gone] })).status).toBe(200);
  await at.db.transaction({ companies: [shop.companyId] }, (tx) => eraseTickets(tx, shop.companyId, [forgotten], []));
  expect((await olena.call('tickets/spam', { ids: [unwanted], is_spam: 1 })).status).toBe(200);
  const before = await at.db.read('system', sql`select * from tickets where id = any (${ids}::bigint[]) order by id`);

  for (const [i, id] of ids.entries()) {
    const [late] = await arrive({ subject: `Late ${i}`, to: replyAddress(id) });
    expect(late, `to ${['the trash', 'what is gone', 'what was erased', 'spam'][i]}`).toMatchObject({
      outcome: 'new_ticket',
    });
    expect(ids).not.toContain(late?.ticket_id);
    expect(await theTicket(late?.ticket_id ?? 0)).toMatchObject({ view_type: '', is_spam: 0, follows_id: null });
  }
  expect(await at.db.read('system', sql`select * from tickets where id = any (${ids}::bigint[]) order by id`)).toEqual(
    before,
  );
});

test('whoever is blocked writes into spam, whatever they answer, until they are not blocked any more', async () => {
  const { ticketId, customerId } = await aTicket(at, shop, { address: 'prize@winner.test' });
  await olena.call('customers/block', { ids: [customerId] });
  const [blocked] = await arrive({ from: 'Prize@Winner.test', subject: 'You won', to: replyAddress(ticketId) });
  expect(blocked).toMatchObject({ outcome: 'spam', reason_key: 'blocked' });
  expect(blocked?.ticket_id).not.toBe(ticketId);
  expect(await theTicket(blocked?.ticket_id ?? 0)).toMatchObject({ is_spam: 1 });
  await olena.call('customers/unblock', { ids: [customerId] });
  const [free] = await arrive({ from: 'prize@winner.test', subject: 'Sorry', to: replyAddress(ticketId) });
  expect(free).toMatchObject({ outcome: 'appended', ticket_id: ticketId });
});
