import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tagsPerTicketMax } from '#contract/tags.ts';
import { readDueWords } from '#domain/search/index.ts';
import { sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aLetterOn, aTicket } from './a-ticket.ts';
import type { ApiClient } from './api-client.ts';
import { bulkWork, manyTickets } from './bulk-work.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, type Company, joins, rowId } from './people.ts';

let at: TestParley;
let olena: ApiClient;
let shop: Company;
let bulk: ReturnType<typeof bulkWork>;
beforeAll(async () => {
  at = await aParley();
  olena = (await aPerson(at, 'Olena', 'olena@lumenoak.test')).api;
  shop = await aCompany(olena, 'Lumen & Oak', 'LO');
  bulk = bulkWork(at, olena, shop);
});
afterAll(async () => {
  await bulk?.stop();
  await at?.close();
});

test('what matched when it was asked for is resolved in stretches, what comes later is not; and it is taken back', async () => {
  const ids = await manyTickets(at, shop, 120, 'Walnut');
  const before = await bulk.states('view_type', ids.slice(0, 100));
  const requestId = randomUUID();
  const asked = await bulk.actOn([['title', '=', 'Walnut']], { kind: 'resolve' }, { request_id: requestId });
  expect(asked.body.data, asked.text).toMatchObject({ total: 120 });
  const { ticketId: later } = await aTicket(at, shop, { subject: 'Walnut' });
  // Asked twice, it is done once, and answered as before: also once nothing matches any more.
  for (const title of ['Walnut', 'nothing of that name'])
    expect(
      (await bulk.actOn([['title', '=', title]], { kind: 'resolve' }, { request_id: requestId })).body.data,
    ).toEqual(asked.body.data);
  // One of them is merged, one thrown away before their turn comes: they are left alone.
  const [, gone, merged] = ids.slice(-3);
  await olena.post('tickets/delete', { filter: { conditions: [['id', '=', gone]] } });
  await olena.call('tickets/merge', { survivor_id: ids[0], ids: [merged] });

  const done = await bulk.over(asked.body.data.jobs[0].job_id);
  expect(done).toMatchObject({ state: 'done', done: 120, summary: { action: 'resolve', changed: 117 } });
  expect(new Set(await bulk.states('view_type', ids.slice(0, 100)))).toEqual(new Set(['resolved']));
  expect(await bulk.states('view_type', [later])).toEqual(['']);
  const lines = await olena.post('messages/get', { filter: { conditions: [['ticket_id', '=', ids[5]]] } });
  expect(lines.body.data.messages.map((one: { event: { key: string } }) => one.event.key)).toEqual(['resolved']);

  // A customer wrote meanwhile: what is our turn already stays so.
  await aLetterOn(at, shop, ids[0] ?? 0, { text: 'Hello?' });
  // And a colleague has gone on with another one: that is theirs.
  await at.db.transaction('system', (tx) =>
    tx.run(sql`update tickets set view_type = 'answered' where id = ${ids[7] ?? 0}`),
  );
  const back = await bulk.undo(asked.body.data.jobs[0].job_id);
  expect(back.body.data).toMatchObject({ total: 117 });
  expect((await bulk.over(back.body.data.job_id)).state).toBe('done');
  expect(await bulk.states('view_type', ids.slice(0, 100))).toEqual(before.with(7, 'answered'));
  expect((await bulk.undo(asked.body.data.jobs[0].job_id)).body.errors[0]?.key).toBe('not_in_this_state');
});

