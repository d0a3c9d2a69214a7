import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadPerson } from '#domain/people/index.ts';
import { mergeTickets } from '#domain/tickets/index.ts';
import { partOf } from '#platform/part-of-transaction.ts';
import { sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aLetterOn, aTicket, type Letter } from './a-ticket.ts';
import type { Answer, ApiClient } from './api-client.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, type Company, joins, rowId } from './people.ts';

let at: TestParley;
let olena: ApiClient;
let shop: Company;
let ownerId: number;
beforeAll(async () => {
  at = await aParley();
  ({ api: olena, id: ownerId } = await aPerson(at, 'Olena', 'olena@lumenoak.test'));
  shop = await aCompany(olena, 'Lumen & Oak', 'LO');
});
afterAll(() => at?.close());

const about = async (subject: string, letter: Letter = {}) =>
  (await aTicket(at, shop, { subject, text: subject, ...letter })).ticketId;
const ticket = async (id: number, api = olena) =>
  (await api.post('tickets/get', { filter: { conditions: [['id', '=', id]] } })).body.data.tickets[0];
const thread = async (
  id: number,
): Promise<
  { id: number; kind: string; body_text: string; event: { key: string } | null; origin_ticket_id: number }[]
> =>
  (await olena.post('messages/get', { filter: { conditions: [['ticket_id', '=', id]] }, sort: [['id', 'asc']] })).body
    .data.messages;
const words = async (id: number) => (await thread(id)).map((one) => one.event?.key ?? one.body_text);
const counters = async () => (await olena.call('tickets/counters', { company_id: shop.companyId })).body.data.views;
const merge = (survivor_id: number, ...ids: number[]) => olena.call('tickets/merge', { survivor_id, ids });
const mergeIds = ({ body }: Answer): number[] => body.data.merges.map((one: { id: number }) => one.id);
const relations = async (id: number) => (await olena.call('tickets/relations', { ticket_id: id })).body.data;
const replyTo = (ticket_id: number, text: string, client_id = randomUUID()) =>
  olena.call('tickets/reply', {
    ticket_id,
    client_id,
    body_html: `<p>${text}</p>`,
    to: [{ address: 'hanna@lindqvist.test' }],
  });
const aTag = async (name: string) =>
  rowId(await olena.post('tags/create', { data: [{ company_id: shop.companyId, name }] }), 'tags');
const tagsOf = async (id: number) => (await ticket(id)).tags.map((one: { name: string }) => one.name).sort();

