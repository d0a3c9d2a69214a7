/**
 * Nouns that are little more than a list of names of a company. Rights, audit trail, archive, calls and address follow from
 * the name, which their table has as well; and who keeps the list, beside those above them.
 */
export const plainNouns = {
  categories: { keptBy: 'supervisor' },
  labels: { keptBy: 'admin' },
} as const satisfies Record<string, { keptBy: 'supervisor' | 'admin' }>;
export type PlainNoun = keyof typeof plainNouns;

export const plainNounNames = Object.keys(plainNouns) as PlainNoun[];
