import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#platform/sql.ts';
import type { Answer, ApiClient } from './api-client.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, type Company, joins, rowId } from './people.ts';
import { byId, rows } from './rows-of.ts';
import { aPixel } from './two-companies.ts';

let at: TestParley;
let olena: ApiClient;
let iryna: { id: number; api: ApiClient };
let shop: Company;
beforeAll(async () => {
  at = await aParley();
  ({ api: olena } = await aPerson(at));
  shop = await aCompany(olena);
  iryna = await aPerson(at, 'Iryna Savchuk');
  await joins(at, iryna.id, shop.companyId, 1);
  at.wake.nudge('sessions');
});
afterAll(() => at?.close());

const problem = (answer: Answer) => [answer.status, answer.body.errors?.[0]?.key, answer.body.errors?.[0]?.field];
const hanna = { name: 'Hanna Lindqvist', address: 'Hanna@lindqvist.test' };
const letter = (more: Record<string, unknown> = {}) => ({
  ...{ client_id: crypto.randomUUID(), product_id: shop.productId, to: [hanna], how: 'together' },
  ...{ subject: 'Your table is ready', body_html: '<p>Shall we bring it on Monday?</p>', ...more },
});
const compose = (more: Record<string, unknown> = {}, api = olena) => api.call('tickets/compose', letter(more));
const begun = (answer: Answer): { ticket_id: number; message_id: number; case_number: string }[] => {
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.tickets;
};
const one = async (answer: Answer) => {
  const [made] = begun(answer);
  if (!made) throw new Error('nothing was begun');
  const [ticket] = rows(await olena.post('tickets/get', byId(made.ticket_id)), 'tickets');
  const [message] = rows(await olena.post('messages/get', byId(made.message_id)), 'messages');
  return { ...made, ticket, message };
};
const counters = async () => (await olena.call('tickets/counters', {})).body.data.views;

