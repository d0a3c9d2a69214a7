import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMailParser, type MailParser } from '#channels/email/parsing/mail-parser.ts';
import {
  attemptsMax,
  claimMails,
  type KeptRaw,
  keepRaws,
  lockAllClaimed,
  renewClaims,
  storeMail,
  unfinishedMax,
} from '#domain/inbound-mails/index.ts';
import { runIntake } from '#flows/intake/run-intake.ts';
import type { Tx } from '#platform/database.ts';
import { filesInFolder, sha256 } from '#platform/files.ts';
import { createLog } from '#platform/log.ts';
import type { Loop } from '#platform/loop.ts';
import { sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import type { ApiClient } from '../api/api-client.ts';
import { aParley, type TestParley } from '../api/parley-in-process.ts';
import { aCompany, aMailbox, aPerson, rowId } from '../api/people.ts';

const faultyParser = new URL('../../src/channels/email/parsing/samples/faulty-worker.ts', import.meta.url);
let at: TestParley;
let olena: ApiClient;
let companyId: number;
let mailboxes: [shop: number, sales: number];
let intake: Loop;
let parser: MailParser;
beforeAll(async () => {
  at = await aParley();
  olena = (await aPerson(at)).api;
  const company = await aCompany(olena);
  companyId = company.companyId;
  const other = aMailbox({ company_id: companyId, product_id: company.productId, from_email: 'sales@lumenoak.test' });
  mailboxes = [company.mailboxId, rowId(await olena.post('mailboxes-new/create', { data: [other] }), 'mailboxes')];
  start(createMailParser({ program: faultyParser, timeoutSeconds: 1, workersMax: 2, memoryMegabytesMax: 32 }));
});
afterAll(async () => {
  await stop();
  await at?.close();
});

function start(with_: MailParser) {
  parser = with_;
  const files = filesInFolder(`${at.folder}/files`);
  const { db, secrets, wake } = at;
  intake = runIntake({ db, secrets, wake, files, parser, log: createLog('silent'), worker: 'the only one' });
}
async function stop() {
  await intake?.stop();
  await parser?.close();
}

const aMail = (subject: string, uid: number) =>
  Buffer.from(`From: hanna@lindqvist.test\r\nSubject: ${subject}\r\nMessage-ID: <${uid}@x.test>\r\n\r\nHi\r\n`);

let uids = 0;
/** As the watch of a mailbox leaves it: the bytes in a file, and a row that waits. */
async function arrives(mailboxId: number, subject: string): Promise<Buffer> {
  uids++;
  const uid = uids;
  const raw = aMail(subject, uid);
  const files = filesInFolder(`${at.folder}/files`);
  const [kept = null] = await keepRaws(files, companyId, [{ raw, hash: sha256(raw) }]);
  const mail = { companyId, mailboxId, folder: 'INBOX', role: 'inbox', uidValidity: '1', uid } as const;
  await at.db.transaction({ companies: [companyId] }, (tx) =>
    storeMail(tx, {
      ...mail,
      receivedAt: new Date(1_790_000_000_000 + uid * 1000),
      size: raw.length,
      raw: kept,
    }),
  );
  return raw;
}

type Row = {
  id: number;
  uid: number;
  outcome: string;
  reason_key: string;
  reason: string;
  attempts: number;
  subject: string;
};
/** Whoever looks also wakes intake: a mail that is due again must not wait for its next round. */
const rows = () => {
  at.wake.nudge('inbound');
  return at.db.read<Row>(
    'system',
    sql`select id, uid, outcome, reason_key, reason, attempts, subject from inbound_mails order by uid`,
  );
};

describe('F18 poison first in the queue', () => {
  const poisons = ['hang', 'leave', 'throw', 'eat memory'];
  let raws: Buffer[];

  test('is tried three times, kept with its reason, and holds nobody up for long', async () => {
    const [shop, sales] = mailboxes;
    raws = await Promise.all(poisons.map((poison) => arrives(shop, poison)));
    for (const n of [1, 2, 3]) await arrives(shop, `Behind the poison ${n}`);
    await arrives(sales, 'Next door');
    at.wake.nudge('inbound');

    const opened = async () => (await rows()).filter((one) => one.outcome === 'new_ticket').map((one) => one.subject);
    await waitUntil(async () => (await opened()).includes('Next door'), { what: 'the mail next door' });
    await waitUntil(async () => (await opened()).length === 4, { what: 'what is behind the poison' });

    const all = await waitUntil(
      async () => {
        const found = await rows();
        return found.every((one) => one.outcome !== 'waiting') && found;
      },
      { timeoutMs: 60_000 },
    );
    expect(all.slice(0, 4).map((one) => [one.outcome, one.reason_key])).toEqual(
      poisons.map(() => ['kept', 'unreadable']),
    );
    const [hung, left, threw, ate] = all.map((one) => one.attempts);
    expect([hung, left, threw]).toEqual([3, 3, 3]);
    // What takes more memory than there is does so again. A slow machine may stop it by its second first, which is tried again.
    expect([1, 2, all[3]?.reason?.includes('longer than 1 second') ? 3 : undefined]).toContain(ate);
    expect(all[0]?.reason).toMatch(/longer than 1 second/);
    expect(all[2]?.reason).toContain('This is what the mail told me to do');
  }, 150_000);

  test('stays downloadable byte for byte, and can be read again once the parser is mended', async () => {
    const all = await rows();
    for (const [i, raw] of raws.entries())
      expect((await olena.get(`inbound-mails/${all[i]?.id}/source`)).text).toBe(raw.toString());
    await stop();
    start(createMailParser());
    const listed = (await olena.post('inbound-mails/get', { filter: { conditions: [['outcome', '=', 'kept']] } })).body;
    expect(listed.total).toBe(4);
  });
});

test('F18 a subject of emoji that goes on beyond what a title holds opens a ticket, and can be answered', async () => {
  const uid = uids + 1;
  await arrives(mailboxes[0], `!${'🔥'.repeat(499)}`);
  const row = await waitUntil(async () => (await rows()).find((one) => one.uid === uid && one.outcome !== 'waiting'));
  expect(row).toMatchObject({ outcome: 'new_ticket' });
  const [ticket] = await at.db.read<{ title: string }>(
    'system',
    sql`select title from tickets order by id desc limit 1`,
  );
  expect(ticket?.title).toBe(`!${'🔥'.repeat(498)}`);
});

test('behind mails in hand nobody reads on but who has them, and not up to one that was tried before', async () => {
  await stop();
  const [shop] = mailboxes;
  const claim = (inHand: Awaited<ReturnType<typeof claimMails>> = []) =>
    at.db.transaction('system', (tx) => claimMails(tx, { worker: 'reads ahead', after: 0, inHand }));
  await arrives(shop, 'In hand');
  const inHand = await claim();
  expect(inHand).toHaveLength(1);
  await arrives(shop, 'Behind it');
  expect(await claim()).toEqual([]);
  const ahead = await claim(inHand);
  expect(ahead).toHaveLength(1);
  await arrives(shop, 'Next');
  await arrives(shop, 'Tried before');
  await at.db.transaction('system', (tx) =>
    tx.run(sql`update inbound_mails set attempts = 1 where uid = ${uids} and mailbox_id = ${shop}`),
  );
  expect(await claim([...inHand, ...ahead])).toEqual([]);
  await at.db.transaction('system', (tx) =>
    tx.run(sql`update inbound_mails set outcome = 'automatic' where outcome = 'waiting'`),
  );
});

test('mails that are being taken in are waited for by nobody, and claimed by nobody else, however long that takes', async () => {
  await stop();
  const [shop] = mailboxes;
  // Whoever waits for a lock fails here, instead of for good.
  const impatiently = <T>(work: (tx: Tx) => Promise<T>) =>
    at.db.transaction('system', async (tx) => {
      await tx.run(sql`set local lock_timeout = '1s'`);
      return work(tx);
    });
  const claim = () => impatiently((tx) => claimMails(tx, { worker: 'another', after: 0 }));
  const areOver = () =>
    at.db.transaction('system', (tx) =>
      tx.run(sql`update inbound_mails set due_at = now() where outcome = 'waiting' and mailbox_id = ${shop}`),
    );
  await arrives(shop, 'Being taken in');
  const taken = await at.db.transaction('system', (tx) => claimMails(tx, { worker: 'slow', after: 0 }));
  await arrives(shop, 'Next in hand');
  const inHand = [
    ...taken,
    ...(await at.db.transaction('system', (tx) => claimMails(tx, { worker: 'slow', after: 0, inHand: taken }))),
  ];
  expect(inHand).toHaveLength(2);
  await areOver();
  await at.db.transaction('system', async (tx) => {
    expect(await lockAllClaimed(tx, taken)).toHaveProperty('size', 1);
    expect(await claim()).toEqual([]);
    expect(await impatiently((other) => renewClaims(other, inHand))).toBe(true);
    const kept = sql`select id from inbound_mails where mailbox_id = ${shop} and outcome = 'waiting' and due_at > now()`;
    expect(await at.db.read('system', kept)).toEqual([{ id: inHand[1]?.id }]);
    expect(await impatiently((other) => renewClaims(other, taken))).toBe(true);
    expect(await claim()).toEqual([]);
  });
  await areOver();
  expect(await claim(), 'of one that died').toHaveLength(2);
  expect(await impatiently((tx) => renewClaims(tx, inHand))).toBe(false);
  await at.db.transaction('system', (tx) =>
    tx.run(sql`update inbound_mails set outcome = 'automatic' where outcome = 'waiting'`),
  );
});

test('a mail that was in hand when the server died, again and again, is tried alone and then blamed', async () => {
  await stop();
  const [shop] = mailboxes;
  await arrives(shop, 'The one that kills');
  await arrives(shop, 'Its neighbour');
  const die = async () => {
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update inbound_mails set due_at = now() where outcome = 'waiting'`),
    );
    return at.db.transaction('system', (tx) => claimMails(tx, { worker: 'dies', after: 0 }));
  };
  for (let time = 1; time <= unfinishedMax; time++) expect(await die()).toHaveLength(time <= attemptsMax ? 2 : 1);
  await at.db.transaction('system', (tx) =>
    tx.run(sql`update inbound_mails set due_at = now() where outcome = 'waiting'`),
  );
  start(createMailParser());
  const last = async (subjectOrReason: RegExp) =>
    (await rows()).find((one) => subjectOrReason.test(`${one.subject} ${one.reason}`) && one.outcome !== 'waiting');
  expect(await waitUntil(() => last(/Its neighbour/))).toMatchObject({ outcome: 'new_ticket' });
  expect(await waitUntil(() => last(/when the server ended/))).toMatchObject({
    outcome: 'kept',
    reason_key: 'unreadable',
  });
});

test('bytes that are not on this machine: the mailbox is read once more, the mail is kept and shown until they come, and read then', async () => {
  const [shop] = mailboxes;
  await at.db.transaction('system', (tx) =>
    tx.run(
      sql`insert into mailbox_folders (company_id, mailbox_id, path, role, uid_validity, last_uid) values (${companyId}, ${shop}, 'INBOX', 'inbox', '1', 1000)`,
    ),
  );
  uids++;
  const raw = aMail('Fetched by another', uids);
  const hash = sha256(raw);
  const mail = { companyId, mailboxId: shop, folder: 'INBOX', role: 'inbox', uidValidity: '1', uid: uids } as const;
  const isStored = (kept: KeptRaw) =>
    at.db.transaction({ companies: [companyId] }, (tx) =>
      storeMail(tx, { ...mail, receivedAt: new Date(), size: raw.length, raw: kept }),
    );
  await isStored({ key: 'company-1/mail/elsewhere.eml', offset: null, hash });
  at.wake.nudge('inbound');
  const cursor = async () =>
    (
      await at.db.read<{ last_uid: number }>(
        'system',
        sql`select last_uid from mailbox_folders where mailbox_id = ${shop}`,
      )
    )[0]?.last_uid;
  await waitUntil(async () => (await cursor()) === uids - 1, { what: 'the cursor to go back' });
  const kept = await waitUntil(async () => (await rows()).find((one) => one.uid === uids && one.outcome === 'kept'), {
    timeoutMs: 60_000,
  });
  expect(kept).toMatchObject({ reason_key: 'raw_missing', attempts: 3 });
  const get = { filter: { conditions: [['id', '=', kept.id]] } };
  const [row] = (await olena.post('inbound-mails/get', get)).body.data['inbound-mails'];
  expect(row.has_raw).toBe(0);
  const keyOf = async (asked: ReturnType<ApiClient['call']>) => (await asked).body.errors?.[0]?.key;
  expect(await keyOf(olena.call('inbound-mails/process-again', { id: kept.id }))).toBe('not_in_this_state');
  expect(await keyOf(olena.call('inbound-mails/move-to-ticket', { id: kept.id, number: 1 }))).toBe('not_in_this_state');
  expect((await olena.get(`inbound-mails/${kept.id}/source`)).status).toBe(404);

  const [found] = await keepRaws(filesInFolder(`${at.folder}/files`), companyId, [{ raw, hash }]);
  if (!found) throw new Error('nothing was kept');
  expect(await isStored(found)).toBe('known');
  expect(
    await waitUntil(async () => (await rows()).find((one) => one.uid === uids && one.outcome === 'new_ticket')),
  ).toMatchObject({ subject: 'Fetched by another', reason_key: null, attempts: 1 });

  // As where the file is lost later on.
  await rm(`${at.folder}/files/${found.key}`);
  const [letter] = await at.db.read<{ id: number }>(
    'system',
    sql`select id from messages where inbound_mail_id = ${kept.id}`,
  );
  expect((await olena.get(`messages/${letter?.id}/source`)).status).toBe(404);
  expect(await keyOf(olena.call('inbound-mails/process-again', { id: kept.id }))).toBe('not_in_this_state');
}, 100_000);
