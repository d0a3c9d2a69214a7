import type { Checked } from '#platform/entities/conditions.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { withinReach } from '../reach/index.ts';

/**
 * The rows of `ticket_counts` that hold how many tickets these conditions leave: a view as a whole, of a product, a team,
 * somebody or nobody. Undefined where conditions say anything else, and tickets must be counted.
 */
export function talliedAs(
  conditions: readonly Checked[],
  caller: Caller,
  companies: readonly number[],
): Sql | undefined {
  const byName = new Map(conditions.map((one) => [one.name, one]));
  if (byName.size < conditions.length || conditions.some((one) => one.operator !== '=')) return undefined;
  const bucket = bucketOf(byName);
  if (!bucket) return undefined;
  const rules = [bucket];
  for (const { name, value } of conditions) {
    if (states.has(name)) continue;
    if (!places.has(name)) return undefined;
    const column = sql.unsafe(`n.${name}`);
    // Nobody is kept as 0, which is nobody's id.
    rules.push(value === null ? sql`${column} = 0` : sql`${column} = nullif(${value}::bigint, 0)`);
  }
  const reach = withinReach(caller, 'n', companies);
  return sql.join(reach ? [...rules, reach] : rules, ' and ');
}

const states = new Set(['view_type', 'is_deleted', 'is_spam']);
const places = new Set(['product_id', 'team_id', 'assignee_id']);

/** As `ticket_bucket` sorts them: the trash first, then spam, then by state. */
function bucketOf(conditions: ReadonlyMap<string, Checked>): Sql | undefined {
  const [isDeleted, isSpam] = ['is_deleted', 'is_spam'].map((name) => conditions.get(name)?.value);
  const view = conditions.get('view_type');
  if (isDeleted === 1 && isSpam === undefined && !view) return sql`n.bucket = 'trash'`;
  if (isDeleted !== 0) return undefined;
  if (isSpam === 1 && !view) return sql`n.bucket = 'spam'`;
  if (isSpam !== 0) return undefined;
  if (!view) return sql`n.bucket <> all ('{trash,spam}')`;
  // What is the name of no state is none of the other buckets either.
  return sql`n.bucket = case ${view.value}::text when '' then 'open' when 'open' then null when 'spam' then null when 'trash' then null else ${view.value}::text end`;
}
