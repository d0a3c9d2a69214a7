import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeCustomers } from '#domain/customers/index.ts';
import { fetchAgain, lockMail } from '#domain/inbound-mails/index.ts';
import { loadPerson } from '#domain/people/index.ts';
import { eraseLettersElsewhere, lockTicket, openTicket, purgeDue, purgeTrash } from '#domain/tickets/index.ts';
import type { Tx } from '#platform/database.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aTicket } from './a-ticket.ts';
import type { ApiClient } from './api-client.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, type Company, rowId } from './people.ts';

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

describe('Whoever has a stored mail worked on', () => {
  const calls = ['inbound-mails/process-again', 'inbound-mails/move-to-ticket'] as const;
  const entryOf = (id: number) => sql`select from inbound_mails where id = ${id}`;
  const numberOf = async (id: number) =>
    (await at.db.read<{ number: number }>('system', sql`select number from tickets where id = ${id}`))[0]?.number;

  test.each(calls)(
    'holds the ticket of a letter before its entry in the mail log, as who splits does (%s)',
    async (call) => {
      const { ticketId, inboundMailId } = await aTicket(at, shop);
      const number = await numberOf((await aTicket(at, shop)).ticketId);
      const data = call === 'inbound-mails/move-to-ticket' ? { id: inboundMailId, number } : { id: inboundMailId };
      const asked = () => olena.call(call, data);
      const answer = await waits((tx) => lockTicket(tx, ticketId), asked, entryOf(inboundMailId));
      expect(answer.status, answer.text).toBe(200);
    },
  );

  test.each(calls)(
    'holds one that is no message first, as intake does, and meets what it has become (%s)',
    async (call) => {
      const { ticketId, messageId, inboundMailId } = await aTicket(at, shop);
      const number = await numberOf(ticketId);
      const data = call === 'inbound-mails/move-to-ticket' ? { id: inboundMailId, number } : { id: inboundMailId };
      await inSystem((tx) =>
        tx.run(
          sql`update inbound_mails set outcome = 'kept', message_id = null, ticket_id = null where id = ${inboundMailId}`,
        ),
      );
      const becomesOne = async (tx: Tx) => {
        await lockMail(tx, inboundMailId);
        await tx.run(
          sql`update inbound_mails set outcome = 'appended', message_id = ${messageId}, ticket_id = ${ticketId} where id = ${inboundMailId}`,
        );
      };
      const asked = () => olena.call(call, data);
      const answer = await waits(becomesOne, asked, sql`select from tickets where id = ${ticketId}`);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.body.data.ticket_id).toBe(ticketId);
      const letters = sql`select from messages where inbound_mail_id = ${inboundMailId}`;
      expect(await at.db.read('system', letters)).toHaveLength(1);
    },
  );
});

