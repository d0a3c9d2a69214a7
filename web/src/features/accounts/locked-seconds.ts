import { isApiError } from '../../api/problem.ts';

/** How long the lock lasts that a refusal tells of; 0 when it is about something else. */
export const lockedSecondsOf = (error: unknown): number =>
  isApiError(error, 'account_locked') ? (error.retryAfter ?? 0) : 0;
