import { notFound, redirect } from '@tanstack/react-router';
import { z } from 'zod';
import { type EntityName, isEntityName } from '../features/entity/entity-names.ts';
import { learnLater } from '../i18n/language.ts';

/** Typed for links; what an address holds instead is refused by `requireEntity` before anything reads it. */
export const entityParam = {
  parse: ({ entity }: { entity: string }) => ({ entity: entity as EntityName }),
  stringify: ({ entity }: { entity: EntityName }) => ({ entity }),
};

export function requireEntity(name: string, { id, page }: { id?: number; page?: 'add' | 'edit' } = {}): void {
  // Products by the work in them: a list of their own, and the same forms.
  if (name === 'inboxes') {
    if (page === 'add') throw redirect({ to: '/$entity/add', params: { entity: 'products' }, replace: true });
    if (page === 'edit' && id)
      throw redirect({ to: '/$entity/$id/edit', params: { entity: 'products', id }, replace: true });
    throw redirect({ to: '/inboxes', replace: true });
  }
  if (!isEntityName(name)) throw notFound();
}

const laterWords: Partial<Record<EntityName, () => Promise<unknown>>> = {
  calendars: () => learnLater('calendar'),
  // Why a company is refused is said among the words of its archive.
  companies: () => learnLater('archive'),
  integrations: () => learnLater('integrations'),
  mailboxes: () => learnLater('mailbox'),
  phones: () => learnLater('phones'),
  // They show what state their mailboxes are in, and products how many numbers they have.
  products: () => Promise.all([learnLater('mailbox'), learnLater('dependents')]),
  teams: () => learnLater('mailbox'),
};

/** For the pages of a noun, which wait for its words. */
export const learnWordsOf = async (name: EntityName): Promise<void> => {
  await laterWords[name]?.();
};

/** What the person chose to see of a list; the segment (all or disabled) is the hash. */
export const entityListSearch = z.object({
  q: z.string().max(100).optional().catch(undefined),
  sort: z
    .string()
    .regex(/^-?[a-z_.]{1,40}$/)
    .optional()
    .catch(undefined),
  filter: z.string().max(400).optional().catch(undefined),
  from: z.int().min(0).optional().catch(undefined),
  rows: z
    .union([z.literal(25), z.literal(50), z.literal(75), z.literal(100)])
    .optional()
    .catch(undefined),
});
