import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FetchedMail } from '#channels/email/transport/mailbox-port.ts';
import { destroyDoomed } from '#domain/stored-files/index.ts';
import { renewLeases } from '#flows/mailbox-fleet/lease-queries.ts';
import { storedMailbox } from '#flows/mailbox-fleet/stored-mailbox.ts';
import { filesInFolder } from '#platform/files.ts';
import { sql } from '#platform/sql.ts';
import type { ApiClient } from '../api/api-client.ts';
import { aParley, type TestParley } from '../api/parley-in-process.ts';
import { aCompany, aPerson } from '../api/people.ts';

let at: TestParley;
let olena: ApiClient;
let mailboxId: number;
let port: ReturnType<typeof storedMailbox>;
/** Of a worker that has lost its lease while it kept what it fetched. */
let late: ReturnType<typeof storedMailbox>;
const folder = () => path.join(at.folder, 'files');
beforeAll(async () => {
  at = await aParley();
  olena = (await aPerson(at)).api;
  mailboxId = (await aCompany(olena)).mailboxId;
  const leases = await at.db.transaction('system', (tx) => renewLeases(tx, 'the only one'));
  const lease = leases.find((one) => one.id === mailboxId);
  if (!lease) throw new Error('no lease');
  const { db, wake } = at;
  const needs = { db, wake, files: filesInFolder(folder()) };
  port = storedMailbox(needs, lease, () => {});
  late = storedMailbox(needs, { ...lease, lease_token: lease.lease_token - 1 }, () => {});
});
afterAll(() => at?.close());

const aMail = (uid: number, subject: string, uidValidity = '1'): FetchedMail => ({
  ...{ role: 'inbox', path: 'INBOX', uidValidity, uid, cursor: 'moves', seen: false },
  receivedAt: new Date(1_790_000_000_000 + uid * 1000),
  raw: Buffer.from(`From: hanna@lindqvist.test\r\nSubject: ${subject}\r\n\r\nHi\r\n`),
});
const come = (...mails: FetchedMail[]) => Promise.all(mails.map((mail) => port.store(mail)));
const rows = () =>
  at.db.read<{ id: number; uid: number; raw_key: string; raw_offset: number | null }>(
    'system',
    sql`select id, uid, raw_key, raw_offset from inbound_mails where mailbox_id = ${mailboxId} order by uid`,
  );
const paths = () =>
  !fs.existsSync(folder())
    ? []
    : fs
        .readdirSync(folder(), { recursive: true, withFileTypes: true })
        .filter((one) => one.isFile())
        .map((one) => path.join(one.parentPath, one.name));
const stored = () => paths().length;

test('mails fetched together lie in one file, and the source of each is given as it came', async () => {
  await port.startAt({ role: 'inbox', path: 'INBOX', uidValidity: '1' }, 0);
  const before = stored();
  const mails = [aMail(1, 'Table'), aMail(2, 'Chair'), aMail(3, 'Стіл')];
  expect(await come(...mails)).toEqual(['stored', 'stored', 'stored']);
  expect(stored()).toBe(before + 1);
  expect(new Set((await rows()).map((row) => row.raw_key)).size).toBe(1);
  for (const [i, row] of (await rows()).entries()) {
    expect((await olena.get(`inbound-mails/${row.id}/source`)).text).toBe(String(mails[i]?.raw));
  }
});

test('F7 a folder that was renumbered writes no mail a second time', async () => {
  await at.db.transaction('system', (tx) => tx.run(sql`update inbound_mails set outcome = 'automatic'`));
  const before = stored();
  const again = [aMail(11, 'Table', '2'), aMail(12, 'Chair', '2'), aMail(13, 'A new lamp', '2')];
  expect(await come(...again)).toEqual(['known', 'known', 'stored']);
  expect(stored()).toBe(before + 1);
  expect((await rows()).map((row) => row.uid)).toEqual([1, 2, 3, 13]);
});

test('a mail that comes again alone, as one does that is moved there, leaves no bytes that nothing names', async () => {
  const before = stored();
  expect(await come(aMail(21, 'Table', '3'))).toEqual(['known']);
  expect(stored()).toBe(before);
});

test('F1 what was kept by a worker that died before it was named does not stay on disk', async () => {
  const before = new Set(paths());
  const mails = [aMail(31, 'Left by nobody', '3'), aMail(32, 'Left as well', '3')];
  await expect(Promise.all(mails.map((mail) => late.store(mail)))).rejects.toThrow('Another worker');
  const left = paths().filter((one) => !before.has(one));
  expect(left).toHaveLength(1);
  const anHourAgo = new Date(Date.now() - 3_600_000);
  for (const one of left) fs.utimesSync(one, anHourAgo, anHourAgo);
  await at.db.transaction('system', (tx) => tx.run(sql`update doomed_bytes set due_at = now()`));
  await destroyDoomed(at.db, filesInFolder(folder()));
  expect(new Set(paths())).toEqual(before);
});

test('a mail whose bytes lie elsewhere is found where it was fetched again', async () => {
  await at.db.transaction('system', (tx) =>
    tx.run(
      sql`update inbound_mails set outcome = 'waiting', raw_key = 'company-1/mail/elsewhere.pack', raw_offset = 7 where uid in (1, 2)`,
    ),
  );
  expect(await come(aMail(1, 'Table'), aMail(2, 'Chair'))).toEqual(['known', 'known']);
  const [table, chair] = await rows();
  expect(table?.raw_key).toMatch(/^company-\d+\/mail\/[0-9a-f]{2}\/[0-9a-f]{64}\.pack$/);
  expect(fs.readFileSync(path.join(folder(), chair?.raw_key ?? ''), 'utf8').slice(chair?.raw_offset ?? 0)).toBe(
    String(aMail(2, 'Chair').raw),
  );
});
