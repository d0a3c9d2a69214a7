import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dependentsAnswer } from '#contract/entity.ts';
import { sql } from '#platform/sql.ts';
import { aTicket } from './a-ticket.ts';
import type { Answer, ApiClient } from './api-client.ts';
import { entities } from './contract-registry.ts';
import { aParley, type TestParley } from './parley-in-process.ts';
import { aCompany, aPerson, joins, rowId } from './people.ts';
import { byId, rows } from './rows-of.ts';
import { type Shop, twoShops } from './two-companies.ts';

let at: TestParley;
let ours: Shop;
let theirs: Shop;
let owner: ApiClient;
beforeAll(async () => {
  at = await aParley();
  [ours, theirs] = await twoShops(at);
  owner = ours.owner;
  for (const n of [1, 2])
    await aTicket(at, ours, { from: `Hanna ${n}`, address: `hanna${n}@lindqvist.test`, subject: 'Leg', text: 'Short' });
});
afterAll(() => at?.close());

let studio: number;
beforeEach(async () => {
  studio = rowId(
    await owner.post('products/create', { data: [{ company_id: ours.companyId, name: 'Studio' }] }),
    'products',
  );
});

const problem = (answer: Answer) => [answer.status, answer.body.errors?.[0]?.key, answer.body.errors?.[0]?.field];
const productsOfTickets = async () =>
  (
    await at.db.read<{ product_id: number }>(
      'system',
      sql`select distinct product_id from tickets where company_id = ${ours.companyId}`,
    )
  ).map((row) => row.product_id);

describe('what depends on a product', () => {
  test('is counted before anybody disables it', async () => {
    const answer = await owner.post('products/dependents', byId(ours.productId));
    expect(answer.body.data.dependents).toEqual(
      expect.arrayContaining([
        { name: 'open_tickets', count: 4, can_move: true, must_move: false },
        { name: 'mailboxes', count: 1, can_move: true, must_move: true },
      ]),
    );
    expect((await owner.post('products/dependents', byId(studio))).body.data).toEqual({ dependents: [] });
  });

  test('moves along to another product, all at once, and is told', async () => {
    const before = await at.db.read<{ version: number }>(
      'system',
      sql`select settings_version as version from channel_accounts where id = ${ours.mailboxId}`,
    );
    const gone = await owner.post('products/delete', { ...byId(ours.productId), move_to: studio });
    expect(gone.body.data).toEqual({ products: [{ id: ours.productId }] });
    expect(await productsOfTickets()).toEqual([studio]);
    const [mailbox] = rows(await owner.post('mailboxes/get', byId(ours.mailboxId)), 'mailboxes');
    expect(mailbox.product_id).toBe(studio);
    const told = await at.db.read<{ entity: string; n: number; before: number }>(
      'system',
      sql`select entity, count(*)::int as n, min((detail->'before'->>'product_id')::bigint) as before from events
          where (detail->'after'->>'product_id')::bigint = ${studio} and entity in ('tickets', 'mailboxes') group by 1 order by 1`,
    );
    expect(told).toEqual([
      { entity: 'mailboxes', n: 1, before: ours.productId },
      { entity: 'tickets', n: 4, before: ours.productId },
    ]);
    // Whoever reads the mailbox starts afresh, so that the next letter belongs to the new product.
    const after = await at.db.read<{ version: number }>(
      'system',
      sql`select settings_version as version from channel_accounts where id = ${ours.mailboxId}`,
    );
    expect(after[0]?.version).toBe((before[0]?.version ?? 0) + 1);

    await owner.post('products/restore', byId(ours.productId));
    await owner.post('products/delete', { ...byId(studio), move_to: ours.productId });
    expect(await productsOfTickets()).toEqual([ours.productId]);
  });

  test('holds the product back when it must go along and nobody says where to', async () => {
    expect(problem(await owner.post('products/delete', byId(ours.productId)))).toEqual([
      409,
      'has_dependents',
      'filter',
    ]);
    expect(await productsOfTickets()).toEqual([ours.productId]);
  });

  test('goes nowhere that is not there: itself, one that is disabled, nothing at all', async () => {
    await owner.post('products/delete', byId(studio));
    for (const move_to of [ours.productId, studio, 999_999])
      expect(problem(await owner.post('products/delete', { ...byId(ours.productId), move_to }))).toEqual([
        404,
        'not_found',
        'move_to',
      ]);
    for (const move_to of ['1', 0, -1, null, 1.5, [studio], 2 ** 53])
      expect((await owner.post('products/delete', { ...byId(ours.productId), move_to })).status).toBe(422);
    expect(await productsOfTickets()).toEqual([ours.productId]);
  });

  test('A7 goes to no other company, even of the same owner', async () => {
    const second = await aCompany(owner, 'Second', 'SE');
    for (const move_to of [theirs.productId, second.productId])
      expect(problem(await owner.post('products/delete', { ...byId(ours.productId), move_to }))).toEqual([
        404,
        'not_found',
        'move_to',
      ]);
    const both = byId(ours.productId, second.productId);
    expect(problem(await owner.post('products/delete', { ...both, move_to: studio }))).toEqual([
      404,
      'not_found',
      'move_to',
    ]);
    expect(await productsOfTickets()).toEqual([ours.productId]);
  });

  test('is not moved by somebody who may not change it', async () => {
    const { id, api } = await aPerson(at, 'Maria', 'maria@lumenoak.test');
    await joins(at, id, ours.companyId, 3);
    await owner.call('privileges/change', {
      company_id: ours.companyId,
      changes: [{ role: 'admin', privilege: 'mailboxes.update', value: 0 }],
    });
    expect(problem(await api.post('products/delete', { ...byId(ours.productId), move_to: studio }))).toEqual([
      403,
      'forbidden',
      undefined,
    ]);
    expect(await productsOfTickets()).toEqual([ours.productId]);
  });
});

