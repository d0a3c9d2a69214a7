import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foldCounts } from '#domain/tickets/index.ts';
import { sql } from '#platform/sql.ts';
import { aLetterOn, aTicket } from './a-ticket.ts';
import type { ApiClient } from './api-client.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, type Company, joins } from './people.ts';
import { byId, rows, time } from './rows-of.ts';

let at: TestParley;
let olena: ApiClient;
let shop: Company;
beforeAll(async () => {
  at = await aParley();
  ({ api: olena } = await aPerson(at));
  shop = await aCompany(olena);
});
afterAll(() => at?.close());

describe('tickets', () => {
  test('carry what belongs to them as objects, and are found by it', async () => {
    const { ticketId, customerId } = await aTicket(at, shop, {
      from: 'Marta Nowak',
      address: 'marta@nowak.test',
      subject: 'A lamp',
    });
    const wanted = [
      'id',
      'number',
      'case_number',
      'title',
      'customer_id',
      'customer.first_name',
      'customer.last_name',
      'customer.email',
      'product.name',
      'users.name',
      'messages.direction',
      'message',
      'waiting_since',
    ];
    const [row] = rows(
      await olena.post('tickets/get', {
        fields: wanted,
        filter: { conditions: [['customer.email', '=', 'marta@nowak.test']] },
      }),
      'tickets',
    );
    expect(row).toEqual({
      id: ticketId,
      number: expect.any(Number),
      case_number: `LO-${row.number}`,
      title: 'A lamp',
      customer_id: customerId,
      customer: { first_name: 'Marta', last_name: 'Nowak', email: 'marta@nowak.test' },
      product: { name: 'Shop' },
      users: { name: null },
      messages: { direction: 1 },
      message: 'Is it oak?',
      waiting_since: expect.stringMatching(time),
    });
    expect(
      rows(
        await olena.post('tickets/get', { filter: { conditions: [['customer.first_name', '=', 'Nobody']] } }),
        'tickets',
      ),
    ).toEqual([]);
  });

  test('are unread by each person for themselves', async () => {
    const { ticketId } = await aTicket(at, shop);
    const colleague = await aPerson(at, 'Colleague', 'colleague@lumenoak.test');
    await joins(at, colleague.id, shop.companyId, 1);
    at.wake.nudge('sessions');
    const isUnread = async (api: ApiClient) =>
      rows(await api.post('tickets/get', { fields: ['is_unread'], ...byId(ticketId) }), 'tickets')[0].is_unread;
    expect([await isUnread(olena), await isUnread(colleague.api)]).toEqual([1, 1]);
    await olena.call('tickets/read', { ids: [ticketId] });
    expect([await isUnread(olena), await isUnread(colleague.api)]).toEqual([0, 1]);
    await aLetterOn(at, shop, ticketId);
    expect(await isUnread(olena)).toBe(1);
    await olena.call('tickets/read', { ids: [ticketId] });
    await olena.call('tickets/read', { ids: [ticketId], is_unread: 1 });
    expect([await isUnread(olena), await isUnread(colleague.api)]).toEqual([1, 1]);
    // Also what they have answered: somebody leaves it for later.
    const reply = { ticket_id: ticketId, client_id: crypto.randomUUID(), body_html: '<p>We look.</p>' };
    await olena.call('tickets/reply', { ...reply, to: [{ address: 'hanna@lindqvist.test' }] });
    await olena.call('tickets/read', { ids: [ticketId] });
    expect(await isUnread(olena)).toBe(0);
    await olena.call('tickets/read', { ids: [ticketId], is_unread: 1 });
    expect(await isUnread(olena)).toBe(1);
    await olena.call('tickets/read', { ids: [ticketId] });
    expect(await isUnread(olena)).toBe(0);
  });

  test('a reply sent twice is one reply, also when both arrive at once', async () => {
    const { ticketId } = await aTicket(at, shop);
    const reply = {
      ticket_id: ticketId,
      client_id: crypto.randomUUID(),
      body_html: '<p>It is.</p>',
      to: [{ address: 'hanna@lindqvist.test' }],
    };
    const answers = await Promise.all(Array.from({ length: 10 }, () => olena.call('tickets/reply', reply)));
    expect(new Set(answers.map((one) => `${one.status} ${one.text}`)).size).toBe(1);
    const messages = await olena.post('messages/get', {
      filter: {
        conditions: [
          ['ticket_id', '=', ticketId],
          ['client_id', '=', reply.client_id],
        ],
      },
    });
    expect(messages.body.total).toBe(1);
    const [owed] = await at.db.read(
      'system',
      sql`select count(*)::int as n from deliveries where ticket_id = ${ticketId}`,
    );
    expect(owed).toEqual({ n: 1 });
  });

  test('are counted where they stand, also after a hundred moves', async () => {
    const { api } = await aPerson(at, 'Counting', 'counting@lumenoak.test');
    const own = await aCompany(api, 'Counting', 'CO');
    const ids: number[] = [];
    for (let i = 0; i < 6; i++) ids.push((await aTicket(at, own, { address: `c${i}@nowak.test` })).ticketId);
    for (let round = 0; round < 5; round++) {
      await Promise.all([
        api.call('tickets/resolve', { ids: ids.slice(0, 3) }),
        api.post('tickets/delete', byId(...ids.slice(2, 5))),
        api.call('tickets/reopen', { ids: ids.slice(1, 4) }),
      ]);
      await api.post('tickets/restore', byId(...ids.slice(2, 5)));
    }
    await api.call('tickets/resolve', { ids: ids.slice(0, 2) });
    await api.call('tickets/reopen', { ids: ids.slice(2) });
    await api.post('tickets/delete', byId(ids[5] ?? 0));
    const { views, products } = (await api.call('tickets/counters', {})).body.data;
    expect(views).toEqual({
      open: 3,
      mine: 0,
      unassigned: 3,
      snoozed: 0,
      mentions: 0,
      drafts: 0,
      answered: 0,
      resolved: 2,
      spam: 0,
      trash: 1,
    });
    expect(products).toEqual([{ id: own.productId, open: 3 }]);
    // What is the name of a view and of no state has no tickets, and is no other list's number.
    const found = async (view: string) => {
      const conditions = [
        ['is_deleted', '=', 0],
        ['is_spam', '=', 0],
        ['view_type', '=', view],
      ];
      const { total, data } = (await api.post('tickets/get', { filter: { conditions } })).body;
      return [view, total, data.tickets.length];
    };
    for (const [view, count] of Object.entries({ '': 3, resolved: 2, snoozed: 0, open: 0, trash: 0, spam: 0, all: 0 }))
      expect(await found(view)).toEqual([view, count, count]);
    const [product] = rows(await api.post('products/get', { fields: ['unresolved_tickets'] }), 'products');
    expect(product.unresolved_tickets).toBe(3);
  });

  test('what many companies count is folded where there is something to fold, and left alone where there is not', async () => {
    const large = Array.from({ length: 24 }, (_, i) => 1_000_000 + i);
    const moving = 2_000_000;
    const counted = () =>
      at.db.read<{ company_id: number; rows: number; ids: number; sum: number }>(
        'system',
        sql`select company_id, count(*)::int as rows, sum(id)::bigint as ids, sum(delta)::int as sum from ticket_counts where company_id >= 1000000 group by 1 order by 1`,
      );
    await at.db.transaction('system', async (tx) => {
      // Each of their people has resolved tickets, of as many products.
      await tx.run(
        sql`insert into ticket_counts (company_id, product_id, assignee_id, bucket, delta) select c, p, a, 'resolved', 1 from unnest(${large}::bigint[]) c, generate_series(1, 5) p, generate_series(1, 210) a`,
      );
      await tx.run(
        sql`insert into ticket_counts (company_id, product_id, assignee_id, bucket, delta) select ${moving}::bigint, 1, a, 'open', 1 from generate_series(1, 3) a, generate_series(1, 400)`,
      );
    });
    const before = await counted();
    await foldCounts(at.db);
    const after = await counted();
    expect(after.slice(0, -1)).toEqual(before.slice(0, -1));
    expect(after.at(-1)).toMatchObject({ company_id: moving, rows: 3, sum: 1200 });
  });
});
