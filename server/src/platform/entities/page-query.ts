import { rowsPerCallMax, totalCountedMax } from '#contract/entity.ts';
import { type Sql, sql } from '../sql.ts';
import { allFields, columnsSql } from './columns.ts';
import { type Checked, conditionsSql, isNarrowing, type Order, orderSql, searchSql } from './conditions.ts';
import {
  type Caller,
  companiesWith,
  type EntityTable,
  fixedSql,
  inSightSql,
  sourceFor,
  tenantColumnOf,
  visibleSql,
} from './entity-table.ts';

/** A request for a page, checked. */
export type Asked = {
  readonly fields: readonly string[];
  readonly conditions: readonly Checked[];
  /** All of which must occur. */
  readonly words: readonly string[];
  readonly order: readonly Order[];
  readonly from: number;
  readonly limit: number;
  /** Those that are asked at all, and at least one. */
  readonly companies: readonly number[];
  readonly caller: Caller;
  /** All that the caller may see, where they see few. */
  readonly seen?: readonly number[] | undefined;
};

/** The two subselects of a page: its rows as JSON, and how many there are in all. */
export type PageQuery = { readonly page: Sql; readonly total: Sql };

/** Something that the statement is told with each request. */
class Place {
  readonly read: (asked: Asked) => unknown;
  constructor(read: (asked: Asked) => unknown) {
    this.read = read;
  }
}

/** What stands in a statement for a value of this request. */
export const valueIn =
  (asked: Asked) =>
  (param: unknown): unknown =>
    param instanceof Place ? param.read(asked) : param;

/**
 * Requests of one shape have one statement: it is put together once, with places for what differs, and remembered.
 * Whoever sees only a part of a company has a statement of their own, made each time.
 */
export function pageQuery(of: EntityTable, asked: Asked): PageQuery {
  if (asked.caller.narrowed.size > 0) return buildPage(of, asked);
  const known = shapes.get(of) ?? new Map<string, PageQuery>();
  shapes.set(of, known);
  const shape = shapeOf(of, asked);
  const found = known.get(shape);
  if (found) return found;
  const made = buildPage(of, withPlaces(asked));
  if (known.size < shapesMax) known.set(shape, made);
  return made;
}

const shapes = new WeakMap<EntityTable, Map<string, PageQuery>>();
/** Of one entity, whatever callers think up: a shape beyond it is put together each time. */
const shapesMax = 100;

/** All that decides how the statement reads. */
function shapeOf(of: EntityTable, { fields, conditions, words, order, from, limit, companies }: Asked): string {
  const reach = companies.length === 1 ? 'one' : `many ${sizeOf(from + limit)}`;
  let shape = `${reach} ${sizeOf(limit)} ${from === 0 ? 'first' : 'later'} ${words.length} ${fields === allFields(of) ? '*' : fields.join()}`;
  for (const { name, direction } of order) shape += ` ${name} ${direction}`;
  for (const one of conditions) shape += ` ${one.name} ${one.operator} ${isWritten(one) ? String(one.value) : '?'}`;
  return shape;
}

/** Written out in the statement, so part of its shape. */
const isWritten = ({ field, operator, value }: Checked): boolean =>
  value === null || (field.kind === 'flag' && operator !== 'in');

const sizeOf = (limit: number) => (usualLimits.has(limit) ? String(limit) : '?');

/** The same request with places instead of values. Of the caller nothing is known but who they are. */
function withPlaces(asked: Asked): Asked {
  const place = <T>(read: (asked: Asked) => T) => new Place(read) as unknown as T; // `valueIn` puts a T there
  return {
    ...asked,
    conditions: asked.conditions.map((one, i) =>
      isWritten(one) ? one : { ...one, value: place((now) => now.conditions[i]?.value) },
    ),
    words: asked.words.map((_word, i) => place((now) => now.words[i] ?? '')),
    caller: {
      userId: place((now) => now.caller.userId),
      companies: [],
      narrowed: new Map(),
      companiesWith: (privilege) => place((now) => companiesWith(now.caller, privilege)),
      may() {
        throw new Error('a statement for everybody must not depend on what one person may');
      },
    },
  };
}

