/** What a template can say of the ticket it is used on. */
export const templateVariables = [
  'customer.first_name',
  'customer.last_name',
  'customer.email',
  'customer.phone',
  'ticket.number',
  'ticket.title',
  'product.name',
  'company.name',
  'agent.name',
  'agent.first_name',
] as const;
export type TemplateVariable = (typeof templateVariables)[number];

/** A variable as it stands in a text: `{{customer.first_name|there}}`, what stands behind the bar when nothing is known. */
export type VariableInText = {
  readonly at: number;
  /** As written, braces included. */
  readonly text: string;
  readonly name: string;
  readonly fallback: string | undefined;
};

export const isTemplateVariable = (name: string): name is TemplateVariable =>
  templateVariables.some((one) => one === name);

const pattern = /\{\{([^{}|\n]{0,60})(?:\|([^{}\n]{0,100}))?\}\}/g;

/** Every `{{…}}` of a text, known or not. Nothing of it is ever evaluated: a name is looked up, or it is not there. */
export function variablesIn(text: string): VariableInText[] {
  return [...text.matchAll(pattern)].map((found) => ({
    at: found.index,
    text: found[0],
    name: (found[1] ?? '').trim(),
    fallback: found[2]?.trim() || undefined,
  }));
}
