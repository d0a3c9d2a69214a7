import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#platform/sql.ts';
import { aTicket } from './a-ticket.ts';
import type { TestParley } from './parley-in-process.ts';
import { byId, rows } from './rows-of.ts';
import { shopsAtHand } from './shops-at-hand.ts';
import { aMember, type Shop } from './two-companies.ts';

let at: TestParley;
let ours: Shop;
let theirs: Shop;
type Member = Awaited<ReturnType<typeof aMember>>;
let taras: Member;
let ira: Member;
let returnsId: number;
shopsAtHand((it) => ({ at, ours, theirs } = it));
beforeAll(async () => {
  [taras, ira] = [await aMember(at, ours, 1, 'Taras'), await aMember(at, ours, 1, 'Ira')];
  const made = await ours.owner.post('teams/create', {
    data: [{ company_id: ours.companyId, name: 'Returns', members: [{ user_id: taras.id, capacity: 5 }] }],
  });
  returnsId = rows(made, 'teams')[0].id;
});

const assign = (data: object, by = ours.owner) => by.call('tickets/assign', data);
const ticketOf = async (id: number) => rows(await ours.owner.post('tickets/get', byId(id)), 'tickets')[0];
const linesOf = async (id: number): Promise<{ key: string; values: Record<string, unknown>; who: string }[]> => {
  const conditions = [
    ['ticket_id', '=', id],
    ['kind', '=', 'event'],
  ];
  const found = rows(
    await ours.owner.post('messages/get', { filter: { conditions }, sort: [['id', 'asc']] }),
    'messages',
  );
  return found.map((row) => ({ key: row.event.key, values: row.event.values, who: row.author.name }));
};
const auditOf = (id: number) =>
  at.db.read<{ detail: { before: object; after: object } }>(
    'system',
    sql`select detail from events where entity = 'tickets' and entity_id = ${id} and detail ? 'after' order by position`,
  );

