import type { Tx } from '../database.ts';
import type { Happening } from '../events.ts';
import { Problem } from '../problem.ts';
import { type Sql, sql } from '../sql.ts';
import type { Dependent, Moved } from './dependents.ts';
import type { Caller } from './entity-table.ts';

/** More are not moved in one transaction: every desk that shows them is told of each. */
const movedMax = 10_000;

type ByColumn = {
  /** The noun that depends, and where its rows are. */
  readonly entity: string;
  readonly table?: string;
  readonly column: string;
  readonly mustMove: boolean;
  /** Which of its rows depend; without this, those in use. Of the table's own columns, in SQL. */
  readonly which?: string;
  /** What is set along with the column. */
  readonly set?: string;
  /** Which of its rows the caller sees, over this alias; undefined: all of them. */
  readonly seen?: (caller: Caller, alias: string) => Sql | undefined;
  readonly decidesReach?: boolean;
  /** A column that its news tell as it was before. */
  readonly telling?: string;
};

/** Rows that name a row of another noun in this column, and name another one when that is disabled. */
export function dependentByColumn(the: ByColumn): Dependent {
  const [table, column] = [sql.unsafe(the.table ?? the.entity), sql.unsafe(the.column)];
  const which = sql.unsafe(the.which ?? 'is_deleted = 0');
  const chosen = sql.unsafe(
    ['id', the.column, ...(the.telling ? [the.telling] : [])].map((name) => `x.${name}`).join(', '),
  );
  return {
    privilege: `${the.entity}.update`,
    mustMove: the.mustMove,
    ...(the.decidesReach ? { decidesReach: true } : {}),
    moveMax: movedMax,
    count(ids, caller) {
      const seen = caller && the.seen?.(caller, 'x');
      return sql`select count(*)::int as n from ${table} x where ${column} = any (${ids}::bigint[]) and ${which}${seen ? sql` and ${seen}` : sql.empty}`;
    },
    move: (tx, ids, to, caller) =>
      give(
        tx,
        the,
        sql`select ${chosen}, ${to}::bigint as becomes from ${table} x where ${column} = any (${ids}::bigint[]) and ${which}
            order by id limit ${movedMax + 1} for update`,
        caller,
      ),
    back: {
      ...{ entity: the.entity, field: the.column },
      give: (tx, moved, caller) =>
        give(
          tx,
          the,
          sql`select ${chosen}, m."to" as becomes from ${table} x join ${movedRows(moved)} on m.id = x.id and x.${column} = m.at
              order by x.id for update of x`,
          caller,
        ),
    },
  };
}

/** What is to come back, as `m` of a query. */
export const movedRows = (moved: readonly Moved[]): Sql =>
  sql`json_to_recordset(${JSON.stringify(moved)}::json) as m (id bigint, at bigint, "to" bigint)`;

type Given = { id: number; company_id: number; was: number; becomes: number; told: unknown };

/** Gives the rows of a query to the one that each of them `becomes`, and tells so. */
async function give(tx: Tx, the: ByColumn, rows: Sql, caller: Caller): Promise<Happening[]> {
  const [table, column] = [sql.unsafe(the.table ?? the.entity), sql.unsafe(the.column)];
  const given = await tx.rows<Given>(
    sql`update ${table} t set ${column} = was.becomes, ${sql.unsafe(the.set ?? 'updated = now()')} from (${rows}) was
        where t.id = was.id returning t.id, t.company_id, was.${column} as was, was.becomes, ${
          the.telling ? sql.unsafe(`was.${the.telling}`) : sql`null`
        } as told`,
  );
  if (given.length > movedMax) throw new Problem('limit_reached', { field: 'filter', values: { max: movedMax } });
  return given.map(({ id, company_id: companyId, was, becomes, told }) => ({
    ...{ companyId, entity: the.entity, action: 'updated' as const, entityId: id },
    ...(the.entity === 'tickets' ? { ticketId: id } : {}),
    actor: { kind: 'user' as const, id: caller.userId },
    detail: {
      before: { [the.column]: was, ...(the.telling ? { [the.telling]: told } : {}) },
      after: { [the.column]: becomes },
    },
  }));
}
