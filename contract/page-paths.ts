/**
 * Whether a path of a site is one of those that `pattern` means; `*` is anything, also nothing. By hand: a pattern of many
 * stars would make a regular expression try for ever.
 */
export function isPathOf(asked: string, pattern: string): boolean {
  const path = readable(asked);
  const [start = '', ...parts] = readable(pattern).split('*');
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