test('two tickets become one thread, in the order in which it was written, and come apart as they were', async () => {
  const before = await counters();
  const older = await about('The leg broke');
  await replyTo(older, 'A new leg leaves tomorrow.');
  const newer = await about('The leg again', {
    attachments: [{ name: 'leg.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF') }],
  });
  await aLetterOn(at, shop, older, { text: 'Thank you' });
  const [oak, urgent] = [await aTag('oaken'), await aTag('urgent')];
  await olena.call('tickets/tag', { ids: [older], add: [oak] });
  await olena.call('tickets/tag', { ids: [newer], add: [oak, urgent] });
  await replyTo(older, 'You are welcome.');
  const [wasOlder, wasNewer] = [await ticket(older), await ticket(newer)];
  const threads = [await words(older), await words(newer)];
  expect(wasOlder.view_type).toBe('answered');

  const preview = (await olena.call('tickets/merge-preview', { survivor_id: older, ids: [newer] })).body.data;
  expect(preview).toMatchObject({
    view_type: '',
    attachments: 1,
    hidden: 0,
    different_customers: false,
    last: [{ line: 'You are welcome.' }],
  });
  expect(preview.tickets.map((one: { id: number }) => one.id)).toEqual([older, newer]);
  expect(preview.first.map((one: { line: string }) => one.line)).toEqual([
    'The leg broke',
    'A new leg leaves tomorrow.',
    'The leg again',
    'Thank you',
  ]);
  expect(preview.tags.map((one: { name: string }) => one.name)).toEqual(['oaken', 'urgent']);
  expect(await ticket(older)).toEqual(wasOlder);

  const merged = await merge(older, newer);
  expect(merged.status, merged.text).toBe(200);
  expect((await words(older)).filter((one) => !['tagged'].includes(one))).toEqual([
    'The leg broke',
    'A new leg leaves tomorrow.',
    'The leg again',
    'Thank you',
    'You are welcome.',
    'merged',
  ]);
  expect(await words(newer)).toEqual(['merged_into']);
  const now = await ticket(older);
  expect(now).toMatchObject({
    view_type: '',
    waiting_since: wasNewer.waiting_since,
    has_attachments: 1,
    message_count: 5,
    message: 'You are welcome.',
  });
  expect(await tagsOf(older)).toEqual(['oaken', 'urgent']);
  // Its number lives on, and nothing shows it.
  expect(await ticket(newer)).toMatchObject({ merged_into_id: older, case_number: wasNewer.case_number });
  const list = await olena.post('tickets/get', { filter: { conditions: [['company_id', '=', shop.companyId]] } });
  expect(list.body.data.tickets.map((one: { id: number }) => one.id)).toEqual([older]);
  expect(await counters()).toMatchObject({ open: before.open + 1, answered: before.answered });
  const found = async (query: string) =>
    (await olena.call('search/find', { query })).body.data.tickets.map((one: { id: number }) => one.id);
  expect(await found('in:everywhere')).toEqual([older]);
  expect(await found(wasNewer.case_number)).toEqual([newer]);
  expect(await relations(older)).toMatchObject({
    merges: [{ ticket: { id: newer, case_number: wasNewer.case_number }, into: null, by: 'Olena' }],
  });

  // Whoever had it open meanwhile loses no word, and says none twice.
  const client = randomUUID();
  const late = await replyTo(newer, 'It fits now?', client);
  expect(late.body.data).toMatchObject({ ticket_id: older });
  expect((await replyTo(newer, 'It fits now?', client)).body.data).toEqual(late.body.data);
  expect((await olena.call('tickets/resolve', { ids: [newer] })).body.errors[0]).toMatchObject({
    key: 'ticket_is_merged',
    values: { number: wasOlder.case_number },
  });
  const filter = { conditions: [['id', '=', newer]] };
  for (const [path, body] of [
    ['update', { data: { title: 'Other' }, filter }],
    ['delete', { filter }],
  ] as const)
    expect((await olena.post(`tickets/${path}`, body)).status).toBe(404);

  expect((await olena.call('tickets/unmerge', { merge_ids: mergeIds(merged) })).body.data).toEqual({ ids: [newer] });
  expect(await words(older)).toEqual([...threads[0]!, 'merged', 'It fits now?', 'unmerged']);
  expect(await words(newer)).toEqual([...threads[1]!, 'merged_into', 'unmerged_from']);
  expect(await ticket(newer)).toMatchObject({
    view_type: '',
    waiting_since: wasNewer.waiting_since,
    message: 'The leg again',
    merged_into_id: null,
  });
  expect(await tagsOf(older)).toEqual(['oaken']);
  expect(await tagsOf(newer)).toEqual(['oaken', 'urgent']);
  expect(await counters()).toMatchObject({ open: before.open + 1, answered: before.answered + 1 });
  expect((await olena.call('tickets/unmerge', { merge_ids: mergeIds(merged) })).body.errors[0]?.key).toBe(
    'not_in_this_state',
  );
  expect(await relations(older)).toMatchObject({ merges: [] });
});

test('undone at once, the survivor stands as it stood; several at once, newest first', async () => {
  const [resolved, open, answered] = [await about('Done'), await about('Open'), await about('Answered')];
  await olena.call('tickets/resolve', { ids: [resolved] });
  await replyTo(answered, 'Here you are.');
  const merged = await merge(resolved, answered, open);
  expect(await ticket(resolved)).toMatchObject({ view_type: '', waiting_since: (await ticket(open)).waiting_since });
  await olena.call('tickets/unmerge', { merge_ids: mergeIds(merged) });
  const states = [];
  for (const id of [resolved, open, answered]) states.push((await ticket(id)).view_type);
  expect(states).toEqual(['resolved', '', 'answered']);
});

test('nobody waits in what was merged of tickets in which nobody waits, and it comes apart as it was', async () => {
  const ours = async () => {
    const { body } = await olena.call('tickets/compose', {
      ...{ client_id: randomUUID(), type: 'note', product_id: shop.productId, how: 'together', subject: 'The lamp' },
      ...{ to: [{ name: 'Hanna', address: 'hanna@lindqvist.test' }], body_html: '<p>She rang</p>' },
    });
    return body.data.tickets[0].ticket_id as number;
  };
  const answered = await about('Answered');
  await replyTo(answered, 'Here you are.');
  const asleep = await ours();
  await olena.call('tickets/snooze', { ids: [asleep], until: '2029-01-01 08:00:00', wake_on_reply: 0 });
  const resolved = await ours();
  await olena.call('tickets/resolve', { ids: [resolved] });
  const pairs = [
    [await ours(), await ours()],
    [answered, await ours()],
    [answered, asleep],
    [resolved, asleep],
  ] as const;
  for (const [survivor, other] of pairs) {
    const { view_type } = await ticket(survivor);
    const merged = await merge(survivor, other);
    expect(await ticket(survivor)).toMatchObject({ view_type: '', waiting_since: null });
    await olena.call('tickets/unmerge', { merge_ids: mergeIds(merged) });
    expect(await ticket(survivor)).toMatchObject({ view_type, waiting_since: null });
  }
});

