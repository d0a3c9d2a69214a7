import { afterAll, beforeAll, expect, test } from 'vitest';
import { tagsPerTicketMax } from '#contract/tags.ts';
import { sql } from '#platform/sql.ts';
import { aLetterOn, aTicket } from './a-ticket.ts';
import type { ApiClient } from './api-client.ts';
import { bulkWork, manyTickets } from './bulk-work.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, type Company, joins, rowId } from './people.ts';

let at: TestParley;
let olena: ApiClient;
let ira: ApiClient;
let shop: Company;
let bulk: ReturnType<typeof bulkWork>;
beforeAll(async () => {
  at = await aParley();
  olena = (await aPerson(at, 'Olena', 'olena@lumenoak.test')).api;
  shop = await aCompany(olena, 'Lumen & Oak', 'LO');
  const colleague = await aPerson(at, 'Ira', 'ira@lumenoak.test');
  await joins(at, colleague.id, shop.companyId, 2);
  at.wake.nudge('sessions');
  ira = colleague.api;
  bulk = bulkWork(at, olena, shop);
});
afterAll(async () => {
  await bulk?.stop();
  await at?.close();
});

async function some(count: number, subject: string): Promise<number[]> {
  const ids: number[] = [];
  for (let i = 0; i < count; i++) ids.push((await aTicket(at, shop, { subject })).ticketId);
  return ids;
}
const named = (title: string) => [['title', '=', title]];
const aTag = async (name: string): Promise<number> =>
  rowId(await olena.post('tags/create', { data: [{ company_id: shop.companyId, name }] }), 'tags');
const trash = (who: ApiClient, how: 'delete' | 'restore', ids: readonly number[]) =>
  who.post(`tickets/${how}`, { filter: { conditions: [['id', 'in', ids]] } });
/** A gate that work waits at behind each stretch, until it is opened. */
function aGate() {
  let open = () => {};
  const opened = new Promise<void>((then) => {
    open = then;
  });
  return { wait: () => opened, open };
}

test.each([
  ['reopen', 'view_type', (ids: number[]) => olena.call('tickets/resolve', { ids }), 'resolved', ''],
  ['restore', 'is_deleted', (ids: number[]) => trash(olena, 'delete', ids), 1, 0],
  ['not_spam', 'is_spam', (ids: number[]) => olena.call('tickets/spam', { ids, is_spam: 1 }), 1, 0],
  ['spam', 'is_spam', async () => {}, 0, 1],
] as const)(
  '%s is done to all of them, and undone where nobody has gone on with one',
  async (kind, field, put, was, is) => {
    const title = `All ${kind}`;
    const ids = await some(4, title);
    await put(ids);
    const done = await bulk.done(named(title), { kind });
    expect(done).toMatchObject({ state: 'done', summary: { action: kind, changed: 4 } });
    expect(await bulk.states(field, ids)).toEqual([is, is, is, is]);
    expect(await bulk.done(named(title), { kind }), 'there is nothing left to do').toMatchObject({
      ...{ state: 'done', summary: { changed: 0 } },
    });
    const [wroteAgain = 0, taken = 0] = ids;
    // What is spam stays spam, whatever its sender writes; and whoever has one does not make it less so.
    if (kind !== 'spam') {
      await aLetterOn(at, shop, wroteAgain, { text: 'Hello?' });
      const { id: assignee_id } = (await ira.call('users/self', {})).body.data.user;
      await ira.call('tickets/assign', { ids: [taken], assignee_id });
    }
    const stays = kind === 'spam' ? was : is;
    expect(await bulk.undone(done.id)).toMatchObject({
      ...{ state: 'done', done: 4, total: 4, summary: { changed: kind === 'spam' ? 4 : 2 } },
    });
    expect(await bulk.states(field, ids)).toEqual([stays, stays, was, was]);
    expect((await bulk.undo(done.id)).body.errors[0]?.key).toBe('not_in_this_state');
  },
);