test.each([
  ['resolve', {}, 'view_type', ''],
  ['snooze', { until: '2029-01-01 08:00:00' }, 'view_type', ''],
  ['spam', {}, 'is_spam', 0],
  ['trash', {}, 'is_deleted', 0],
] as const)(
  '%s leaves tickets whose customers write before their turn comes, and counts them',
  async (kind, more, field, was) => {
    const title = `Reconsidered: ${kind}`;
    const ids: number[] = [];
    for (let i = 0; i < 3; i++) ids.push((await aTicket(at, shop, { subject: title })).ticketId);
    const [first = 0, second = 0, third = 0] = ids;
    await bulk.stop();
    const asked = await bulk.actOn([['title', '=', title]], { kind, ...more });
    await aLetterOn(at, shop, second, { text: 'It broke again!' });
    const note = { ticket_id: third, client_id: randomUUID(), body_html: '<p>Only us</p>' };
    expect((await olena.call('tickets/note', note)).status).toBe(200);
    const { job_id } = asked.body.data.jobs[0];
    const done = await bulk.over(job_id);
    expect([done.state, done.done, done.summary]).toEqual(['done', 3, { action: kind, changed: 2, wrote: 1 }]);
    expect(await bulk.states(field, [second])).toEqual([was]);
    expect(await bulk.states(field, [first, third])).not.toContain(was);
  },
);

test('resolve leaves a ticket whose letter was numbered before it was asked for, and is there only now', async () => {
  const title = 'Numbered early';
  const [first, second] = [
    (await aTicket(at, shop, { subject: title })).ticketId,
    (await aTicket(at, shop, { subject: title })).ticketId,
  ];
  const early = (await at.db.read<{ id: number }>('system', sql`select nextval('messages_id_seq') as id`))[0]?.id ?? 0;
  await aLetterOn(at, shop, first, { text: 'And one more thing.' });
  await bulk.stop();
  const asked = await bulk.actOn([['title', '=', title]], { kind: 'resolve' });
  await at.db.transaction('system', (tx) =>
    tx.run(
      sql`insert into messages (id, company_id, ticket_id, origin_ticket_id, channel, kind, direction, author_kind, author_name, body_html, body_text, mail_kind) overriding system value
          select ${early}::bigint, company_id, ticket_id, origin_ticket_id, channel, kind, direction, author_kind, author_name, body_html, body_text, mail_kind from messages where ticket_id = ${second} and kind = 'inbound' limit 1`,
    ),
  );
  expect(await bulk.over(asked.body.data.jobs[0].job_id)).toMatchObject({ summary: { changed: 1, wrote: 1 } });
  expect(await bulk.states('view_type', [first, second])).toEqual(['resolved', '']);
});

test('what slept when all of it was resolved sleeps on until its time when that is taken back', async () => {
  const [asleep, awake] = [
    await aTicket(at, shop, { subject: 'Hornbeam' }),
    await aTicket(at, shop, { subject: 'Hornbeam' }),
  ];
  const snooze = { until: '2029-01-01 08:00:00', reason: 'Parts come', wake_on_reply: 0 };
  await olena.call('tickets/snooze', { ids: [asleep.ticketId], ...snooze });
  const ids = [asleep.ticketId, awake.ticketId];
  const before = [await bulk.states('snooze', ids), await bulk.states('waiting_since', ids)];
  const asked = await bulk.actOn([['title', '=', 'Hornbeam']], { kind: 'resolve' });
  expect(await bulk.over(asked.body.data.jobs[0].job_id)).toMatchObject({ summary: { changed: 2 } });
  expect(await bulk.states('view_type', ids)).toEqual(['resolved', 'resolved']);
  await bulk.over((await bulk.undo(asked.body.data.jobs[0].job_id)).body.data.job_id);
  expect([await bulk.states('snooze', ids), await bulk.states('waiting_since', ids)]).toEqual(before);
  expect(await bulk.states('view_type', ids)).toEqual(['snoozed', '']);
});

