import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#platform/sql.ts';
import { aTicket } from './a-ticket.ts';
import { lettersTo } from './account-letters.ts';
import type { Answer, ApiClient } from './api-client.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, type Company, joins, password, rowId } from './people.ts';
import { byId, rows } from './rows-of.ts';
import { aPixel } from './two-companies.ts';
import { inAnHour, ofTicket, reply } from './what-is-written.ts';

let at: TestParley;
let olena: ApiClient;
let iryna: { id: number; email: string; api: ApiClient };
let shop: Company;
beforeAll(async () => {
  at = await aParley({ role: 'all', env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
  ({ api: olena } = await aPerson(at));
  shop = await aCompany(olena);
  iryna = await aPerson(at, 'Iryna Savchuk');
  await joins(at, iryna.id, shop.companyId, 1);
  at.wake.nudge('sessions');
});
afterAll(() => at?.close());

const patience = { timeout: 20_000 };
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
      ...{ to: [hanna], cc: [{ address: 'workshop@lumenoak.test' }], delivery: { state: expect.any(String) } },
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
      [{ to: [] }, [422, 'recipient_missing', 'data.to']],
      [{ to: many, how: 'each' }, [422, 'limit_reached', 'data.to']],
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

describe('a note that begins a ticket', () => {
  let marta: { id: number; api: ApiClient };
  beforeAll(async () => {
    marta = await aPerson(at, 'Marta Bondar');
    await joins(at, marta.id, shop.companyId, 1);
    at.wake.nudge('sessions');
  });
  const note = (more: Record<string, unknown> = {}) =>
    letter({ type: 'note', subject: 'The saw is dull', body_html: '<p>@Marta Bondar please look</p>', ...more });
  const called = () => ({ mentions: [{ kind: 'user', id: marta.id }] });

  test('calls whom it names, once, as a note in a ticket does', async () => {
    const found = await olena.call('drafts/mentionable', { product_id: shop.productId, words: 'mart' });
    expect(found.body.data.people).toMatchObject([{ id: marta.id, name: 'Marta Bondar' }]);
    const asked = note(called());
    const [made] = begun(await olena.call('tickets/compose', asked));
    expect(begun(await olena.call('tickets/compose', asked))).toEqual([made]);
    at.wake.nudge('events');
    const told = async () => (await marta.api.call('notifications/list', {})).body.data.groups;
    await expect
      .poll(told, patience)
      .toContainEqual(expect.objectContaining({ kind: 'mentioned', ticket_id: made?.ticket_id, count: 1 }));
  });

  test('A9 calls nobody who will not see its ticket; a letter to a customer calls nobody', async () => {
    const zoya = await aPerson(at, 'Zoya Outsider');
    const mentions = [{ kind: 'user', id: zoya.id }];
    expect(problem(await olena.call('tickets/compose', note({ mentions })))).toEqual([
      404,
      'not_found',
      'data.mentions[0]',
    ]);
    const asked = { product_id: shop.productId, words: '' };
    expect(problem(await zoya.api.call('drafts/mentionable', asked)).slice(0, 2)).toEqual([404, 'not_found']);
    const [sent] = begun(await olena.call('tickets/compose', letter(called())));
    const [row] = await at.db.read<{ n: number }>(
      'system',
      sql`select count(*)::int as n from mentions where message_id = ${sent?.message_id}`,
    );
    expect(row?.n).toBe(0);
  });
});

describe('a letter that is being written', () => {
  const device = crypto.randomUUID();
  const kept = (more: Record<string, unknown> = {}) => ({
    ...{
      client_id: crypto.randomUUID(),
      type: 'mail',
      product_id: shop.productId,
      from: null,
      to: [hanna],
      cc: [],
      bcc: [],
    },
    ...{ customer_id: null, how: 'each', subject: 'Your table', body_html: '<p>It is <script>x</script>ready</p>' },
    ...{ template_ids: [], assignee_id: null, tag_ids: [], attachments: [], base_version: 0, device, ...more },
  });
  const save = (asked: object, api = olena) => api.call('new-letters/save', asked);
  const mine = async (api = olena) => (await api.call('new-letters/mine', {})).body.data.letters;

  test('is kept with its files and goes on at another machine; neither writes over the other unasked', async () => {
    const file = (await olena.upload('plan.png', aPixel)).body.data.files[0].id;
    const mentions = [{ kind: 'user', id: iryna.id, name: 'Iryna Savchuk' }];
    const asked = kept({
      attachments: [file],
      tag_ids: [],
      mentions,
      to: [hanna, { name: '', address: 'half-an-addr' }],
    });
    const first = (await save(asked)).body.data;
    expect(first).toMatchObject({ is_saved: 1, version: 1, other: null });
    expect(await mine()).toMatchObject([
      {
        ...{ client_id: asked.client_id, state: 'draft', subject: 'Your table', line: 'It is ready' },
        ...{ to: asked.to, attachments: [{ id: file, name: 'plan.png' }], body_html: '<p>It is ready</p>' },
        mentions,
      },
    ]);
    expect(await mine(iryna.api)).toEqual([]);
    // The machine whose answer was lost asks again; another one that knows nothing of it does not win, nor does what a form
    // of the same one still says that was left.
    expect((await save(asked)).body.data).toMatchObject({ is_saved: 1, version: 1, other: null });
    const elsewhere = { ...asked, device: crypto.randomUUID(), subject: 'From the phone' };
    for (const late of [elsewhere, { ...asked, body_html: '<p>It</p>' }, { ...asked, attachments: [] }])
      expect((await save(late)).body.data).toMatchObject({
        ...{ is_saved: 0, version: 1 },
        other: { subject: 'Your table', body_html: '<p>It is ready</p>', attachments: [{ id: file }] },
      });
    expect((await save({ ...elsewhere, base_version: 1 })).body.data).toMatchObject({ is_saved: 1, version: 2 });

    // It is sent: the draft goes with it, and a late save does not bring it back.
    const sent = { ...letter({ to: [hanna], attachments: [file] }), client_id: asked.client_id };
    expect(begun(await olena.call('tickets/compose', sent))).toHaveLength(1);
    expect(await mine()).toEqual([]);
    expect(problem(await save({ ...elsewhere, base_version: 2 }))).toEqual([
      409,
      'not_in_this_state',
      'data.client_id',
    ]);
  });

  test("is counted among its writer's drafts while it is written, waits for its time, or is held, and no more", async () => {
    const drafts = async (api = olena) => (await api.call('tickets/counters', {})).body.data.views.drafts;
    const [before, hers] = [await drafts(), await drafts(iryna.api)];
    const written = kept();
    await save(written);
    const later = letter({ send_at: new Date(Date.now() + 86_400_000).toISOString().slice(0, 19).replace('T', ' ') });
    expect((await olena.call('tickets/compose', later)).status).toBe(200);
    const soon = letter({ hold_seconds: 30 });
    await olena.call('tickets/compose', soon);
    expect(await drafts(), 'one that only can be taken back has left').toBe(before + 2);
    expect(await drafts(iryna.api)).toBe(hers);
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update new_letters set state = 'held', held_key = 'not_found' where client_id = ${soon.client_id}`),
    );
    expect(await drafts()).toBe(before + 3);
    for (const { client_id } of [written, later, soon]) await olena.call('new-letters/discard', { client_id });
    expect(await drafts()).toBe(before);
  });

  test('A9 is thrown away once; its files wait to be wanted again; nobody else touches it', async () => {
    const file = (await olena.upload('plan.png', aPixel)).body.data.files[0].id;
    const asked = kept({ attachments: [file] });
    await save(asked);
    expect(problem(await save(kept({ attachments: [file] }), iryna.api))).toEqual([
      404,
      'not_found',
      'data.attachments',
    ]);
    for (const call of ['discard', 'take-back', 'send-now'])
      await iryna.api.call(`new-letters/${call}`, { client_id: asked.client_id });
    expect(await mine()).toHaveLength(1);
    const { api: stranger } = await aPerson(at, 'Petro Stranger');
    expect(problem(await save(kept(), stranger)).slice(0, 2)).toEqual([404, 'not_found']);
    expect((await olena.call('new-letters/discard', { client_id: asked.client_id })).status).toBe(200);
    expect((await olena.call('new-letters/discard', { client_id: asked.client_id })).status).toBe(200);
    expect(await mine()).toEqual([]);
    // A save that was on its way then comes too late; the undo keeps it under a new id, with its file.
    expect(problem(await save(asked))).toEqual([409, 'not_in_this_state', 'data.client_id']);
    expect((await save(kept({ attachments: [file] }))).body.data.is_saved).toBe(1);
    for (const { client_id } of await mine()) await olena.call('new-letters/discard', { client_id });
  });

  test('that is thrown away on one machine stays where another has written on since, and comes back', async () => {
    const asked = kept();
    await save(asked);
    await save({ ...asked, device: crypto.randomUUID(), base_version: 1, subject: 'From the phone' });
    const whose = { client_id: asked.client_id };
    const late = (await olena.call('new-letters/discard', { ...whose, version: 1 })).body.data;
    expect(late.other).toMatchObject({ version: 2, subject: 'From the phone' });
    expect(await mine()).toMatchObject([{ version: 2, subject: 'From the phone' }]);
    expect((await olena.call('new-letters/discard', { ...whose, version: 2 })).body.data).toEqual({ other: null });
    expect(await mine()).toEqual([]);
  });

  test('A38 nobody keeps more than a few hundred, and what nobody came back to is forgotten', async () => {
    await at.db.transaction('system', (tx) =>
      tx.run(
        sql`insert into new_letters (company_id, user_id, client_id, product_id, updated) select ${shop.companyId}::bigint, u.id, gen_random_uuid(), ${shop.productId}::bigint, now() - interval '91 days' from users u, generate_series(1, 200) where u.id = ${iryna.id}`,
      ),
    );
    expect(problem(await save(kept(), iryna.api)).slice(0, 2)).toEqual([422, 'limit_reached']);
    const { forgetOldNewLetters } = await import('#domain/new-letters/index.ts');
    const held = sql`update new_letters set state = 'held', why = 'later', send_at = now(), held_key = 'not_found' where id = (select min(id) from new_letters where user_id = ${iryna.id}) returning id`;
    const kept90 = await at.db.transaction('system', (tx) => tx.rows(held));
    await forgetOldNewLetters(at.db, 90);
    expect(await at.db.read('system', sql`select id from new_letters where user_id = ${iryna.id}`)).toEqual(kept90);
    expect((await save(kept(), iryna.api)).body.data.is_saved).toBe(1);
  });
});

describe('a letter that waits', () => {
  const mine = async () => (await olena.call('new-letters/mine', {})).body.data.letters;
  const isSent = async (clientId: string) =>
    (
      await at.db.transaction('system', (tx) =>
        tx.rows<{ id: number }>(sql`select id from tickets where composed_as = ${clientId}`),
      )
    ).length;
  const makeDue = (clientId: string) =>
    at.db.transaction('system', (tx) =>
      tx.run(sql`update new_letters set send_at = now() where client_id = ${clientId} and state = 'waiting'`),
    );

  test('begins nothing before its time, leaves then for each with what becomes of the tickets, and is refused now for what would refuse it then', async () => {
    const before = await at.db.transaction('system', (tx) => tx.row(sql`select count(*) as n from customers`));
    const to = [{ address: 'later-one@fjord.test' }, { address: 'later-two@fjord.test' }];
    const asked = letter({ to, how: 'each', send_at: '2099-01-01 00:00:00' });
    expect(problem(await olena.call('tickets/compose', asked)).slice(0, 2)).toEqual([422, 'time_too_far']);
    const past = { ...asked, send_at: '2020-01-01 00:00:00' };
    expect(problem(await olena.call('tickets/compose', past)).slice(0, 2)).toEqual([422, 'time_not_ahead']);
    const soon = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
    const wrong = { ...asked, send_at: soon, tag_ids: [999_999] };
    expect(problem(await olena.call('tickets/compose', wrong))).toEqual([404, 'not_found', 'data.tag_ids']);
    const fine = { ...asked, send_at: soon, and_then: { snooze: { until: soon } } };
    for (const _again of [1, 2])
      expect((await olena.call('tickets/compose', fine)).body.data).toEqual({ tickets: [], waits_until: soon });
    expect(await mine()).toMatchObject([{ state: 'waiting', why: 'later', send_at: soon, to: [{}, {}] }]);
    expect(await at.db.transaction('system', (tx) => tx.row(sql`select count(*) as n from customers`))).toEqual(before);

    await makeDue(asked.client_id);
    at.wake.nudge('waiting');
    await expect.poll(() => isSent(asked.client_id), patience).toBe(2);
    expect(await mine()).toEqual([]);
    // Asked for once more, it has left already: with its time, and without.
    const tickets = begun(await olena.call('tickets/compose', fine));
    expect(tickets).toHaveLength(2);
    expect(begun(await olena.call('tickets/compose', { ...fine, send_at: undefined, hold_seconds: 10 }))).toEqual(
      tickets,
    );
    expect(await mine()).toEqual([]);
    for (const { ticket_id } of tickets)
      expect(rows(await olena.post('tickets/get', byId(ticket_id)), 'tickets')[0]).toMatchObject({
        ...{ view_type: 'snoozed', snoozed_until: soon, message_count: expect.any(Number) },
      });
  });

  test('leaves, and is answered, when the time to put its ticket off to has passed meanwhile', async () => {
    const soon = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
    const asked = letter({ hold_seconds: 30, and_then: { snooze: { until: soon } } });
    await olena.call('tickets/compose', asked);
    const passed = JSON.stringify({ snooze: { until: '2020-01-01 09:00:00' } });
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update new_letters set then_do = ${passed}::jsonb where client_id = ${asked.client_id}`),
    );
    await makeDue(asked.client_id);
    at.wake.nudge('waiting');
    await expect.poll(() => isSent(asked.client_id), patience).toBe(1);
    const begun = sql`select view_type from tickets where composed_as = ${asked.client_id}`;
    expect(await at.db.read('system', begun)).toEqual([{ view_type: 'answered' }]);
  });

  test('is taken back and goes on under a new id; a late repetition of its request sends nothing', async () => {
    const file = (await olena.upload('plan.png', aPixel)).body.data.files[0].id;
    const asked = letter({ hold_seconds: 30, attachments: [file] });
    expect((await olena.call('tickets/compose', asked)).body.data.waits_until).toMatch(/^\d{4}-/);
    const key = { client_id: asked.client_id };
    const back = (await olena.call('new-letters/take-back', key)).body.data.letter;
    expect(back).toMatchObject({ state: 'draft', subject: 'Your table is ready', attachments: [{ id: file }] });
    expect(back.client_id).not.toBe(asked.client_id);
    expect(problem(await olena.call('tickets/compose', asked))).toEqual([409, 'was_taken_back', 'data.client_id']);
    expect(problem(await olena.call('new-letters/take-back', key)).slice(0, 2)).toEqual([409, 'not_in_this_state']);
    expect(await isSent(asked.client_id)).toBe(0);

    const again = letter({ client_id: back.client_id, hold_seconds: 30, attachments: [file] });
    await olena.call('tickets/compose', again);
    expect((await olena.call('new-letters/send-now', { client_id: back.client_id })).body.data).toEqual({ tickets: 1 });
    const late = await olena.call('new-letters/take-back', { client_id: back.client_id });
    expect(problem(late).slice(0, 2)).toEqual([409, 'already_sent']);
  });

  test('A51 sent at one machine while another writes on is one of the two: old words never take new ones with them', async () => {
    const asked = letter({ hold_seconds: 30 });
    await olena.call('tickets/compose', asked);
    const read = await at.db.transaction('system', (tx) =>
      tx.row<{ id: number; user_id: number; version: number }>(
        sql`update new_letters set state = 'held', held_key = 'not_found' where client_id = ${asked.client_id} returning id, user_id, version`,
      ),
    );
    if (!read) throw new Error('it is not kept');
    // The other machine has kept it between the two looks of this one.
    await at.db.transaction('system', (tx) =>
      tx.run(
        sql`update new_letters set state = 'draft', version = version + 1, subject = 'New words' where id = ${read.id}`,
      ),
    );
    const the = { clientId: asked.client_id, userId: read.user_id, asRead: read };
    const { dropComposed } = await import('#domain/new-letters/index.ts');
    const drops = () => at.db.transaction({ companies: [shop.companyId] }, (tx) => dropComposed(tx, the));
    await expect(drops()).rejects.toMatchObject({ key: 'not_in_this_state' });
    const standing = (await mine()).find((one: { client_id: string }) => one.client_id === asked.client_id);
    expect(standing).toMatchObject({ state: 'draft', subject: 'New words' });
    // Held anew with other words, it is another letter than the one that was read.
    await at.db.transaction('system', (tx) => tx.run(sql`update new_letters set state = 'held' where id = ${read.id}`));
    await expect(drops()).rejects.toMatchObject({ key: 'not_in_this_state' });
    await olena.call('new-letters/discard', { client_id: asked.client_id });
  });

  test('is held, and says why, where it cannot leave at its time', async () => {
    const asked = letter({ hold_seconds: 30 });
    await olena.call('tickets/compose', asked);
    // Its product is gone by then.
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update new_letters set product_id = 999999 where client_id = ${asked.client_id}`),
    );
    await makeDue(asked.client_id);
    at.wake.nudge('waiting');
    const held = async () => (await mine()).find((one: { client_id: string }) => one.client_id === asked.client_id);
    await expect.poll(async () => (await held())?.state, patience).toBe('held');
    expect(await held()).toMatchObject({ held_key: 'not_found', subject: 'Your table is ready' });
    // Its writer is told, with the way to it, until they have decided.
    at.wake.nudge('events');
    const told = async (api = olena) => (await api.call('notifications/list', {})).body.data.groups[0];
    const unseen = async () => (await olena.call('notifications/unread', {})).body.data;
    await expect.poll(async () => (await told())?.letter_id, patience).toBe(asked.client_id);
    expect(await told()).toMatchObject({
      ...{
        kind: 'letter_held',
        who: 'Hanna Lindqvist',
        title: 'Your table is ready',
        ticket_id: null,
        case_number: '',
      },
      unread: 1,
    });
    expect((await told(iryna.api))?.letter_id, 'and nobody else').not.toBe(asked.client_id);
    const before = await unseen();
    expect(before.letters, 'a letter is no ticket').toBe(1);
    await iryna.api.call('notifications/read', { letter_id: asked.client_id });
    expect(await unseen()).toEqual(before);
    await olena.call('notifications/read', { letter_id: asked.client_id });
    expect(await unseen()).toEqual({ ...before, letters: 0 });
    const back = (await olena.call('new-letters/take-back', { client_id: asked.client_id })).body.data.letter;
    expect((await told())?.letter_id).not.toBe(asked.client_id);
    await olena.call('new-letters/discard', { client_id: back.client_id });
    expect(await isSent(asked.client_id)).toBe(0);
  });
});

describe('a ticket that begins with our own words', () => {
  test('is about a call or a matter of ours: open, nothing is sent, and the customer may be one without an address', async () => {
    const max = rowId(
      await olena.post('customers/create', {
        data: [{ company_id: shop.companyId, first_name: 'Max', phone: '+380441234567' }],
      }),
      'customers',
    );
    const call = await one(
      await compose({ ...{ type: 'call', to: [], customer_id: max, subject: 'He rang about the lamp' } }),
    );
    expect(call.ticket).toMatchObject({ channel: 'phone', view_type: '', customer_id: max, waiting_since: null });
    expect(call.ticket.message).toBe('Shall we bring it on Monday?');
    expect(call.message).toMatchObject({ kind: 'note', delivery: null });
    const done = await one(
      await compose({ type: 'note', to: [hanna], how: 'each', and_then: { view_type: 'resolved' } }),
    );
    expect(done.ticket).toMatchObject({ channel: 'mail', view_type: 'resolved', customer: { first_name: 'Hanna' } });
    expect(problem(await compose({ type: 'call', to: [] })).slice(0, 3)).toEqual([422, 'recipient_missing', 'data.to']);
    expect(problem(await compose({ type: 'call', to: [], customer_id: 999_999 }))).toEqual([
      ...[404, 'customer_not_found', 'data.customer_id'],
    ]);
    const held = await compose({ type: 'note', to: [hanna], hold_seconds: 10 });
    expect(problem(held)).toEqual([422, 'invalid_value', 'data.hold_seconds']);
  });

  test('is answered to the customer’s own address, where they have one that is not ours', async () => {
    const aCustomer = async (of: object) =>
      rowId(await olena.post('customers/create', { data: [{ company_id: shop.companyId, ...of }] }), 'customers');
    const suggested = async (of: object) => {
      const { ticket_id } = await one(await compose({ type: 'call', to: [], ...of }));
      const { status, text, body } = await olena.call('tickets/reply-defaults', { ticket_id });
      expect(status, text).toBe(200);
      const { message_id, to, cc, can_reply } = body.data;
      return { message_id, to, cc, can_reply };
    };
    const answer = { message_id: null, to: [], cc: [], can_reply: true };
    const vera = await aCustomer({ first_name: 'Vera', last_name: 'Holm', email: 'Vera@holm.test' });
    const to = [{ name: 'Vera Holm', address: 'Vera@holm.test' }];
    expect(await suggested({ customer_id: vera })).toEqual({ ...answer, to });
    expect(await suggested({ customer_id: await aCustomer({ first_name: 'Ann', phone: '+380441234568' }) })).toEqual(
      answer,
    );
    expect(
      await suggested({ customer_id: await aCustomer({ first_name: 'Us', email: 'Support+t1@lumenoak.test' }) }),
    ).toEqual(answer);
    expect(await suggested({ type: 'note', to })).toEqual({ ...answer, to });
  });

  test('makes their customer known by whoever wrote it down: nobody wrote to them', async () => {
    for (const type of ['call', 'note']) {
      const address = `${type}@newcomer.test`;
      const { ticket } = await one(await compose({ type, to: [{ name: 'New Comer', address }] }));
      const card = (await olena.call('customers/card', { id: ticket.customer_id })).body.data;
      expect(card.identities).toMatchObject([{ value: address, source: 'person', added_by: 'Olena Kovalenko' }]);
    }
  });
});

describe('letters of somebody who leaves', () => {
  beforeAll(async () => {
    const change = { id: iryna.id, company_id: shop.companyId, scope: 'company' };
    const { status, text } = await olena.call('users/change-access', change);
    if (status !== 200) throw new Error(text);
    at.wake.nudge('sessions');
  });
  const held = (clientId: string) => ({ client_id: clientId, state: 'held', held_key: 'writer_left' });
  const lettersOf = async (api: ApiClient) =>
    (await api.call('new-letters/mine', {})).body.data.letters.filter(
      (one: { held_key: string | null }) => one.held_key === 'writer_left',
    );
  const aLeaver = async (name: string) => {
    const who = await aPerson(at, name);
    await joins(at, who.id, shop.companyId, 1);
    at.wake.nudge('sessions');
    return who;
  };
  const remove = (who: { id: number }, hand_to: number | null) =>
    olena.call('users/remove', { id: who.id, company_id: shop.companyId, hand_to });
  const takeBack = async (who: { id: number; email: string; api: ApiClient }) => {
    await olena.call('users/take-back', { id: who.id, company_id: shop.companyId });
    await who.api.call('auth/login', { email: who.email, password });
  };
  const heldFor = async (api: ApiClient) =>
    (await api.call('notifications/list', {})).body.data.groups.filter(
      (one: { kind: string }) => one.kind === 'letter_held',
    );

  test('are held at once, for whoever is chosen or has the ticket; whoever is back decides about what nobody touched', async () => {
    const nora = await aLeaver('Nora Leaves');
    const olenaId = (await olena.call('users/self')).body.data.user.id;
    const file = (await nora.api.upload('table.png', aPixel)).body.data.files[0].id;
    const [first, second] = [0, 1].map(() =>
      letter({ send_at: inAnHour(), attachments: [], assignee_id: nora.id, how: 'together' }),
    );
    if (!first || !second) throw new Error('two letters');
    for (const one of [{ ...first, attachments: [file] }, second])
      expect((await nora.api.call('tickets/compose', one)).status).toBe(200);
    const [hers, olenas] = [await aTicket(at, shop), await aTicket(at, shop)];
    for (const [ticket, assignee_id] of [
      [hers, nora.id],
      [olenas, olenaId],
    ] as const) {
      await olena.post('tickets/update', { data: { assignee_id }, ...byId(ticket.ticketId) });
      const answer = reply(ticket.ticketId, 'We bring it on Monday', { send_at: inAnHour() });
      expect((await nora.api.call('tickets/reply', answer)).status).toBe(200);
    }
    const access = (api: ApiClient) => api.call('users/access', { id: nora.id });
    expect((await access(olena)).body.data.companies[0].waiting_letters).toBe(4);
    expect((await access(iryna.api)).body.data.companies[0].waiting_letters).toBeNull();

    expect((await remove(nora, iryna.id)).status).toBe(200);
    for (const { ticketId } of [hers, olenas])
      expect((await ofTicket(olena, ticketId)).waiting).toMatchObject([{ state: 'held', held_key: 'writer_left' }]);
    const inherited = await lettersOf(iryna.api);
    expect(inherited).toMatchObject([second, first].map(({ client_id }) => held(client_id)));
    expect(inherited[1]).toMatchObject({ assignee_id: iryna.id, attachments: [{ id: file }] });
    expect((await iryna.api.get(`files/${file}`)).status).toBe(200);
    const word = (await lettersTo(at, iryna.email)).find(
      (one) => one.subject === '1 open ticket of Nora Leaves for you',
    );
    expect(word?.text).toContain('Decide what becomes of 3 unsent letters');
    at.wake.nudge('events');
    await expect.poll(async () => (await heldFor(iryna.api)).length, patience).toBe(3);
    await expect.poll(async () => (await heldFor(olena))[0]?.ticket_id, patience).toBe(olenas.ticketId);

    // Iryna goes on with one of them: it is hers, whatever becomes of it.
    const { letter: changed } = (await iryna.api.call('new-letters/take-back', { client_id: second.client_id })).body
      .data;
    await takeBack(nora);
    expect(await lettersOf(nora.api)).toMatchObject([held(first.client_id)]);
    expect(await lettersOf(iryna.api)).toEqual([]);
    expect((await nora.api.get(`files/${file}`)).status).toBe(200);
    at.wake.nudge('events');
    await expect.poll(async () => (await heldFor(nora.api)).length, patience).toBe(3);
    expect((await heldFor(iryna.api)).filter((one: { letter_id: string | null }) => one.letter_id)).toEqual([]);
    expect((await nora.api.call('new-letters/send-now', { client_id: first.client_id })).body.data.tickets).toBe(1);
    expect((await iryna.api.call('tickets/compose', letter({ client_id: changed.client_id }))).status).toBe(200);
  });

  test('are decided by whoever removes them, where nobody else gets them; by an owner, where they go by themselves', async () => {
    const sent = async (who: { api: ApiClient }) => {
      const one = letter({ send_at: inAnHour() });
      expect((await who.api.call('tickets/compose', one)).status).toBe(200);
      return one.client_id;
    };
    const vira = await aLeaver('Vira Leaves');
    const hers = await sent(vira);
    expect((await remove(vira, null)).status).toBe(200);
    expect(await lettersOf(olena)).toMatchObject([held(hers)]);
    await olena.call('new-letters/discard', { client_id: hers });

    const adam = await aPerson(at, 'Adam Leaves');
    await joins(at, adam.id, shop.companyId, 3);
    at.wake.nudge('sessions');
    const his = await sent(adam);
    expect((await adam.api.call('users/remove', { id: adam.id, company_id: shop.companyId })).status).toBe(200);
    expect(await lettersOf(olena)).toMatchObject([held(his)]);
    await olena.call('new-letters/discard', { client_id: his });
  });

  test('go to nobody who does not see all tickets, and to somebody who is told', async () => {
    const scope = (to: string) =>
      olena.call('users/change-access', { id: iryna.id, company_id: shop.companyId, scope: to });
    const maria = await aLeaver('Maria Leaves');
    const { ticketId } = await aTicket(at, shop);
    const answer = reply(ticketId, 'We bring it on Friday', { send_at: inAnHour() });
    expect((await maria.api.call('tickets/reply', answer)).status).toBe(200);
    const one = letter({ send_at: inAnHour() });
    expect((await maria.api.call('tickets/compose', one)).status).toBe(200);
    expect((await scope('own')).status).toBe(200);
    expect((await remove(maria, iryna.id)).status).toBe(200);
    expect(await lettersOf(olena)).toMatchObject([held(one.client_id)]);
    at.wake.nudge('events');
    const tickets = async () => (await heldFor(olena)).map((told: { ticket_id: string }) => told.ticket_id);
    await expect.poll(tickets, patience).toContain(ticketId);
    await olena.call('new-letters/discard', { client_id: one.client_id });
    expect((await scope('company')).status).toBe(200);
  });
});
