import { createSchema, type Entity, type Field, updateSchema } from '#contract/entity.ts';
import { type FieldErrors, problemsOf } from '../../ui/form-problems.ts';
import type { FormField } from './declaration.ts';

/** What stands in the fields: always text, as typed. */
export type FormValues = Record<string, string>;

/** A row as text in fields; a new one starts with what is given. */
export function valuesOf(fields: readonly FormField[], row: object | null, start: FormValues): FormValues {
  const known: Record<string, unknown> = row ? { ...row } : start;
  return Object.fromEntries(fields.map(({ name }) => [name, known[name] == null ? '' : String(known[name])]));
}

/** The fields as they travel: ids are numbers, what may be null is null when nothing was typed. */
export function dataOf(of: Entity, values: FormValues, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, wireValue(of.fields[name], values[name] ?? '')]));
}

/** The contract's rules for a new row, or for a change of one. */
export function checkValues(of: Entity, values: FormValues, names: readonly string[], isNew: boolean): FieldErrors {
  const rules = isNew ? createSchema(of) : updateSchema(of);
  return problemsOf(rules, dataOf(of, values, names));
}

function wireValue(field: Field | undefined, typed: string): unknown {
  const value = typed.trim();
  if (!field) return value;
  if (field.kind === 'id' || field.kind === 'integer') return value === '' ? undefined : Number(value);
  if (value === '' && field.nullable) return null;
  // An unfilled choice is left to the server, which has a value of its own.
  if (value === '' && field.kind === 'json') return undefined;
  return value;
}
