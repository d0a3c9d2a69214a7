import type { Caller, Reach } from '#platform/entities/entity-table.ts';
import { type Sql, sql } from '#platform/sql.ts';

/** What decides who sees a ticket. */
export type Place = {
  readonly companyId: number;
  readonly productId: number | null;
  readonly assigneeId: number | null;
  readonly teamId: number | null;
};

/**
 * The one rule of visibility, as SQL over a table that has `company_id`, `product_id`, `assignee_id` and `team_id`:
 * somebody whose scope is narrow sees the tickets that are assigned to certain people or belong to certain products or
 * teams (which ones: people/caller.ts). Undefined when nothing is narrowed, so that whoever sees everything pays nothing. `companies`: those
 * the query asks at all.
 */
export function withinReach(caller: Caller, alias: string, companies = caller.companies): Sql | undefined {
  const narrowed = companies.filter((id) => caller.narrowed.has(id));
  if (narrowed.length === 0) return undefined;
  const each = narrowed.map((id) => ({ id, rule: ruleSql(caller, id, alias) }));
  if (companies.length === 1 && each[0]) return each[0].rule;
  const rules = each.map(({ id, rule }) => sql`(${sql.unsafe(`${alias}.company_id`)} = ${id} and ${rule})`);
  const free = companies.filter((id) => !caller.narrowed.has(id));
  const whole = sql`${sql.unsafe(`${alias}.company_id`)} = any (${free}::bigint[])`;
  return sql`(${sql.join([whole, ...rules], ' or ')})`;
}

function ruleSql(caller: Caller, companyId: number, alias: string): Sql {
  const [byPeople, ...others] = rulesSql(caller, companyId, alias);
  return others.length === 0 ? byPeople : sql`(${sql.join([byPeople, ...others], ' or ')})`;
}

/**
 * Each reason to see a ticket of this company, whose part alone is seen: by whom it is assigned to, by product, by team. One
 * person is compared as one: an index by assignee then serves in order.
 */
export function rulesSql(caller: Caller, companyId: number, alias: string): [byPeople: Sql, ...others: Sql[]] {
  const { assignees, products, teams } = caller.narrowed.get(companyId) ?? { assignees: [], products: [], teams: [] };
  const assignee = sql.unsafe(`${alias}.assignee_id`);
  const [first] = assignees;
  const byPeople =
    assignees.length === 1 ? sql`${assignee} = ${first}` : sql`${assignee} = any (${assignees}::bigint[])`;
  const by = (column: string, ids: readonly number[]) =>
    ids.length === 0 ? [] : [sql`${sql.unsafe(`${alias}.${column}`)} = any (${ids}::bigint[])`];
  return [byPeople, ...by('product_id', products), ...by('team_id', teams)];
}

/** The same rule for a ticket that is known already. */
export function isWithinReach(caller: Pick<Caller, 'narrowed'>, the: Place): boolean {
  const { companyId, productId, assigneeId, teamId } = the;
  const reach = caller.narrowed.get(companyId);
  if (!reach) return true;
  return (
    (assigneeId !== null && reach.assignees.includes(assigneeId)) ||
    (productId !== null && reach.products.includes(productId)) ||
    (teamId !== null && reach.teams.includes(teamId))
  );
}

/** `and …` for a row that hangs on a ticket; nothing when nothing is narrowed. `ticketId` is an SQL name of ours. */
export function ofTicketWithinReach(
  caller: Caller,
  alias: string,
  ticketId: string,
  companies = caller.companies,
): Sql | undefined {
  const rule = withinReach(caller, 'seen', companies);
  return (
    rule &&
    sql`exists (select from tickets seen where ${sql.unsafe(`seen.company_id = ${alias}.company_id and seen.id = ${ticketId}`)} and ${rule})`
  );
}

/** Whether whoever sees `mine` sees all of `theirs`, too; null: the whole company. */
export function covers(mine: Reach | null, theirs: Reach | null): boolean {
  if (mine === null) return true;
  if (theirs === null) return false;
  const all = (name: keyof Reach) => theirs[name].every((id) => mine[name].includes(id));
  return all('assignees') && all('products') && all('teams');
}
