import type { z } from 'zod';
import type { ErrorKey } from '#contract/errors.ts';
import { Problem, Problems } from './problem.ts';

const problemsMax = 20;

/** Parses what came from outside. Every wrong field is told, by its place under `at`. */
export function parse<S extends z.ZodType>(schema: S, value: unknown, at = ''): z.output<S> {
  const read = schema.safeParse(value, { reportInput: true });
  if (read.success) return read.data;
  const [first, ...rest] = each(read.error.issues.slice(0, problemsMax).flatMap((issue) => problemsOf(issue, at)));
  if (!first) throw new Problem('invalid_value', { field: at });
  throw rest.length > 0 ? new Problems([first, ...rest]) : first;
}

type Issue = z.core.$ZodIssue;

/** Two rules of one field that say the same are one problem. */
const each = (problems: readonly Problem[]): Problem[] => [
  ...new Map(problems.map((one) => [one.message, one])).values(),
];

function problemsOf(issue: Issue, at: string): Problem[] {
  const field = placeOf(at, issue.path);
  // A choice or a union that is missing is called an invalid value by zod.
  if (issue.input === undefined && (issue.code === 'invalid_value' || issue.code === 'invalid_union'))
    return [new Problem('required', { field })];
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys
        .slice(0, problemsMax)
        .map((key) => new Problem('unknown_field', { field: placeOf(field, [key.slice(0, 100)]) }));
    case 'invalid_type':
      return [new Problem(issue.input === undefined ? 'required' : 'invalid_value', { field })];
    case 'too_small':
      if (issue.origin === 'string') {
        const min = Number(issue.minimum);
        return [min <= 1 ? new Problem('required', { field }) : new Problem('too_short', { field, values: { min } })];
      }
      return [new Problem(issue.origin === 'array' ? 'required' : 'invalid_value', { field })];
    case 'too_big':
      if (issue.origin !== 'string' && issue.origin !== 'array') return [new Problem('invalid_value', { field })];
      return [
        new Problem(issue.origin === 'string' ? 'too_long' : 'limit_reached', {
          field,
          values: { max: Number(issue.maximum) },
        }),
      ];
    case 'invalid_format':
      return [new Problem(issue.format === 'email' ? 'invalid_email' : 'invalid_value', { field })];
    case 'custom':
      return [new Problem((issue.params?.key as ErrorKey | undefined) ?? 'invalid_value', { field })]; // keys are set by our own schemas
    default:
      return [new Problem('invalid_value', { field })];
  }
}

const placeOf = (at: string, path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (place, key) =>
      typeof key === 'number' ? `${place}[${key}]` : place === '' ? String(key) : `${place}.${String(key)}`,
    at,
  );