test('of all that a search finds, what is not resolved is not opened', async () => {
  const ids = await some(2, 'Half elm');
  await olena.call('tickets/resolve', { ids: ids.slice(0, 1) });
  await olena.call('tickets/snooze', { ids: ids.slice(1), until: '2029-01-01 08:00:00' });
  expect(await bulk.done(named('Half elm'), { kind: 'reopen' })).toMatchObject({ summary: { changed: 1 } });
  expect(await bulk.states('view_type', ids)).toEqual(['', 'snoozed']);
});

test('what a colleague took out of the trash and threw away again stays there, and so does their spam', async () => {
  const thrown = await some(2, 'All yew');
  const done = await bulk.done(named('All yew'), { kind: 'trash' });
  await trash(ira, 'restore', thrown.slice(0, 1));
  await trash(ira, 'delete', thrown.slice(0, 1));
  expect(await bulk.undone(done.id)).toMatchObject({ summary: { changed: 1 } });
  expect(await bulk.states('is_deleted', thrown)).toEqual([1, 0]);

  const junk = await some(2, 'All box');
  const marked = await bulk.done(named('All box'), { kind: 'spam' });
  for (const is_spam of [0, 1]) await ira.call('tickets/spam', { ids: junk.slice(0, 1), is_spam });
  expect(await bulk.undone(marked.id)).toMatchObject({ summary: { changed: 1 } });
  expect(await bulk.states('is_spam', junk)).toEqual([1, 0]);
});

test('a tag is taken off all that have it, and put back where no colleague took it off since and where there is room', async () => {
  const tag = await aTag('maple');
  const ids = await some(5, 'All maple');
  const [without = 0, off = 0, full = 0, on = 0, plain = 0] = ids;
  await olena.call('tickets/tag', { ids: [off, full, on, plain], add: [tag] });
  const done = await bulk.done(named('All maple'), { kind: 'untag', tag_id: tag });
  expect(done).toMatchObject({ state: 'done', summary: { action: 'untag', changed: 4 } });
  expect(await bulk.states('tag_ids', ids)).toEqual([[], [], [], [], []]);
  await ira.call('tickets/tag', { ids: [off, on], add: [tag] });
  await ira.call('tickets/tag', { ids: [off], remove: [tag] });
  await at.db.transaction('system', (tx) =>
    tx.run(
      sql`with made as (insert into tags (company_id, name, color) select ${shop.companyId}, 'full ' || n, '"#123456"' from generate_series(1, ${tagsPerTicketMax}) n returning id)
          insert into ticket_tags (company_id, ticket_id, tag_id) select ${shop.companyId}, ${full}, id from made`,
    ),
  );
  expect(await bulk.undone(done.id)).toMatchObject({ state: 'done', summary: { changed: 1, refused: 1 } });
  const has = (await bulk.states('tag_ids', [without, off, full, on, plain])).map((tags: number[]) =>
    tags.includes(tag),
  );
  expect(has).toEqual([false, false, false, true, true]);
  expect((await bulk.actOn(named('All maple'), { kind: 'untag', tag_id: 999_999 })).body.errors[0]).toMatchObject({
    ...{ key: 'not_found', field: 'data.action.tag_id' },
  });
});

test('a tag that one puts on again while the job still runs is one’s own, and follows where the tag was merged', async () => {
  const [tag, other] = [await aTag('hazel'), await aTag('hazelnut')];
  const ids = await some(3, 'All hazel');
  const asked = await bulk.actOn(named('All hazel'), { kind: 'tag', tag_id: tag });
  const { job_id } = asked.body.data.jobs[0];
  await bulk.stop();
  const gate = aGate();
  bulk.work(gate.wait);
  await expect.poll(async () => (await bulk.job(job_id)).done, { timeout: 20_000 }).toBe(3);
  await olena.call('tickets/tag', { ids: ids.slice(0, 1), remove: [tag] });
  await olena.call('tickets/tag', { ids: ids.slice(0, 1), add: [tag] });
  gate.open();
  expect(await bulk.over(job_id)).toMatchObject({ state: 'done', summary: { changed: 3 } });
  await olena.call('tags/merge', { ids: [tag], into: other });
  expect(await bulk.undone(job_id)).toMatchObject({ summary: { changed: 2 } });
  expect(await bulk.states('tag_ids', ids)).toEqual([[other], [], []]);
});

