import type { Action, Entity } from '#contract/entity.ts';
import type { ErrorKey } from '#contract/errors.ts';
import type { Tx } from '../database.ts';
import { type Sql, sql } from '../sql.ts';
import type { Checked } from './conditions.ts';
import { type Link, linkedIds } from './links.ts';
import type { LockedRow } from './lock-rows.ts';

/** Who asks, and what they may do where. Made at the front door; the engine asks it and nothing else. */
export interface Caller {
  readonly userId: number;
  /** From where they ask, when they ask at a door. */
  readonly address?: string;
  /** Every company the person works for. */
  readonly companies: readonly number[];
  /** Companies of which the person sees a part only; what is absent is seen whole. */
  readonly narrowed: ReadonlyMap<number, Reach>;
  may(companyId: number, privilege: string): boolean;
  /** Only of who stands in a statement that is kept for everybody: what `companiesWith` answers is told with each request. */
  readonly companiesWith?: (privilege: string) => readonly number[];
}

/** Where the caller has this right: for what is read by it. */
export const companiesWith = (caller: Caller, privilege: string): readonly number[] =>
  caller.companiesWith?.(privilege) ?? caller.companies.filter((id) => caller.may(id, privilege));

/** A part of a company: what these people are assigned to, and what belongs to these products or these teams. */
export type Reach = {
  readonly assignees: readonly number[];
  readonly products: readonly number[];
  readonly teams: readonly number[];
};

/** How a field is read: an SQL expression over `t`, the part `p` or joins. Constants of ours only. */
export type Column = { readonly expression: string; readonly join?: string | readonly string[] };

/** Where an entity of the contract lives in SQL. Fields not named here are columns of `t` with their own name. */
export type EntityTable = {
  readonly entity: Entity;
  readonly table: string;
  /** The tenant's column: `company_id`, or `id` for companies themselves. */
  readonly tenantColumn?: 'company_id' | 'id';
  /**
   * Some rows belong to no company but to the installation's pool: everybody who may read this entity somewhere reads them
   * too. `check` alone decides whether a change may touch them.
   */
  readonly hasPool?: boolean;
  /** A second table with the same id that holds the fields of this kind alone; its columns are read as `p.…`. */
  readonly part?: { readonly table: string; readonly fields: readonly string[] };
  readonly columns?: Readonly<Record<string, Column>>;
  readonly joins?: Readonly<Record<string, string>>;
  /** Always true of rows of this entity (`t.kind = 'mailbox'`), and set on insert. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** Privileges are named by this entity; `inbound-mails` and such may lean on another. */
  readonly privilegesOf?: string;
  /** Which rows the caller may see beyond tenant and privilege, in these companies; undefined: all of them. */
  readonly visible?: (caller: Caller, companies: readonly number[]) => Sql | undefined;
  /**
   * Asks for the `ids` of all that `visible` leaves of a table that grows large, null where they are too many to be named: a
   * list then goes through them, and not through all rows of the company. Undefined: that is not asked.
   */
  readonly fewVisible?: (caller: Caller, companies: readonly number[]) => Sql | undefined;
  /** Where it stands how many rows there are, maintained with every change, so that a long list need not count them. */
  readonly tally?: {
    /** Its rows have a company and a `delta`. */
    readonly table: string;
    /** Which of its rows, over `n`, are of the same as these conditions leave; undefined where they cannot tell. */
    readonly of: (conditions: readonly Checked[], caller: Caller, companies: readonly number[]) => Sql | undefined;
  };
  /** Rows that are found only by those who name one of these fields, and changed by nobody: `in` or `=`. */
  readonly outOfSight?: { readonly unless: readonly string[]; readonly isNot: string };
  /** Expressions over the asking person, with `:user` for their id (`is_unread`), or made for them. */
  readonly personal?: Readonly<Record<string, string | ((caller: Caller) => Sql)>>;
  /** Rows that are one person's own business, as fields say: of these other fields the log does not say what they hold. */
  readonly ownBusiness?: {
    readonly isOwn: (row: Record<string, unknown>) => boolean;
    readonly fields: readonly string[];
  };
  /** Columns that are not called like their field. */
  readonly storedAs?: Readonly<Record<string, string>>;
  /** What a caller says along with a change and nobody keeps: `check` reads it. */
  readonly notStored?: readonly string[];
  /** From wire to column; secrets are sealed here. */
  readonly store?: Readonly<Record<string, (value: never) => unknown>>;
  /** Fields of several ids, by the tables that hold the pairs. */
  readonly links?: Readonly<Record<string, Link>>;
  /**
   * A column of `t` that holds what `search` looks into, in lower case: a generated one, for tables that grow large.
   * Without it the entity's searched fields are put together for each row.
   */
  readonly searchColumn?: string;
  /** Unique constraints by name, and the field they speak of; with what it is told where the general words will not do. */
  readonly unique?: Readonly<Record<string, string | { readonly field: string; readonly key: ErrorKey }>>;
  /** As many rows as a company may have; disabled ones are not counted. */
  readonly rowsMax?: number;
  /** For fields of kind `ids`: whether a row has one of these, given as an array in SQL. */
  readonly among?: Readonly<Record<string, (ids: Sql) => Sql>>;
  /** What was sent as it is kept, before there is a transaction: HTML is cleaned here. */
  readonly clean?: (values: Record<string, unknown>, at: string) => Promise<Record<string, unknown>>;
  /** Fills what was not given. Runs in the transaction, before the row is written. */
  readonly prepare?: (tx: Tx, row: Record<string, unknown>, caller: Caller) => Promise<Record<string, unknown>>;
  /** Rules that need the database. Throws a Problem to refuse. */
  readonly check?: (tx: Tx, change: Change) => Promise<void>;
  /** What follows from a change, in the same transaction. */
  readonly follow?: (tx: Tx, change: Change) => Promise<void>;
};

