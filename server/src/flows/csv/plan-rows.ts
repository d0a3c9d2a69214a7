import { isDeepStrictEqual } from 'node:util';
import type { CsvEntity } from '#contract/csv.ts';
import type { Entity } from '#contract/entity.ts';
import type { ErrorKey } from '#contract/errors.ts';
import { keyColumns } from '#domain/csv/index.ts';
import type { Person } from '#domain/people/index.ts';
import { readNumber } from '#domain/phones/index.ts';
import type { Database } from '#platform/database.ts';
import type { EntityTable } from '#platform/entities/entity-table.ts';
import { getRowsAfter } from '#platform/entities/get-rows.ts';
import { Problem, Problems } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import type { ImportKind } from './import-kinds.ts';

/** A row of the file, understood as far as that goes without the database. */
export type FileRow = {
  readonly row: number;
  readonly cells: readonly string[];
  readonly values: Record<string, unknown>;
  readonly problems: readonly RowTrouble[];
};
/** What is wrong with a field of a row, or with the row as a whole. */
export type RowTrouble = {
  readonly field: string | null;
  readonly key: ErrorKey;
  readonly values?: Record<string, string | number>;
};

/** What is to become of a row, or became of it: then `problems` tell what of it did not come in all the same. */
export type RowPlan =
  | { readonly is: 'created'; readonly values: Record<string, unknown>; readonly problems?: readonly RowTrouble[] }
  | {
      readonly is: 'updated';
      readonly id: number;
      readonly values: Record<string, unknown>;
      readonly problems?: readonly RowTrouble[];
    }
  | { readonly is: 'skipped'; readonly id?: number }
  | { readonly is: 'bad'; readonly problems: readonly RowTrouble[] };

export const badRow = (
  key: ErrorKey,
  field: string | null = null,
  values?: Record<string, string | number>,
): RowPlan => ({
  is: 'bad',
  problems: [values ? { field, key, values } : { field, key }],
});

type Where = { db: Database; of: EntityTable; kind: ImportKind; companyId: number; person: Person };
type Known = { key: string; id: number; is_deleted: 0 | 1 };

/** What is new, what is there and differs, what is there just so; in the eyes of whoever asked. */
export async function planRows(where: Where, rows: readonly FileRow[]): Promise<RowPlan[]> {
  const { db, of, kind, companyId, person } = where;
  const keys = rows.flatMap((row) => kind.keyOf(row.values) ?? []);
  const known = await db.read<Known>({ companies: [companyId] }, sql`${kind.find(companyId, keys, person.userId)}`);
  const seen = await seenRows(
    where,
    known.map((one) => one.id),
  );
  const plans: RowPlan[] = [];
  for (const row of rows) {
    if (row.problems.length > 0) {
      plans.push({ is: 'bad', problems: row.problems });
      continue;
    }
    const key = kind.keyOf(row.values);
    plans.push(
      key === undefined
        ? badRow('csv_key_missing')
        : await planRow(
            of,
            kind,
            { ...row, key },
            known.filter((one) => one.key === key),
            seen,
          ),
    );
  }
  return plans;
}

async function planRow(
  of: EntityTable,
  kind: ImportKind,
  row: FileRow & { readonly key: string },
  known: readonly Known[],
  seen: ReadonlyMap<number, Record<string, unknown>>,
): Promise<RowPlan> {
  if (known.length === 0)
    return kind.creates ? { is: 'created', values: row.values } : badRow('phone_unknown', keyField(of));
  // Whom nobody sees in a list is meant by no row of one.
  const living = known.filter((one) => one.is_deleted === 0);
  const [first] = living;
  if (!first) return badRow('csv_disabled');
  if (new Set(living.map((one) => one.id)).size > 1) return badRow('csv_ambiguous', null, { count: living.length });
  const present = seen.get(first.id);
  // It is there, and not for this person's eyes: no more is said than at a form.
  if (!present) return badRow('not_unique', keyField(of));
  try {
    const given = whole(row.values, present);
    const clean = (await of.clean?.(given, 'data')) ?? given;
    const changed = Object.entries(clean).filter(
      ([name, value]) =>
        isWritable(of.entity, name) &&
        !isSame(name, present[name], value) &&
        !isFormer(kind, row.key, { [name]: value }, present),
    );
    if (changed.length === 0) return { is: 'skipped', id: first.id };
    const values = Object.fromEntries(changed);
    // Which team, is said with it also where it was the same before.
    if (values.visibility === 'team') values.team_id = clean.team_id;
    return { is: 'updated', id: first.id, values };
  } catch (error) {
    return { is: 'bad', problems: troublesOf(error) };
  }
}

const keyField = ({ entity }: EntityTable): string | null => keyColumns[entity.name as CsvEntity][0] ?? null; // only those come as CSV

/** Languages that the file does not have stay, and so does the team of what stays a team's. */
function whole(values: Record<string, unknown>, present: Record<string, unknown>): Record<string, unknown> {
  const all = { ...values };
  if (values.texts !== undefined) all.texts = { ...(present.texts as object), ...(values.texts as object) };
  if (values.visibility === 'team' && present.visibility === 'team') all.team_id ??= present.team_id;
  return all;
}

/** Addresses are the same however large their letters are, and numbers with or without their plus. */
const isSame = (name: string, present: unknown, given: unknown): boolean =>
  isDeepStrictEqual(present, given) ||
  (name === 'email' && String(present).toLowerCase() === String(given).toLowerCase()) ||
  (name === 'phone' && isSameNumber(String(present), String(given)));

function isSameNumber(present: string, given: string): boolean {
  const number = readNumber(given)?.e164;
  return number !== undefined && readNumber(present)?.e164 === number;
}

/** What a row is recognised by, where that is no more what stands there first, such as an earlier address: it stays an earlier one. */
function isFormer(kind: ImportKind, key: string, given: Record<string, unknown>, present: Record<string, unknown>) {
  const [name = ''] = Object.keys(given);
  const now = kind.keyOf({ [name]: present[name] });
  return kind.keyOf(given) === key && now !== undefined && now !== key;
}

const isWritable = ({ fields }: Entity, name: string): boolean =>
  fields[name]?.write === 'always' || fields[name]?.write === 'update';

async function seenRows({ db, of, companyId, person }: Where, ids: readonly number[]) {
  const conditions = [
    ['company_id', '=', companyId] as [string, string, unknown],
    ['id', 'in', [...new Set(ids)]] as [string, string, unknown],
  ];
  const rows =
    ids.length === 0
      ? []
      : await getRowsAfter(db, of, { filter: { conditions } }, person, { id: 0, limit: ids.length });
  return new Map(rows.map((row) => [Number(row.id), row]));
}

/** What refuses a row, by the field that it names; whatever nobody expected is thrown on. */
export function troublesOf(error: unknown): RowTrouble[] {
  const all = error instanceof Problems ? error.all : error instanceof Problem ? [error] : undefined;
  if (!all) throw error;
  return all.map(({ key, field, values }) => {
    const name = field?.replace(/^data(\[0\])?\.?/, '') ?? '';
    const place = name === '' || name === 'filter' || name === 'company_id' ? null : name;
    return Object.keys(values).length > 0 ? { field: place, key, values } : { field: place, key };
  });
}