test('whose it is, the survivor tells of itself, whatever was said of what was merged into it', async () => {
  const [survivor, gone] = [await about('Mine'), await about('Also')];
  const { id: iraId } = await aPerson(at, 'Ira', 'ira@lumenoak.test');
  await joins(at, iraId, shop.companyId, 1);
  await olena.call('tickets/assign', { ids: [survivor], assignee_id: ownerId });
  await olena.call('tickets/assign', { ids: [gone], assignee_id: iraId });
  const merged = await merge(survivor, gone);
  expect((await ticket(survivor)).assignment).toMatchObject({ key: 'took', who: 'Olena' });
  await olena.call('tickets/unmerge', { merge_ids: mergeIds(merged) });
  expect((await ticket(gone)).assignment).toMatchObject({ key: 'assigned', values: { name: 'Ira' } });
});

test('undone, a survivor that slept or was resolved long ago is as it was', async () => {
  const [asleep, resolved, one, other] = [await about('A'), await about('B'), await about('C'), await about('D')];
  const until = '2029-01-01 08:00:00';
  await olena.call('tickets/snooze', { ids: [asleep], until, reason: 'Parts come', wake_on_reply: 0 });
  await olena.call('tickets/resolve', { ids: [resolved] });
  await at.db.transaction('system', (tx) =>
    tx.run(sql`update tickets set resolved_at = resolved_at - interval '9 days' where id = ${resolved}`),
  );
  const resolvedAt = async () =>
    at.db.read(
      'system',
      sql`select resolved_at from tickets where id = ${resolved} and resolved_at < now() - interval '8 days'`,
    );
  expect(await resolvedAt()).toHaveLength(1);
  const merges = [await merge(asleep, one), await merge(resolved, other)];
  expect([(await ticket(asleep)).view_type, (await ticket(resolved)).view_type]).toEqual(['', '']);
  for (const merged of merges) await olena.call('tickets/unmerge', { merge_ids: mergeIds(merged) });
  expect(await ticket(asleep)).toMatchObject({
    view_type: 'snoozed',
    snooze: { until, reason: 'Parts come', wake_on_reply: 0 },
  });
  expect(await resolvedAt(), 'the fourteen days go on').toHaveLength(1);
});

test('a chain: what went into the first is found in the last, and comes out of the middle alone', async () => {
  const [a, b, c] = [await about('A'), await about('B'), await about('C')];
  const rare = await aTag('rarely');
  await olena.call('tickets/tag', { ids: [a], add: [rare] });
  const inner = await merge(b, a);
  await aLetterOn(at, shop, b, { text: 'B goes on' });
  const outer = await merge(c, b);
  expect(await ticket(a)).toMatchObject({ merged_into_id: c });
  expect(await tagsOf(c)).toEqual(['rarely']);
  expect((await relations(c)).merges).toMatchObject([
    { ticket: { id: a }, into: (await ticket(b)).case_number },
    { ticket: { id: b }, into: null },
  ]);
  // A circle cannot be asked for: both ends are gone already.
  expect((await merge(a, c)).body.errors[0]).toMatchObject({ key: 'ticket_is_merged', field: 'data.survivor_id' });

  await olena.call('tickets/unmerge', { merge_ids: mergeIds(inner) });
  expect((await words(a)).filter((one) => one.length === 1)).toEqual(['A']);
  expect((await words(c)).filter((one) => !one.includes('merged'))).toEqual(['B', 'C', 'B goes on']);
  expect([await tagsOf(a), await tagsOf(c)]).toEqual([['rarely'], []]);
  await olena.call('tickets/unmerge', { merge_ids: mergeIds(outer) });
  expect((await words(b)).filter((one) => !one.includes('merged'))).toEqual(['B', 'B goes on']);
  expect(await ticket(b)).toMatchObject({ merged_into_id: null, tags: [] });
});

test('A51 fifty merge the same tickets at once, each way round: one wins, the others are told, nothing is half done', async () => {
  const [a, b, c] = [await about('Pair A'), await about('Pair B'), await about('Pair C')];
  const pairs = [
    [a, b],
    [b, a],
    [b, c],
    [c, a],
    [a, c],
  ] as const;
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => merge(...(pairs[i % pairs.length] ?? [a, b]))),
  );
  const won = answers.filter((one) => one.status === 200);
  expect(won.length).toBeGreaterThan(0);
  for (const one of answers.filter((other) => !won.includes(other)))
    expect([one.status, one.body.errors[0]?.key]).toEqual([409, 'ticket_is_merged']);
  const three = [await ticket(a), await ticket(b), await ticket(c)];
  const roots = three.filter((one) => one.merged_into_id === null);
  // Every win takes one ticket out of the way, and no circle is left.
  expect(roots).toHaveLength(3 - won.length);
  const letters = (await Promise.all([a, b, c].map(thread))).map(
    (all) => all.filter((one) => one.kind === 'inbound').length,
  );
  expect(letters.reduce((sum, n) => sum + n, 0)).toBe(3);
  for (const [i, one] of three.entries()) if (one.merged_into_id !== null) expect(letters[i]).toBe(0);

  const ids = won.flatMap(mergeIds);
  const undone = await Promise.all(Array.from({ length: 10 }, () => olena.call('tickets/unmerge', { merge_ids: ids })));
  expect(undone.map((one) => one.status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  for (const id of [a, b, c]) expect((await thread(id)).filter((one) => one.kind === 'inbound')).toHaveLength(1);
});

