/** What a list can be narrowed by, in the order the form asks. */
export const narrowings = ['product', 'team', 'label', 'tag'] as const;
export type Narrowing = (typeof narrowings)[number];
export type Choices = Record<Narrowing, { value: string; label: string }[]>;
