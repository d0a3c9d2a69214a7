import { plainNounNames } from '#contract/plain-nouns.ts';

/** The nouns with a list and a form of their own, as in the address. */
export const entityNames = [
  'products',
  'companies',
  'integrations',
  'mailboxes',
  'phones',
  'quidgets',
  'teams',
  'users',
  'calendars',
  'templates',
  ...plainNounNames,
  'links',
  'tags',
  'saved-searches',
  'customers',
] as const;
export type EntityName = (typeof entityNames)[number];

export function isEntityName(name: string): name is EntityName {
  return entityNames.some((one) => one === name);
}