test('a letter that is moved while its ticket is merged stays in the thread that it went to', async () => {
  const letter = await aTicket(at, shop, { subject: 'Moved', text: 'Moved' });
  const [into, target] = [await about('Merged into'), await about('Where it was to go')];
  const person = await loadPerson(at.db, ownerId);
  if (!person) throw new Error('no Olena');
  const { number } = await ticket(target);
  const moving = await at.db.transaction({ companies: [shop.companyId] }, async (tx) => {
    await mergeTickets(partOf(tx), { survivor_id: into, ids: [letter.ticketId] }, person);
    const asked = olena.call('inbound-mails/move-to-ticket', { id: letter.inboundMailId, number });
    await waitUntil(
      () => tx.row(sql`select 1 from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))`),
      { timeoutMs: 20_000, what: 'the move, behind the merge' },
    );
    return [asked];
  });
  expect((await moving[0])?.body.errors?.[0]).toMatchObject({ key: 'not_in_this_state', field: 'data.id' });
  expect(await words(into)).toEqual(['Moved', 'Merged into', 'merged']);
  expect(await ticket(into)).toMatchObject({ message_count: 2 });
  expect(await words(target)).toEqual(['Where it was to go']);
  expect(await ticket(letter.ticketId)).toMatchObject({ merged_into_id: into, is_deleted: 0 });
  // Asked again, it goes from where it is.
  await olena.call('inbound-mails/move-to-ticket', { id: letter.inboundMailId, number });
  expect(await words(into)).toEqual(['Merged into', 'merged']);
  expect(await ticket(into)).toMatchObject({ message_count: 1, is_deleted: 0 });
});

test('who has read both has read the one; for whom one was unread it begins there', async () => {
  const [first, second] = [await about('Read by all'), await about('Read by Olena alone')];
  const third = await about('Read by nobody');
  await olena.call('tickets/read', { ids: [first, second] });
  const merged = await merge(first, second);
  expect(await ticket(first)).toMatchObject({ is_unread: 0 });
  await merge(first, third);
  const [unread] = await thread(third).then(async () =>
    (await thread(first)).filter((one) => one.body_text === 'Read by nobody'),
  );
  expect(await ticket(first)).toMatchObject({ is_unread: 1, read_to: (unread?.id ?? 0) - 1 });
  await olena.call('tickets/unmerge', { merge_ids: mergeIds(merged) });
  expect(await ticket(second)).toMatchObject({ is_unread: 0 });
});

test('a ticket that somebody marked unread after our last word is unread once it is joined, whichever stays', async () => {
  for (const isMarkedStaying of [false, true]) {
    const [stays, goes] = [await about('Stays'), await about('Goes')];
    for (const id of [stays, goes]) await replyTo(id, 'A new leg leaves tomorrow.');
    await olena.call('tickets/read', { ids: [stays, goes] });
    await olena.call('tickets/read', { ids: [isMarkedStaying ? stays : goes], is_unread: 1 });
    await merge(stays, goes);
    expect(await ticket(stays), `marked: the one that ${isMarkedStaying ? 'stays' : 'goes'}`).toMatchObject({
      is_unread: 1,
    });
    await olena.call('tickets/read', { ids: [stays] });
    expect(await ticket(stays)).toMatchObject({ is_unread: 0 });
  }
});

