import i18next from 'i18next';
import { mayBePhone } from '#contract/customers.ts';
import { createSchema, type Entity, type Field, updateSchema } from '#contract/entity.ts';
import { type FieldErrors, problemsOf } from '../../ui/form-problems.ts';
import type { FormField } from './form-field.ts';

/** What stands in the fields: text as typed, lists of ids, and what custom fields hold. */
export type FormValues = Record<string, unknown>;

export const textOf = (value: unknown): string => (value == null ? '' : String(value));

/** A row as values of fields; a new one starts with what is given. */
export function valuesOf(of: Entity, fields: readonly FormField[], row: object | null, start: FormValues): FormValues {
  const known: Record<string, unknown> = row ? { ...row } : start;
  return Object.fromEntries(fields.map(({ name }) => [name, fieldValue(of.fields[name], known[name])]));
}

function fieldValue(field: Field | undefined, value: unknown): unknown {
  if (field?.kind === 'ids') return Array.isArray(value) ? value : [];
  if (field?.kind === 'flag') return String(value ?? 0);
  return typeof value === 'object' && value !== null ? value : textOf(value);
}

/** The fields as they travel: ids are numbers, what may be null is null when nothing was typed. */
export function dataOf(of: Entity, values: FormValues, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, wireValue(of.fields[name], values[name])]));
}

/** Fields that follow from another and were left empty hold what follows: Enter needs no Tab before it. */
export function withFollowers(fields: readonly FormField[], values: FormValues): FormValues {
  const follow = ({ name, suggest }: FormField) => [name, values[name] || suggest?.make(textOf(values[suggest.from]))];
  return { ...values, ...Object.fromEntries(fields.filter((field) => field.suggest).map(follow)) };
}

/** The fields that were changed, and what is to be said with them though it stayed. */
export function namesToSay(fields: readonly FormField[], values: FormValues, changed: readonly string[]): string[] {
  const pairs = fields.flatMap(({ name, saidWith, isShown }) =>
    saidWith !== undefined && (isShown?.(values) ?? true) ? [[name, saidWith]] : [],
  );
  const along = pairs.filter((pair) => pair.some((name) => changed.includes(name)));
  return [...new Set([...changed, ...along.flat()])];
}

/** The contract's rules for a new row, or for a change of one. */
export function checkValues(of: Entity, values: FormValues, names: readonly string[], isNew: boolean): FieldErrors {
  const rules = isNew ? createSchema(of) : updateSchema(of);
  return problemsOf(rules, dataOf(of, values, names));
}

/** Fields that are wanted under circumstances which the contract does not know. */
export function missingOf(fields: readonly FormField[], values: FormValues): FieldErrors {
  const missing = fields.filter(({ name, isDue }) => isDue?.(values) && textOf(values[name]).trim() === '');
  return Object.fromEntries(missing.map(({ name }) => [name, i18next.t('errors.required')]));
}

/** Telephone numbers that are none, unless they are kept so already. */
export function noPhonesOf(fields: readonly FormField[], values: FormValues, kept: object | null): FieldErrors {
  const before: FormValues = { ...kept };
  const wrong = fields.filter(({ name, kind }) => {
    const typed = textOf(values[name]).trim();
    return kind === 'phone' && typed !== '' && typed !== textOf(before[name]).trim() && !mayBePhone(typed);
  });
  return Object.fromEntries(wrong.map(({ name }) => [name, i18next.t('errors.phone_invalid')]));
}

function wireValue(field: Field | undefined, given: unknown): unknown {
  if (typeof given === 'object' && given !== null) return given;
  const value = textOf(given).trim();
  if (!field) return value;
  // A secret is never shown, so an empty field says nothing about it.
  if (value === '' && !field.readable) return undefined;
  if (value === '' && field.nullable) return null;
  if (field.kind === 'id' || field.kind === 'integer' || field.kind === 'flag')
    return value === '' ? undefined : Number(value);
  // An unfilled choice is left to the server, which has a value of its own.
  if (value === '' && field.kind === 'json') return undefined;
  return value;
}
