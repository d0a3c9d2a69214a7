import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockTicket } from '#domain/tickets/index.ts';
import { sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aShopThatReads, minutesAgo, type ShopThatReads } from './a-shop-that-reads.ts';

let shop: ShopThatReads;
beforeAll(async () => {
  shop = await aShopThatReads();
});
afterAll(() => shop?.close());

test('intake that waits for a ticket, as while it is split, keeps nobody from opening one, nor a letter from being in', async () => {
  const { companyId } = shop.shop;
  const { ticket_id: ticketId } = await shop.arrives({});
  const together = await shop.at.db.transaction({ companies: [companyId] }, async (tx) => {
    // As who splits it: the ticket first, then a number.
    await lockTicket(tx, ticketId ?? 0);
    const uids = await shop.comeTogether([
      { from: 'ivan@elsewhere.test', subject: 'A lamp', headers: ['Message-ID: <lamp@x.test>'] },
      { from: 'ivan@elsewhere.test', subject: 'Re: A lamp', headers: ['In-Reply-To: <lamp@x.test>'] },
      { subject: 'Re: A table', to: shop.replyAddress(ticketId ?? 0) },
    ]);
    const me = await tx.row<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    const behindMe = sql`select from pg_stat_activity where ${me?.pid}::int = any (pg_blocking_pids(pid))`;
    await waitUntil(async () => (await shop.ask(behindMe)).length > 0, { what: 'intake to wait for the ticket' });
    expect(await tx.rows(sql`select from companies where id = ${companyId} for no key update nowait`)).toHaveLength(1);
    expect(await shop.entryOf(uids[0] ?? 0)).toMatchObject({ outcome: 'new_ticket' });
    return uids;
  });
  const [lamp, answer, table] = await Promise.all(together.map(shop.entryOf));
  expect(table).toMatchObject({ outcome: 'appended', ticket_id: ticketId });
  const alike = sql`select looks_like_id from tickets where id = ${answer?.ticket_id}`;
  expect(await shop.ask(alike)).toEqual([{ looks_like_id: lamp?.ticket_id }]);
});

test('a crowd of letters is taken in by parts, in their order', async () => {
  const crowd = Array.from({ length: 80 }, (_, n) => ({
    from: `stranger${n}@crowd.test`,
    subject: `Crowd ${n}`,
    receivedAt: minutesAgo(100 - n),
  }));
  const uids = await shop.comeTogether(crowd);
  await Promise.all(uids.map(shop.entryOf));
  const parts = await shop.ask<{ mails: number }>(
    sql`select count(*)::int as mails from inbound_mails where subject like 'Crowd %' group by xmin::text`,
  );
  expect(Math.max(...parts.map((one) => one.mails))).toBeLessThanOrEqual(50);
  const opened = await shop.ask<{ title: string }>(
    sql`select title from tickets where title like 'Crowd %' order by number`,
  );
  expect(opened.map((one) => one.title)).toEqual(crowd.map((one) => one.subject));
});
