import type { TFunction } from 'i18next';
import type { Visit } from '#contract/visits.ts';

/** Whoever has said no name has a number, which stays theirs for the visit. */
export const nameOf = (t: TFunction, { name, id }: Pick<Visit, 'name' | 'id'>): string =>
  name || t('visitors.nameless', { id });
