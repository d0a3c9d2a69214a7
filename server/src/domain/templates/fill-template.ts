import { isTemplateVariable, type TemplateVariable, variablesIn } from '#contract/template-variables.ts';
import { escapeHtml } from '#platform/system-letter.ts';

export type KnownValues = Readonly<Record<TemplateVariable, string>>;
export type Filled = { html: string; unfilled: string[]; unknown: string[] };

/**
 * Puts what is known in the place of variables, in text and in the addresses of links. Nothing is evaluated: a name is
 * found in a list, or it stays as it was written (SAFETY A42b). Values are escaped for where they land; the HTML was
 * cleaned before, so that a tag ends where it seems to. What nothing is known of is kept, to be seen by whoever sends it,
 * or dropped, where nobody looks.
 */
export function fillTemplate(html: string, known: KnownValues, { rest = 'kept' as 'kept' | 'dropped' } = {}): Filled {
  const unfilled = new Set<string>();
  const unknown = new Set<string>();
  const fill = (piece: string, write: (value: string) => string): string => {
    let filled = '';
    let done = 0;
    for (const { at, text, name, fallback } of variablesIn(piece)) {
      const value = isTemplateVariable(name) ? known[name].trim() : '';
      // What stands behind the bar is part of the HTML already.
      const written = value === '' ? fallback : write(value);
      if (!isTemplateVariable(name)) unknown.add(name);
      else if (written === undefined) unfilled.add(name);
      filled +=
        piece.slice(done, at) +
        (isTemplateVariable(name) && written !== undefined ? written : rest === 'kept' ? text : '');
      done = at + text.length;
    }
    return filled + piece.slice(done);
  };
  const pieces = html.match(/<[^>]*(?:>|$)|[^<]+/g) ?? [];
  const written = pieces.map((piece) =>
    piece.startsWith('<') ? fill(unescapeBraces(piece), encodeURIComponent) : fill(piece, escapeHtml),
  );
  return { html: written.join(''), unfilled: [...unfilled], unknown: [...unknown] };
}

/** The same for a line of plain text, such as a subject; what nothing is known of is dropped. */
export function fillLine(text: string, known: KnownValues): string {
  let filled = '';
  let done = 0;
  for (const { at, text: variable, name, fallback } of variablesIn(text)) {
    const value = isTemplateVariable(name) ? known[name].trim() : '';
    filled += text.slice(done, at) + (value || (fallback ?? ''));
    done = at + variable.length;
  }
  return (filled + text.slice(done)).replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim();
}

/** An address has its braces written with per cent signs. */
const unescapeBraces = (tag: string): string =>
  tag.replace(/%7B%7B([\w.]{1,60})(?:(?:%7C|\|)([^{}"%]{0,100}))?%7D%7D/gi, (_, name: string, fallback?: string) =>
    fallback === undefined ? `{{${name}}}` : `{{${name}|${fallback}}}`,
  );
