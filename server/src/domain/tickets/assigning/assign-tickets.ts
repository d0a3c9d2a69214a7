import { tickets } from '#contract/tickets.ts';
import type { Transactions, Tx } from '#platform/database.ts';
import type { Caller, Change } from '#platform/entities/entity-table.ts';
import { requireReferences } from '#platform/entities/references.ts';
import { recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { addEventLines, authorOf, type EventLine, type LineAuthor } from '../event-lines.ts';
import { lockVisibleTicket } from '../ticket-access.ts';
import { ticketEvent } from '../ticket-events.ts';
import type { Ticket } from '../ticket-queries.ts';
import { awaitArchived, awaitsArchived } from './give-back-archived.ts';
import { requireAssignee } from './may-be-assigned.ts';

/** Whose a ticket becomes; what is absent stays as it is. */
type Assignment = {
  readonly assignee_id?: number | null | undefined;
  readonly team_id?: number | null | undefined;
};

type Assigning = Assignment & {
  readonly ids: readonly number[];
  /** Who must have them now, so that nobody takes from another what they believe to be free. */
  readonly ifAssignee?: number | null | undefined;
};

/** Gives tickets to a person, a team, both or nobody. Those that are theirs already stay as they are; answers the others. */
export const assignTickets = (db: Transactions, the: Assigning, caller: Caller): Promise<number[]> =>
  db.transaction({ companies: caller.companies }, (tx) => assignWithin(tx, the, caller));

/** The same within a transaction. */
export async function assignWithin(tx: Tx, { ids, ifAssignee, ...to }: Assigning, caller: Caller): Promise<number[]> {
  const all: Ticket[] = [];
  for (const id of [...new Set(ids)].sort((a, b) => a - b))
    all.push(await lockVisibleTicket(tx, id, caller, 'tickets.update', 'data.ids'));
  for (const companyId of new Set(all.map((ticket) => ticket.company_id))) {
    await requireReferences(tx, tickets, companyId, { ...to }, 'data');
    await requireAssignee(tx, companyId, to.assignee_id, 'data.assignee_id');
  }
  const changed = all.filter((ticket) => isOther(ticket, to));
  if (ifAssignee !== undefined && changed.some((ticket) => ticket.assignee_id !== ifAssignee))
    throw new Problem('conflict', { field: 'data.ids' });
  await changeAssignment(tx, changed, to, await authorOf(tx, caller), { canBePutBack: true });
  return changed.map((ticket) => ticket.id);
}

/**
 * Writes whose these become, with the line of each and the news of it. All of them are locked, and were another's. Where
 * `put-assignment-back.ts` can take it back, whose they were is kept.
 */
export async function changeAssignment(
  tx: Tx,
  changed: readonly (Assigned & { product_id: number })[],
  to: Assignment,
  author: LineAuthor,
  { canBePutBack = false } = {},
): Promise<void> {
  if (changed.length === 0) return;
  const { assignee_id: assignee, team_id: team } = to;
  await tx.run(
    sql`update tickets set ${sql.join([
      ...(assignee === undefined ? [] : [sql`assignee_id = ${assignee}`]),
      ...(team === undefined ? [] : [sql`team_id = ${team}`]),
      ...(canBePutBack ? [hadSql(author.id)] : []),
    ])}, version = version + 1, updated = now() where id = any (${changed.map((ticket) => ticket.id)}::bigint[])`,
  );
  await noteAssignment(tx, changed, to, author);
  const actor = { kind: author.kind, id: author.id };
  await recordEvents(
    tx,
    changed.map((ticket) => ({ ...ticketEvent('updated', ticket, actor), detail: detailOf(ticket, to) })),
  );
}

/** As the row is before it is written. Two times before are enough: each undoes the last one. */
const hadSql = (by: number | null) =>
  sql`assigned_before = jsonb_build_object('by', ${by}::bigint, 'at', now(), 'assignee_id', assignee_id, 'team_id', team_id, 'queued_at', queued_at,
        'given_from', given_from, 'passed_by', passed_by, 'is_awaited', ${awaitsArchived('tickets')}, 'before', assigned_before #- '{before,before}')`;

/** The same for a change of fields: runs before it is written. */
export async function noteAssignmentOf(tx: Tx, { rows, values, at, caller }: Change): Promise<void> {
  const to: Assignment = {
    assignee_id: values.assignee_id as Assignment['assignee_id'],
    team_id: values.team_id as Assignment['team_id'],
  }; // parsed by the contract
  if (to.assignee_id === undefined && to.team_id === undefined) return;
  for (const companyId of new Set(rows.map((row) => row.companyId)))
    await requireAssignee(tx, companyId, to.assignee_id, `${at}.assignee_id`);
  const all = await tx.rows<Ticket>(
    sql`select id, company_id, channel, assignee_id, team_id from tickets where id = any (${rows.map((row) => row.id)}::bigint[]) order by id`,
  );
  const changed = all.filter((ticket) => isOther(ticket, to));
  await noteAssignment(tx, changed, to, await authorOf(tx, caller));
}

/**
 * What moves to another product, and is nobody's and its old product's team's, is the new one's team's from now on: runs
 * before it is written.
 */
export async function followTeamOfProduct(tx: Tx, { rows, values, caller }: Change): Promise<void> {
  if (values.product_id === undefined || values.team_id !== undefined) return;
  const [team] = await tx.rows<{ id: number }>(
    sql`select tm.id from products p join teams tm on tm.id = p.team_id and tm.is_deleted = 0 where p.id = ${values.product_id}`,
  );
  const to = { team_id: team?.id ?? null };
  const moved = await tx.rows<Assigned & { product_id: number }>(
    sql`select t.id, t.company_id, t.channel, t.product_id, t.assignee_id, t.team_id from tickets t join products was on was.id = t.product_id
        where t.id = any (${rows.map((row) => row.id)}::bigint[]) and t.product_id <> ${values.product_id} and t.assignee_id is null
          and t.team_id is not distinct from was.team_id order by t.id`,
  );
  const changed = moved.filter((ticket) => isOther(ticket, to));
  await changeAssignment(tx, changed, to, await authorOf(tx, caller));
}

type Assigned = Pick<Ticket, 'id' | 'company_id' | 'channel' | 'assignee_id' | 'team_id'>;

export const isOther = (ticket: Assigned, to: Assignment): boolean =>
  (to.assignee_id !== undefined && to.assignee_id !== ticket.assignee_id) ||
  (to.team_id !== undefined && to.team_id !== ticket.team_id);

/**
 * Whoever it is taken from does not get it back from the queue, and it waits for nobody who had it elsewhere. One line in
 * each thread tells who did what.
 */
async function noteAssignment(tx: Tx, changed: readonly Assigned[], to: Assignment, author: LineAuthor): Promise<void> {
  if (changed.length === 0) return;
  await awaitArchived(
    tx,
    changed.map((ticket) => ticket.id),
    false,
  );
  if (to.assignee_id !== undefined) {
    const passed = changed.map((ticket) => ({
      id: ticket.id,
      by: to.assignee_id === null ? ticket.assignee_id : null,
    }));
    await tx.run(
      sql`update tickets t set passed_by = coalesce(p.by, case when ${to.assignee_id}::bigint is null then t.passed_by end)
          from json_to_recordset(${JSON.stringify(passed)}::json) as p (id bigint, by bigint) where t.id = p.id`,
    );
  }
  const names = await readNames(tx, changed, to);
  const lines = changed.map((ticket) => ({ ticket, ...lineOf(ticket, to, names, author) }));
  await recordEvents(tx, await addEventLines(tx, lines, author));
}

type Names = { readonly people: ReadonlyMap<number, string>; readonly teams: ReadonlyMap<number, string> };

async function readNames(tx: Tx, changed: readonly Assigned[], to: Assignment): Promise<Names> {
  const known = (ids: readonly (number | null | undefined)[]) => ids.filter((id) => typeof id === 'number');
  const people = known([to.assignee_id, ...changed.map((ticket) => ticket.assignee_id)]);
  const teams = known([to.team_id, ...changed.map((ticket) => ticket.team_id)]);
  type Named = { id: number; name: string };
  const asMap = (rows: readonly Named[]) => new Map(rows.map((row) => [row.id, row.name]));
  return {
    people: asMap(await tx.rows<Named>(sql`select id, name from users where id = any (${people}::bigint[])`)),
    teams: asMap(await tx.rows<Named>(sql`select id, name from teams where id = any (${teams}::bigint[])`)),
  };
}

function lineOf(was: Assigned, to: Assignment, names: Names, author: LineAuthor): Omit<EventLine, 'ticket'> {
  const { assignee_id: assignee = was.assignee_id, team_id: team = was.team_id } = to;
  const isOtherTeam = team !== was.team_id;
  const nameOf = (id: number | null) => names.people.get(id ?? 0) ?? '';
  const teamOf = (id: number | null) => names.teams.get(id ?? 0) ?? '';
  const teamName = teamOf(team ?? was.team_id);
  const before = [assignee !== was.assignee_id && nameOf(was.assignee_id), isOtherTeam && teamOf(was.team_id)]
    .filter(Boolean)
    .join(', ');
  const had = before ? { was: before } : {};
  if (assignee !== null && assignee !== was.assignee_id) {
    if (isOtherTeam && team !== null)
      return { key: 'assigned_within', values: { name: nameOf(assignee), team: teamName, ...had } };
    if (author.kind === 'user' && assignee === author.id) return { key: 'took', values: had };
    return { key: 'assigned', values: { name: nameOf(assignee), ...had } };
  }
  if (isOtherTeam && team === null) return { key: 'left_team', values: { team: teamName } };
  if (isOtherTeam) return { key: 'assigned_team', values: { team: teamName, ...had } };
  if (team !== null) return { key: 'back_to_team', values: { name: nameOf(was.assignee_id), team: teamName } };
  return { key: 'unassigned', values: { name: nameOf(was.assignee_id) } };
}

function detailOf(was: Assigned, to: Assignment): Record<string, unknown> {
  const fields = (['assignee_id', 'team_id'] as const).filter((name) => to[name] !== undefined);
  const pick = (from: Assignment) => Object.fromEntries(fields.map((name) => [name, from[name]]));
  return { before: pick(was), after: pick(to) };
}
