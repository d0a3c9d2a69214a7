import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reopenDaysMax } from '#domain/tickets/index.ts';
import { sql } from '#platform/sql.ts';
import { byId, rows } from '../api/rows-of.ts';
import { aShopThatReads, minutesAgo, type ShopThatReads, support } from './a-shop-that-reads.ts';

/** The server was down overnight, or older mail was asked for: what is taken in now was received long before. */
let shop: ShopThatReads;
beforeAll(async () => {
  shop = await aShopThatReads();
});
afterAll(() => shop?.close());

/** Mail servers count in whole seconds. */
const began = Math.floor(Date.now() / 1000) * 1000;
const ago = (minutes: number) => new Date(began - minutes * 60_000);
const timesOf = async (id: number | null) => {
  const [row] = await shop.ask<{ waits: Date | null; is_new: boolean; letters: Date[] }>(
    sql`select waiting_since as waits, updated > now() - interval '5 minutes' and added > now() - interval '5 minutes' as is_new,
          (select array_agg(added order by id) from messages where ticket_id = ${id} and kind in ('inbound', 'outbound')) as letters
        from tickets where id = ${id}`,
  );
  return row;
};

describe('mail that waited', () => {
  test('came when its server received it, and its customer waits since then; its ticket is news of now', async () => {
    const night = ago(600);
    const { ticket_id: id } = await shop.arrives({ receivedAt: night });
    expect(await timesOf(id)).toEqual({ waits: night, is_new: true, letters: [night] });
    const { body } = await shop.olena.post('messages/get', {
      fields: ['added'],
      filter: { conditions: [['ticket_id', '=', id]] },
    });
    expect(body.data.messages).toEqual([{ added: night.toISOString().slice(0, 19).replace('T', ' ') }]);
  });

  test('makes nobody wait for less long than their first letter did, in whatever order they come in', async () => {
    const { ticket_id: id } = await shop.arrives({ receivedAt: ago(60) });
    const to = shop.replyAddress(id ?? 0);
    await shop.arrives({ to, receivedAt: ago(30) });
    expect((await timesOf(id))?.waits).toEqual(ago(60));
    await shop.arrives({ to, receivedAt: ago(90) });
    expect(await timesOf(id)).toMatchObject({ waits: ago(90), letters: [ago(60), ago(30), ago(90)] });
  });

  test('reopens with the time it was received, also where it was answered since', async () => {
    const { ticket_id: id } = await shop.arrives({ receivedAt: ago(60) });
    await shop.olena.call('tickets/resolve', { ids: [id] });
    await shop.arrives({ to: shop.replyAddress(id ?? 0), receivedAt: ago(20) });
    expect(await timesOf(id)).toMatchObject({ waits: ago(20), letters: [ago(60), ago(20)] });
  });

  test('belongs to what was resolved less than 14 days before it was received', async () => {
    const { ticket_id: id } = await shop.arrives({ receivedAt: ago(60) });
    await shop.olena.call('tickets/resolve', { ids: [id] });
    const days = sql`make_interval(days => ${reopenDaysMax + 5})`;
    await shop.change(sql`update tickets set resolved_at = now() - ${days} where id = ${id}`);
    const receivedAt = ago(10 * 24 * 60);
    expect(await shop.arrives({ to: shop.replyAddress(id ?? 0), receivedAt })).toMatchObject({ ticket_id: id });
    expect((await timesOf(id))?.waits).toEqual(receivedAt);
  });

  test('from a clock that is ahead is of now', async () => {
    const before = Date.now();
    const { ticket_id: id } = await shop.arrives({ receivedAt: ago(-600) });
    const times = await timesOf(id);
    for (const at of [times?.waits, times?.letters[0]]) {
      expect(at?.getTime()).toBeGreaterThanOrEqual(before - 1000);
      expect(at?.getTime()).toBeLessThanOrEqual(Date.now() + 1000);
    }
  });

  test('in the Sent box is of when it was sent', async () => {
    const { ticket_id: id } = await shop.arrives({ receivedAt: ago(60), headers: ['Message-ID: <asked@x.test>'] });
    const answer = { from: support, to: 'hanna@lindqvist.test', folder: 'sent' as const, receivedAt: ago(40) };
    await shop.arrives({ ...answer, headers: ['In-Reply-To: <asked@x.test>'] });
    expect(await timesOf(id)).toMatchObject({ waits: null, letters: [ago(60), ago(40)] });
  });

  test('is answered automatically once a day by when the answer is sent, and not at all after a day', async () => {
    const texts = { en: { subject: 'We have it', html: '<p>Thanks</p>' } };
    const data = { auto_reply: 1, auto_reply_when: 'always', auto_reply_texts: texts };
    rows(await shop.olena.post('products/update', { data, ...byId(shop.shop.productId) }), 'products');
    const answersTo = async (from: string, minutes: number) => {
      const { ticket_id: id } = await shop.arrives({ from, receivedAt: ago(minutes) });
      return (await timesOf(id))?.letters.slice(1).map((at) => at.getTime() > minutesAgo(5).getTime());
    };
    expect(await answersTo('max@lamps.test', 23 * 60)).toEqual([true]);
    expect(await answersTo('max@lamps.test', 5)).toEqual([]);
    expect(await answersTo('ivha@lamps.test', 25 * 60)).toEqual([]);
  });
});