test('what is refused: itself, the trash, another company, no right, out of sight', async () => {
  const [a, b] = [await about('Mine'), await about('Put away')];
  expect((await merge(a, a)).body.errors[0]).toMatchObject({ key: 'invalid_value', field: 'data.ids' });
  await olena.post('tickets/delete', { filter: { conditions: [['id', '=', b]] } });
  expect((await merge(a, b)).body.errors[0]).toMatchObject({ key: 'not_in_this_state', field: 'data.ids' });
  expect((await merge(b, a)).body.errors[0]).toMatchObject({ key: 'not_in_this_state', field: 'data.survivor_id' });
  await olena.post('tickets/restore', { filter: { conditions: [['id', '=', b]] } });

  // Of two companies of one owner: still no.
  const other = await aCompany(olena, 'Fjordvik', 'FJ');
  const far = (await aTicket(at, other, {})).ticketId;
  expect((await merge(a, far)).body.errors[0]).toMatchObject({ key: 'ticket_not_found', field: 'data.ids' });

  const marko = await aPerson(at, 'Marko', 'marko@lumenoak.test');
  await joins(at, marko.id, shop.companyId, 1);
  at.wake.nudge('sessions');
  const try_ = () => marko.api.call('tickets/merge', { survivor_id: a, ids: [b] });
  await at.db.transaction('system', (tx) =>
    tx.run(sql`insert into company_privileges values (${shop.companyId}, 'agent', 'tickets.merge', 0)`),
  );
  at.wake.nudge('sessions');
  expect((await try_()).status).toBe(403);
  await at.db.transaction('system', async (tx) => {
    await tx.run(sql`delete from company_privileges where company_id = ${shop.companyId}`);
    await tx.run(sql`update roles set scope = 'own' where user_id = ${marko.id}`);
    await tx.run(sql`update tickets set assignee_id = ${marko.id} where id = ${a}`);
  });
  at.wake.nudge('sessions');
  expect((await try_()).body.errors[0]).toMatchObject({ key: 'ticket_not_found', field: 'data.ids' });
  const merged = await merge(a, b);
  expect((await marko.api.call('tickets/relations', { ticket_id: a })).body.data.merges).toEqual([]);
  expect((await marko.api.call('tickets/unmerge', { merge_ids: mergeIds(merged) })).status).toBe(404);
});

