import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aSocket } from './a-socket.ts';
import { aTicket } from './a-ticket.ts';
import type { Answer, ApiClient } from './api-client.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, type Company, joins, rowId } from './people.ts';
import { byId, rows } from './rows-of.ts';

let at: TestParley;
let olena: ApiClient;
let iryna: ApiClient;
let shop: Company;
beforeAll(async () => {
  at = await aParley();
  ({ api: olena } = await aPerson(at));
  shop = await aCompany(olena);
  const agent = await aPerson(at, 'Iryna Savchuk');
  iryna = agent.api;
  await joins(at, agent.id, shop.companyId, 1);
  at.wake.nudge('sessions');
});
afterAll(() => at?.close());

const problem = (answer: Answer) => [answer.status, answer.body.errors?.[0]?.key, answer.body.errors?.[0]?.field];
const tag = (api: ApiClient, name: string) => api.post('tags/create', { data: [{ company_id: shop.companyId, name }] });
const aTag = async (name: string) => rowId(await tag(olena, name), 'tags');
const tagged = async (id: number): Promise<string[]> => {
  const answer = await olena.post('tickets/get', { fields: ['tags'], ...byId(id) });
  return rows(answer, 'tickets')[0].tags.map((one: { name: string }) => one.name);
};
const found = async (tagId: number): Promise<number[]> => {
  const filter = { conditions: [['tag_ids', '=', tagId]] };
  return rows(await olena.post('tickets/get', { fields: ['id'], filter, sort: [['id', 'asc']] }), 'tickets').map(
    (row) => row.id,
  );
};
const lines = async (ticketId: number) => {
  const answer = await olena.post('messages/get', {
    fields: ['event'],
    filter: {
      conditions: [
        ['ticket_id', '=', ticketId],
        ['kind', '=', 'event'],
      ],
    },
    sort: [['id', 'asc']],
  });
  return rows(answer, 'messages').map((row) => row.event);
};

