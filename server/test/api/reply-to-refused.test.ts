import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#platform/sql.ts';
import { aLetterOn, aTicket } from './a-ticket.ts';
import type { ApiClient } from './api-client.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, type Company } from './people.ts';

let at: TestParley;
let olena: ApiClient;
let shop: Company;
beforeAll(async () => {
  at = await aParley();
  olena = (await aPerson(at, 'Olena', 'olena@lumenoak.test')).api;
  shop = await aCompany(olena, 'Lumen & Oak', 'LO');
});
afterAll(() => at?.close());

const hanna = { name: 'Hanna Lindqvist', address: 'hanna@lindqvist.test' };
const joiner = { name: 'Joiner', address: 'joiner@oak.test' };
const unknown = '550 5.1.1 User unknown';

const answers = async (ticketId: number, to: readonly object[], cc: readonly object[] = []): Promise<number> =>
  (
    await olena.call('tickets/reply', {
      ticket_id: ticketId,
      client_id: randomUUID(),
      body_html: '<p>Soon.</p>',
      to,
      cc,
    })
  ).body.data.message_id;
/** What servers said to a letter, by address; null: it was taken. */
const servers = (messageId: number, said: Record<string, string | null>) => {
  const recipients = Object.entries(said).map(([address, reason]) =>
    reason === null ? { address, state: 'accepted' } : { address, state: 'refused', reason },
  );
  return at.db.transaction('system', (tx) =>
    tx.run(
      sql`update deliveries set state = 'failed', recipients = ${JSON.stringify(recipients)}::jsonb where message_id = ${messageId}`,
    ),
  );
};
const suggested = async (ticketId: number) => {
  const { to, cc, refused } = (await olena.call('tickets/reply-defaults', { ticket_id: ticketId })).body.data;
  return { to, cc, refused };
};

test('whom the last letter did not reach is not suggested for the next one, until they write again', async () => {
  const { ticketId } = await aTicket(at, shop);
  await servers(await answers(ticketId, [hanna], [joiner]), {
    [hanna.address]: null,
    // As its server writes it.
    'Joiner@oak.test': unknown,
  });
  expect(await suggested(ticketId)).toEqual({ to: [hanna], cc: [], refused: [{ ...joiner, reason: unknown }] });

  await aLetterOn(at, shop, ticketId, { from: joiner.name, address: joiner.address });
  expect(await suggested(ticketId)).toMatchObject({ to: [joiner], refused: [] });
});

test('who copies were for are written to where whom it was for is not reached; with nobody else, they stay, and why is said', async () => {
  const { ticketId } = await aTicket(at, shop);
  const both = await answers(ticketId, [hanna], [joiner]);
  await servers(both, { [hanna.address]: unknown, [joiner.address]: null });
  const refused = [{ ...hanna, reason: unknown }];
  expect(await suggested(ticketId)).toEqual({ to: [joiner], cc: [], refused });

  await servers(both, { [hanna.address]: unknown, [joiner.address]: 'full' });
  expect(await suggested(ticketId)).toEqual({
    to: [hanna],
    cc: [],
    refused: [...refused, { ...joiner, reason: 'full' }],
  });

  await servers(await answers(ticketId, [hanna]), { [hanna.address]: null });
  expect(await suggested(ticketId), 'the last letter counts').toEqual({ to: [hanna], cc: [], refused: [] });
});