test('what else depends goes along or is told: tickets of a label, templates of a team, and all that rests with a company', async () => {
  const make = async (noun: string, about: object) =>
    rowId(await owner.post(`${noun}/create`, { data: [{ company_id: ours.companyId, ...about }] }), noun);
  const [from, to] = [await make('labels', { name: 'Wobbly' }), await make('labels', { name: 'Shaky' })];
  const ticket = byId(ours.ticketId);
  await owner.post('tickets/update', { data: { label_id: from }, ...ticket });
  const inTheWay = async (noun: string, id: number) =>
    (await owner.post(`${noun}/dependents`, byId(id))).body.data.dependents;
  expect(await inTheWay('labels', from)).toEqual([{ name: 'tickets', count: 1, can_move: true, must_move: false }]);
  expect((await owner.post('labels/delete', { ...byId(from), move_to: to })).status).toBe(200);
  expect(rows(await owner.post('tickets/get', ticket), 'tickets')[0]).toMatchObject({ label_id: to });

  const [night, day] = [await make('teams', { name: 'Night' }), await make('teams', { name: 'Day' })];
  const texts = { en: '<p>Sleep well</p>' };
  const template = await make('templates', { name: 'Good night', texts, visibility: 'team', team_id: night });
  expect(await inTheWay('teams', night)).toEqual([{ name: 'templates', count: 1, can_move: true, must_move: false }]);
  expect((await owner.post('teams/delete', { ...byId(night), move_to: day })).status).toBe(200);
  expect(rows(await owner.post('templates/get', byId(template)), 'templates')[0]).toMatchObject({ team_id: day });

  const resting = await inTheWay('companies', ours.companyId);
  expect(resting.map((one: { name: string }) => one.name)).toEqual(
    expect.arrayContaining(['open_tickets', 'products', 'mailboxes', 'product-call-phones']),
  );
  expect(resting.every((one: { can_move: boolean; must_move: boolean }) => !one.can_move && !one.must_move)).toBe(true);
});

describe.each(entities.filter((of) => of.dependents.length > 0))('the dependents of $name', (of) => {
  const id = (shop: Shop) => shop.ids[of.name] ?? 0;

  test('are those that the contract names', async () => {
    const answer = await owner.post(`${of.name}/dependents`, byId(id(ours)));
    const found = dependentsAnswer.parse(answer.body.data.dependents);
    for (const one of found) expect(of.dependents).toContain(one.name);
  });

  test('A1 are not told of another company, nor to somebody without the right', async () => {
    expect((await owner.post(`${of.name}/dependents`, byId(id(theirs)))).status).toBe(404);
    expect((await owner.post(`${of.name}/dependents`, {})).status).toBe(422);
    const { id: userId, api } = await aPerson(at, 'Nobody', `nobody-${of.name}@lumenoak.test`);
    expect((await api.post(`${of.name}/dependents`, byId(id(ours)))).status).toBe(404);
    await joins(at, userId, ours.companyId, 1);
    expect([403, 404]).toContain((await api.post(`${of.name}/dependents`, byId(id(ours)))).status);
    expect((await at.stranger().post(`${of.name}/dependents`, byId(id(ours)))).status).toBe(401);
  });
});
