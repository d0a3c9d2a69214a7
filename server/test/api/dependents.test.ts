import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Entity } from '#contract/entity.ts';
import { dependentsAnswer } from '#contract/generic-calls.ts';
import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import { waitUntil } from '#test/rigs/wait-until.ts';
import { aTicket } from './a-ticket.ts';
import type { Answer, ApiClient } from './api-client.ts';
import { entities } from './contract-registry.ts';
import type { TestParley } from './parley-in-process.ts';
import { aCompany, aMailbox, aPerson, joins, rowId } from './people.ts';
import { byId, rows } from './rows-of.ts';
import { shopsAtHand } from './shops-at-hand.ts';
import type { Shop } from './two-companies.ts';

let at: TestParley;
let ours: Shop;
let theirs: Shop;
let owner: ApiClient;
shopsAtHand((it) => ({ at, ours, theirs } = it));
beforeAll(async () => {
  owner = ours.owner;
  for (const n of [1, 2])
    await aTicket(at, ours, { from: `Hanna ${n}`, address: `hanna${n}@lindqvist.test`, subject: 'Leg', text: 'Short' });
});

let studio: number;
beforeEach(async () => {
  studio = rowId(
    await owner.post('products/create', { data: [{ company_id: ours.companyId, name: 'Studio' }] }),
    'products',
  );
});

const make = async (noun: string, about: object) =>
  rowId(await owner.post(`${noun}/create`, { data: [{ company_id: ours.companyId, ...about }] }), noun);
