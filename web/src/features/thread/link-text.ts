/** A run of plain text, or something in it that leads somewhere. */
export type TextPart = { readonly text: string; readonly href?: string };

/** One pass without nested repetition, so that no text makes it slow. */
const candidates =
  /(?:https?:\/\/|www\.)[^\s<>"'`]{1,2000}|(?<![\p{L}\d._%+-])[\p{L}\d._%+-]{1,64}@(?:[\p{L}\d-]{1,63}\.){1,10}\p{L}{2,24}/giu;

/**
 * Finds web and mail addresses in plain text. Only http, https and mailto come out of it: whatever else a text calls a
 * link stays text.
 */
export function linkText(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  for (const match of text.matchAll(candidates)) {
    const found = withoutTail(match[0]);
    const href = hrefOf(found);
    if (!href) continue;
    if (match.index > done) parts.push({ text: text.slice(done, match.index) });
    parts.push({ text: found, href });
    done = match.index + found.length;
  }
  if (done < text.length) parts.push({ text: text.slice(done) });
  return parts;
}

/** A full stop after an address ends the sentence, and a bracket around it is not part of it. */
function withoutTail(found: string): string {
  let end = found.length;
  let unopened = count(found, /[)\]]/g) - count(found, /[([]/g);
  for (; end > 0; end--) {
    const last = found.charAt(end - 1);
    if (last === ')' || last === ']') {
      if (unopened <= 0) break;
      unopened--;
    } else if (!/[.,;:!?»”’…]/u.test(last)) break;
  }
  return found.slice(0, end);
}

const count = (text: string, letter: RegExp) => text.match(letter)?.length ?? 0;

function hrefOf(found: string): string | null {
  const address = /^www\./i.test(found) ? `https://${found}` : /^https?:/i.test(found) ? found : `mailto:${found}`;
  const url = URL.canParse(address) ? new URL(address) : null;
  return url && ['http:', 'https:', 'mailto:'].includes(url.protocol) ? url.href : null;
}
