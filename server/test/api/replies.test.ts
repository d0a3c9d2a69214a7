import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aLetterOn, aTicket } from './a-ticket.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson } from './people.ts';

let at: TestParley;
beforeAll(async () => {
  at = await aParley();
});
afterAll(() => at?.close());

const answerTo = (ticketId: number) => ({
  ticket_id: ticketId,
  client_id: randomUUID(),
  body_html: '<p>A new leg leaves tomorrow.</p>',
  to: [{ address: 'hanna@lindqvist.test' }],
});

test("a reply carries the mailbox's signature as plain text, and the list shows the reply without it", async () => {
  const { api } = await aPerson(at);
  const company = await aCompany(api);
  const { ticketId } = await aTicket(at, company);
  const signature = 'Lumen & Oak\nwarm <regards>';
  const filter = { conditions: [['id', '=', company.mailboxId]] };
  await api.post('mailboxes/update', { data: { signature }, filter });
  expect((await api.call('tickets/reply', answerTo(ticketId))).status).toBe(200);

  const messages = await api.post('messages/get', {
    filter: { conditions: [['ticket_id', '=', ticketId]] },
    sort: [['id', 'desc']],
  });
  expect(messages.body.data.messages[0].body_text).toBe(`A new leg leaves tomorrow.\n\n-- \n${signature}\n`);
  expect(messages.body.data.messages[0].body_html).toContain('<p>-- <br>Lumen &amp; Oak<br>warm &lt;regards&gt;</p>');
  const tickets = await api.post('tickets/get', { filter: { conditions: [['id', '=', ticketId]] } });
  expect(tickets.body.data.tickets[0].message).toBe('A new leg leaves tomorrow.');
});

test('undo puts a resolved ticket back to answered, unless the customer wrote meanwhile', async () => {
  const { api } = await aPerson(at, 'Marko Bilyk');
  const company = await aCompany(api, 'Oak Rental', 'OR');
  const { ticketId } = await aTicket(at, company);
  const view = async () => {
    const page = await api.post('tickets/get', {
      fields: ['view_type'],
      filter: { conditions: [['id', '=', ticketId]] },
    });
    return page.body.data.tickets[0].view_type;
  };
  await api.call('tickets/reply', answerTo(ticketId));
  await api.call('tickets/resolve', { ids: [ticketId] });
  expect(await view()).toBe('resolved');
  await api.call('tickets/put-back', { ids: [ticketId], left: 'resolved' });
  expect(await view()).toBe('answered');

  const { ticketId: unanswered } = await aTicket(at, company);
  await api.call('tickets/resolve', { ids: [unanswered] });
  await aLetterOn(at, company, unanswered, { text: 'Hello?' });
  const refused = await api.call('tickets/put-back', { ids: [unanswered], left: 'resolved' });
  expect(refused.body.data.ids).toEqual([]);
});
