import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { failDelivery } from '#domain/messages/index.ts';
import { answerFailed, customerWrote, lockTicket, messageEvent } from '#domain/tickets/index.ts';
import { runNotifications } from '#flows/notifications/run-notifications.ts';
import { recordEvents, systemActor } from '#platform/events.ts';
import { createLog } from '#platform/log.ts';
import { sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aLetterOn, aTicket } from './a-ticket.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, type Company, joins } from './people.ts';
import { byId, rows } from './rows-of.ts';

let at: TestParley;
let olena: Awaited<ReturnType<typeof aPerson>>;
let shop: Company;
beforeAll(async () => {
  at = await aParley();
  olena = await aPerson(at, 'Olena');
  shop = await aCompany(olena.api);
});
afterAll(() => at?.close());

const hanna = 'hanna@lindqvist.test';
const colleague = 'bo@lindqvist.test';
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
const fields = ['view_type', 'waiting_since', 'is_deleted', 'is_spam', 'snooze', 'is_undelivered'];
const theTicket = async (id: number) =>
  rows(await olena.api.post('tickets/get', { fields, ...byId(id) }), 'tickets')[0];
const linesOf = async (id: number): Promise<string[]> =>
  (
    await at.db.read<{ event_key: string }>(
      'system',
      sql`select event_key from messages where ticket_id = ${id} and kind = 'event' order by id`,
    )
  ).map((line) => line.event_key);

async function answers(ticketId: number, more: object = {}): Promise<number> {
  const body = { ticket_id: ticketId, client_id: crypto.randomUUID(), body_html: '<p>Oak.</p>' };
  const answer = await olena.api.call('tickets/reply', { ...body, to: [{ address: hanna }], ...more });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data.message_id;
}

/** A report came in for these, as intake takes it; whoever else was sent the letter has it. */
async function bounces(messageId: number, ...addresses: string[]): Promise<void> {
  const reports = addresses.map((address) => ({ address, reason: '5.1.1 no such user' }));
  await at.db.transaction({ companies: [shop.companyId] }, async (tx) => {
    await tx.run(
      sql`update deliveries set state = 'sent', recipients = (
            select jsonb_agg(jsonb_build_object('address', r->>'address', 'state', 'accepted')) from jsonb_array_elements(recipients) r)
          where message_id = ${messageId}`,
    );
    await failDelivery(tx, messageId, reports, '5.1.1 no such user');
    await answerFailed(tx, messageId);
  });
}

/** An hour passes for what stands in the thread, so that one moment is not taken for another. */
const anHourPasses = (ticketId: number) =>
  at.db.transaction({ companies: [shop.companyId] }, async (tx) => {
    await tx.run(sql`update messages set added = added - interval '1 hour' where ticket_id = ${ticketId}`);
    await tx.run(
      sql`update tickets set waiting_since = waiting_since - interval '1 hour' where id = ${ticketId} and waiting_since is not null`,
    );
  });

test('an answer that one of several passed on, and was not taken there, stays sent: there is nobody to try again', async () => {
  const { ticketId } = await aTicket(at, shop);
  const messageId = await answers(ticketId, { to: [{ address: hanna }, { address: colleague }] });
  await bounces(messageId, 'elsewhere@far.test');
  const [row] = await at.db.read('system', sql`select state, error from deliveries where message_id = ${messageId}`);
  expect(row).toEqual({ state: 'sent', error: '5.1.1 no such user' });
  expect(await theTicket(ticketId)).toMatchObject({ is_undelivered: 0 });
});