test.each([
  [
    'label',
    'label_id',
    async () => ({
      label_id: rowId(
        await olena.post('labels/create', { data: [{ company_id: shop.companyId, name: 'Walnuts' }] }),
        'labels',
      ),
    }),
    null,
  ],
  [
    'tag',
    'tag_ids',
    async () => ({
      tag_id: rowId(
        await olena.post('tags/create', { data: [{ company_id: shop.companyId, name: 'walnuts' }] }),
        'tags',
      ),
    }),
    [],
  ],
  [
    'assign',
    'assignee_id',
    async () => ({ assignee_id: (await olena.call('users/self', {})).body.data.user.id }),
    null,
  ],
  ['trash', 'is_deleted', async () => ({}), 0],
  ['snooze', 'view_type', async () => ({ until: '2029-01-01 08:00:00' }), ''],
] as const)('%s is done to all of them, and undone', async (kind, field, things, was) => {
  const title = `All ${kind}`;
  const ids = [];
  for (let i = 0; i < 3; i++) ids.push((await aTicket(at, shop, { subject: title })).ticketId);
  const action = { kind, ...(await things()) };
  const asked = await bulk.actOn([['title', '=', title]], action);
  expect(asked.status, asked.text).toBe(200);
  expect(await bulk.over(asked.body.data.jobs[0].job_id)).toMatchObject({ state: 'done', summary: { changed: 3 } });
  const after = await bulk.states(field, ids);
  expect(after).toHaveLength(3);
  for (const one of after) expect(one).not.toEqual(was);
  expect((await bulk.over((await bulk.undo(asked.body.data.jobs[0].job_id)).body.data.job_id)).state).toBe('done');
  expect(await bulk.states(field, ids)).toEqual([was, was, was]);
});

test('a tag is taken back where the job put it, and not where somebody has put it since, or had before', async () => {
  const ids: number[] = [];
  for (let i = 0; i < 4; i++) ids.push((await aTicket(at, shop, { subject: 'All sycamore' })).ticketId);
  const [before = 0, byIra = 0, byHerself = 0, untouched = 0] = ids;
  const name = 'sycamore';
  const tag = rowId(await olena.post('tags/create', { data: [{ company_id: shop.companyId, name }] }), 'tags');
  const ira = await aPerson(at, 'Ira', 'ira.tags@lumenoak.test');
  await joins(at, ira.id, shop.companyId, 1);
  at.wake.nudge('sessions');
  await ira.api.call('tickets/tag', { ids: [before], add: [tag] });
  const asked = await bulk.actOn([['title', '=', 'All sycamore']], { kind: 'tag', tag_id: tag });
  expect(await bulk.over(asked.body.data.jobs[0].job_id)).toMatchObject({ summary: { changed: 3 } });
  for (const [who, id] of [
    [ira.api, byIra],
    [olena, byHerself],
  ] as const) {
    await who.call('tickets/tag', { ids: [id], remove: [tag] });
    await who.call('tickets/tag', { ids: [id], add: [tag] });
  }
  const undone = await bulk.over((await bulk.undo(asked.body.data.jobs[0].job_id)).body.data.job_id);
  expect(undone).toMatchObject({ state: 'done', summary: { changed: 1 } });
  expect(await bulk.states('tag_ids', [before, byIra, byHerself, untouched])).toEqual([[tag], [tag], [tag], []]);
});

test('what a search finds is assigned, and taken back where nobody has moved it since', async () => {
  const tickets = [];
  for (const subject of ['Birch stool', 'Birch bed', 'Birch door', 'Pine door'])
    tickets.push((await aTicket(at, shop, { subject })).ticketId);
  const [stool = 0, bed, door, pine] = tickets;
  while ((await readDueWords(at.db)) > 0);
  const me = (await olena.call('users/self', {})).body.data.user.id;
  const bySearch = (search: string, action: object) =>
    olena.call('tickets/act-on-all', { request_id: randomUUID(), company_id: shop.companyId, search, action });
  const asked = await bySearch('birches', { kind: 'assign', assignee_id: me });
  expect(asked.body.data, asked.text).toMatchObject({ total: 3 });
  expect(await bulk.over(asked.body.data.jobs[0].job_id)).toMatchObject({ summary: { changed: 3 } });
  expect(await bulk.states('assignee_id', [stool, bed, door, pine] as number[])).toEqual([me, me, me, null]);

  const ira = await aPerson(at, 'Ira', 'ira@lumenoak.test');
  await joins(at, ira.id, shop.companyId, 1);
  at.wake.nudge('sessions');
  await olena.call('tickets/assign', { ids: [bed], assignee_id: ira.id });
  await bulk.over((await bulk.undo(asked.body.data.jobs[0].job_id)).body.data.job_id);
  expect(await bulk.states('assignee_id', [stool, bed, door, pine] as number[]), 'the bed is Ira’s').toEqual([
    null,
    ira.id,
    null,
    null,
  ]);

  expect((await bySearch('birch -door', { kind: 'resolve' })).body.data).toMatchObject({ total: 2 });
  expect((await bySearch('larches', { kind: 'resolve' })).body.data).toMatchObject({ total: 0 });
  expect((await bySearch('form:hanna', { kind: 'resolve' })).body.errors[0]).toMatchObject({
    key: 'search_unknown_operator',
    field: 'data.search',
  });
});