test('of labels that are taken back, one that stays because the one before is gone is not counted', async () => {
  const made = async (name: string) =>
    rowId(await olena.post('labels/create', { data: [{ company_id: shop.companyId, name }] }), 'labels');
  const [gone, put] = [await made('Larch'), await made('Alder')];
  const ids = await some(3, 'All larch');
  const [first] = ids;
  const label = (who: ApiClient, id: number | undefined, label_id: number) =>
    who.post('tickets/update', { data: { label_id }, filter: { conditions: [['id', '=', id]] } });
  await label(olena, first, gone);
  const done = await bulk.done(named('All larch'), { kind: 'label', label_id: put });
  await at.db.transaction('system', (tx) => tx.run(sql`update labels set is_deleted = 1 where id = ${gone}`));
  // Ira chose another one, and then the same after all: that is hers.
  await label(ira, ids[2], await made('Spruce'));
  await label(ira, ids[2], put);
  expect(await bulk.undone(done.id)).toMatchObject({ state: 'done', done: 3, total: 3, summary: { changed: 1 } });
  expect(await bulk.states('label_id', ids)).toEqual([put, null, put]);
});

test('a job that is stopped in the middle leaves the rest alone, and what it did is taken back, once', async () => {
  const ids = await manyTickets(at, shop, 120, 'Stopped');
  const shown = ids.slice(0, 100);
  const before = await bulk.states('view_type', shown);
  await bulk.stop();
  const doing = aGate();
  bulk.work(doing.wait);
  const { job_id } = (await bulk.actOn(named('Stopped'), { kind: 'resolve' })).body.data.jobs[0];
  await expect.poll(async () => (await bulk.job(job_id)).done, { timeout: 20_000 }).toBe(50);
  expect(await bulk.job(job_id)).toMatchObject({ state: 'running', total: 120, summary: { changed: 49 } });
  expect((await bulk.undo(job_id)).body.errors[0]?.key, 'it is not over yet').toBe('not_in_this_state');
  const stopping = (await olena.call('jobs/cancel', { id: job_id })).body.data.job;
  expect(stopping).toMatchObject({ state: 'running', is_cancel_asked: true });
  doing.open();
  expect(await bulk.over(job_id)).toMatchObject({ state: 'cancelled', done: 50, summary: { changed: 49 } });
  const stopped = [...shown.slice(0, 50).map(() => 'resolved'), ...shown.slice(50).map(() => '')];
  expect(await bulk.states('view_type', shown)).toEqual(stopped);

  // Somebody resolves one that it never came to: that stays, whatever is taken back.
  await ira.call('tickets/resolve', { ids: [shown[70]] });
  const back = await bulk.undo(job_id);
  expect(back.body.data).toMatchObject({ total: 49 });
  expect((await bulk.undo(job_id)).body.errors[0]?.key).toBe('not_in_this_state');
  expect(await bulk.over(back.body.data.job_id)).toMatchObject({ state: 'done', done: 49, summary: { changed: 49 } });
  expect(await bulk.states('view_type', shown)).toEqual(before.with(70, 'resolved'));
  expect((await bulk.undo(job_id)).body.errors[0]?.key).toBe('not_in_this_state');
});

