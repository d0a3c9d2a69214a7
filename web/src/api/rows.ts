import { queryOptions } from '@tanstack/react-query';
import { type Entity, type GetBody, type Row, rowsPerWriteMax } from '#contract/entity.ts';
import type { Dependents } from '#contract/generic-calls.ts';
import { askedOnce } from './asked-once.ts';
import { ApiError, isApiError } from './problem.ts';
import { send } from './send.ts';

/** What to fetch. Conditions are ANDed; `range` is `[from, to)`. */
export type RowsQuery = {
  fields?: readonly string[];
  conditions?: readonly (readonly [field: string, operator: string, value: unknown])[];
  sort?: NonNullable<GetBody['sort']>;
  range?: readonly [from: number, to: number];
  /** Words that must all occur. */
  search?: string;
};
export type Rows<E extends Entity> = { rows: Row<E>[]; total: number; totalIsCapped: boolean };
type Filter = NonNullable<RowsQuery['conditions']>;
type Written = { id: number };

/** `{entity}/get`. Without `fields` every readable field comes. */
export async function getRows<E extends Entity>(of: E, query: RowsQuery, signal?: AbortSignal): Promise<Rows<E>> {
  const { conditions, ...rest } = query;
  const body = { ...rest, ...(conditions?.length ? { filter: { conditions } } : {}) };
  const answer = await send(`${of.name}/get`, { body, ...(signal ? { signal } : {}) });
  return {
    rows: rowsOf<Row<E>>(of, answer.data),
    total: answer.total ?? 0,
    totalIsCapped: answer.total_is_capped === true,
  };
}

/** `{entity}/create`: answers the created rows. */
export async function createRows<E extends Entity>(of: E, data: readonly Record<string, unknown>[]): Promise<Row<E>[]> {
  const answer = await askedOnce([of.name, data], (request_id) =>
    send(`${of.name}/create`, { body: { data, request_id } }),
  );
  return rowsOf<Row<E>>(of, answer.data);
}

/** `{entity}/update`: changes every row the conditions name and answers them. */
export async function updateRows<E extends Entity>(
  of: E,
  data: Record<string, unknown>,
  conditions: Filter,
  /** What the person saw: where a row holds other values by now, nothing is written, and the ApiError has the rows. */
  seen?: Record<string, unknown>,
): Promise<Row<E>[]> {
  const answer = await send(`${of.name}/update`, { body: { data, filter: { conditions }, ...(seen ? { seen } : {}) } });
  return rowsOf<Row<E>>(of, answer.data);
}

/** `{entity}/delete`: disables; `restoreRows` takes it back. */
export function deleteRows(of: Entity, ids: readonly number[], moveTo?: number): Promise<number[]> {
  return mark(of, 'delete', ids, moveTo === undefined ? {} : { move_to: moveTo });
}
/** With `moveBack`, what moved when this person disabled them comes back as well. */
export function restoreRows(of: Entity, ids: readonly number[], moveBack = false): Promise<number[]> {
  return mark(of, 'restore', ids, moveBack ? { move_back: 1 } : {});
}

function mark(of: Entity, action: 'delete' | 'restore', ids: readonly number[], more: object): Promise<number[]> {
  return inTurn(ids, async (some) => {
    const answer = await send(`${of.name}/${action}`, { body: { ...byIds(some), ...more } });
    return rowsOf<Written>(of, answer.data);
  });
}

/** Changes those of these rows for which the conditions hold, and answers them. */
export function updateByIds(
  of: Entity,
  data: Record<string, unknown>,
  ids: readonly number[],
  conditions: Filter,
): Promise<number[]> {
  return inTurn(ids, async (some) => {
    const filter = { conditions: [['id', 'in', some], ...conditions] };
    try {
      return rowsOf<Written>(of, (await send(`${of.name}/update`, { body: { data, filter } })).data);
    } catch (error) {
      if (isApiError(error, 'not_found') && error.errors[0].field === 'filter') return [];
      throw error;
    }
  });
}

/** A call takes so many rows; more go in turn. Where one is refused, `markedBefore` tells of those before it. */
async function inTurn(ids: readonly number[], act: (some: number[]) => Promise<Written[]>): Promise<number[]> {
  const done: number[] = [];
  try {
    for (const some of inCalls(ids)) done.push(...(await act(some)).map((row) => row.id));
  } catch (error) {
    if (error instanceof Error) doneBefore.set(error, done);
    throw error;
  }
  return done;
}
const doneBefore = new WeakMap<Error, readonly number[]>();

/** Rows that were disabled, restored or changed before the others of the same wish were refused. */
export const markedBefore = (error: unknown): readonly number[] =>
  (error instanceof Error && doneBefore.get(error)) || [];

/** What depends on rows that are about to be disabled. */
export async function findDependents(of: Entity, ids: readonly number[]): Promise<Dependents> {
  const found = new Map<string, Dependents[number]>();
  for (const some of inCalls(ids)) {
    const { data } = await send(`${of.name}/dependents`, { body: byIds(some) });
    for (const one of (data as { dependents: Dependents }).dependents)
      found.set(one.name, { ...found.get(one.name), ...one, count: one.count + (found.get(one.name)?.count ?? 0) });
  }
  return [...found.values()];
}

const byIds = (ids: readonly number[]) => ({ filter: { conditions: [['id', 'in', ids]] } });
const inCalls = (ids: readonly number[]) =>
  Array.from({ length: Math.ceil(ids.length / rowsPerWriteMax) }, (_, call) =>
    ids.slice(call * rowsPerWriteMax, (call + 1) * rowsPerWriteMax),
  );

/** Rows as a query, keyed `[entity, 'get', query]`. */
export function rowsQuery<E extends Entity>(of: E, query: RowsQuery) {
  return queryOptions({
    queryKey: [of.name, 'get', query] as const,
    queryFn: ({ signal }) => getRows(of, query, signal),
  });
}

/** One row by its id, keyed `[entity, 'row', query]`; a 404 ApiError when it is not there or not ours. */
export function rowQuery<E extends Entity>(of: E, id: number, fields?: readonly string[]) {
  const query: RowsQuery = { conditions: [['id', '=', id]], range: [0, 1], ...(fields ? { fields } : {}) };
  return queryOptions({
    queryKey: [of.name, 'row', query] as const,
    queryFn: async ({ signal }): Promise<Row<E>> => {
      const [row] = (await getRows(of, query, signal)).rows;
      if (!row) throw new ApiError(404, [{ key: 'not_found', message: 'Not found' }]);
      return row;
    },
  });
}

/** The rows as they are now, out of a refusal that says they changed meanwhile. */
export function presentRows(of: Entity, error: unknown): object[] {
  return isApiError(error, 'conflict') && error.data ? rowsOf<object>(of, error.data) : [];
}

function rowsOf<R>(of: Entity, data: unknown): R[] {
  return (data as Record<string, R[]>)[of.name] ?? [];
}
