import { afterAll, beforeAll, expect, test } from 'vitest';
import { fetchAgain, lockMail } from '#domain/inbound-mails/index.ts';
import { loadPerson } from '#domain/people/index.ts';
import { eraseLettersElsewhere, lockTicket, purgeDue, purgeTrash } from '#domain/tickets/index.ts';
import type { Tx } from '#platform/database.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aTicket } from './a-ticket.ts';
import type { ApiClient } from './api-client.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, type Company } from './people.ts';

let at: TestParley;
let olena: ApiClient;
let olenaId: number;
let shop: Company;
beforeAll(async () => {
  at = await aParley();
  ({ api: olena, id: olenaId } = await aPerson(at));
  shop = await aCompany(olena);
});
afterAll(() => at?.close());

const inSystem = <T>(work: (tx: Tx) => Promise<T>) => at.db.transaction('system', work);

const inTrash = (ids: readonly number[], days: number) =>
  inSystem(async (tx) => {
    await tx.run(sql`update tickets set is_deleted = 1 where id = any (${ids}::bigint[])`);
    // The moment is noted by the database.
    await tx.run(
      sql`update tickets set deleted_at = now() - make_interval(days => ${days}) where id = any (${ids}::bigint[])`,
    );
  });

/**
 * Somebody has locked what comes first, and whoever is asked now waits for that. What comes later is still free then:
 * would they hold it, the two would wait for each other.
 */
async function waits<T>(first: (tx: Tx) => Promise<unknown>, asked: () => Promise<T>, later: Sql): Promise<T> {
  const { answer } = await inSystem(async (tx) => {
    await first(tx);
    const me = await tx.row<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    const answering = asked();
    answering.catch(() => {});
    const behindMe = sql`select from pg_stat_activity where ${me?.pid}::int = any (pg_blocking_pids(pid))`;
    await waitUntil(async () => (await at.db.read('system', behindMe)).length > 0, {
      what: 'whoever is asked to wait',
    });
    expect(await tx.rows(sql`${later} for update nowait`)).not.toEqual([]);
    return { answer: answering };
  });
  return answer;
}

const accountIsHeld = (tx: Tx) => tx.run(sql`select from channel_accounts where id = ${shop.mailboxId} for share`);

test('whoever has a mailbox read again holds its account before its settings, as who reads and who saves it do', async () => {
  const asked = () => olena.call('mailboxes/fetch-since', { id: shop.mailboxId, since: '2026-01-01' });
  const answer = await waits(accountIsHeld, asked, sql`select from mailboxes where id = ${shop.mailboxId}`);
  expect(answer.status).toBe(200);
});

test('whoever has a mail fetched again holds the account before the cursors of its folders, as who reads it does', async () => {
  const { inboundMailId } = await aTicket(at, shop);
  await inSystem((tx) =>
    tx.run(
      sql`insert into mailbox_folders (company_id, mailbox_id, path, role, uid_validity, last_uid)
          select company_id, mailbox_id, folder, folder_role, uid_validity, uid from inbound_mails where id = ${inboundMailId} on conflict do nothing`,
    ),
  );
  const asked = () =>
    inSystem(async (tx) => {
      const mail = await lockMail(tx, inboundMailId);
      if (mail) await fetchAgain(tx, mail);
    });
  await waits(accountIsHeld, asked, sql`select from mailbox_folders where mailbox_id = ${shop.mailboxId}`);
});

test('whoever empties the trash holds tickets in the order of their ids, whichever came there first', async () => {
  const [low, high] = [(await aTicket(at, shop)).ticketId, (await aTicket(at, shop)).ticketId];
  await inTrash([high], 2);
  await inTrash([low], 1);
  const olenaHerself = await loadPerson(at.db, olenaId);
  if (!olenaHerself) throw new Error('no Olena');
  const asked = () => inSystem((tx) => purgeTrash(tx, shop.companyId, new Date(), olenaHerself));
  const gone = await waits((tx) => lockTicket(tx, low), asked, sql`select from tickets where id = ${high}`);
  expect(gone).toBe(2);
});

test('whoever empties the trash meets what is left, when all that they waited for was restored', async () => {
  const others: number[] = [];
  for (let n = 0; n < 20; n++) others.push((await aTicket(at, shop)).ticketId);
  const { ticketId: last } = await aTicket(at, shop);
  await inTrash(others, 2);
  await inTrash([last], 1);
  const olenaHerself = await loadPerson(at.db, olenaId);
  if (!olenaHerself) throw new Error('no Olena');
  const restored = (tx: Tx) =>
    tx.run(sql`update tickets set is_deleted = 0, deleted_at = null where id = any (${others}::bigint[])`);
  const asked = () => inSystem((tx) => purgeTrash(tx, shop.companyId, new Date(), olenaHerself));
  expect(await waits(restored, asked, sql`select from tickets where id = ${last}`)).toBe(1);
});

test('what has been in the trash for long stays for another look where somebody holds what was merged into it', async () => {
  const [merged, into] = [(await aTicket(at, shop)).ticketId, (await aTicket(at, shop)).ticketId];
  await inSystem((tx) => tx.run(sql`update tickets set merged_into_id = ${into} where id = ${merged}`));
  await inTrash([into], 90);
  const impatient = () =>
    inSystem(async (tx) => {
      await tx.run(sql`set local lock_timeout = '1s'`);
      return purgeDue(tx);
    });
  await inSystem(async (tx) => {
    await lockTicket(tx, merged);
    expect(await impatient()).toBe(0);
  });
  expect(await impatient()).toBe(1);
  expect(await at.db.read('system', sql`select from tickets where id in (${merged}, ${into})`)).toEqual([]);
});

test('whoever forgets somebody holds tickets before their messages, as who writes there does', async () => {
  const { ticketId, messageId, customerId } = await aTicket(at, shop, { address: 'ivan@elsewhere.test' });
  const of = { until: { message: messageId + 1 }, addresses: ['ivan@elsewhere.test'] };
  const ivan = { ids: [], partners: [customerId], ...of };
  const asked = () => inSystem((tx) => eraseLettersElsewhere(tx, shop.companyId, ivan, { after: 0, limit: 2000 }));
  const messages = sql`select from messages where company_id = ${shop.companyId} and ticket_id = ${ticketId}`;
  const { erased } = await waits((tx) => lockTicket(tx, ticketId), asked, messages);
  expect(erased).toMatchObject({ messages: 1 });
  const left = sql`select from messages where id = ${messageId} and from_address is not null`;
  expect(await at.db.read('system', left)).toEqual([]);
});
