/** What a list can be narrowed by, in the order the form asks. */
export const narrowings = ['assignee', 'team', 'channel', 'product', 'label', 'tag'] as const;
export type Narrowing = (typeof narrowings)[number];
