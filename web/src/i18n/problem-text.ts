import i18next from 'i18next';
import { type ApiError, type FieldProblem, isApiError } from '../api/problem.ts';
import { waitText } from './wait-text.ts';

/** What to tell the person: the translation of the key, else what is meant for it, else the server's English words; and how long to wait. */
export function problemText(problem: FieldProblem, meant?: string): string {
  const seconds = Number(problem.values?.seconds ?? 0);
  if (problem.key === 'too_many_requests' && seconds > 0) return `${i18next.t('wait.too_many')} ${waitText(seconds)}.`;
  return i18next.t(`errors.${problem.key}`, { defaultValue: meant ?? problem.message, ...problem.values });
}

export function errorText(error: unknown): string {
  return isApiError(error) ? problemText(error.errors[0]) : i18next.t('errors.internal');
}

/** The problems by field name (`data[0].name` → `name`); those of no field come under `''`. */
export function problemsByField(error: ApiError): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const problem of error.errors) {
    const field = (problem.field ?? '').replace(/^data(\[\d+\])?\.?/, '');
    // What was chosen is refused: it was there when the list was drawn.
    const isGone = problem.key === 'not_found' && field.endsWith('_id');
    texts[field] ??= isGone ? i18next.t('problem.gone', { defaultValue: problemText(problem) }) : problemText(problem);
  }
  return texts;
}
