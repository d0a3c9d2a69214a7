import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimDelivery } from '#domain/messages/index.ts';
import { connectClient } from '#platform/database-client.ts';
import { sql } from '#platform/sql.ts';
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

test('a reply after the case prefix was changed goes on with the number that its letters had, and with no other', async () => {
  const { api } = await aPerson(at, 'Iryna Koval');
  const company = await aCompany(api, 'Ash Rental', 'AR');
  const { ticketId } = await aTicket(at, company, { subject: 'A walnut table [IT-1]' });
  const lastSubject = async (id = ticketId) => {
    const filter = { conditions: [['ticket_id', '=', id]] };
    const page = await api.post('messages/get', { filter, sort: [['id', 'desc']] });
    return page.body.data.messages.find((one: { kind: string }) => one.kind === 'outbound').subject as string;
  };
  await api.call('tickets/reply', answerTo(ticketId));
  const known = await lastSubject();
  expect(known).toMatch(/^Re: A walnut table \[IT-1\] \[AR-\d+\]$/);
  const filter = { conditions: [['id', '=', company.companyId]] };
  await api.post('companies/update', { data: { case_prefix: 'QA' }, filter });
  const { messageId } = await aLetterOn(at, company, ticketId, { subject: known });
  await api.call('tickets/reply', answerTo(ticketId));
  expect(await lastSubject()).toBe(known);
  const split = (await api.call('tickets/split', { message_id: messageId, from_here: 1 })).body.data;
  const those = { filter: { conditions: [['id', '=', split.ticket_id]] } };
  expect((await api.post('tickets/get', those)).body.data.tickets[0].title).toBe('Re: A walnut table [IT-1]');
  await api.call('tickets/reply', answerTo(split.ticket_id));
  expect(await lastSubject(split.ticket_id)).toBe(`Re: A walnut table [IT-1] [${split.case_number}]`);
  const { ticketId: fresh } = await aTicket(at, company);
  await api.call('tickets/reply', answerTo(fresh));
  expect(await lastSubject(fresh)).toMatch(/^Re: A walnut table \[QA-\d+\]$/);
  const { ticketId: about } = await aTicket(at, company, { subject: `As in ${known}` });
  await api.call('tickets/reply', answerTo(about));
  expect(await lastSubject(about), 'the number of another ticket').toContain(`As in ${known} [QA-`);
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

test('a letter is found behind hundreds of a busy mailbox without a look at them', async () => {
  const { api } = await aPerson(at, 'Solomiia Tkach');
  const busy = await aCompany(api, 'Busy Oak', 'BO');
  const quiet = await aCompany(api, 'Quiet Oak', 'QO');
  const { ticketId } = await aTicket(at, busy);
  await at.db.transaction('system', async (tx) => {
    await tx.run(sql`update deliveries set state = 'sent'`);
    await tx.run(
      sql`with t as (insert into tickets (company_id, number, product_id, customer_id, channel, title)
            select company_id, 100000 + n, product_id, customer_id, channel, title from tickets, generate_series(1, 500) n where id = ${ticketId}
            returning id, company_id, number - 100000 as n),
          m as (insert into messages (company_id, ticket_id, origin_ticket_id, kind, direction, channel, author_kind)
            select company_id, id, id, 'outbound', 2, 'mail', 'user' from t returning id, ticket_id)
          insert into deliveries (company_id, message_id, ticket_id, channel_account_id, recipients, state, due_at)
          select t.company_id, m.id, t.id, ${busy.mailboxId}, '[]'::jsonb, case when n <= 2 then 'sending' else 'queued' end,
            now() + case when n <= 2 or n > 300 then interval '1 minute' else interval '-1 minute' end
          from t join m on m.ticket_id = t.id`,
    );
  });
  // Without it PostgreSQL takes a table that was just filled for one of hardly any rows.
  const owner = await connectClient({ connectionString: at.databaseUrl });
  await owner.query('analyze');
  await owner.end();
  const due = await aTicket(at, quiet);
  expect((await api.call('tickets/reply', answerTo(due.ticketId))).status).toBe(200);
  await at.db.transaction('system', async (tx) => {
    await tx.run(sql`update deliveries set due_at = now() where ticket_id = ${due.ticketId}`);
    const seen = async () => {
      const row = await tx.row<{ n: number }>(
        sql`select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as n from pg_stat_xact_user_tables where relname = 'deliveries'`,
      );
      return row?.n ?? Number.NaN;
    };
    const before = await seen();
    expect((await claimDelivery(tx))?.ticket_id).toBe(due.ticketId);
    expect((await seen()) - before).toBeLessThan(30);
  });
});