test('whoever stops a job waits for no stretch, and after the one that is under way there is none', async () => {
  const ids = await manyTickets(at, shop, 120, 'Long stretch');
  const held = aGate();
  const isHeld = Promise.withResolvers<void>();
  const holding = at.db.transaction('system', async (tx) => {
    await tx.run(sql`select from tickets where id = ${ids[70]} for update`);
    isHeld.resolve();
    await held.wait();
  });
  await isHeld.promise;
  await bulk.stop();
  bulk.work();
  const { job_id } = (await bulk.actOn(named('Long stretch'), { kind: 'resolve' })).body.data.jobs[0];
  const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await expect.poll(() => at.db.read('system', waiting), { timeout: 20_000 }).toHaveLength(1);
  const stopping = (await olena.call('jobs/cancel', { id: job_id })).body.data.job;
  expect(stopping).toMatchObject({ state: 'running', is_cancel_asked: true, done: 50 });
  held.open();
  await holding;
  expect(await bulk.over(job_id)).toMatchObject({ state: 'cancelled', done: 100, summary: { changed: 99 } });
});

test('an undo that is stopped in the middle can be asked for again, and goes on with what is left', async () => {
  const ids = await manyTickets(at, shop, 90, 'Hesitating');
  const done = await bulk.done(named('Hesitating'), { kind: 'resolve' });
  expect(done.summary.changed).toBe(89);
  await bulk.stop();
  const gate = aGate();
  bulk.work(gate.wait);
  const { job_id } = (await bulk.undo(done.id)).body.data;
  await expect.poll(async () => (await bulk.job(job_id)).done, { timeout: 20_000 }).toBe(50);
  await olena.call('jobs/cancel', { id: job_id });
  gate.open();
  expect(await bulk.over(job_id)).toMatchObject({ state: 'cancelled', summary: { changed: 50 } });
  expect(await bulk.undone(done.id)).toMatchObject({ state: 'done', summary: { changed: 39 } });
  expect((await bulk.states('view_type', ids)).filter((one: string) => one === 'resolved')).toHaveLength(1);
});

test('what somebody gives out of their own sight is taken back, but not what a colleague has given on since', async () => {
  const narrow = await aPerson(at, 'Nadia', 'nadia@lumenoak.test');
  await joins(at, narrow.id, shop.companyId, 2);
  await olena.call('users/change-access', { id: narrow.id, company_id: shop.companyId, scope: 'own' });
  at.wake.nudge('sessions');
  const iraId = (await ira.call('users/self', {})).body.data.user.id;
  await bulk.stop();
  const hers = bulkWork(at, narrow.api, shop);
  const team = rowId(
    await olena.post('teams/create', { data: [{ company_id: shop.companyId, name: 'Beyond' }] }),
    'teams',
  );
  for (const [n, action] of [
    { kind: 'assign', assignee_id: iraId },
    { kind: 'assign', assignee_id: null },
    { kind: 'assign_team', team_id: team },
  ].entries()) {
    const title = `All pear ${n}`;
    const ids = await some(3, title);
    await olena.call('tickets/assign', { ids, assignee_id: narrow.id });
    const done = await hers.done(named(title), action);
    expect(done).toMatchObject({ state: 'done', summary: { changed: 3 } });
    const [on = 0, again = 0] = ids;
    const { assignee_id = null, team_id = null } = action as { assignee_id?: number | null; team_id?: number };
    await ira.call('tickets/assign', { ids: [on, again], assignee_id: narrow.id });
    // It stands as it was left, and yet it is a colleague who left it so.
    await ira.call('tickets/assign', { ids: [again], assignee_id, ...(team_id === null ? {} : { team_id }) });
    await ira.call('tickets/assign', { ids: [on], assignee_id: null, team_id: null });
    expect(await hers.undone(done.id)).toMatchObject({ state: 'done', summary: { changed: 1 } });
    expect(await bulk.states('assignee_id', ids)).toEqual([null, assignee_id, narrow.id]);
  }
  await hers.stop();
});