describe('Customers', () => {
  const twoCustomers = async () => {
    const [stays, goes] = [
      await aTicket(at, shop, { address: `${randomUUID()}@stays.test` }),
      await aTicket(at, shop, { address: `${randomUUID()}@goes.test` }),
    ];
    const pair = { into_id: stays.customerId, from_id: goes.customerId };
    return {
      ticketId: goes.ticketId,
      pair,
      merge: () => olena.call('customers/merge', { client_id: randomUUID(), ...pair }),
    };
  };
  const cards = ({ into_id, from_id }: { into_id: number; from_id: number }) =>
    sql`select from customers where id in (${into_id}, ${from_id}) order by id`;

  test('are merged by who holds their tickets first, as who marks those as spam and blocks their writers does', async () => {
    const { ticketId, pair, merge } = await twoCustomers();
    const answer = await waits((tx) => lockTicket(tx, ticketId), merge, cards(pair));
    expect(answer.status, answer.text).toBe(200);
  });

  test('are parted again by who holds the tickets that go back first', async () => {
    const { ticketId, pair, merge } = await twoCustomers();
    const { merge_id } = (await merge()).body.data;
    const asked = () => olena.call('customers/unmerge', { merge_id });
    const answer = await waits((tx) => lockTicket(tx, ticketId), asked, cards(pair));
    expect(answer.body.data).toMatchObject({ tickets: 1 });
  });

  const aChat = async () => {
    const data = [{ company_id: shop.companyId, product_id: shop.productId, name: 'Shop chat', title: 'Lumen' }];
    const quidget = rowId(await olena.post('quidgets/create', { data }), 'quidgets');
    const who = { quidget, token: randomBytes(32).toString('base64url'), language: 'en' };
    const asks = async () => {
      const begun = await at.stranger().call('chat/begin', { ...who, client_id: randomUUID(), text: 'Is it oak?' });
      expect(begun.status, begun.text).toBe(200);
    };
    await asks();
    const [visitor] = await at.db.read<{ id: number; customer_id: number }>(
      'system',
      sql`select id, customer_id from visitors where quidget_id = ${quidget}`,
    );
    if (!visitor) throw new Error('nobody wrote');
    const writing = (tx: Tx) => tx.run(sql`select from visitors where id = ${visitor.id} for update`);
    return { customerId: visitor.customer_id, asks, writing };
  };

  test('are parted again by who holds the browsers of theirs first, as who writes in a chat does', async () => {
    const { customerId, asks, writing } = await aChat();
    const into_id = (await aTicket(at, shop, { address: `${randomUUID()}@stays.test` })).customerId;
    const pair = { into_id, from_id: customerId };
    const { merge_id } = (await olena.call('customers/merge', { client_id: randomUUID(), ...pair })).body.data;
    await asks();
    const asked = () => olena.call('customers/unmerge', { merge_id });
    expect((await waits(writing, asked, cards(pair))).status).toBe(200);
  });

  test('are forgotten by who holds the browsers of theirs first', async () => {
    const { customerId, writing } = await aChat();
    const [card] = await at.db.read<{ typed: string }>(
      'system',
      sql`select trim(first_name || ' ' || last_name) as typed from customers where id = ${customerId}`,
    );
    const asked = () => olena.call('customers/erase', { id: customerId, ...card });
    const answer = await waits(writing, asked, sql`select from customers where id = ${customerId}`);
    expect(answer.status, answer.text).toBe(200);
  });

  test('keep nobody from beginning tickets for others while they are merged or forgotten', async () => {
    const address = `${randomUUID()}@busy.test`;
    const { customerId } = await aTicket(at, shop, { address });
    const isBusy = (tx: Tx) => tx.run(sql`select from customers where id = ${customerId} for update`);
    const counter = sql`select from companies where id = ${shop.companyId}`;
    const letter = { client_id: randomUUID(), product_id: shop.productId, how: 'each', subject: 'News' };
    const composed = () => olena.call('tickets/compose', { ...letter, body_html: '<p>News</p>', to: [{ address }] });
    expect((await waits(isBusy, composed, counter)).status).toBe(200);
    const opened = () =>
      inSystem(async (tx) => {
        const ticket = {
          companyId: shop.companyId,
          productId: shop.productId,
          customerId,
          channelAccountId: shop.mailboxId,
        };
        const about = { channel: 'mail' as const, title: 'Is it oak?', looksLikeId: null };
        return openTicket(
          tx,
          { ...ticket, ...about },
          { customer: { id: customerId, name: '' }, hasAttachments: false },
        );
      });
    expect(await waits(isBusy, opened, counter)).toMatchObject({ ticketId: expect.any(Number) });
  });

  test('whom one letter is to make are made in one order, however they are listed', async () => {
    const [first, last] = [`a-${randomUUID()}@new.test`, `z-${randomUUID()}@new.test`];
    const made = (address: string) => (tx: Tx) => makeCustomers(tx, shop.companyId, [{ name: '', address }]);
    const asked = () =>
      olena.call('tickets/compose', {
        ...{
          client_id: randomUUID(),
          product_id: shop.productId,
          how: 'each',
          subject: 'News',
          body_html: '<p>News</p>',
        },
        to: [{ address: last }, { address: first }],
      });
    const { answering } = await inSystem(async (tx) => {
      await made(first)(tx);
      const me = await tx.row<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      const answering = asked();
      answering.catch(() => {});
      const behindMe = sql`select from pg_stat_activity where ${me?.pid}::int = any (pg_blocking_pids(pid))`;
      await waitUntil(async () => (await at.db.read('system', behindMe)).length > 0, { what: 'the letter to wait' });
      // Would they have made the other one, the two would wait for each other.
      await tx.run(sql`set local lock_timeout = '300ms'`);
      await made(last)(tx);
      return { answering };
    });
    const answer = await answering;
    expect(answer.status, answer.text).toBe(200);
  });
});