test('what is refused: foreign things, a lost right, another one’s job, and an undo that comes too late', async () => {
  const { ticketId } = await aTicket(at, shop, { subject: 'Refused' });
  const conditions = [['id', '=', ticketId]];
  for (const [action, field] of [
    [{ kind: 'tag', tag_id: 999_999 }, 'tag_id'],
    [{ kind: 'label', label_id: 999_999 }, 'label_id'],
    [{ kind: 'assign', assignee_id: 999_999 }, 'assignee_id'],
    [{ kind: 'assign_team', team_id: 999_999 }, 'team_id'],
  ] as const)
    expect((await bulk.actOn(conditions, action)).body.errors[0]).toMatchObject({
      key: 'not_found',
      field: `data.action.${field}`,
    });
  expect((await bulk.actOn(conditions, { kind: 'snooze', until: '2020-01-01 00:00:00' })).body.errors[0]).toMatchObject(
    {
      key: 'time_not_ahead',
      field: 'data.action.until',
    },
  );
  expect((await bulk.actOn([['shoe_size', '=', 1]], { kind: 'resolve' })).body.errors[0]?.key).toBe('unknown_field');

  const marko = await aPerson(at, 'Marko', 'marko@lumenoak.test');
  await joins(at, marko.id, shop.companyId, 1);
  const isAway = (flag: 0 | 1) =>
    at.db.transaction('system', (tx) => tx.run(sql`update roles set is_deleted = ${flag} where user_id = ${marko.id}`));
  await isAway(1);
  const toMarko = await bulk.actOn(conditions, { kind: 'assign', assignee_id: marko.id });
  expect(toMarko.body.errors[0], 'a colleague who was removed').toMatchObject({ field: 'data.action.assignee_id' });
  await isAway(0);
  at.wake.nudge('sessions');
  const trash = {
    request_id: randomUUID(),
    company_id: shop.companyId,
    filter: { conditions },
    action: { kind: 'trash' },
  };
  expect((await marko.api.call('tickets/act-on-all', trash)).status).toBe(403);
  const asked = await bulk.actOn(conditions, { kind: 'resolve' });
  await bulk.over(asked.body.data.jobs[0].job_id);
  expect(
    (await marko.api.call('tickets/undo-all', { request_id: randomUUID(), job_id: asked.body.data.jobs[0].job_id }))
      .status,
  ).toBe(404);
  await at.db.transaction('system', (tx) =>
    tx.run(sql`update jobs set ended = now() - interval '11 minutes' where id = ${asked.body.data.jobs[0].job_id}`),
  );
  expect((await bulk.undo(asked.body.data.jobs[0].job_id)).body.errors[0]?.key).toBe('undo_expired');
});

