import i18next from 'i18next';
import type { z } from 'zod';
import type { ErrorKey } from '#contract/errors.ts';
import { isApiError } from '../api/problem.ts';
import { errorText, problemsByField } from '../i18n/problem-text.ts';

export type FieldErrors = Record<string, string>;

/** The rules of the contract, checked before anything is sent: texts by field, empty when all hold. */
export function problemsOf(schema: z.ZodType, values: unknown): FieldErrors {
  const result = schema.safeParse(values);
  if (result.success) return {};
  const texts: FieldErrors = {};
  for (const issue of result.error.issues) texts[issue.path.join('.')] ??= issueText(issue, values);
  return texts;
}

/** What the server said about a save: texts by field; what belongs to no field stands under `''`. */
export function fieldErrors(error: unknown): FieldErrors {
  return isApiError(error) ? problemsByField(error) : { '': errorText(error) };
}

/** Puts the cursor into the first field with a problem, in the order of the page. Answers whether there was one. */
export function focusFirstProblem(form: HTMLElement | null, errors: Record<string, unknown>): boolean {
  const fields = [...(form?.querySelectorAll<HTMLElement>('[name], [data-field]') ?? [])];
  const nameOf = (field: HTMLElement) => field.getAttribute('name') ?? field.dataset.field ?? '';
  const known = new Set(fields.map(nameOf));
  const names = new Set(Object.keys(errors).map((name) => errors[name] && fieldOf(name, known)));
  const first = fields.find((field) => nameOf(field) && names.has(nameOf(field)));
  // What is folded away cannot be focused.
  first?.closest('details')?.setAttribute('open', '');
  (first && placeIn(first))?.focus();
  return first !== undefined;
}

/** Where one types or chooses: beside what only carries a choice, inside what only frames a text. */
const placeIn = (field: HTMLElement): HTMLElement =>
  (field.getAttribute('type') === 'hidden'
    ? field.previousElementSibling?.querySelector<HTMLElement>('input')
    : field.querySelector<HTMLElement>('[contenteditable]')) ?? field;

/** A part of a value that has no field of its own is its field's: `week.mon.0.1` belongs to `week.mon`. */
function fieldOf(name: string, known: ReadonlySet<string>): string {
  const end = name.lastIndexOf('.');
  return known.has(name) || end < 0 ? name : fieldOf(name.slice(0, end), known);
}

/** What an empty one of these is told (SPEC section 5); every other one is just required. */
const missing = new Map<string, 'email' | 'password' | 'confirm_password'>([
  ['email', 'email'],
  ['email_confirmation', 'email'],
  ['password', 'password'],
  ['raw_password', 'password'],
  ['old_password', 'password'],
  ['password_confirmation', 'confirm_password'],
]);

function issueText(issue: z.core.$ZodIssue, values: unknown): string {
  const value = valueAt(values, issue.path);
  const name = value === '' ? missing.get(String(issue.path.at(-1))) : undefined;
  if (name) return i18next.t(`missing.${name}`);
  // Numbers have limits, and lists too.
  if ((issue.code === 'too_big' || issue.code === 'too_small') && issue.origin !== 'string') {
    if (issue.code === 'too_big') return i18next.t('problem.at_most', { max: String(issue.maximum) });
    return i18next.t('problem.at_least', { min: String(issue.minimum) });
  }
  const key = keyOf(issue, value);
  const limits = { min: 'minimum' in issue ? issue.minimum : '', max: 'maximum' in issue ? issue.maximum : '' };
  return i18next.t(`errors.${key}`, { min: String(limits.min), max: String(limits.max) });
}

/** The same key the server would answer for the same value. */
function keyOf(issue: z.core.$ZodIssue, value: unknown): ErrorKey {
  if (issue.code === 'custom') {
    const key: unknown = issue.params?.key;
    // A key that has words is one of the catalogue's; the catalogue itself is too heavy for the door.
    return typeof key === 'string' && i18next.exists(`errors.${key}`) ? (key as ErrorKey) : 'invalid_value';
  }
  if (value === '' || value === undefined || value === null) return 'required';
  if (issue.code === 'invalid_format') return issue.format === 'email' ? 'invalid_email' : 'invalid_value';
  if (issue.code === 'too_small' && issue.origin === 'string') return issue.minimum === 1 ? 'required' : 'too_short';
  if (issue.code === 'too_big' && issue.origin === 'string') return 'too_long';
  return 'invalid_value';
}

function valueAt(values: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inside, name) => (typeof inside === 'object' && inside !== null ? Reflect.get(inside, name) : undefined),
    values,
  );
}
