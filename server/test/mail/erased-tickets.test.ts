import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeMessageId } from '#domain/mailboxes/index.ts';
import { eraseTickets } from '#domain/tickets/index.ts';
import { sql } from '#platform/sql.ts';
import { aShopThatReads, type ShopThatReads, support } from './a-shop-that-reads.ts';

/** Hanna is forgotten. What her programs still write, and what we wrote to her elsewhere, brings nothing of her back. */
let shop: ShopThatReads;
let ticketId: number;
let ours: string;
beforeAll(async () => {
  shop = await aShopThatReads();
});
afterAll(() => shop?.close());
beforeEach(async () => {
  ticketId = (await shop.arrives({})).ticket_id ?? 0;
  const { companyId } = shop.shop;
  ours = makeMessageId(shop.at.secrets, { companyId, ticketId, address: support });
  await shop.at.db.transaction({ companies: [companyId] }, (tx) => eraseTickets(tx, companyId, [ticketId], []));
});

const messages = async () =>
  (await shop.ask<{ n: number }>(sql`select count(*)::int as n from messages where ticket_id = ${ticketId}`))[0]?.n;
const nothingOfHer = {
  ...{ ticket_id: null, message_id: null, reason_key: 'gone_for_good' },
  ...{ from_address: null, subject: '', raw_key: null },
};

test.each([
  ['an out-of-office note', { subject: 'Away', headers: ['Auto-Submitted: auto-replied'] }, 'automatic'],
  [
    'a copy in the Sent box',
    { from: `Olena <${support}>`, to: 'hanna@lindqvist.test', folder: 'sent' as const },
    'own',
  ],
])('%s joins nothing and says nothing', async (_, mail, outcome) => {
  const before = await messages();
  const headers = [`In-Reply-To: <${ours}>`, ...('headers' in mail ? mail.headers : [])];
  expect(await shop.arrives({ ...mail, headers })).toMatchObject({ outcome, ...nothingOfHer });
  expect(await messages()).toBe(before);
});

test('a report about a letter to her says nothing either', async () => {
  const body = [
    ...['--x', 'Content-Type: text/plain', '', 'hanna@lindqvist.test is unknown'],
    ...['--x', 'Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; x.test', ''],
    ...['Final-Recipient: rfc822; hanna@lindqvist.test', 'Action: failed', 'Status: 5.1.1'],
    ...['', '--x', 'Content-Type: text/rfc822-headers', '', `Message-ID: <${ours}>`, '', '--x--'],
  ].join('\r\n');
  const type = 'Content-Type: multipart/report; report-type=delivery-status; boundary=x';
  const report = await shop.arrives({ from: 'mailer-daemon@x.test', headers: ['MIME-Version: 1.0', type], body });
  expect(report).toMatchObject({ outcome: 'bounce', ...nothingOfHer });
});

test('in the trash, too, nothing comes in', async () => {
  const { ticket_id: thrown } = await shop.arrives({ subject: 'Thrown away' });
  await shop.change(sql`update tickets set is_deleted = 1 where id = ${thrown}`);
  const id = makeMessageId(shop.at.secrets, {
    companyId: shop.shop.companyId,
    ticketId: thrown ?? 0,
    address: support,
  });
  const note = { subject: 'Away', headers: ['Auto-Submitted: auto-replied', `In-Reply-To: <${id}>`] };
  expect(await shop.arrives(note)).toMatchObject({ outcome: 'automatic', ticket_id: null, subject: 'Away' });
});