test('what was labelled is put back though a label of before is gone, and an undo that failed is asked for again', async () => {
  const made = async (name: string) =>
    rowId(await olena.post('labels/create', { data: [{ company_id: shop.companyId, name }] }), 'labels');
  const [kept, gone, put] = [await made('Spruce'), await made('Larch'), await made('Alder')];
  const ids: number[] = [];
  for (let i = 0; i < 3; i++) ids.push((await aTicket(at, shop, { subject: 'All alder' })).ticketId);
  const [first = 0, second = 0] = ids;
  for (const [label_id, id] of [
    [kept, first],
    [gone, second],
  ] as const)
    await olena.post('tickets/update', { data: { label_id }, filter: { conditions: [['id', '=', id]] } });
  const asked = await bulk.actOn([['title', '=', 'All alder']], { kind: 'label', label_id: put });
  const { job_id } = asked.body.data.jobs[0];
  expect(await bulk.over(job_id)).toMatchObject({ state: 'done', summary: { changed: 3 } });
  await at.db.transaction('system', (tx) => tx.run(sql`update labels set is_deleted = 1 where id = ${gone}`));

  // Cancelled before it began: nothing was undone, and it can be asked for again.
  await bulk.stop();
  const cancelled = await bulk.undo(job_id);
  await olena.call('jobs/cancel', { id: cancelled.body.data.job_id });
  expect((await bulk.job(job_id)).summary.undone_by).toBeUndefined();
  const back = await bulk.undo(job_id);
  expect(back.status, back.text).toBe(200);
  expect((await bulk.undo(job_id)).body.errors[0]?.key).toBe('not_in_this_state');
  expect((await bulk.over(back.body.data.job_id)).state).toBe('done');
  expect(await bulk.states('label_id', ids)).toEqual([kept, put, null]);
  expect((await bulk.job(job_id)).summary.undone_by).toBeDefined();
  expect((await bulk.undo(job_id)).body.errors[0]?.key).toBe('not_in_this_state');
});