describe('a split', () => {
  test('makes a ticket of the message and those after it, for whoever wrote it, and is taken back', async () => {
    const id = await about('Table and chairs');
    await replyTo(id, 'The table is on its way.');
    const petro = await aLetterOn(at, shop, id, {
      from: 'Petro',
      address: 'petro@chairs.test',
      subject: 'Re: [LO-1] And my chairs?',
      text: 'And my chairs?',
    });
    await aLetterOn(at, shop, id, { from: 'Petro', address: 'petro@chairs.test', text: 'Four of them.' });
    const was = await ticket(id);
    const threadWas = await words(id);
    const asked = { message_id: petro.messageId, from_here: 1, request_id: crypto.randomUUID() };
    const split = await olena.call('tickets/split', asked);
    expect(split.status, split.text).toBe(200);
    expect((await olena.call('tickets/split', asked)).body.data, 'asked again').toEqual(split.body.data);
    const { ticket_id: fresh, case_number, split_id } = split.body.data;
    expect(await words(fresh)).toEqual(['And my chairs?', 'Four of them.', 'split_from']);
    expect(await words(id)).toEqual(['Table and chairs', 'The table is on its way.', 'split_off']);
    expect(await ticket(fresh)).toMatchObject({
      customer_id: petro.customerId,
      title: 'Re: And my chairs?',
      view_type: '',
      case_number,
      message: 'Four of them.',
      message_count: 2,
    });
    // A letter is written down a moment before it moves its ticket, which may be in the next second.
    const waits = Date.parse(was.waiting_since) - Date.parse((await ticket(fresh)).waiting_since);
    expect(Math.abs(waits)).toBeLessThan(2000);
    // Nobody waits in the old one any more: the last word there is ours.
    expect(await ticket(id)).toMatchObject({ view_type: 'answered', waiting_since: null, message_count: 2 });
    expect((await relations(fresh)).links).toMatchObject([{ ticket: { id }, kind: 'split', is_from: true }]);
    expect((await relations(id)).links).toMatchObject([{ ticket: { id: fresh }, kind: 'split', is_from: false }]);

    await olena.call('tickets/unsplit', { split_id });
    expect(await words(id)).toEqual([...threadWas, 'split_off', 'split_undone']);
    expect(await ticket(id)).toMatchObject({ view_type: '', waiting_since: was.waiting_since });
    expect(await ticket(fresh)).toMatchObject({ merged_into_id: id });
    expect(await relations(id)).toEqual({ merges: [], links: [] });
    expect((await olena.call('tickets/unsplit', { split_id })).body.errors[0]?.key).toBe('not_in_this_state');
  });

  describe('of a note alone', () => {
    const note = async (ticket_id: number) =>
      (await olena.call('tickets/note', { ticket_id, client_id: randomUUID(), body_html: '<p>Look at the leg</p>' }))
        .body.data.message_id;
    const stands = async (id: number) => {
      const { view_type, waiting_since, snoozed_until, snooze } = await ticket(id);
      return { view_type, waiting_since, snoozed_until, reason: snooze?.reason };
    };
    const splitOff = async (message_id: number) => {
      const answer = await olena.call('tickets/split', { message_id, from_here: 0 });
      expect(answer.status, answer.text).toBe(200);
      return answer.body.data as { ticket_id: number; split_id: number };
    };
    const aNoteTicket = async () =>
      (
        await olena.call('tickets/compose', {
          ...{
            client_id: randomUUID(),
            type: 'note',
            product_id: shop.productId,
            how: 'together',
            subject: 'The lamp',
          },
          ...{ to: [{ name: 'Hanna', address: 'hanna@lindqvist.test' }], body_html: '<p>She rang about the lamp</p>' },
        })
      ).body.data.tickets[0].ticket_id as number;
    const until = '2029-01-01 08:00:00';
    const begun: Record<string, () => Promise<number>> = {
      'that nobody waits in': aNoteTicket,
      'with a customer who waits': () => about('Is it oak?'),
      'that is answered': async () => {
        const id = await about('Is it oak?');
        await replyTo(id, 'It is.');
        return id;
      },
      'that sleeps': async () => {
        const id = await about('Is it oak?');
        await olena.call('tickets/snooze', { ids: [id], until, reason: 'Parts come', wake_on_reply: 0 });
        return id;
      },
      'that is resolved': async () => {
        const id = await about('Is it oak?');
        await olena.call('tickets/resolve', { ids: [id] });
        return id;
      },
    };

    test.each(Object.entries(begun))(
      'of a ticket %s answers nobody: both stand as the one stood, and it does again',
      async (_name, begin) => {
        const id = await begin();
        const noteId = await note(id);
        const was = await stands(id);
        const { ticket_id: fresh, split_id } = await splitOff(noteId);
        expect(await stands(id)).toEqual(was);
        expect(await stands(fresh)).toEqual({ ...was, waiting_since: null });
        await olena.call('tickets/unsplit', { split_id });
        expect(await stands(id)).toEqual(was);
      },
    );

    test('moves nothing of what was answered meanwhile, when it is taken back', async () => {
      const id = await about('Is it oak?');
      const { split_id } = await splitOff(await note(id));
      await replyTo(id, 'It is.');
      await olena.call('tickets/unsplit', { split_id });
      expect(await stands(id)).toMatchObject({ view_type: 'answered', waiting_since: null });
    });

    test('that was made our turn since is our turn with it, when it is taken back', async () => {
      const id = await about('Is it oak?');
      await replyTo(id, 'It is.');
      const { ticket_id: fresh, split_id } = await splitOff(await note(id));
      await olena.call('tickets/reopen', { ids: [fresh] });
      await olena.call('tickets/unsplit', { split_id });
      expect((await stands(id)).view_type).toBe('');
    });
  });

  test('of all letters leaves notes alone: nobody waits there, and the first of them is its line', async () => {
    const { ticketId: id, messageId } = await aTicket(at, shop, { text: 'Table and chairs' });
    const note = async (body_html: string) =>
      (await olena.call('tickets/note', { ticket_id: id, client_id: randomUUID(), body_html })).body.data.message_id;
    const noteId = await note('<p>Look at</p><p>the leg</p>');
    await note('<p>It is loose</p>');
    const split = (await olena.call('tickets/split', { message_id: messageId, from_here: 0 })).body.data;
    expect(await ticket(split.ticket_id)).toMatchObject({ view_type: '', message: 'Table and chairs' });
    expect((await ticket(split.ticket_id)).waiting_since).not.toBeNull();
    const left = { view_type: 'answered', waiting_since: null };
    expect(await ticket(id)).toMatchObject({ ...left, message: 'Look at the leg' });
    await olena.call('messages/edit-note', { message_id: noteId, edits: 0, body_html: '<p>Mind the leg</p>' });
    expect(await ticket(id)).toMatchObject({ ...left, message: 'Mind the leg' });
    await olena.call('messages/delete-note', { message_id: noteId, reason: 'Of another table' });
    expect(await ticket(id)).toMatchObject({ ...left, message: 'It is loose' });
    await olena.call('tickets/unsplit', { split_id: split.split_id });
    expect(await ticket(id)).toMatchObject({ view_type: '', message: 'Table and chairs' });
    expect((await ticket(id)).waiting_since).not.toBeNull();
  });

  test('of nothing but notes is none where a machine has written: somebody still waits there', async () => {
    const { ticketId: id, messageId } = await aTicket(at, shop, { text: 'Your parcel was returned' });
    await at.db.transaction('system', (tx) =>
      tx.run(sql`update messages set mail_kind = 'automatic' where id = ${messageId}`),
    );
    const note = { ticket_id: id, client_id: randomUUID(), body_html: '<p>Look at the leg</p>' };
    const { message_id } = (await olena.call('tickets/note', note)).body.data;
    await olena.call('messages/edit-note', { message_id, edits: 0, body_html: '<p>Mind the leg</p>' });
    expect(await ticket(id)).toMatchObject({ view_type: '', message: 'Your parcel was returned' });
    expect((await ticket(id)).waiting_since).not.toBeNull();
  });

  test('of a note shows what it says in the list', async () => {
    const { ticketId: id } = await aTicket(at, shop, { text: 'Table and chairs' });
    const { message_id } = (
      await olena.call('tickets/note', { ticket_id: id, client_id: randomUUID(), body_html: '<p>Look at the leg</p>' })
    ).body.data;
    const { ticket_id } = (await olena.call('tickets/split', { message_id, from_here: 0 })).body.data;
    expect((await ticket(ticket_id)).message).toBe('Look at the leg');
    expect((await ticket(id)).message).toBe('Table and chairs');
  });

  test('of an early letter leaves what was answered answered, also when it is taken back', async () => {
    const { ticketId: id, messageId } = await aTicket(at, shop, { text: 'Table and chairs' });
    await replyTo(id, 'They are on their way.');
    const split = (await olena.call('tickets/split', { message_id: messageId, from_here: 0 })).body.data;
    expect(await ticket(split.ticket_id)).toMatchObject({ view_type: '' });
    await olena.call('tickets/unsplit', { split_id: split.split_id });
    expect(await ticket(id)).toMatchObject({ view_type: 'answered', waiting_since: null });
  });

  test('leaves our turn what somebody had made our turn, and nothing is answered by what goes', async () => {
    const { ticketId: id, messageId } = await aTicket(at, shop, { text: 'Table and chairs' });
    await replyTo(id, 'They are on their way.');
    await olena.call('tickets/reopen', { ids: [id] });
    await olena.call('tickets/split', { message_id: messageId, from_here: 0 });
    expect(await ticket(id)).toMatchObject({ view_type: '' });
  });

  test('stays with the team of the ticket it comes from', async () => {
    const team = await olena.post('teams/create', { data: [{ company_id: shop.companyId, name: 'Repairs' }] });
    expect(team.status, team.text).toBe(200);
    const id = await about('Table and chairs');
    const team_id = team.body.data.teams[0].id;
    expect((await olena.call('tickets/assign', { ids: [id], team_id })).status).toBe(200);
    const { messageId } = await aLetterOn(at, shop, id, { text: 'And my chairs?' });
    const split = await olena.call('tickets/split', { message_id: messageId, from_here: 0 });
    expect(await ticket(split.body.data.ticket_id)).toMatchObject({ team_id, assignee_id: null });
  });

  test('by somebody who was merged with another meanwhile is the survivor’s, and theirs again when that is undone', async () => {
    const { ticketId: id, customerId: hanna } = await aTicket(at, shop, { text: 'Table and chairs' });
    const petro = await aLetterOn(at, shop, id, { from: 'Petro', address: 'petro@twice.test', text: 'And my chairs?' });
    const merged = await olena.call('customers/merge', {
      ...{ client_id: randomUUID(), into_id: hanna, from_id: petro.customerId },
    });
    expect(merged.status, merged.text).toBe(200);
    const split = await olena.call('tickets/split', { message_id: petro.messageId, from_here: 0 });
    expect(split.status, split.text).toBe(200);
    const { ticket_id: fresh } = split.body.data;
    expect(await ticket(fresh)).toMatchObject({ customer_id: hanna });
    const { merge_id } = merged.body.data;
    expect((await olena.call('customers/unmerge', { merge_id })).status).toBe(200);
    expect(await ticket(fresh)).toMatchObject({ customer_id: petro.customerId });
    expect(await ticket(id)).toMatchObject({ customer_id: hanna });
  });

  test('leaves something behind, and is not taken back once somebody wrote in it', async () => {
    const { ticketId, messageId } = await aTicket(at, shop, { text: 'One' });
    expect((await olena.call('tickets/split', { message_id: messageId, from_here: 1 })).body.errors[0]?.key).toBe(
      'nothing_left',
    );
    await aLetterOn(at, shop, ticketId, { text: 'Two' });
    const split = (await olena.call('tickets/split', { message_id: messageId, from_here: 0 })).body.data;
    expect(await words(split.ticket_id)).toEqual(['One', 'split_from']);
    await replyTo(split.ticket_id, 'Yes?');
    expect((await olena.call('tickets/unsplit', { split_id: split.split_id })).body.errors[0]?.key).toBe(
      'not_in_this_state',
    );
  });

  test('is not taken back into the trash, nor into spam', async () => {
    const { ticketId, messageId } = await aTicket(at, shop, { text: 'One' });
    await aLetterOn(at, shop, ticketId, { text: 'Two' });
    const split = (await olena.call('tickets/split', { message_id: messageId, from_here: 0 })).body.data;
    const unsplit = () => olena.call('tickets/unsplit', { split_id: split.split_id });
    const first = { filter: { conditions: [['id', '=', ticketId]] } };
    const inSpam = (is_spam: 0 | 1) => olena.call('tickets/spam', { ids: [ticketId], is_spam });
    for (const [puts, takesOut] of [
      [() => olena.post('tickets/delete', first), () => olena.post('tickets/restore', first)],
      [() => inSpam(1), () => inSpam(0)],
    ] as const) {
      expect((await puts()).status).toBe(200);
      const { status, body } = await unsplit();
      expect([status, body.errors?.[0]]).toMatchObject([409, { key: 'not_in_this_state', field: 'data.split_id' }]);
      expect(await words(split.ticket_id)).toEqual(['One', 'split_from']);
      expect((await takesOut()).status).toBe(200);
    }
    expect((await unsplit()).status).toBe(200);
    expect((await words(ticketId)).slice(0, 2)).toEqual(['One', 'Two']);
  });

  test('of a merged thread gives every message back to whom it belonged', async () => {
    const [a, b] = [await about('Of A'), await about('Of B')];
    const merged = await merge(a, b);
    await aLetterOn(at, shop, a, { text: 'After' });
    const [, ofB] = (await thread(a)).filter((one) => one.kind === 'inbound');
    const split = (await olena.call('tickets/split', { message_id: ofB?.id, from_here: 1 })).body.data;
    expect((await words(split.ticket_id)).slice(0, 2)).toEqual(['Of B', 'After']);
    await olena.call('tickets/unsplit', { split_id: split.split_id });
    await olena.call('tickets/unmerge', { merge_ids: mergeIds(merged) });
    expect((await words(b)).filter((one) => !one.includes('merged'))).toEqual(['Of B']);
    expect((await words(a)).filter((one) => !/merged|split/.test(one))).toEqual(['Of A', 'After']);
  });
});

