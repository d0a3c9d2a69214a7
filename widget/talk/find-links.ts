export type Part = string | { href: string; text: string };

/** Text in pieces: what is an address of the web becomes a link, all else stays text. Nothing else can be opened. */
export function findLinks(text: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(/\bhttps?:\/\/[^\s<>"'`]{1,2000}/gi)) {
    const address = trimmed(found);
    const href = hrefOf(address);
    if (!href) continue;
    if (index > from) parts.push(text.slice(from, index));
    parts.push({ href, text: address });
    from = index + address.length;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}

/** What ends a sentence does not end an address; a bracket does when it was opened inside. */
function trimmed(found: string): string {
  const last = found.slice(-1);
  const isOver = last === ')' ? found.split(')').length > found.split('(').length : ".,;:!?…»”']}*_".includes(last);
  return isOver ? trimmed(found.slice(0, -1)) : found;
}

function hrefOf(address: string): string | null {
  try {
    return new URL(address).href;
  } catch {
    return null;
  }
}