export type Change = {
  readonly action: Exclude<Action, 'get'>;
  readonly rows: readonly LockedRow[];
  readonly values: Record<string, unknown>;
  /** Where the values stand in the request, for problems to name their field: `data[3]`, `data`. */
  readonly at: string;
  readonly caller: Caller;
};

/** The names of a wire field in SQL, as an expression. */
export function expressionOf(of: EntityTable, field: string, caller: Caller): Sql {
  const personal = of.personal?.[field];
  if (typeof personal === 'function') return personal(caller);
  if (personal) {
    const [before = '', ...rest] = personal.split(':user');
    return rest.reduce<Sql>((whole, text) => sql`${whole}${caller.userId}${sql.unsafe(text)}`, sql.unsafe(before));
  }
  const link = of.links?.[field];
  if (link) return linkedIds(link);
  const column = of.columns?.[field];
  if (column) return sql.unsafe(column.expression);
  return sql.unsafe(of.part?.fields.includes(field) ? `p.${field}` : `t.${field}`);
}

/** `and …`, empty where the caller sees all rows of these companies. */
export function visibleSql(of: EntityTable, caller: Caller, companies: readonly number[]): Sql {
  const visible = of.visible?.(caller, companies);
  return visible ? sql` and ${visible}` : sql.empty;
}

/** `and …`: without the rows that are out of sight, unless these conditions name them. */
export function inSightSql({ outOfSight }: EntityTable, named: readonly { name: string; operator: string }[]): Sql {
  if (!outOfSight) return sql.empty;
  const isNamed = named.some(
    ({ name, operator }) => outOfSight.unless.includes(name) && (operator === '=' || operator === 'in'),
  );
  return isNamed ? sql.empty : sql.unsafe(` and ${outOfSight.isNot}`);
}

export const tenantColumnOf = (of: EntityTable): string => of.tenantColumn ?? 'company_id';
export const privilegeOf = (of: EntityTable, action: Action): string =>
  `${of.privilegesOf ?? of.entity.name}.${action}`;

/** Companies in which the caller may do this to this entity. */
export function companiesFor(of: EntityTable, action: Action, caller: Caller): number[] {
  const companies = [...companiesWith(caller, privilegeOf(of, action))];
  return of.hasPool && companies.length > 0 ? [...companies, pool] : companies;
}

/** The company of what lies in the pool. */
export const pool = 0;
/** What a transaction of this caller's may touch of this entity. */
export const scopeFor = (of: EntityTable, caller: Caller): { companies: readonly number[] } => ({
  companies: of.hasPool ? [...caller.companies, pool] : caller.companies,
});

/**
 * `from …` with the tables and joins that these fields need. `reading`: all that is read there; where it names nothing of
 * the part, which every row has, the part is not looked at.
 */
export function sourceFor(of: EntityTable, fields: readonly string[], base: Sql, reading?: Sql): Sql {
  const joins = new Set<string>();
  for (const name of fields) {
    for (const join of [of.columns?.[name]?.join ?? []].flat()) joins.add(join);
  }
  const others = [...joins].map((name) => ` ${of.joins?.[name] ?? ''}`).join('');
  const isPartRead = reading === undefined || [others, ...reading.parts].some((text) => /\bp\./.test(text));
  const part = of.part && isPartRead ? sql.unsafe(` join ${of.part.table} p on p.id = t.id`) : sql.empty;
  return sql`${base} t${part}${sql.unsafe(others)}`;
}

/** `and t.kind = 'mailbox'` and such. */
export function fixedSql(of: EntityTable): Sql {
  const all = Object.entries(of.fixed ?? {}).map(([column, value]) => sql.unsafe(` and t.${column} = '${value}'`));
  return sql.join(all, '');
}