function buildPage(of: EntityTable, asked: Asked): PageQuery {
  const { fields, conditions, words, order, from, limit, companies, caller } = asked;
  const tenant = sql.unsafe(`t.${tenantColumnOf(of)}`);
  const searched = words.length > 0 && !of.searchColumn ? of.entity.searched : [];
  const sought = [...conditions.map((one) => one.name), ...searched];
  const sorted = order.map((one) => one.name);
  const table = sql.unsafe(of.table);
  const others = conditions.filter((one) => !isNarrowing(of, one));
  const visible = asked.seen ? sql` and t.id = any (${asked.seen}::bigint[])` : visibleSql(of, caller, companies);
  const narrowed = sql`${fixedSql(of)}${inSightSql(of, conditions)}${visible}${conditionsSql(of, others, caller)}${searchSql(of, words, caller)}`;

  // One company walks its index in order. Several each walk their own, as far as the page can reach, and are merged; those
  // rows are called `t` again, and a sort by a joined column needs its join once more.
  const ordered = sql`order by ${orderSql(of, order, caller)}`;
  const source = sourceFor(of, [...sought, ...sorted], table, sql`${narrowed} ${ordered}`);
  const isOne = companies.length === 1;
  const company = sql`${new Place((now) => now.companies[0])}`;
  const all = sql`${new Place((now) => now.companies)}::bigint[]`;
  const ofOne = sql`from ${source} where ${tenant} = ${company}${narrowed} ${ordered}${upTo(limit)}${after(from)}`;
  // Far down, an index alone tells which rows are passed over; only those of the page are read, by the id of their own.
  const later = sql`select t.* from (select t.id ${ofOne}) chosen join ${sql.unsafe(of.table)} t on t.id = chosen.id`;
  const page = isOne
    ? from === 0 || of.columns?.id
      ? sql`select t.* ${ofOne}`
      : later
    : sql`select t.* from unnest(${all}) scope (company) cross join lateral (
            select t.* from ${source} where ${tenant} = scope.company${narrowed} ${ordered}${upTo(from + limit, (now) => now.from + now.limit)}
          ) ${sourceFor(of, sorted, sql.empty, ordered)} ${ordered}${upTo(limit)}${after(from)}`;
  const among = isOne ? sql`= ${company}` : sql`= any (${all})`;
  const counted = sql`select 1 from ${sourceFor(of, sought, table, narrowed)} where ${tenant} ${among}${narrowed}${upTo(totalCountedMax + 1)}`;
  const tallied = words.length === 0 ? of.tally?.of(others, caller, companies) : undefined;
  const most = sql.unsafe(String(totalCountedMax + 1));
  const shown = sourceFor(of, [...fields, ...sorted], sql`(${page})`);
  return {
    page: sql`select coalesce(json_agg(r), '[]')::text from (select ${columnsSql(of, fields, caller)} from ${shown} ${ordered}) r`,
    total:
      of.tally && tallied
        ? sql`select least(coalesce(sum(n.delta), 0), ${most})::int from ${sql.unsafe(of.tally.table)} n where n.company_id ${among} and ${tallied}`
        : sql`select count(*)::int from (${counted}) n`,
  };
}

/**
 * The usual sizes of a page are written out. A plan for any limit would have to expect a tenth of all rows, so PostgreSQL
 * would rather plan each request afresh, which takes as long as answering it.
 */
const usualLimits = new Set([1, 25, 50, rowsPerCallMax, totalCountedMax + 1]);
const upTo = (limit: number, read = (now: Asked) => now.limit): Sql =>
  usualLimits.has(limit) ? sql.limit(limit) : sql` limit ${new Place(read)}`;
const after = (from: number): Sql => (from === 0 ? sql.empty : sql` offset ${new Place((now) => now.from)}`);