test('A44 a token that may change tickets does not take back what it could not have done', async () => {
  const { ticketId } = await aTicket(at, shop, { subject: 'Thrown away' });
  const asked = await bulk.actOn([['title', '=', 'Thrown away']], { kind: 'trash' });
  const { job_id } = asked.body.data.jobs[0];
  await bulk.over(job_id);
  const program = async (scopes: string[]) => {
    const about = { name: 'Robot', company_id: shop.companyId, scopes, expires_in_days: 30 };
    const { body } = await olena.call('api-tokens/create', about);
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${body.data.token}` };
    return (data: object) => at.stranger().send('tickets/undo-all', JSON.stringify({ data }), headers);
  };
  const [changes, throwsAway] = [['tickets.update'], ['tickets.update', 'tickets.delete']];
  for (const scopes of [changes, throwsAway]) {
    const refused = await (await program(scopes))({ request_id: randomUUID(), job_id });
    expect([refused.status, refused.body.errors?.[0]?.key], refused.text).toEqual([403, 'forbidden']);
  }
  expect(await bulk.states('is_deleted', [ticketId])).toEqual([1]);
  const back = await (await program([...throwsAway, 'tickets.restore']))({ request_id: randomUUID(), job_id });
  expect(back.status, back.text).toBe(200);
  await bulk.over(back.body.data.job_id);
  expect(await bulk.states('is_deleted', [ticketId])).toEqual([0]);
});

test('one ticket that takes no further tag is left out of all that are tagged, and counted; where none takes it, the job says why', async () => {
  const made = async (name: string) =>
    rowId(await olena.post('tags/create', { data: [{ company_id: shop.companyId, name }] }), 'tags');
  const ids: number[] = [];
  for (let i = 0; i < 3; i++) ids.push((await aTicket(at, shop, { subject: 'All of ash' })).ticketId);
  const [, full = 0] = ids;
  await at.db.transaction('system', (tx) =>
    tx.run(
      sql`with made as (insert into tags (company_id, name, color) select ${shop.companyId}, 'full ' || n, '"#123456"' from generate_series(1, ${tagsPerTicketMax}) n returning id)
          insert into ticket_tags (company_id, ticket_id, tag_id) select ${shop.companyId}, ${full}, id from made`,
    ),
  );
  const [ash, elm] = [await made('ash'), await made('elm')];
  const asked = await bulk.actOn([['title', '=', 'All of ash']], { kind: 'tag', tag_id: ash });
  expect(await bulk.over(asked.body.data.jobs[0].job_id)).toMatchObject({
    ...{ state: 'done', done: 3, summary: { action: 'tag', changed: 2, refused: 1 } },
  });
  const tags = await bulk.states('tag_ids', ids);
  expect(tags.map((one: number[]) => one.includes(ash))).toEqual([true, false, true]);
  const only = await bulk.actOn([['id', '=', full]], { kind: 'tag', tag_id: elm });
  expect(await bulk.over(only.body.data.jobs[0].job_id)).toMatchObject({
    ...{ state: 'failed', error: 'limit_reached', summary: { changed: 0, refused: 1, max: tagsPerTicketMax } },
  });
});

test('a right that was taken while the job waited ends it, and nothing is changed', async () => {
  const petro = await aPerson(at, 'Petro', 'petro@lumenoak.test');
  await joins(at, petro.id, shop.companyId, 1);
  at.wake.nudge('sessions');
  const { ticketId } = await aTicket(at, shop, { subject: 'Not his any more' });
  await bulk.stop();
  const asked = await petro.api.call('tickets/act-on-all', {
    ...{ request_id: randomUUID(), company_id: shop.companyId, action: { kind: 'resolve' } },
    filter: { conditions: [['title', '=', 'Not his any more']] },
  });
  expect(asked.body.data, asked.text).toMatchObject({ total: 1 });
  const mayUpdate = (value: 0 | 1) =>
    at.db.transaction('system', (tx) =>
      tx.run(
        sql`insert into company_privileges values (${shop.companyId}, 'agent', 'tickets.update', ${value})
            on conflict (company_id, role_name, privilege) do update set value = excluded.value`,
      ),
    );
  await mayUpdate(0);
  at.wake.nudge('sessions');
  bulk.work();
  const { job_id } = asked.body.data.jobs[0];
  const ended = await waitUntil(
    async () =>
      (
        await at.db.read<{ state: string }>(
          'system',
          sql`select state from jobs where id = ${job_id} and ended is not null`,
        )
      )[0],
    { timeoutMs: 20_000, what: 'the job' },
  );
  expect(ended.state).not.toBe('done');
  expect(await bulk.states('view_type', [ticketId])).toEqual(['']);
  await mayUpdate(1);
  at.wake.nudge('sessions');
});

test('of several companies each has its job, and what belongs to one of them is not given to the others', async () => {
  const other = await aCompany(olena, 'Oak & Sons', 'OS');
  const tickets = [
    (await aTicket(at, shop, { subject: 'Everywhere' })).ticketId,
    (await aTicket(at, other, { subject: 'Everywhere' })).ticketId,
  ];
  const everywhere = (action: object) =>
    olena.call('tickets/act-on-all', {
      request_id: randomUUID(),
      filter: { conditions: [['title', '=', 'Everywhere']] },
      action,
    });
  const tag = rowId(await olena.post('tags/create', { data: [{ company_id: shop.companyId, name: 'here' }] }), 'tags');
  expect((await everywhere({ kind: 'tag', tag_id: tag })).body.errors[0]).toMatchObject({
    key: 'not_found',
    field: 'data.action.tag_id',
  });
  const asked = await everywhere({ kind: 'resolve' });
  expect(asked.body.data, asked.text).toMatchObject({
    total: 2,
    jobs: [
      { company_id: shop.companyId, total: 1 },
      { company_id: other.companyId, total: 1 },
    ],
  });
  for (const { job_id } of asked.body.data.jobs) expect((await bulk.over(job_id)).state).toBe('done');
  expect(await bulk.states('view_type', tickets)).toEqual(['resolved', 'resolved']);
});
