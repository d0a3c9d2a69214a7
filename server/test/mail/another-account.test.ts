import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { FetchedMail } from '#channels/email/transport/mailbox-port.ts';
import { renewLeases } from '#flows/mailbox-fleet/lease-queries.ts';
import { storedMailbox } from '#flows/mailbox-fleet/stored-mailbox.ts';
import { filesInFolder } from '#platform/files.ts';
import { sql } from '#platform/sql.ts';
import type { ApiClient } from '../api/api-client.ts';
import { aParley, type TestParley } from '../api/parley-in-process.ts';
import { aCompany, aPerson } from '../api/people.ts';
import { byId, rows } from '../api/rows-of.ts';

let at: TestParley;
let olena: ApiClient;
let mailboxId: number;
beforeAll(async () => {
  at = await aParley();
  olena = (await aPerson(at)).api;
});
afterAll(() => at?.close());

let shops = 0;
beforeEach(async () => {
  mailboxId = (await aCompany(olena, `Lumen ${++shops}`, 'LO')).mailboxId;
  const { from } = await aWatch();
  await from.startAt(inbox, 0);
  await from.store(aMail(1, 'Table'));
  await from.store(aMail(2, 'Chair'));
  await from.fetched(new Date());
});

const inbox = { role: 'inbox', path: 'INBOX', uidValidity: '1' } as const;
const aMail = (uid: number, subject: string): FetchedMail => ({
  ...{ ...inbox, uid, cursor: 'moves', seen: false },
  receivedAt: new Date(1_790_000_000_000 + uid * 1000),
  raw: Buffer.from(`From: hanna@lindqvist.test\r\nSubject: ${subject}\r\n\r\nHi\r\n`),
});

/** A worker that reads the mailbox as it is set up now. */
async function aWatch() {
  const leases = await at.db.transaction('system', (tx) => renewLeases(tx, 'the only one'));
  const lease = leases.find((one) => one.id === mailboxId);
  if (!lease) throw new Error('no lease');
  const lost: string[] = [];
  const { db, wake, folder } = at;
  return {
    from: storedMailbox({ db, wake, files: filesInFolder(`${folder}/files`) }, lease, () => lost.push('lost')),
    lost,
  };
}
const point = async (data: Record<string, unknown>) =>
  rows(
    await olena.post('mailboxes/update', { data: { imap_password: 'another', ...data }, ...byId(mailboxId) }),
    'mailboxes',
  );
const start = async () => {
  const [row] = await at.db.read<{ start_at: Date; last_fetched_at: Date | null }>(
    'system',
    sql`select start_at, last_fetched_at from mailboxes where id = ${mailboxId}`,
  );
  return { at: row?.start_at.getTime() ?? 0, fetchedAt: row?.last_fetched_at?.getTime() };
};

test('a mailbox that is pointed at another account loses none of its mail, whatever numbers the old one had used', async () => {
  const before = Date.now();
  await point({ imap_username: 'sales@lumen.test' });
  const { from } = await aWatch();
  expect(await from.cursor('inbox', 'INBOX')).toBeNull();
  expect((await start()).at).toBeGreaterThanOrEqual(before - 1000);
  await from.startAt(inbox, 0);
  expect(await from.store(aMail(1, 'A lamp'))).toBe('stored');
  expect(await from.store(aMail(1, 'A lamp'))).toBe('known');
});

test('a server that is called by another name brings no mail twice, and loses none of the time between', async () => {
  await point({ imap_server: 'mail.lumen.test' });
  const { at: startAt, fetchedAt } = await start();
  expect(startAt).toBe(fetchedAt);
  const { from } = await aWatch();
  await from.startAt(inbox, 0);
  expect(await Promise.all([aMail(1, 'Table'), aMail(2, 'Chair'), aMail(3, 'Lamp')].map(from.store))).toEqual([
    'known',
    'known',
    'stored',
  ]);
});

test('what the old account had and was never fetched is known under the new name as well', async () => {
  const huge = {
    ...inbox,
    uid: 9,
    cursor: 'moves',
    receivedAt: new Date(1_790_000_000_000),
    bytes: 99_000_000,
  } as const;
  const skipped = async () => {
    const [row] = await at.db.read<{ n: number }>(
      'system',
      sql`select count(*)::int as n from inbound_mails where mailbox_id = ${mailboxId} and sha256 is null`,
    );
    return row?.n;
  };
  await (await aWatch()).from.skip({ ...huge, reason: 'too_large', details: null, start: null });
  await point({ imap_server: 'mail.lumen.test' });
  const { from } = await aWatch();
  await from.startAt(inbox, 0);
  await from.skip({ ...huge, reason: 'too_large', details: null, start: null });
  expect(await skipped()).toBe(1);
});

test('whoever is still connected to the old account writes nothing any more', async () => {
  const old = await aWatch();
  await point({ imap_username: 'sales@lumen.test' });
  await expect(old.from.store(aMail(3, 'Of the old one'))).rejects.toThrow('Another worker');
  await expect(old.from.startAt(inbox, 3)).rejects.toThrow('Another worker');
  expect(old.lost).not.toEqual([]);
  expect(await (await aWatch()).from.cursor('inbox', 'INBOX')).toBeNull();
});

test('a folder put back from a backup loses no mail that has the number of an earlier one, and brings none twice', async () => {
  const { from } = await aWatch();
  await from.startOver(inbox);
  expect(await from.cursor('inbox', 'INBOX')).toBeNull();
  await from.startAt(inbox, 0);
  expect(await Promise.all([aMail(1, 'Table'), aMail(2, 'Lamp')].map(from.store))).toEqual(['known', 'stored']);
});

test('the same account in other letters, and one that was never read, go on where they are', async () => {
  const { at: before } = await start();
  await point({ imap_username: `SUPPORT@lumen${shops}.test`, imap_server: '127.0.0.1' });
  expect(await (await aWatch()).from.cursor('inbox', 'INBOX')).toMatchObject({ lastUid: 2 });
  expect((await start()).at).toBe(before);

  const { mailboxId: fresh } = await aCompany(olena, `Fresh ${shops}`, 'FR');
  mailboxId = fresh;
  const { at: added } = await start();
  await point({ imap_username: 'typed-right@lumen.test' });
  expect((await start()).at).toBe(added);
});

test('what a look by old settings found says nothing of new ones that were saved meanwhile', async () => {
  const { from, lost } = await aWatch();
  await point({});
  await from.health({ state: 'action_needed', key: 'wrong_password', details: 'No', nextTryAt: null });
  const health = async () => rows(await olena.post('mailboxes/get', byId(mailboxId)), 'mailboxes')[0].health_state;
  expect(await health()).toBe('connecting');
  expect(lost).toEqual([]);
  await (await aWatch()).from.health({ state: 'ok', key: null, details: null, nextTryAt: null });
  expect(await health()).toBe('ok');
});