/** What everything that can move names now. */
const placesOf = async (companyId: number): Promise<Record<string, Record<string, number | null>>> =>
  Object.fromEntries(
    (
      await at.db.read<{ name: string; at: Record<string, number | null> }>(
        'system',
        sql`select 'ticket ' || id as name, jsonb_build_object('product_id', product_id, 'team_id', team_id, 'label_id', label_id) as at from tickets where company_id = ${companyId}
            union all select 'account ' || id, jsonb_build_object('product_id', product_id) from channel_accounts where company_id = ${companyId}
            union all select 'quidget ' || id, jsonb_build_object('calendar_id', calendar_id) from quidgets where company_id = ${companyId}
            union all select 'phone ' || id, jsonb_build_object('product_id', product_id) from phones where company_id = ${companyId}
            union all select 'template ' || id, jsonb_build_object('category_id', category_id, 'team_id', team_id, 'product_id', product_id) from templates where company_id = ${companyId}
            union all select 'team ' || id, jsonb_build_object('calendar_id', calendar_id) from teams where company_id = ${companyId}
            union all select 'product ' || id, jsonb_build_object('team_id', team_id, 'mailbox_id', mailbox_id, 'calendar_id', auto_reply_calendar_id) from products where company_id = ${companyId}
            union all select 'tagged ' || ticket_id || ' ' || tag_id, '{}' from ticket_tags where company_id = ${companyId}`,
      )
    ).map((one) => [one.name, one.at]),
  );

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

  test('comes back with whoever takes it back, but for what went on meanwhile; another only gets the product', async () => {
    const outlet = await make('products', { name: 'Outlet' });
    const before = await placesOf(ours.companyId);
    await owner.post('products/delete', { ...byId(ours.productId), move_to: studio });
    const moved = await placesOf(ours.companyId);
    expect(moved).not.toEqual(before);
    const { id, api } = await aPerson(at, 'Roman', 'roman@lumenoak.test');
    await joins(at, id, ours.companyId, 3);
    expect((await api.post('products/restore', { ...byId(ours.productId), move_back: 1 })).status).toBe(200);
    expect(await placesOf(ours.companyId)).toEqual(moved);
    // Hers is over as well: what was restored by hand is no longer hers to take back.
    await owner.post('products/restore', { ...byId(ours.productId), move_back: 1 });
    expect(await placesOf(ours.companyId)).toEqual(moved);

    await owner.post('products/delete', { ...byId(studio), move_to: ours.productId });
    await owner.post('products/restore', byId(studio));
    expect(await placesOf(ours.companyId)).toEqual(before);
    await owner.post('products/delete', { ...byId(ours.productId), move_to: studio });
    await owner.post('tickets/update', { data: { product_id: outlet }, ...byId(ours.ticketId) });
    const back = await owner.post('products/restore', { ...byId(ours.productId), move_back: 1 });
    expect(back.body.data).toEqual({ products: [{ id: ours.productId }] });
    expect(await placesOf(ours.companyId)).toEqual({
      ...before,
      [`ticket ${ours.ticketId}`]: { ...before[`ticket ${ours.ticketId}`], product_id: outlet },
    });
    const assignments = await at.db.read<{ product_id: number; is_over: boolean }>(
      'system',
      sql`select product_id, returned_at is not null as is_over from phone_assignments where phone_id = ${ours.ids['product-call-phones']} order by id`,
    );
    expect(assignments.at(-1)).toEqual({ product_id: ours.productId, is_over: false });
    expect(assignments.filter((one) => !one.is_over)).toHaveLength(1);
    await owner.post('tickets/update', { data: { product_id: ours.productId }, ...byId(ours.ticketId) });
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

describe('what somebody does not see', () => {
  test('A8 is neither counted for them nor carried to where they see it', async () => {
    const team = await make('teams', { name: 'Night' });
    const lindqvist = { from: 'Hanna 3', address: 'hanna3@lindqvist.test', subject: 'Top', text: 'Cracked' };
    const { ticketId } = await aTicket(at, { ...ours, productId: studio }, lindqvist);
    await owner.call('tickets/assign', { ids: [ticketId], team_id: team });
    const theirTeam = await make('teams', { name: 'Day' });
    const { id, api } = await aPerson(at, 'Zoya', 'zoya@lumenoak.test');
    await joins(at, id, ours.companyId, 3);
    const reach = {
      id,
      company_id: ours.companyId,
      scope: 'team',
      team_ids: [theirTeam],
      product_ids: [ours.productId],
    };
    expect((await owner.call('users/change-access', reach)).status).toBe(200);

    for (const [noun, at, move_to] of [
      ['products', studio, ours.productId],
      ['teams', team, theirTeam],
    ] as const) {
      expect((await api.post(`${noun}/dependents`, byId(at))).body.data.dependents).toEqual([]);
      const carried = await api.post(`${noun}/delete`, { ...byId(at), move_to });
      expect(problem(carried)).toEqual([403, 'above_own_rights', 'move_to']);
    }
    expect((await api.post('tickets/get', byId(ticketId))).body.total).toBe(0);

    // They are told before, of what they see, that it cannot be moved, and not of how much they do not.
    const template = await make('templates', {
      name: 'Hours',
      texts: { en: '<p>Nine to five</p>' },
      product_id: studio,
    });
    const inTheWay = { name: 'templates', count: 1, can_move: false, must_move: false, out_of_sight: true };
    const seen = (await api.post('products/dependents', byId(studio))).body.data.dependents;
    expect(seen).toEqual([inTheWay]);
    const [whole] = (await owner.post('products/dependents', byId(studio))).body.data.dependents.filter(
      (one: { name: string }) => one.name === 'templates',
    );
    expect(whole).toEqual({ name: 'templates', count: 1, can_move: true, must_move: false });
    expect((await owner.post('templates/delete', byId(template))).status).toBe(200);

    // What they see goes where they say.
    await owner.post('tickets/update', { data: { assignee_id: id }, ...byId(ticketId) });
    const [open] = (await api.post('products/dependents', byId(studio))).body.data.dependents;
    expect(open).toMatchObject({ name: 'open_tickets', count: 1 });
    expect((await api.post('products/delete', { ...byId(studio), move_to: ours.productId })).status).toBe(200);
    await owner.call('tickets/resolve', { ids: [ticketId] });
  });
});

describe('what was disabled already', () => {
  test('is disabled by nobody again: who comes second has nothing to take back, who came first has it all', async () => {
    const { id, api } = await aPerson(at, 'Taras', 'taras@lumenoak.test');
    await joins(at, id, ours.companyId, 3);
    const [lamps, shades] = [await make('products', { name: 'Lamps' }), await make('products', { name: 'Shades' })];
    const lamp = aMailbox({ company_id: ours.companyId, product_id: lamps, from_email: 'lamps@lumenoak.test' });
    await owner.post('mailboxes-new/create', { data: [lamp] });
    const before = await placesOf(ours.companyId);
    await owner.post('products/delete', { ...byId(lamps), move_to: studio });
    const second = await api.post('products/delete', byId(lamps, shades));
    expect(second.body.data).toEqual({ products: [{ id: shades }] });
    const third = await api.post('products/delete', byId(lamps, shades));
    expect([third.status, third.body.data]).toEqual([200, { products: [] }]);
    const told = await at.db.read(
      'system',
      sql`select from events where entity = 'products' and entity_id in (${lamps}, ${shades}) and action = 'deleted'`,
    );
    expect(told).toHaveLength(2);
    await api.post('products/restore', byId(shades));
    expect((await owner.post('products/restore', { ...byId(lamps), move_back: 1 })).status).toBe(200);
    expect(await placesOf(ours.companyId)).toEqual(before);
    expect((await owner.post('products/restore', byId(lamps))).body.data).toEqual({ products: [] });
  });

  test('a calendar keeps whoever goes by it from being restored: their hours would be gone', async () => {
    const id = await make('calendars', { name: 'Nights', time_zone: 'Europe/Kyiv' });
    const team = await make('teams', { name: 'Late', calendar_id: id });
    const quidget = await make('quidgets', {
      product_id: ours.productId,
      name: 'Late',
      title: 'Late',
      calendar_id: id,
    });
    const both = [
      ['teams', team],
      ['quidgets', quidget],
    ] as const;
    for (const [noun, one] of both) await owner.post(`${noun}/delete`, byId(one));
    expect((await owner.post('calendars/delete', byId(id))).status).toBe(200);
    for (const [noun, one] of both) {
      const refused = await owner.post(`${noun}/restore`, byId(one));
      expect(problem(refused), noun).toEqual([409, 'belongs_to_disabled', 'filter']);
      expect(refused.body.errors[0]?.values).toEqual({ name: 'Nights' });
    }
    await owner.post('calendars/restore', byId(id));
    for (const [noun, one] of both) expect((await owner.post(`${noun}/restore`, byId(one))).status, noun).toBe(200);
    for (const [noun, one] of both) await owner.post(`${noun}/delete`, byId(one));
  });

  test('keeps what cannot be without it from being restored, and is named', async () => {
    const lights = await make('products', { name: 'Lights' });
    const about = { company_id: ours.companyId, product_id: lights };
    const mailbox = rowId(
      await owner.post('mailboxes-new/create', { data: [aMailbox({ ...about, from_email: 'lights@lumenoak.test' })] }),
      'mailboxes',
    );
    const quidget = await make('quidgets', { product_id: lights, name: 'Lights', title: 'Lumen' });
    const rest = [
      ['mailboxes', mailbox],
      ['quidgets', quidget],
    ] as const;
    for (const [noun, id] of rest) await owner.post(`${noun}/delete`, byId(id));
    expect((await owner.post('products/delete', byId(lights))).status).toBe(200);
    for (const [noun, id] of rest) {
      const refused = await owner.post(`${noun}/restore`, byId(id));
      expect(problem(refused)).toEqual([409, 'belongs_to_disabled', 'filter']);
      expect(refused.body.errors[0]?.values).toEqual({ name: 'Lights' });
    }
    await owner.post('products/restore', byId(lights));
    for (const [noun, id] of rest) expect((await owner.post(`${noun}/restore`, byId(id))).status).toBe(200);
  });
});

describe.each([
  [
    ...['products', {}, 'mailboxes-new/create', 'data[0].product_id'],
    (product_id: number) => ({
      data: [aMailbox({ company_id: ours.companyId, product_id, from_email: 'late@lumenoak.test' })],
    }),
  ],
  [
    ...['products', {}, 'quidgets/update', 'data.product_id'],
    (product_id: number) => ({ data: { product_id }, ...byId(ours.ids.quidgets ?? 0) }),
  ],
  [
    ...['calendars', { time_zone: 'Europe/Kyiv' }, 'teams/create', 'data[0].calendar_id'],
    (calendar_id: number) => ({ data: [{ company_id: ours.companyId, calendar_id, name: 'Late' }] }),
  ],
] as [string, object, string, string, (id: number) => object][])(
  'one of %s that is being disabled',
  (noun, about, call, field, naming) => {
    test(`A51 is waited for by ${call}, which does not find it then`, async () => {
      const id = await make(noun, { name: `Late for ${call}`, ...about });
      const { late } = await at.db.transaction('system', async (tx) => {
        await tx.run(sql`select from ${sql.unsafe(noun)} where id = ${id} for update`);
        await tx.run(sql`update ${sql.unsafe(noun)} set is_deleted = 1 where id = ${id}`);
        const asked = owner.post(call, naming(id));
        await waitUntil(
          () => tx.row(sql`select 1 from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))`),
          { timeoutMs: 20_000, what: `${call}, behind who disables` },
        );
        return { late: asked };
      });
      expect(problem(await late)).toEqual([404, 'not_found', field]);
    });
  },
);

describe('while somebody writes what refers to it', () => {
  type Outcome = { readonly asked: Promise<Answer>; readonly waited: boolean };
  /** Asks while a row is held as by whoever writes what refers to it, and has not committed. */
  const besideAWriter = (holding: (tx: Tx) => Promise<unknown>, ask: () => Promise<Answer>): Promise<Outcome> =>
    at.db.transaction('system', async (tx) => {
      await holding(tx);
      let isOver = false;
      const asked = ask().finally(() => {
        isOver = true;
      });
      const blocked = sql`select from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))`;
      const end = await waitUntil(async () => (isOver ? 'over' : (await tx.row(blocked)) && 'waits'), {
        timeoutMs: 20_000,
        what: 'an answer, or that it waits',
      });
      return { asked, waited: end === 'waits' };
    });
  const held = (table: string, id: () => number) => (tx: Tx) =>
    tx.run(sql`select from ${sql.unsafe(table)} where id = ${id()} for key share`);
  const teamId = () => ours.ids.teams ?? 0;

  test.each([
    ['products/update', held('products', () => studio), () => ({ data: { name: 'Atelier' }, ...byId(studio) })],
    ['products/dependents', held('products', () => studio), () => byId(studio)],
    ['teams/update', held('teams', teamId), () => ({ data: { name: 'Late shift' }, ...byId(teamId()) })],
    [
      'mailboxes/update',
      held('channel_accounts', () => ours.mailboxId),
      () => ({ data: { from_name: 'Support' }, ...byId(ours.mailboxId) }),
    ],
    [
      'companies/update',
      held('companies', () => ours.companyId),
      () => ({ data: { url: 'https://lumenoak.test' }, ...byId(ours.companyId) }),
    ],
    ['profile/change', held('users', () => ours.ownerId), () => ({ data: { note: 'On the night shift' } })],
    ['profile/remove-avatar', held('users', () => ours.ownerId), () => ({ data: {} })],
    ['settings/change', held('users', () => ours.ownerId), () => ({ data: { time_zone: 'Europe/Berlin' } })],
  ] as [string, (tx: Tx) => Promise<unknown>, () => object][])('%s waits for nobody', async (call, holding, body) => {
    const { asked, waited } = await besideAWriter(holding, () => owner.post(call, body()));
    const answer = await asked;
    expect([waited, answer.status], answer.text).toEqual([false, 200]);
  });

  test('what is saved by two at once is saved by one after the other', async () => {
    const saving = (tx: Tx) => tx.run(sql`update products set name = 'Loft' where id = ${studio}`);
    const rename = { data: { name: 'Atelier' }, ...byId(studio) };
    const { asked, waited } = await besideAWriter(saving, () => owner.post('products/update', rename));
    expect([waited, (await asked).status]).toEqual([true, 200]);
  });

  test('a team that is disabled waits for the ticket that is being written for it, and moves it along', async () => {
    const [from, to] = [await make('teams', { name: 'Leaving' }), await make('teams', { name: 'Staying' })];
    let ticketId = 0;
    const writing = async (tx: Tx) => {
      const written = await tx.row<{ id: number }>(
        sql`insert into tickets (company_id, number, product_id, customer_id, channel, title, waiting_since, team_id)
            select company_id, 200000, product_id, customer_id, channel, 'Leg', now(), ${from} from tickets where id = ${ours.ticketId} returning id`,
      );
      ticketId = written?.id ?? 0;
    };
    const { asked, waited } = await besideAWriter(writing, () =>
      owner.post('teams/delete', { ...byId(from), move_to: to }),
    );
    expect([waited, (await asked).status]).toEqual([true, 200]);
    const [ticket] = rows(await owner.post('tickets/get', byId(ticketId)), 'tickets');
    expect(ticket.team_id).toBe(to);
  });

  test('a team that is disabled waits for the ticket that goes back to it', async () => {
    const team = await make('teams', { name: 'Had it before' });
    const { asked, waited } = await besideAWriter(
      held('teams', () => team),
      () => owner.post('teams/delete', byId(team)),
    );
    expect([waited, (await asked).status]).toEqual([true, 200]);
  });
});

test('tickets of a label are not offered to be moved where they are more than move at once', async () => {
  const label = await make('labels', { name: 'Everywhere' });
  await at.db.transaction('system', (tx) =>
    tx.run(
      sql`insert into tickets (company_id, number, product_id, customer_id, channel, title, waiting_since, view_type, label_id)
          select t.company_id, 100000 + n, t.product_id, t.customer_id, t.channel, 'Leg', null, 'resolved', ${label}
          from tickets t, generate_series(1, 10001) n where t.id = ${ours.ticketId}`,
    ),
  );
  const { dependents } = (await owner.post('labels/dependents', byId(label))).body.data;
  expect(dependents).toEqual([{ name: 'tickets', count: 10_001, can_move: false, must_move: false, move_max: 10_000 }]);
  expect(dependentsAnswer.safeParse(dependents).success).toBe(true);
  expect((await owner.post('labels/delete', byId(label))).status, 'they keep it').toBe(200);
  await at.db.transaction('system', (tx) =>
    tx.run(sql`delete from tickets where company_id = ${ours.companyId} and label_id = ${label}`),
  );
});

test('what else depends goes along or is told: tickets of a label, templates of a team, and all that rests with a company', async () => {
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

  const [lamps, shades] = [await make('products', { name: 'Lamps' }), await make('products', { name: 'Shades' })];
  const glow = await make('templates', { name: 'Glow', texts, product_id: lamps });
  expect(await inTheWay('products', lamps)).toEqual([
    { name: 'templates', count: 1, can_move: true, must_move: false },
  ]);
  expect((await owner.post('products/delete', { ...byId(lamps), move_to: shades })).status).toBe(200);
  expect(rows(await owner.post('templates/get', byId(glow)), 'templates')[0]).toMatchObject({ product_id: shades });

  const resting = await inTheWay('companies', ours.companyId);
  expect(resting.map((one: { name: string }) => one.name)).toEqual(
    expect.arrayContaining(['open_tickets', 'products', 'mailboxes', 'product-call-phones']),
  );
  expect(resting.every((one: { can_move: boolean }) => !one.can_move)).toBe(true);
  // Nobody is offered what is always refused.
  const first = resting.filter((one: { must_move: boolean }) => one.must_move);
  expect(first.map((one: { name: string }) => one.name)).toEqual(['products']);
  expect(problem(await owner.post('companies/delete', byId(ours.companyId)))).toEqual([
    409,
    'has_dependents',
    'filter',
  ]);
});

test('tickets that only the disabled mailboxes answer are counted: not where another mailbox of the product, or of its choice, does', async () => {
  const product = await make('products', { name: 'Desk lamps' });
  const aBox = async (from_email: string, product_id = product) =>
    rowId(
      await owner.post('mailboxes-new/create', {
        data: [aMailbox({ company_id: ours.companyId, product_id, from_email })],
      }),
      'mailboxes',
    );
  const [first, elsewhere] = [await aBox('lamps1@lumenoak.test'), await aBox('lamps2@lumenoak.test', studio)];
  const lamps = { companyId: ours.companyId, productId: product, mailboxId: first };
  await aTicket(at, lamps, { address: 'lamps@lindqvist.test' });
  const { ticketId: done } = await aTicket(at, lamps, { address: 'done@lindqvist.test' });
  await owner.call('tickets/resolve', { ids: [done] });
  const inTheWay = async (...ids: number[]) =>
    (await owner.post('mailboxes/dependents', byId(...ids))).body.data.dependents.filter(
      (one: { name: string }) => one.name === 'unanswerable_tickets',
    );
  const only = [{ name: 'unanswerable_tickets', count: 1, can_move: false, must_move: false }];
  expect(await inTheWay(first)).toEqual(only);
  expect(await inTheWay(elsewhere)).toEqual([]);
  // The product answers from another one by its own choice; both together are no more.
  await owner.post('products/update', { data: { mailbox_id: elsewhere }, ...byId(product) });
  expect(await inTheWay(first)).toEqual([]);
  expect(await inTheWay(first, elsewhere)).toEqual(only);
  await owner.post('products/update', { data: { mailbox_id: null }, ...byId(product) });
  const second = await aBox('lamps3@lumenoak.test');
  expect(await inTheWay(first)).toEqual([]);
  await owner.post('mailboxes/delete', byId(second));
  expect(await inTheWay(first)).toEqual(only);
  expect((await owner.post('mailboxes/delete', byId(first))).status).toBe(200);
  expect(await inTheWay(first)).toEqual([]);
});

test('tickets that are done, in the trash, spam or merged are told only where they would still name what is gone', async () => {
  const [product, team, label, tag, more] = [
    await make('products', { name: 'Benches' }),
    await make('teams', { name: 'Benches' }),
    await make('labels', { name: 'Benches' }),
    await make('tags', { name: 'Benches' }),
    await make('tags', { name: 'Garden' }),
  ];
  const tickets: Awaited<ReturnType<typeof aTicket>>[] = [];
  for (const subject of ['Open', 'Resolved', 'Trash', 'Spam', 'Merged'])
    tickets.push(
      await aTicket(
        at,
        { ...ours, productId: product },
        { address: 'bench@lindqvist.test', subject: `${subject} bench` },
      ),
    );
  const [open = 0, resolved = 0, trash = 0, spam = 0, merged = 0] = tickets.map((one) => one.ticketId);
  const ids = [open, resolved, trash, spam, merged];
  await owner.post('tickets/update', { data: { team_id: team, label_id: label }, ...byId(...ids) });
  await owner.call('tickets/tag', { ids, add: [tag, more] });
  await owner.call('tickets/resolve', { ids: [resolved] });
  await owner.post('tickets/delete', byId(trash));
  await owner.call('tickets/spam', { ids: [spam], is_spam: 1 });
  const told = async (noun: string, ...of: number[]) =>
    Object.fromEntries(
      (await owner.post(`${noun}/dependents`, byId(...of))).body.data.dependents.map(
        (one: { name: string; count: number }) => [one.name, one.count],
      ),
    );
  const ofCompany = Number((await told('companies', ours.companyId)).open_tickets);
  expect((await owner.call('tickets/merge', { survivor_id: open, ids: [merged] })).status).toBe(200);
  expect((await told('companies', ours.companyId)).open_tickets).toBe(ofCompany - 1);
  expect(await told('products', product), 'with the one that was merged into it').toEqual({ open_tickets: 2 });
  expect(await told('teams', team)).toEqual({ open_tickets: 1 });
  expect(await told('customers', tickets[0]?.customerId ?? 0)).toEqual({ open_tickets: 1 });
  expect(await told('labels', label), 'also those that are done').toEqual({ tickets: 3 });
  expect(await told('tags', tag, more), 'each of them once').toEqual({ tickets: 3 });
});

test('who and what else goes by a row is told and left as it is: searches, links, people, invitations, customers', async () => {
  const inTheWay = async (noun: string, ...ids: number[]) =>
    (await owner.post(`${noun}/dependents`, byId(...ids))).body.data.dependents;
  const told = (name: string, count = 1) => ({ name, count, can_move: false, must_move: false });
  const searchFor = (name: string, query: object) => make('saved-searches', { name, query });
  const { id: userId, api } = await aPerson(at, 'Daryna', 'daryna@lumenoak.test');
  await joins(at, userId, ours.companyId, 1);
  const access = (change: object) =>
    owner.call('users/change-access', { id: userId, company_id: ours.companyId, ...change });

  const label = await make('labels', { name: 'Scratched' });
  await searchFor('Scratched ones', { label });
  const gone = await searchFor('Scratched before', { label });
  await owner.post('saved-searches/delete', byId(gone));
  expect(await inTheWay('labels', label)).toEqual([told('saved_searches')]);
  expect((await owner.post('labels/delete', byId(label))).status).toBe(200);

  const product = await make('products', { name: 'Stools' });
  const link = await make('links', { name: 'Orders', url: 'https://shop.test/orders', product_ids: [product, studio] });
  await make('links', { name: 'Of all', url: 'https://shop.test/all' });
  await access({ scope: 'product', product_ids: [product, studio] });
  // Also those of others, which nobody else reads.
  const hers = { company_id: ours.companyId, name: 'My stools', query: { product } };
  expect((await api.post('saved-searches/create', { data: [hers] })).status).toBe(200);
  const all = [told('links'), told('product_people'), told('saved_searches')];
  expect(await inTheWay('products', product)).toEqual(all);
  expect(await inTheWay('products', product, studio), 'each of them once').toEqual(all);
  await owner.post('links/delete', byId(link));
  await access({ scope: 'company' });
  expect(await inTheWay('products', product)).toEqual([told('saved_searches')]);
  await owner.post('links/restore', byId(link));
  await access({ scope: 'product' });
  await owner.post('products/delete', { ...byId(product), move_to: studio });
  await owner.post('products/restore', { ...byId(product), move_back: 1 });
  expect(await inTheWay('products', product)).toEqual(all);

  const team = await make('teams', { name: 'Carpenters', members: [{ user_id: userId }] });
  await searchFor('Of the carpenters', { team });
  expect((await owner.call('invite/create', { team_id: team, email: 'ostap@lumenoak.test' })).status).toBe(200);
  for (const [name, over] of [
    ['petro', sql`accepted_at = now(), user_id = ${userId}`],
    ['sofia', sql`withdrawn_at = now()`],
    ['danylo', sql`expires = now()`],
  ] as const) {
    const email = `${name}@lumenoak.test`;
    expect((await owner.call('invite/create', { team_id: team, email })).status).toBe(200);
    await at.db.transaction('system', (tx) => tx.run(sql`update invites set ${over} where email = ${email}`));
  }
  const joiners = await make('teams', { name: 'Joiners', members: [{ user_id: userId }] });
  const ofTeam = [told('members'), told('invites'), told('saved_searches')];
  expect(await inTheWay('teams', team)).toEqual(ofTeam);
  expect(await inTheWay('teams', team, joiners), 'who is in both is one').toEqual(ofTeam);
  await owner.call('users/remove', { id: userId, company_id: ours.companyId, hand_to: null });
  expect(await inTheWay('teams', team)).toEqual([told('invites'), told('saved_searches')]);

  const { customerId } = await aTicket(at, ours, { address: 'stool@lindqvist.test' });
  expect(await inTheWay('customers', customerId)).toEqual([told('open_tickets')]);
  const stranger = await make('customers', { first_name: 'Greta' });
  expect(await inTheWay('customers', stranger)).toEqual([]);
});

test('while a colleague’s many tickets are handed over, the company gets new ones, and takes files', async () => {
  const { id: userId } = await aPerson(at, 'Marta', 'marta@lumenoak.test');
  await joins(at, userId, ours.companyId, 1);
  const { ticketId } = await aTicket(at, ours, { address: 'marta@lindqvist.test' });
  const given = await owner.post('tickets/update', { data: { assignee_id: userId }, ...byId(ticketId) });
  expect(given.status, given.text).toBe(200);
  const isHeld = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const holding = at.db.transaction('system', async (tx) => {
    await tx.run(sql`select from tickets where id = ${ticketId} for update`);
    isHeld.resolve();
    await goOn.promise;
  });
  await isHeld.promise;
  const removing = owner.call('users/remove', { id: userId, company_id: ours.companyId, hand_to: ours.memberId });
  const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await expect.poll(() => at.db.read('system', waiting), { timeout: 20_000 }).toHaveLength(1);
  await aTicket(at, ours, { address: 'other@lindqvist.test' });
  const file = await owner.upload('leg.txt', new TextEncoder().encode('a leg'), 'text/plain');
  expect(file.status, file.text).toBe(200);
  goOn.resolve();
  await holding;
  expect((await removing).status).toBe(200);
  const [ticket] = rows(await owner.post('tickets/get', byId(ticketId)), 'tickets');
  expect(ticket.assignee_id).toBe(ours.memberId);
});

test('a tag that only customers carry is asked about: they go along to another one, and come back', async () => {
  const [oak, ash, elm] = [
    await make('tags', { name: 'Oak lovers' }),
    await make('tags', { name: 'Ash lovers' }),
    await make('tags', { name: 'Elm lovers' }),
  ];
  const id = await make('customers', { first_name: 'Greta' });
  const gone = await make('customers', { first_name: 'Ingrid' });
  await owner.call('customers/tag', { id: gone, add: [oak] });
  expect((await owner.post('customers/delete', byId(gone))).status).toBe(200);
  const inTheWay = async (tag: number) => (await owner.post('tags/dependents', byId(tag))).body.data.dependents;
  const onCard = async () =>
    (await owner.call('customers/card', { id })).body.data.tags.map((one: { id: number }) => one.id);
  await owner.call('customers/tag', { id, add: [oak] });
  await make('saved-searches', { name: 'Oak lovers', query: { tag: oak } });
  const search = { name: 'saved_searches', count: 1, can_move: false, must_move: false };
  const one = { name: 'customers', count: 1, can_move: true, must_move: false };
  expect(await inTheWay(oak)).toEqual([one, search]);
  await owner.post('tags/delete', { ...byId(oak), move_to: ash });
  expect(await onCard()).toEqual([ash]);
  expect(await inTheWay(ash), 'a mark of what became it').toEqual([one]);
  await owner.post('tags/delete', { ...byId(ash), move_to: elm });
  expect(await onCard()).toEqual([elm]);
  for (const tag of [ash, oak]) await owner.post('tags/restore', { ...byId(tag), move_back: 1 });
  expect(await onCard()).toEqual([oak]);
  expect(await inTheWay(ash)).toEqual([]);

  await owner.post('tags/delete', { ...byId(oak), move_to: ash });
  await owner.call('customers/tag', { id, add: [ash] });
  expect(await inTheWay(ash), 'of both marks one').toEqual([one]);
});

/** A row beside the one of the shop, to go to. */
const another: Readonly<Record<string, () => Promise<number>>> = {
  products: () => make('products', { name: 'Another' }),
  mailboxes: async () => {
    const about = { company_id: ours.companyId, product_id: ours.productId, from_email: 'another@lumenoak.test' };
    return rowId(await owner.post('mailboxes-new/create', { data: [aMailbox(about)] }), 'mailboxes');
  },
  calendars: () => make('calendars', { name: 'Another', time_zone: 'Europe/Kyiv' }),
  teams: () => make('teams', { name: 'Another' }),
  labels: () => make('labels', { name: 'Another' }),
  categories: () => make('categories', { name: 'Another' }),
  tags: () => make('tags', { name: 'Another' }),
};
/** Of each kind that depends on something, one names what the shop has. */
async function nameAll(): Promise<void> {
  const { teams: team_id, labels: label_id, calendars: calendar_id, tags = 0, ...ids } = ours.ids;
  const change = (noun: string, id: number | undefined, data: object) =>
    owner.post(`${noun}/update`, { data, ...byId(id ?? 0) });
  await change('tickets', ours.ticketId, { product_id: ours.productId, label_id, team_id });

  await owner.call('tickets/tag', { ids: [ours.ticketId], add: [tags] });
  await change('quidgets', ids.quidgets, { calendar_id });
  await change('teams', team_id, { calendar_id });
  await change('templates', ids.templates, { category_id: ids.categories, product_id: ours.productId });
  await change('products', ours.productId, { mailbox_id: ours.mailboxId, team_id });
}

const withDependents = entities.filter((of) => of.dependents.length > 0);
const idOf = (of: Entity, shop: Shop) => shop.ids[of.name] ?? 0;

// What rests with a company, chats of a quidget, what was written to a messenger and tickets of a customer go nowhere.
describe.each(withDependents.filter((of) => !['companies', 'quidgets', 'integrations', 'customers'].includes(of.name)))(
  'the dependents of $name',
  (of) => {
    test('go to another one, and back when that is undone', async () => {
      await nameAll();
      const to = await another[of.name]?.();
      const before = await placesOf(ours.companyId);
      expect((await owner.post(`${of.name}/delete`, { ...byId(idOf(of, ours)), move_to: to })).status).toBe(200);
      expect(await placesOf(ours.companyId)).not.toEqual(before);
      expect((await owner.post(`${of.name}/restore`, { ...byId(idOf(of, ours)), move_back: 1 })).status).toBe(200);
      expect(await placesOf(ours.companyId)).toEqual(before);
    });
  },
);

describe.each(withDependents)('the dependents of $name', (of) => {
  const id = (shop: Shop) => idOf(of, shop);

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
