import { z } from 'zod';

const us = 'https://parley.invalid';

/**
 * Where to go on after signing in: a path of ours. An address elsewhere is no path (`//host`, and what browsers read as
 * that, before or after they have put `..` and the like in order), or a link could sign people in to somebody's copy of
 * this page.
 */
export const backPath = z
  .string()
  .max(2000)
  .regex(/^\/(?![/\\])[^\\\p{Cc}]*$/u)
  .refine((path) => {
    if (!URL.canParse(path, us)) return false;
    const { origin, pathname } = new URL(path, us);
    return origin === us && !pathname.startsWith('//');
  });
