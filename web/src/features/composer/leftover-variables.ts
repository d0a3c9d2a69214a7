import { variablesIn } from '#contract/template-variables.ts';

/** Whether something stands in braces, in its text or in the address of a link. */
export const hasVariables = (html: string): boolean => /\{\{|%7B%7B/i.test(html);

/** The text with what is known in the place of its variables, else with what stands behind their bar, or nothing. */
export function withoutVariables(html: string, known: Readonly<Record<string, string>>): string {
  let text = '';
  let done = 0;
  for (const { at, text: variable, name, fallback } of variablesIn(html)) {
    const value = Object.hasOwn(known, name) ? known[name] : undefined;
    text += html.slice(done, at) + (value === undefined ? (fallback ?? '') : escapeHtml(value));
    done = at + variable.length;
  }
  return (text + html.slice(done)).replace(/%7B%7B(?:(?!%7B)[^"])*?%7D%7D/gi, '');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (one) => entities[one] ?? one);