test('a link stands in both tickets, follows a merge, and is taken away from either side', async () => {
  const [a, b, c] = [await about('Linked A'), await about('Linked B'), await about('Linked C')];
  const link = (ticket_id: number, other_id: number, kind = 'related') =>
    olena.call('tickets/link', { ticket_id, other_id, kind });
  await link(a, b);
  await link(a, b);
  expect((await words(a)).filter((one) => one === 'linked')).toHaveLength(1);
  await link(b, a, 'follows');
  expect((await relations(a)).links).toMatchObject([{ ticket: { id: b }, kind: 'follows', is_from: false }]);
  expect((await link(a, a)).body.errors[0]).toMatchObject({ field: 'data.other_id' });
  await merge(c, b);
  expect((await relations(c)).links).toMatchObject([{ ticket: { id: a }, kind: 'follows', is_from: true }]);
  expect((await relations(a)).links).toMatchObject([{ ticket: { id: c } }]);
  await olena.call('tickets/unlink', { ticket_id: a, other_id: c });
  expect([(await relations(a)).links, (await relations(c)).links]).toEqual([[], []]);
});

test('a ticket that a late letter opened is linked with the one it follows', async () => {
  const [old, fresh] = [await about('Long ago'), await about('Again')];
  await at.db.transaction('system', (tx) => tx.run(sql`update tickets set follows_id = ${old} where id = ${fresh}`));
  expect((await relations(fresh)).links).toMatchObject([{ ticket: { id: old }, kind: 'follows', is_from: true }]);
  expect((await relations(old)).links).toMatchObject([{ ticket: { id: fresh }, kind: 'follows', is_from: false }]);
  await olena.call('tickets/unlink', { ticket_id: old, other_id: fresh });
  expect([(await relations(old)).links, (await relations(fresh)).links]).toEqual([[], []]);
});

test('who it may belong with: its customer’s open ones first, and what is looked for by number, subject and customer', async () => {
  const mine = await about('Sofa one', { address: 'sofa@buyers.test', from: 'Sofiia Kovalenko' });
  const same = await about('Sofa two', { address: 'sofa@buyers.test', from: 'Sofiia Kovalenko' });
  const other = await about('A 100%_lamp', { address: 'lamp@buyers.test', from: 'Lev Lampert' });
  const gone = await about('Gone lamp', { address: 'lamp@buyers.test', from: 'Lev Lampert' });
  await merge(other, gone);
  const find = async (words?: string) =>
    (
      await olena.call('tickets/find-others', { ticket_id: mine, ...(words === undefined ? {} : { words }) })
    ).body.data.tickets.map((one: { id: number; why: string }) => [one.id, one.why]);
  expect(await find()).toEqual([[same, 'same_customer']]);
  expect(await find('LAMPERT lamp')).toEqual([[other, 'found']]);
  expect(await find('100%_')).toEqual([[other, 'found']]);
  expect((await find((await ticket(gone)).case_number))[0]).toEqual([other, 'found']);
  expect(await find('nothing like it')).toEqual([]);
});