describe('a ticket whose last answer reached nobody', () => {
  test('is our turn, waits since the customer wrote, and a second try answers it anew', async () => {
    const { ticketId } = await aTicket(at, shop);
    await anHourPasses(ticketId);
    const { waiting_since: since } = await theTicket(ticketId);
    const messageId = await answers(ticketId);
    expect(await theTicket(ticketId)).toMatchObject({ view_type: 'answered', waiting_since: null, is_undelivered: 0 });
    await bounces(messageId, hanna);
    await bounces(messageId, hanna);
    expect(await theTicket(ticketId)).toMatchObject({ view_type: '', waiting_since: since, is_undelivered: 1 });
    expect(await linesOf(ticketId), 'once, however often it is reported').toEqual(['answer_failed']);

    const retry = await olena.api.call('tickets/retry-delivery', { message_id: messageId });
    expect(retry.status, retry.text).toBe(200);
    expect(await theTicket(ticketId)).toMatchObject({ view_type: 'answered', waiting_since: null, is_undelivered: 0 });
    await bounces(messageId, hanna);
    expect(await theTicket(ticketId)).toMatchObject({ view_type: '', waiting_since: since });
    expect(await linesOf(ticketId)).toEqual(['answer_failed', 'answer_failed']);

    // To another address, and that fails as well.
    await bounces(await answers(ticketId, { to: [{ address: colleague }] }), colleague);
    expect(await theTicket(ticketId)).toMatchObject({ view_type: '', waiting_since: since });
  });

  test('waits from now where every word of the customer had its answer before', async () => {
    const { ticketId } = await aTicket(at, shop);
    await answers(ticketId);
    await anHourPasses(ticketId);
    const { waiting_since: since } = await theTicket(ticketId);
    expect(since).toBeNull();
    await bounces(await answers(ticketId), hanna);
    const { waiting_since: now } = await theTicket(ticketId);
    expect(Date.parse(`${now}Z`)).toBeGreaterThan(Date.now() - 600_000);
  });

  test('stays with the customer where somebody else of two has it, and when that one is tried again', async () => {
    const { ticketId } = await aTicket(at, shop);
    const messageId = await answers(ticketId, { cc: [{ address: colleague }] });
    await bounces(messageId, colleague);
    expect(await theTicket(ticketId)).toMatchObject({ view_type: 'answered' });
    await olena.api.call('tickets/reopen', { ids: [ticketId] });
    expect((await olena.api.call('tickets/retry-delivery', { message_id: messageId })).status).toBe(200);
    expect(await theTicket(ticketId), 'opened on purpose').toMatchObject({ view_type: '' });
    expect(await linesOf(ticketId)).toEqual(['reopened']);

    const { ticketId: both } = await aTicket(at, shop);
    await bounces(await answers(both, { cc: [{ address: colleague }] }), hanna, colleague);
    expect(await theTicket(both), 'neither has it').toMatchObject({ view_type: '' });
  });

  test('was resolved along with it: comes back; resolved by more than it: stays resolved', async () => {
    const { ticketId: along } = await aTicket(at, shop);
    const { waiting_since: since } = await theTicket(along);
    await bounces(await answers(along, { and_then: { view_type: 'resolved' } }), hanna);
    expect(await theTicket(along)).toMatchObject({ view_type: '', waiting_since: since });
    expect(await linesOf(along)).toEqual(['resolved', 'answer_failed']);

    const { ticketId: onPurpose } = await aTicket(at, shop);
    const messageId = await answers(onPurpose);
    await olena.api.call('tickets/resolve', { ids: [onPurpose] });
    await bounces(messageId, hanna);
    expect(await theTicket(onPurpose)).toMatchObject({ view_type: 'resolved', waiting_since: null });

    const { ticketId: twice } = await aTicket(at, shop);
    const letter = await answers(twice, { and_then: { view_type: 'resolved' } });
    await olena.api.call('tickets/reopen', { ids: [twice] });
    await olena.api.call('tickets/resolve', { ids: [twice] });
    await bounces(letter, hanna);
    expect(await theTicket(twice), 'somebody has looked since').toMatchObject({ view_type: 'resolved' });
  });

  test('sleeps on where it was put off, and wakes by itself', async () => {
    const { ticketId } = await aTicket(at, shop);
    const messageId = await answers(ticketId, { and_then: { snooze: { until: tomorrow() } } });
    await bounces(messageId, hanna);
    expect(await theTicket(ticketId)).toMatchObject({ view_type: 'snoozed', snooze: expect.anything() });
    expect(await linesOf(ticketId)).toEqual(['snoozed']);
  });

  test('is left alone where the customer or somebody of ours has written since, and not where a program has', async () => {
    const { ticketId: wrote } = await aTicket(at, shop);
    const first = await answers(wrote);
    await aLetterOn(at, shop, wrote);
    await bounces(first, hanna);
    expect(await linesOf(wrote)).toEqual([]);
    const second = await answers(wrote);
    await bounces(first, hanna);
    expect(await theTicket(wrote), 'a later answer has reached them').toMatchObject({ view_type: 'answered' });
    await programWrites(wrote);
    await bounces(second, hanna);
    expect(await theTicket(wrote)).toMatchObject({ view_type: '' });
  });

  const programWrites = (ticketId: number) =>
    at.db.transaction({ companies: [shop.companyId] }, async (tx) => {
      const ticket = await lockTicket(tx, ticketId);
      if (!ticket) throw new Error('no ticket');
      const from = { name: '', address: hanna };
      const letter = { from, to: [], subject: 'On holiday', bodyText: 'Until Monday', mailKind: 'automatic' as const };
      await customerWrote(tx, ticket, { ...letter, customer: null, hasAttachments: false });
    });

  test('stays in the trash or among the spam, and is our turn when it comes out', async () => {
    const [trash, spam] = [await aTicket(at, shop), await aTicket(at, shop)];
    const letters = [await answers(trash.ticketId), await answers(spam.ticketId)] as const;
    await olena.api.post('tickets/delete', byId(trash.ticketId));
    await olena.api.call('tickets/spam', { ids: [spam.ticketId], is_spam: 1 });
    for (const letter of letters) await bounces(letter, hanna);
    expect(await theTicket(trash.ticketId)).toMatchObject({ is_deleted: 1 });
    expect(await theTicket(spam.ticketId)).toMatchObject({ is_spam: 1 });
    await olena.api.post('tickets/restore', byId(trash.ticketId));
    await olena.api.call('tickets/spam', { ids: [spam.ticketId], is_spam: 0 });
    for (const { ticketId } of [trash, spam])
      expect(await theTicket(ticketId)).toMatchObject({ view_type: '', is_deleted: 0, is_spam: 0 });
  });

  test('was merged into another one: that is our turn', async () => {
    const [one, other] = [await aTicket(at, shop), await aTicket(at, shop)];
    await answers(one.ticketId);
    const messageId = await answers(other.ticketId);
    const merged = { survivor_id: one.ticketId, ids: [other.ticketId] };
    const done = await olena.api.call('tickets/merge', merged);
    expect(done.status, done.text).toBe(200);
    await bounces(messageId, hanna);
    expect(await theTicket(one.ticketId)).toMatchObject({ view_type: '' });
    expect(await linesOf(one.ticketId)).toEqual(['merged', 'answer_failed']);
  });

  test('is unread for whoever has it, counted as open, and told to its writer once', async () => {
    const ira = await aPerson(at, 'Ira', 'ira@lumenoak.test');
    await joins(at, ira.id, shop.companyId, 1);
    at.wake.nudge('sessions');
    const { ticketId } = await aTicket(at, shop);
    await olena.api.call('tickets/assign', { ids: [ticketId], assignee_id: ira.id });
    const messageId = await answers(ticketId);
    await ira.api.call('tickets/read', { ids: [ticketId] });
    const open = async () => (await ira.api.call('tickets/counters')).body.data.views.open;
    const before = await open();
    // Whoever mutes a product is told of their own letters all the same.
    await olena.api.call('settings/change', { muted_products: [shop.productId] });
    const news = runNotifications({ db: at.db, wake: at.wake, log: createLog('silent') });
    await waitUntil(
      async () =>
        (await at.db.read('system', sql`select 1 from event_readers where name = 'notifications'`)).length > 0,
    );
    const fails = async () => {
      await bounces(messageId, hanna);
      await at.db.transaction({ companies: [shop.companyId] }, (tx) =>
        recordEvents(tx, [
          messageEvent({ id: ticketId, company_id: shop.companyId }, messageId, systemActor, { action: 'updated' }),
        ]),
      );
      at.wake.nudge('events');
    };
    await fails();
    expect(await open()).toBe(before + 1);
    const seen = rows(await ira.api.post('tickets/get', { fields: ['is_unread'], ...byId(ticketId) }), 'tickets')[0];
    expect(seen).toMatchObject({ is_unread: 1 });
    const told = () =>
      at.db.read<{ user_id: number; kind: string }>(
        'system',
        sql`select user_id, kind from notifications where ticket_id = ${ticketId} and kind <> 'assigned' order by id`,
      );
    await waitUntil(async () => (await told()).length > 0);
    // Whatever else would be told is told in its order: this comes after all of it.
    await aLetterOn(at, shop, ticketId);
    await waitUntil(async () => (await told()).some((one) => one.kind === 'customer_replied'));
    expect(await told()).toEqual([
      { user_id: olena.id, kind: 'not_delivered' },
      { user_id: ira.id, kind: 'customer_replied' },
    ]);
    // Sent again, it can fail again.
    expect((await olena.api.call('tickets/retry-delivery', { message_id: messageId })).status).toBe(200);
    await fails();
    await waitUntil(async () => (await told()).filter((one) => one.kind === 'not_delivered').length === 2);
    await news.stop();
  });

  test('goes back into the queue of its team', async () => {
    const made = await olena.api.post('teams/create', { data: [{ company_id: shop.companyId, name: 'Workshop' }] });
    const teamId = made.body.data.teams[0].id;
    const { ticketId } = await aTicket(at, shop);
    await olena.api.call('tickets/assign', { ids: [ticketId], team_id: teamId });
    const isQueued = async () =>
      (await at.db.read('system', sql`select id from tickets where id = ${ticketId} and queued_at is not null`))
        .length === 1;
    const messageId = await answers(ticketId);
    expect(await isQueued()).toBe(false);
    await bounces(messageId, hanna);
    expect(await isQueued()).toBe(true);
  });
});
