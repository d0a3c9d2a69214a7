import type { TFunction } from 'i18next';
import { type AccountAction, type AuditEntry, accountActions } from '#contract/audit.ts';
import { plainNounNames } from '#contract/plain-nouns.ts';
import { readable } from './field-name.ts';

/** The things whose changes people make, as their words are called. */
const thingWords = [
  ...plainNounNames,
  'accounts',
  'users',
  'teams',
  'calendars',
  'links',
  'invites',
  'companies',
  'products',
  'mailboxes',
  'integrations',
  'quidgets',
  'customers',
  'tickets',
  'messages',
  'inbound_mails',
  'templates',
  'tags',
  'saved_searches',
  'audit',
  'announcements',
  'promo_codes',
  'product_call_phones',
] as const;
type ThingWord = (typeof thingWords)[number];
/** The same as they are asked for. */
export const things = thingWords.map((word) => word.replaceAll('_', '-'));
export const rowActions = [
  'created',
  'updated',
  'deleted',
  'restored',
  'exported',
  'imported',
  'verified',
  'purged',
  'erased',
  'suspended',
  'resumed',
] as const;
type RowAction = (typeof rowActions)[number];

export const isAccountAction = (text: string): text is AccountAction => accountActions.some((one) => one === text);
const isThingWord = (text: string): text is ThingWord => thingWords.some((one) => one === text);
const isRowAction = (text: string): text is RowAction => rowActions.some((one) => one === text);

/** What happened, in plain words: `Signed in`, `Product changed`. */
export function whatHappened(t: TFunction, { entity, action }: Pick<AuditEntry, 'entity' | 'action'>): string {
  if (entity === 'accounts') return isAccountAction(action) ? t(`audit.accounts.${action}`) : action;
  const thing = nameOfThing(t, entity);
  return isRowAction(action) ? t(`audit.did.${action}`, { thing }) : `${thing}: ${action}`;
}

export function nameOfThing(t: TFunction, entity: string): string {
  const word = entity.replaceAll('-', '_');
  return isThingWord(word) ? t(`audit.things.${word}`) : readable(entity);
}

/** Who did it. Somebody without an account, or Parley itself, has no name. */
export function whoDid(t: TFunction, entry: AuditEntry): string {
  if (entry.actor_name !== null) return entry.actor_name;
  return entry.actor_kind === 'system' && entry.ip === null ? t('audit.parley') : t('audit.stranger');
}

/** Needs an admin's eye. */
export const isGrave = ({ action }: Pick<AuditEntry, 'action'>): boolean =>
  [
    'sign_in_failed',
    'second_step_failed',
    'locked',
    'address_locked',
    'refused',
    'password_confirmation_failed',
    'suspended',
  ].includes(action);
