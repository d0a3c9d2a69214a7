import { isTemplateVariable, variablesIn } from '#contract/template-variables.ts';
import { Problem } from '#platform/problem.ts';

export type CleanHtml = (html: string) => Promise<{ html: string; text: string }>;

/** A signature as it may be sent, by the rules of replies, of which it becomes a part; '' where it says nothing. */
export async function cleanSignature(written: string, cleanHtml: CleanHtml, field: string): Promise<string> {
  requireVariables(written, field);
  const { html, text } = await cleanHtml(written);
  return text.trim() === '' ? '' : html;
}

/** Nobody looks at what is filled in by itself before it leaves, so a variable that means nothing is refused when it is written. */
export function requireVariables(
  text: string,
  field: string,
  isStranger: (name: string) => boolean = () => false,
): void {
  const unknown = variablesIn(text).find(({ name }) => !isTemplateVariable(name) || isStranger(name));
  if (unknown) throw new Problem('unknown_variable', { field, values: { name: unknown.text } });
}
