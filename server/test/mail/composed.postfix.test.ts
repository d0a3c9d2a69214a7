import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aShopWithMail, type Shop } from './shop-with-mail.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await aShopWithMail();
  await shop.servers.addMailbox('max@brandt.test', 'maxs-password');
});
afterAll(() => shop?.close());

const hanna = { name: 'Hanna Lindqvist', address: 'hanna@lindqvist.test' };
const max = { name: 'Max Brandt', address: 'max@brandt.test' };

async function compose(subject: string, more: Record<string, unknown>) {
  const answer = await shop.olena.call('tickets/compose', {
    ...{ client_id: crypto.randomUUID(), product_id: shop.productId, how: 'together', subject },
    ...{ body_html: '<p>Dear {{customer.first_name|friend}}, shall we bring it?</p>', ...more },
  });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data as { tickets: { ticket_id: number; case_number: string }[]; waits_until: string | null };
}

const arrives = (at: string, subject: string) =>
  shop.servers.waitForMail(at, ({ text }) => text.replace(/\r\n\s+/g, ' ').includes(subject));
const headerOf = (text: string, name: string) =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(text.replace(/\r\n[ \t]+/g, ' '))?.[1]?.trim() ?? '';

test('a letter to one arrives, and its answer joins the ticket', async () => {
  const { tickets } = await compose('Your walnut table', { to: [hanna] });
  const { text } = await arrives(hanna.address, 'Your walnut table');
  expect(text).toContain('Dear Hanna, shall we bring it?');
  expect(headerOf(text, 'Subject')).toContain(`[${tickets[0]?.case_number}]`);
  await shop.writes({ subject: 'Re: Your walnut table', headers: { 'In-Reply-To': headerOf(text, 'Message-ID') } });
  const joined = await shop.outcomeOf('Re: Your walnut table');
  expect(joined).toMatchObject({ outcome: 'appended', ticket_id: tickets[0]?.ticket_id });
});

test('one each: everybody gets a letter of their own, and nobody sees the others', async () => {
  const { tickets } = await compose('Spring hours', { to: [hanna, max], how: 'each' });
  expect(tickets).toHaveLength(2);
  const letters = await Promise.all([hanna, max].map(({ address }) => arrives(address, 'Spring hours')));
  for (const [i, { text }] of letters.entries()) {
    const [own, other] = i === 0 ? [hanna, max] : [max, hanna];
    expect(headerOf(text, 'To')).toContain(own.address);
    expect(text).not.toContain(other.address);
    expect(text).toContain(`Dear ${own.name.split(' ')[0]},`);
  }
  const from = `${max.name} <${max.address}>`;
  const inReplyTo = headerOf(letters[1]?.text ?? '', 'Message-ID');
  await shop.writes({ from, subject: 'Re: Spring hours', headers: { 'In-Reply-To': inReplyTo } });
  const joined = await shop.outcomeOf('Re: Spring hours');
  expect(joined).toMatchObject({ outcome: 'appended', ticket_id: tickets[1]?.ticket_id });
});

test('one for all: one letter that names them all, and an answer of any of them joins', async () => {
  const { tickets } = await compose('The workshop visit', { to: [hanna, max] });
  expect(tickets).toHaveLength(1);
  const letters = await Promise.all([hanna, max].map(({ address }) => arrives(address, 'The workshop visit')));
  const ids = letters.map(({ text }) => headerOf(text, 'Message-ID'));
  expect(new Set(ids).size).toBe(1);
  expect(headerOf(letters[1]?.text ?? '', 'To')).toContain(hanna.address);
  const from = `${max.name} <${max.address}>`;
  await shop.writes({ from, subject: 'Re: The workshop visit', headers: { 'In-Reply-To': ids[0] ?? '' } });
  const joined = await shop.outcomeOf('Re: The workshop visit');
  expect(joined).toMatchObject({ outcome: 'appended', ticket_id: tickets[0]?.ticket_id });
});

test('a letter that can be taken back leaves by itself when nobody does', async () => {
  const { tickets, waits_until } = await compose('Held for a moment', { to: [hanna], hold_seconds: 5 });
  expect([tickets, waits_until]).toEqual([[], expect.any(String)]);
  await arrives(hanna.address, 'Held for a moment');
  const begun = await waitUntil(async () => (await shop.tickets()).find((one) => one.title === 'Held for a moment'), {
    what: 'the ticket of the letter',
  });
  expect(begun).toMatchObject({ view_type: 'answered' });
});
