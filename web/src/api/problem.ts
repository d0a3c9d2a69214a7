import type { ErrorKey, WireError } from '#contract/errors.ts';

/** What the API refused, in its own words. `offline` is ours: no answer came at all. */
export type ProblemKey = ErrorKey | 'offline';
export type FieldProblem = Omit<WireError, 'key'> & { key: ProblemKey };

/** A call that failed as calls may. Always carries at least one problem. */
export class ApiError extends Error {
  readonly status: number;
  readonly errors: readonly [FieldProblem, ...FieldProblem[]];
  /** Seconds to wait before trying again, where the server named them. */
  readonly retryAfter: number | null;
  /** What the server sent along to go on with, such as a row as it is now. */
  readonly data: unknown;
  /** Under what the server wrote down what nobody expected. */
  readonly requestId: string | null;

  constructor(
    status: number,
    errors: readonly [FieldProblem, ...FieldProblem[]],
    {
      retryAfter = null,
      data,
      requestId = null,
    }: { retryAfter?: number | null; data?: unknown; requestId?: string | null } = {},
  ) {
    super(errors[0].message);
    this.name = 'ApiError';
    this.status = status;
    this.errors = errors;
    this.retryAfter = retryAfter;
    this.data = data;
    this.requestId = requestId;
  }

  get key(): ProblemKey {
    return this.errors[0].key;
  }
}

export const isApiError = (error: unknown, key?: ProblemKey): error is ApiError =>
  error instanceof ApiError && (key === undefined || error.key === key);
