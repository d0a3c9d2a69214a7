/** What a list can be narrowed by, in the order the form asks. */
export const narrowings = ['assignee', 'team', 'channel', 'company', 'product', 'label', 'tag'] as const;
export type Narrowing = (typeof narrowings)[number];
