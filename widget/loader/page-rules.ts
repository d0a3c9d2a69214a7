import type { QuidgetSettings } from '#contract/quidget-settings.ts';

/** Whether the company wants its launcher on the page at this path. `*` is anything, also nothing. */
export function isWantedOn(path: string, { page_rule, pages }: QuidgetSettings['behaviour']): boolean {
  const here = readable(path);
  return page_rule === 'everywhere' || pages.some((page) => fits(here, readable(page))) === (page_rule === 'only');
}

/** By hand: a pattern of many stars would make a regular expression try for ever. */
function fits(path: string, page: string): boolean {
  const [start = '', ...parts] = page.split('*');
  const end = parts.pop();
  // A slash at the end says nothing, and `/shop/*` has the shop's own page in it.
  if (!end && parts.length === 0 && bare(path) === bare(start)) return true;
  if (end === undefined || !path.startsWith(start)) return false;
  let at = start.length;
  for (const part of parts) {
    at = path.indexOf(part, at) + part.length;
    if (at < start.length + part.length) return false;
  }
  return path.endsWith(end) && path.length - end.length >= at;
}

const bare = (path: string) => path.replace(/\/$/, '');

function readable(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
