import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#platform/sql.ts';
import { aMailbox, rowId } from '../api/people.ts';
import { byId, rows } from '../api/rows-of.ts';
import { aShopThatReads, type ShopThatReads, support } from './a-shop-that-reads.ts';

let shop: ShopThatReads;
beforeAll(async () => {
  shop = await aShopThatReads();
});
afterAll(() => shop?.close());

const suggested = async (ticketId: number) => {
  const { body } = await shop.olena.call('tickets/reply-defaults', { ticket_id: ticketId });
  const { from, to, cc } = body.data;
  const addresses = (list: { address: string }[]) => list.map((one) => one.address);
  return { from: from.address, to: addresses(to), cc: addresses(cc) };
};

test('an address of ours that carries a token is no recipient, and shown to nobody', async () => {
  const { ticket_id: ticketId } = await shop.arrives({ to: `${support}, ira@lindqvist.test` });
  await shop.arrives({ to: `${shop.replyAddress(ticketId ?? 0)}, ira@lindqvist.test` });
  expect(await suggested(ticketId ?? 0)).toEqual({
    ...{ from: support, to: ['hanna@lindqvist.test'], cc: ['ira@lindqvist.test'] },
  });
});

test('who wrote to an alias with a token is answered from the alias', async () => {
  const aliases = [{ address: 'sales@shop.test', name: '', send_as: 1 }];
  rows(await shop.olena.post('mailboxes/update', { data: { aliases }, ...byId(shop.shop.mailboxId) }), 'mailboxes');
  await shop.change(sql`update mailbox_aliases set accepted_at = now()`);
  const { ticket_id: ticketId } = await shop.arrives({ to: 'Sales <sales+token@shop.test>' });
  expect(await suggested(ticketId ?? 0)).toEqual({ from: 'sales@shop.test', to: ['hanna@lindqvist.test'], cc: [] });
});

describe('a mailbox that is disabled', () => {
  test('is ours no more: who writes from it, from its alias or its account is somebody', async () => {
    const { companyId, productId } = shop.shop;
    const old = {
      ...{ company_id: companyId, product_id: productId, from_email: 'carrier@old.test' },
      ...{ imap_username: 'login@old.test', aliases: [{ address: 'alias@old.test', name: '', send_as: 0 }] },
    };
    const id = rowId(await shop.olena.post('mailboxes-new/create', { data: [aMailbox(old)] }), 'mailboxes');
    const all = ['carrier@old.test', 'login@old.test', 'alias@old.test'];
    for (const from of all) expect(await shop.arrives({ from })).toMatchObject({ outcome: 'own' });
    rows(await shop.olena.post('mailboxes/delete', byId(id)), 'mailboxes');
    for (const from of all) expect(await shop.arrives({ from })).toMatchObject({ outcome: 'new_ticket' });
    const { ticket_id: ticketId } = await shop.arrives({ to: `${support}, carrier@old.test` });
    expect(await suggested(ticketId ?? 0)).toMatchObject({ cc: ['carrier@old.test'] });
  });
});