describe('a ticket is assigned', () => {
  test('to a person, to a team, to who takes it, to nobody: each change is one line and one entry of the audit', async () => {
    const { ticketId } = await aTicket(at, ours);
    const who = (await ours.owner.call('users/self')).body.data.user.name;
    const changes: [object, Member['api'], { key: string; values?: object; who?: string }][] = [
      [{ assignee_id: taras.id }, ours.owner, { key: 'assigned', values: { name: 'Taras' }, who }],
      [{ team_id: returnsId }, ours.owner, { key: 'assigned_team', values: { team: 'Returns' } }],
      [
        { assignee_id: null },
        taras.api,
        { key: 'back_to_team', values: { name: 'Taras', team: 'Returns' }, who: 'Taras' },
      ],
      [{ assignee_id: ira.id }, ira.api, { key: 'took', who: 'Ira' }],
      [{ assignee_id: null, team_id: null }, ours.owner, { key: 'left_team', values: { team: 'Returns' } }],
      [
        { assignee_id: taras.id, team_id: returnsId },
        ours.owner,
        { key: 'assigned_within', values: { name: 'Taras', team: 'Returns' } },
      ],
      [{ team_id: null }, ours.owner, { key: 'left_team', values: { team: 'Returns' } }],
      [{ assignee_id: null }, ours.owner, { key: 'unassigned', values: { name: 'Taras' } }],
    ];
    for (const [to, by, line] of changes) {
      const answer = await assign({ ids: [ticketId], ...to }, by);
      expect(answer.body, answer.text).toMatchObject({ data: { ids: [ticketId] } });
      expect((await linesOf(ticketId)).at(-1)).toMatchObject(line);
      expect((await auditOf(ticketId)).at(-1)?.detail.after).toEqual(to);
    }
    expect((await linesOf(ticketId)).length).toBe(changes.length);
    expect((await auditOf(ticketId)).length).toBe(changes.length);
  });

  test('from somebody or another team: the line keeps whose it was', async () => {
    const { ticketId } = await aTicket(at, ours);
    for (const to of [{ assignee_id: taras.id }, { assignee_id: ira.id, team_id: returnsId }])
      await assign({ ids: [ticketId], ...to });
    await assign({ ids: [ticketId], assignee_id: taras.id }, taras.api);
    expect((await linesOf(ticketId)).map(({ key, values }) => [key, values])).toEqual([
      ['assigned', { name: 'Taras' }],
      ['assigned_within', { name: 'Ira', team: 'Returns', was: 'Taras' }],
      ['took', { was: 'Ira' }],
    ]);
  });

  test('as it is already: nothing is written', async () => {
    const { ticketId } = await aTicket(at, ours);
    await assign({ ids: [ticketId], assignee_id: taras.id });
    const { version } = await ticketOf(ticketId);
    expect((await assign({ ids: [ticketId], assignee_id: taras.id })).body.data).toEqual({ ids: [] });
    expect(await ticketOf(ticketId)).toMatchObject({ version, users: { name: 'Taras' } });
    expect((await linesOf(ticketId)).length).toBe(1);
  });

  test('by a change of its fields just the same, with one line and one entry', async () => {
    const { ticketId } = await aTicket(at, ours);
    const set = (data: object) => ours.owner.post('tickets/update', { data, ...byId(ticketId) });
    for (const data of [{ assignee_id: taras.id, team_id: returnsId }, { title: 'A chair' }, { assignee_id: taras.id }])
      expect((await set(data)).status).toBe(200);
    expect(await linesOf(ticketId)).toMatchObject([{ key: 'assigned_within' }]);
    expect((await set({ assignee_id: null })).status).toBe(200);
    expect((await linesOf(ticketId)).map((line) => line.key)).toEqual(['assigned_within', 'back_to_team']);
    expect((await ticketOf(ticketId)).assignment).toMatchObject({ key: 'back_to_team', values: { name: 'Taras' } });
  });

  test('A7 never to somebody or a team of another company, nor to who may not see tickets; nothing is written', async () => {
    const [one, other] = [await aTicket(at, ours), await aTicket(at, ours)];
    const foreignTeam = theirs.ids?.teams ?? 0;
    const ids = [one.ticketId, other.ticketId];
    const refusals: [object, number, string, string][] = [
      [{ ids, assignee_id: theirs.ownerId }, 404, 'not_found', 'data.assignee_id'],
      [{ ids, team_id: foreignTeam }, 404, 'not_found', 'data.team_id'],
      [{ ids: [...ids, theirs.ticketId], assignee_id: taras.id }, 404, 'ticket_not_found', 'data.ids'],
      [{ ids }, 422, 'required', 'data.assignee_id'],
    ];
    for (const [data, status, key, field] of refusals)
      expect(await assign(data)).toMatchObject({ status, body: { errors: [{ key, field }] } });

    const privileges = (value: 0 | 1) =>
      at.db.transaction('system', (tx) =>
        tx.run(
          sql`insert into company_privileges values (${ours.companyId}, 'agent', 'tickets.get', ${value})
              on conflict (company_id, role_name, privilege) do update set value = excluded.value`,
        ),
      );
    await privileges(0);
    const wrong = { status: 422, body: { errors: [{ key: 'assignee_sees_no_tickets', field: 'data.assignee_id' }] } };
    expect(await assign({ ids, assignee_id: taras.id })).toMatchObject(wrong);
    expect(await ours.owner.post('tickets/update', { data: { assignee_id: taras.id }, ...byId(...ids) })).toMatchObject(
      wrong,
    );
    await privileges(1);
    for (const id of ids) {
      expect(await ticketOf(id)).toMatchObject({ assignee_id: null, team_id: null });
      expect(await linesOf(id)).toEqual([]);
    }
  });

  test('A51 fifty take it at once: one has it, the others are told that it is gone, and nothing is left half done', async () => {
    const { ticketId } = await aTicket(at, ours);
    const takers = [taras, ira];
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        assign({ ids: [ticketId], assignee_id: takers[i % 2]?.id, if_assignee: null }, takers[i % 2]?.api),
      ),
    );
    const won = answers.filter((one) => one.status === 200 && one.body.data.ids.length === 1);
    expect(won.length).toBe(1);
    const { assignee_id } = await ticketOf(ticketId);
    // Whoever has it already is told nothing changed; whoever came too late, that somebody else did.
    for (const [i, one] of answers.entries())
      if (takers[i % 2]?.id !== assignee_id)
        expect(one).toMatchObject({ status: 409, body: { errors: [{ key: 'conflict' }] } });
    expect((await linesOf(ticketId)).length).toBe(1);

    const last = await Promise.all(
      Array.from({ length: 50 }, (_, i) => assign({ ids: [ticketId], assignee_id: takers[i % 2]?.id })),
    );
    expect(last.every((one) => one.status === 200)).toBe(true);
    const lines = await linesOf(ticketId);
    const changes = last.filter((one) => one.body.data.ids.length === 1).length;
    expect(lines.length).toBe(1 + changes);
    expect(lines.at(-1)?.values.name ?? '').toBe((await ticketOf(ticketId)).users.name);
    const { people } = (await ours.owner.call('tickets/assignees', { company_id: ours.companyId })).body.data;
    const [counted] = await at.db.read<{ n: number }>(
      'system',
      sql`select count(*)::int as n from tickets where company_id = ${ours.companyId} and view_type = '' and assignee_id is not null and is_deleted = 0`,
    );
    expect((people as { open: number }[]).reduce((sum, one) => sum + one.open, 0)).toBe(counted?.n);
  });
});

test('whom a ticket can be given to comes with what they have and whether they are there', async () => {
  const { ticketId } = await aTicket(at, ours);
  type Load = { people: object[]; teams: { id: number; queued: number }[] };
  const load = async (): Promise<Load> =>
    (await ours.owner.call('tickets/assignees', { company_id: ours.companyId })).body.data as Load;
  const queued = (of: Load) => of.teams.find((one) => one.id === returnsId)?.queued ?? -1;
  const before = queued(await load());
  await assign({ ids: [ticketId], team_id: returnsId });
  const now = await load();
  expect(now.people).toContainEqual(expect.objectContaining({ name: 'Taras', presence: 'offline' }));
  expect(queued(now)).toBe(before + 1);
  expect(now.teams).toContainEqual({ id: returnsId, name: 'Returns', queued: before + 1, online: 0 });
  const foreign = await ours.owner.call('tickets/assignees', { company_id: theirs.companyId });
  expect([foreign.status, foreign.body.errors[0]?.key]).toEqual([404, 'not_found']);
});