describe('a tag', () => {
  test('SPEC 5: has a name of 3 to 50 letters that no other tag has, however it is written', async () => {
    const made = rows(await tag(olena, 'Гарантія'), 'tags')[0];
    expect(made).toMatchObject({ name: 'Гарантія', ticket_count: 0, merged_into: null, is_deleted: 0 });
    expect(made.color).toMatch(/^#[0-9a-f]{6}$/);
    const again = await tag(olena, 'гАРАНТІЯ');
    expect(problem(again)).toEqual([422, 'name_in_use', 'data[0].name']);
    expect(again.body.errors[0]?.message).toBe('This name is already in use');
    expect(problem(await tag(olena, 'Гаран\u200b\u3164тія\u200e'))).toEqual([422, 'name_in_use', 'data[0].name']);
    expect(problem(await tag(olena, '\u3164\u3164\u3164'))).toEqual([422, 'too_short', 'data[0].name']);
    expect(problem(await tag(olena, 'VI'))).toEqual([422, 'too_short', 'data[0].name']);
    expect(problem(await tag(olena, 'x'.repeat(51)))).toEqual([422, 'too_long', 'data[0].name']);

    const other = await aTag('Delivery damage');
    const renamed = await olena.post('tags/update', { data: { name: 'ГАРАНТІЯ' }, ...byId(other) });
    expect(problem(renamed)).toEqual([422, 'name_in_use', 'data.name']);
    const recoloured = await olena.post('tags/update', { data: { name: 'Damage', color: '#c2255c' }, ...byId(other) });
    expect(rows(recoloured, 'tags')[0]).toMatchObject({ name: 'Damage', color: '#c2255c' });
  });

  test('that is disabled gives its name away, and cannot come back while another has it', async () => {
    const first = await aTag('Gift wrap');
    await olena.post('tags/delete', byId(first));
    const second = await aTag('GIFT WRAP');
    const third = await aTag('Ribbon');
    await olena.post('tags/delete', byId(third));
    const refused = await olena.post('tags/restore', byId(third, first));
    expect(problem(refused)).toEqual([422, 'name_in_use_by_now', 'filter.name']);
    expect(refused.body.errors[0]?.values).toEqual({ name: 'Gift wrap' });
    await olena.post('tags/delete', byId(second));
    expect((await olena.post('tags/restore', byId(first))).status).toBe(200);
  });

  test('is made by an agent while tagging, who neither renames nor merges', async () => {
    const mine = rowId(await tag(iryna, 'Walnut oil'), 'tags');
    const other = await aTag('Oak oil');
    expect((await iryna.post('tags/update', { data: { name: 'Oil' }, ...byId(mine) })).status).toBe(403);
    expect((await iryna.call('tags/merge', { ids: [mine], into: other })).status).toBe(403);
  });
});

describe('tickets', () => {
  test('are tagged and untagged many at once; the thread, the trail and the sockets tell it', async () => {
    const [a, b] = [(await aTicket(at, shop)).ticketId, (await aTicket(at, shop)).ticketId];
    const [vip, late] = [await aTag('Important'), await aTag('Came late')];
    const socket = await aSocket(at.parley.url, { cookie: olena.cookie });
    const first = await iryna.call('tickets/tag', { ids: [a, b], add: [vip, late] });
    expect(first.body.data.ids).toEqual([a, b]);
    expect(await tagged(a)).toEqual(['Came late', 'Important']);
    expect(await found(vip)).toEqual([a, b]);
    expect((await iryna.call('tickets/tag', { ids: [a, b], add: [vip] })).body.data.ids).toEqual([]);

    await iryna.call('tickets/tag', { ids: [a], remove: [vip], add: [late] });
    expect(await tagged(a)).toEqual(['Came late']);
    expect(await found(vip)).toEqual([b]);
    expect(await lines(a)).toEqual([
      { key: 'tagged', values: { tags: 'Came late, Important' } },
      { key: 'untagged', values: { tags: 'Important' } },
    ]);
    await waitUntil(
      () => socket.events.filter((event) => event.entity === 'tickets' && event.params.id === a).length >= 2,
    );
    await socket.close();
    const [row] = rows(await olena.post('tags/get', byId(late)), 'tags');
    expect(row.ticket_count).toBe(2);
  });

  test('keep a tag that is taken back by whoever put it there, where a colleague has put it since', async () => {
    const [hers, mine] = [(await aTicket(at, shop)).ticketId, (await aTicket(at, shop)).ticketId];
    const cherry = await aTag('Cherry');
    await olena.call('tickets/tag', { ids: [hers, mine], add: [cherry] });
    await iryna.call('tickets/tag', { ids: [hers], remove: [cherry] });
    await iryna.call('tickets/tag', { ids: [hers], add: [cherry] });
    const back = await olena.call('tickets/tag', { ids: [hers, mine], remove: [cherry], if_own: 1 });
    expect(back.body.data, back.text).toEqual({ ids: [mine] });
    expect([await tagged(hers), await tagged(mine)]).toEqual([['Cherry'], []]);
  });

  test('take no tag that was disabled meanwhile, and say which, with nothing done; it is taken off like any other', async () => {
    const [a, b] = [(await aTicket(at, shop)).ticketId, (await aTicket(at, shop)).ticketId];
    const [cedar, elm, yew] = [await aTag('Cedar'), await aTag('Elm tree'), await aTag('Yew tree')];
    await olena.call('tags/merge', { ids: [yew], into: elm });
    await iryna.call('tickets/tag', { ids: [b], add: [elm] });
    await olena.post('tags/delete', byId(elm));
    for (const add of [
      [cedar, elm],
      [cedar, yew],
    ]) {
      const refused = await iryna.call('tickets/tag', { ids: [a, b], add });
      expect(problem(refused)).toEqual([409, 'tag_disabled', 'data.add']);
      expect(refused.body.errors[0]?.values).toEqual({ name: 'Elm tree' });
    }
    expect([await tagged(a), await lines(a)]).toEqual([[], []]);
    expect((await iryna.call('tickets/tag', { ids: [a, b], add: [cedar], remove: [elm] })).body.data.ids).toEqual([
      a,
      b,
    ]);
    await olena.post('tags/restore', byId(elm));
    expect([await tagged(a), await tagged(b)]).toEqual([['Cedar'], ['Cedar']]);
  });

  test('show their tags in the order of the alphabet, of either language and whatever the letters are', async () => {
    const { ticketId } = await aTicket(at, shop);
    const names = ['Ящик', 'інше', 'Єдиний', 'oak parts', 'Oak floor', 'Ash parts'];
    const add = [];
    for (const name of names) add.push(await aTag(name));
    await olena.call('tickets/tag', { ids: [ticketId], add });
    const sorted = ['Ash parts', 'Oak floor', 'oak parts', 'Єдиний', 'інше', 'Ящик'];
    expect(await tagged(ticketId)).toEqual(sorted);
    expect(await lines(ticketId)).toEqual([{ key: 'tagged', values: { tags: sorted.join(', ') } }]);
  });

  test('are found by what they are not tagged with, and by one of several', async () => {
    const [a, b] = [(await aTicket(at, shop)).ticketId, (await aTicket(at, shop)).ticketId];
    const [x, y] = [await aTag('Ex tag'), await aTag('Why tag')];
    await olena.call('tickets/tag', { ids: [a], add: [x] });
    await olena.call('tickets/tag', { ids: [b], add: [y] });
    const ask = async (operator: string, value: unknown) =>
      rows(
        await olena.post('tickets/get', {
          fields: ['id'],
          filter: {
            conditions: [
              ['tag_ids', operator, value],
              ['id', 'in', [a, b]],
            ],
          },
          sort: [['id', 'asc']],
        }),
        'tickets',
      ).map((row) => row.id);
    expect(await ask('in', [x, y])).toEqual([a, b]);
    expect(await ask('!=', x)).toEqual([b]);
  });

  test('A38 hold so many tags and no more', async () => {
    const { ticketId } = await aTicket(at, shop);
    const names = Array.from({ length: 51 }, (_, i) => ({ company_id: shop.companyId, name: `Tag number ${i}` }));
    const ids = rows(await olena.post('tags/create', { data: names }), 'tags').map((row) => row.id as number);
    expect((await olena.call('tickets/tag', { ids: [ticketId], add: ids.slice(0, 50) })).status).toBe(200);
    const refused = await olena.call('tickets/tag', { ids: [ticketId], add: ids.slice(50) });
    expect(problem(refused)).toEqual([422, 'limit_reached', 'data.add']);
    expect((await tagged(ticketId)).length).toBe(50);
  });

  test('A38 that are more by a merge can be taken off one by one, and none is added meanwhile', async () => {
    const [into, from] = [(await aTicket(at, shop)).ticketId, (await aTicket(at, shop)).ticketId];
    const names = Array.from({ length: 61 }, (_, i) => ({ company_id: shop.companyId, name: `Merged tag ${i}` }));
    const ids = rows(await olena.post('tags/create', { data: names }), 'tags').map((row) => row.id as number);
    await olena.call('tickets/tag', { ids: [into], add: ids.slice(0, 30) });
    await olena.call('tickets/tag', { ids: [from], add: ids.slice(30, 60) });
    const merged = await olena.call('tickets/merge', { survivor_id: into, ids: [from] });
    expect([merged.status, (await tagged(into)).length]).toEqual([200, 60]);
    expect((await olena.call('tickets/tag', { ids: [into], remove: ids.slice(0, 1) })).status).toBe(200);
    const refused = await olena.call('tickets/tag', { ids: [into], add: ids.slice(60), remove: ids.slice(1, 2) });
    expect(problem(refused)).toEqual([422, 'limit_reached', 'data.add']);
    expect((await tagged(into)).length).toBe(59);
  });

  test('A38 a company has a short list of labels', async () => {
    const rest = Array.from({ length: 25 }, (_, i) => ({ company_id: shop.companyId, name: `Label number ${i}` }));
    expect(problem(await olena.post('labels/create', { data: rest }))).toEqual([422, 'limit_reached', 'data']);
    const made = rows(await olena.post('labels/create', { data: rest.slice(1) }), 'labels');
    const byId = (id: number) => ({ filter: { conditions: [['id', '=', id]] } });
    const [away, another] = [made[0].id as number, made[1].id as number];
    expect((await olena.post('labels/delete', byId(away))).status).toBe(200);
    const race = await Promise.all([
      olena.post('labels/create', { data: rest.slice(0, 1) }),
      olena.post('labels/create', { data: [{ company_id: shop.companyId, name: 'Another label' }] }),
    ]);
    expect(race.map((one) => one.status).sort(), 'one of two finds the last place').toEqual([200, 422]);
    expect(problem(await olena.post('labels/restore', byId(away)))).toEqual([422, 'limit_reached', 'filter']);
    expect((await olena.post('labels/delete', byId(another))).status).toBe(200);
    expect((await olena.post('labels/restore', byId(away))).status).toBe(200);
  });

  test('have one label of a short list, which every company starts with', async () => {
    const labels = rows(await olena.post('labels/get', { sort: [['id', 'asc']], range: [0, 6] }), 'labels');
    expect(labels.map((row) => row.name)).toEqual([
      'Billing questions',
      'Complaint',
      'Bug report',
      'Refund',
      'Tech issue',
      'Spam',
    ]);
    const [a, b] = [(await aTicket(at, shop)).ticketId, (await aTicket(at, shop)).ticketId];
    const complaint = labels[1].id;
    const both = { filter: { conditions: [['id', 'in', [a, b]]] } };
    const set = await iryna.post('tickets/update', { data: { label_id: complaint }, ...both });
    expect(rows(set, 'tickets').map((row) => row.label.name)).toEqual(['Complaint', 'Complaint']);
    await iryna.post('tickets/update', { data: { label_id: complaint }, ...both });
    await iryna.post('tickets/update', { data: { label_id: null }, ...byId(b) });
    expect(await lines(a)).toEqual([{ key: 'labelled', values: { label: 'Complaint' } }]);
    expect(await lines(b)).toEqual([
      { key: 'labelled', values: { label: 'Complaint' } },
      { key: 'unlabelled', values: { was: 'Complaint' } },
    ]);
    const [row] = rows(await olena.post('labels/get', byId(complaint)), 'labels');
    expect(row.ticket_count).toBe(1);

    // One that is put away stays where it was given, and is given to no other.
    await olena.post('labels/delete', byId(complaint));
    expect(rows(await olena.post('tickets/get', byId(a)), 'tickets')[0].label.name).toBe('Complaint');
    expect(problem(await iryna.post('tickets/update', { data: { label_id: complaint }, ...byId(b) }))).toEqual([
      404,
      'not_found',
      'data.label_id',
    ]);
  });
});

describe('merging', () => {
  test('re-tags the tickets, redirects whoever asks for the old tag, and is taken back exactly', async () => {
    const [refund, refunds, back] = [await aTag('Refund wanted'), await aTag('Refunds'), await aTag('Money back')];
    const [a, b, c] = [
      (await aTicket(at, shop)).ticketId,
      (await aTicket(at, shop)).ticketId,
      (await aTicket(at, shop)).ticketId,
    ];
    await olena.call('tickets/tag', { ids: [a], add: [refund] });
    await olena.call('tickets/tag', { ids: [b], add: [refund, refunds] });
    await olena.call('tickets/tag', { ids: [c], add: [back, refund] });

    const merged = await olena.call('tags/merge', { ids: [refund, back], into: refunds });
    expect(merged.body.data).toEqual({ ids: [refund, back], tickets: 2 });
    for (const id of [a, b, c]) expect(await tagged(id)).toEqual(['Refunds']);
    // A saved search of the old one, and a desk that still shows it.
    expect(await found(refund)).toEqual([a, b, c]);
    const { ticketId: late } = await aTicket(at, shop);
    await olena.call('tickets/tag', { ids: [late], add: [refund] });
    expect(await tagged(late)).toEqual(['Refunds']);
    // Said twice, it is done once.
    expect((await olena.call('tags/merge', { ids: [refund], into: refunds })).body.data).toEqual({
      ids: [],
      tickets: 0,
    });

    // What is taken off after the merge does not come back with it.
    await olena.call('tickets/tag', { ids: [a], remove: [refunds] });
    expect((await olena.post('tags/restore', byId(refund))).status).toBe(200);
    expect(await tagged(a)).toEqual([]);
    expect(await tagged(b)).toEqual(['Refund wanted', 'Refunds']);
    // Money back is still merged.
    expect(await tagged(c)).toEqual(['Refund wanted', 'Refunds']);
    await olena.post('tags/restore', byId(back));
    expect(await tagged(c)).toEqual(['Money back', 'Refund wanted']);
    expect(await found(refunds)).toEqual([b, late]);
  });

  test('goes along a chain, and only its last link comes off', async () => {
    const [one, two, three] = [await aTag('Link one'), await aTag('Link two'), await aTag('Link three')];
    const { ticketId } = await aTicket(at, shop);
    await olena.call('tickets/tag', { ids: [ticketId], add: [one] });
    await olena.call('tags/merge', { ids: [one], into: two });
    await olena.call('tags/merge', { ids: [two], into: three });
    expect(await found(one)).toEqual([ticketId]);
    expect(problem(await olena.post('tags/restore', byId(one)))).toEqual([409, 'not_in_this_state', 'filter']);
    await olena.post('tags/restore', byId(two));
    await olena.post('tags/restore', byId(one));
    expect(await tagged(ticketId)).toEqual(['Link one']);
  });

  test('brings back nothing that was taken off, however long the chain', async () => {
    const [one, two, three] = [await aTag('Knot one'), await aTag('Knot two'), await aTag('Knot three')];
    const { ticketId } = await aTicket(at, shop);
    await olena.call('tickets/tag', { ids: [ticketId], add: [one] });
    await olena.call('tags/merge', { ids: [one], into: two });
    await olena.call('tags/merge', { ids: [two], into: three });
    await olena.call('tickets/tag', { ids: [ticketId], remove: [three] });
    for (const id of [two, one]) expect((await olena.post('tags/restore', byId(id))).status).toBe(200);
    expect(await tagged(ticketId)).toEqual([]);
  });

  test('two who merge into each other at once end with one of the two', async () => {
    const [left, right] = [await aTag('Left hand'), await aTag('Right hand')];
    const answers = await Promise.all([
      olena.call('tags/merge', { ids: [left], into: right }),
      olena.call('tags/merge', { ids: [right], into: left }),
    ]);
    expect(answers.map((one) => one.status).toSorted()).toEqual([200, 409]);
  });
});
