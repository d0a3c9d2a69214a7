import { afterAll, beforeAll, expect, test } from 'vitest';
import { foundInTicketMax } from '#contract/search.ts';
import { sql } from '#platform/sql.ts';
import { aLetterOn, aTicket } from './a-ticket.ts';
import type { ApiClient } from './api-client.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, type Company, joins } from './people.ts';
import { aPixel } from './two-companies.ts';

let at: TestParley;
let olena: ApiClient;
let shop: Company;
let ticketId: number;
beforeAll(async () => {
  at = await aParley();
  olena = (await aPerson(at, 'Olena', 'olena@lumenoak.test')).api;
  shop = await aCompany(olena, 'Lumen & Oak', 'LO');
  const first = await aTicket(at, shop, {
    ...{ subject: 'Hinges', text: 'The café table has brass hinges.' },
    attachments: [{ name: 'crooked-leg_2026.png', type: 'image/png', bytes: aPixel }],
  });
  ticketId = first.ticketId;
  await at.db.transaction('system', (tx) =>
    tx.run(
      sql`insert into messages (company_id, ticket_id, origin_ticket_id, kind, direction, channel, author_kind, author_name, body_text)
          select company_id, id, id, 'inbound', 1, 'mail', 'customer', 'Hanna', 'Letter number ' || n from tickets, generate_series(1, 250) n where id = ${ticketId}`,
    ),
  );
  await aLetterOn(at, shop, ticketId, { text: 'Замовлення з латунною петлею, hinge of BRASS' });
  const note = { ticket_id: ticketId, client_id: crypto.randomUUID(), body_html: '<p>Brass is sold out.</p>' };
  await olena.call('tickets/note', note);
});
afterAll(() => at?.close());

const find = async (words: string) => {
  const answer = await olena.call('messages/find', { ticket_id: ticketId, words });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data as {
    found: { message_id: number; author: string; text: string; marks: [number, number][] }[];
    is_capped: boolean;
  };
};

test('what stands in a thread is found in all of it, the newest first, in every form, with its place', async () => {
  const { found, is_capped } = await find('brass');
  expect(found.map((one) => [one.author, one.text])).toEqual([
    ['Olena', 'Brass is sold out.'],
    ['Hanna Lindqvist', 'Замовлення з латунною петлею, hinge of BRASS'],
    ['Hanna Lindqvist', 'The café table has brass hinges.'],
  ]);
  expect(is_capped).toBe(false);
  expect(found.map(({ text, marks }) => marks.map(([from, to]) => text.slice(from, to)))).toEqual([
    ['Brass'],
    ['BRASS'],
    ['brass'],
  ]);
  expect((await find('brass hinge')).found).toHaveLength(2);
  expect((await find('латунний петля')).found).toHaveLength(1);
  expect((await find('cafe')).found).toHaveLength(1);
  expect((await find('crooked')).found).toMatchObject([{ text: 'crooked-leg_2026.png' }]);
  expect((await find('walnut')).found).toEqual([]);
  expect((await find('!?')).found).toEqual([]);
});

test('of more than a list can hold the newest are named, and that there are more', async () => {
  const { found, is_capped } = await find('letter');
  expect([found.length, is_capped]).toEqual([foundInTicketMax, true]);
  expect(found[0]?.text).toBe('Letter number 250');
});

test('a ticket of others is not there, and who may not read letters finds nothing in them', async () => {
  const stranger = (await aPerson(at, 'Freja', 'freja@fjordvik.test')).api;
  await aCompany(stranger, 'Fjordvik', 'FJ');
  const foreign = await stranger.call('messages/find', { ticket_id: ticketId, words: 'brass' });
  expect([foreign.status, foreign.body.errors[0]?.key]).toEqual([404, 'ticket_not_found']);
  await olena.call('privileges/change', {
    company_id: shop.companyId,
    changes: [{ role: 'agent', privilege: 'messages.get', value: 0 }],
  });
  const petro = await aPerson(at, 'Petro', 'petro@lumenoak.test');
  await joins(at, petro.id, shop.companyId, 1);
  at.wake.nudge('sessions');
  const refused = await petro.api.call('messages/find', { ticket_id: ticketId, words: 'brass' });
  expect(refused.status, refused.text).toBe(403);
});