describe('a letter that begins a ticket', () => {
  test('makes its customer, is answered from the start, owes its delivery, and is written once however often it is sent', async () => {
    const before = await counters();
    const asked = letter({ from: 'support@lumenoak.test', cc: [{ address: 'workshop@lumenoak.test' }] });
    const answers = await Promise.all([1, 2, 3].map(() => olena.call('tickets/compose', asked)));
    for (const answer of answers) expect(answer.body.data, answer.text).toEqual(answers[0]?.body.data);
    const { ticket, message, case_number } = await one(answers[0] as Answer);
    expect(ticket).toMatchObject({
      ...{
        view_type: 'answered',
        waiting_since: null,
        title: 'Your table is ready',
        message_count: 1,
        assignee_id: null,
      },
      customer: { first_name: 'Hanna', last_name: 'Lindqvist', email: 'Hanna@lindqvist.test' },
      messages: { direction: 2 },
      message: 'Shall we bring it on Monday?',
    });
    expect(message).toMatchObject({
      subject: `Your table is ready [${case_number}]`,
      from: { address: 'support@lumenoak.test' },
      ...{ to: [hanna], cc: [{ address: 'workshop@lumenoak.test' }], delivery: { state: 'queued' } },
    });
    const card = (await olena.call('customers/card', { id: ticket.customer_id })).body.data;
    expect(card.identities).toMatchObject([{ source: 'compose', added_by: 'Olena Kovalenko', last_seen: null }]);
    const now = await counters();
    expect([now.answered - before.answered, now.open - before.open]).toEqual([1, 0]);
    // The next letter to her is hers.
    const again = await one(await compose({ to: [{ address: 'hanna@LINDQVIST.test' }] }));
    expect(again.ticket.customer_id).toBe(ticket.customer_id);
  });

  test('to several: one ticket each, filled in for each, with the files of its own; or one for all', async () => {
    const upload = (await olena.upload('plan.png', aPixel)).body.data.files[0].id;
    const tag = rowId(
      await olena.post('tags/create', { data: [{ company_id: shop.companyId, name: 'Spring letter' }] }),
      'tags',
    );
    const to = [hanna, { name: 'Max Brandt', address: 'max@brandt.test' }, { address: 'HANNA@lindqvist.test' }];
    const asked = letter({
      ...{ to, how: 'each', body_html: '<p>Dear {{customer.first_name|friend}},</p>', attachments: [upload] },
      ...{ assignee_id: iryna.id, tag_ids: [tag] },
    });
    const answer = await olena.call('tickets/compose', asked);
    const tickets = begun(answer);
    expect(tickets).toHaveLength(2);
    const shown = await Promise.all(
      tickets.map(async ({ ticket_id, message_id }) => ({
        ticket: rows(await olena.post('tickets/get', byId(ticket_id)), 'tickets')[0],
        message: rows(await olena.post('messages/get', byId(message_id)), 'messages')[0],
      })),
    );
    expect(shown.map(({ message }) => message.body_text.trim())).toEqual(['Dear Hanna,', 'Dear Max,']);
    const files = shown.map(({ message }) => message.attachments);
    expect(files).toMatchObject([[{ name: 'plan.png' }], [{ name: 'plan.png' }]]);
    expect(files[0][0].id).not.toBe(files[1][0].id);
    for (const { ticket } of shown)
      expect(ticket).toMatchObject({ assignee_id: iryna.id, tags: [{ id: tag }], has_attachments: 1 });
    expect(begun(await olena.call('tickets/compose', asked))).toEqual(tickets);

    const together = await one(await compose({ to, how: 'together' }));
    expect(together.message.to.map((who: { address: string }) => who.address.toLowerCase())).toEqual([
      ...['hanna@lindqvist.test', 'max@brandt.test'],
    ]);
  });

  test('is refused where a field is wrong, and nothing of it is left', async () => {
    const countAll = () =>
      at.db.transaction('system', (tx) =>
        tx.row(sql`select (select count(*) from tickets) as tickets, (select count(*) from customers) as customers`),
      );
    const before = await countAll();
    const to = [{ address: 'nobody-yet@fjord.test' }];
    const many = Array.from({ length: 51 }, (_, i) => ({ address: `n${i}@fjord.test` }));
    for (const [more, expected] of [
      [{ to: [] }, [422, 'required', 'data.to']],
      [{ to: many, how: 'each' }, [422, 'too_long', 'data.to']],
      [{ to, subject: '' }, [422, 'required', 'data.subject']],
      [{ to, subject: 'Hi\r\nBcc: all@fjord.test' }, [422, 'invalid_value', 'data.subject']],
      [{ to: [{ name: 'Eve\r\nBcc: x', address: 'eve@fjord.test' }] }, [422, 'unsafe_header', 'data.to[0]']],
      [{ to, body_html: '<p> </p>' }, [422, 'message_empty', 'data.body_html']],
      [{ to, from: 'boss@lumenoak.test' }, [422, 'cannot_send_as', 'data.from']],
      [{ to, product_id: 999_999 }, [404, 'not_found', 'data.product_id']],
      [{ to, attachments: [999_999] }, [404, 'not_found', 'data.attachments']],
      [{ to, assignee_id: 999_999 }, [404, 'not_found', 'data.assignee_id']],
      [{ to, tag_ids: [999_999] }, [404, 'not_found', 'data.tag_ids']],
    ] as const)
      expect(problem(await compose(more)), JSON.stringify(more).slice(0, 80)).toEqual(expected);
    const bare = rowId(
      await olena.post('products/create', { data: [{ company_id: shop.companyId, name: 'Bare product' }] }),
      'products',
    );
    expect(problem(await compose({ to, product_id: bare }))).toEqual([
      409,
      'product_has_no_mailbox',
      'data.product_id',
    ]);
    expect((await olena.call('tickets/compose-senders', { product_id: bare })).body.data.senders).toEqual([]);
    expect(await countAll()).toEqual(before);
  });

  test('comes from any of the product’s addresses; whoever sees only what is theirs has the ticket then', async () => {
    const senders = (await iryna.api.call('tickets/compose-senders', { product_id: shop.productId })).body.data.senders;
    expect(senders).toEqual([{ name: 'Support', address: 'support@lumenoak.test' }]);
    const change = { id: iryna.id, company_id: shop.companyId, scope: 'own' };
    expect((await olena.call('users/change-access', change)).status).toBe(200);
    at.wake.nudge('sessions');
    const { ticket } = await one(await compose({ to: [{ address: 'own@fjord.test' }] }, iryna.api));
    expect(ticket.assignee_id).toBe(iryna.id);
    const seen = rows(await iryna.api.post('customers/get', byId(ticket.customer_id)), 'customers');
    expect(seen).toHaveLength(1);
  });
});
