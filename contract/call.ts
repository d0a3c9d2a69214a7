import { z } from 'zod';
import type { ErrorKey } from './errors.ts';
import type { PrivilegeKey } from './privileges.ts';

/**
 * Who may make a call at all; finer rights are checked beside the noun. From the widest to the narrowest:
 *
 * - `public`: anybody.
 * - `half`: whoever gave the right password, though a code is still owed.
 * - `setup`: whoever is signed in, though two-factor must still be set up.
 * - `session`: whoever is signed in and owes nothing.
 */
export type Access = 'public' | 'half' | 'setup' | 'session';

/** One line of the API: the server implements it, the desk and the widget make it. */
export type Call<B extends z.ZodType = z.ZodType, A extends z.ZodType = z.ZodType> = {
  /** Under `/v1/api/`. */
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly access: Access;
  /** The privilege that an API token needs among its scopes. Undefined: no token makes this call. */
  readonly scope: PrivilegeKey | undefined;
  /** Pages of other sites make it too, for their visitors. It takes no cookie: who asks, the payload tells. */
  readonly isForSites: boolean;
  /** The payload: what stands under `data` of the request. */
  readonly data: B;
  /** What stands under `data` of a good answer. */
  readonly answer: A;
  /** Keys a caller should be ready for, beside those every call may answer. */
  readonly errors: readonly ErrorKey[];
  readonly about: string;
};

export function call<B extends z.ZodType, A extends z.ZodType>(
  path: string,
  about: string,
  the: {
    method?: 'GET' | 'POST';
    access?: Access;
    scope?: PrivilegeKey;
    isForSites?: boolean;
    data: B;
    answer: A;
    errors?: readonly ErrorKey[];
  },
): Call<B, A> {
  return {
    path,
    about,
    method: the.method ?? 'POST',
    access: the.access ?? 'session',
    scope: the.scope,
    isForSites: the.isForSites ?? false,
    data: the.data,
    answer: the.answer,
    errors: the.errors ?? [],
  };
}

export const nothing = z.strictObject({});
