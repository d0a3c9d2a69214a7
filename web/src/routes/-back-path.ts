import { z } from 'zod';

/**
 * Where to go on after signing in: a path of ours. An address elsewhere is no path (`//host`, and what browsers read as
 * that), or a link could sign people in to somebody's copy of this page.
 */
export const backPath = z
  .string()
  .max(2000)
  .regex(/^\/(?![/\\])[^\\]*$/)
  .refine((path) => new URL(path, 'https://parley.invalid').origin === 'https://parley.invalid');
