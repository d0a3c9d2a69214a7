import type { aiFeatures } from '#contract/user-ai-configs.ts';
import type { Person } from './caller.ts';

type AiFeature = (typeof aiFeatures)[number];

/**
 * What a person may do with artificial intelligence, with commas between (SPEC section 3). They may keep a provider of
 * their own where a company they can reach from here lets their role; whoever works for none has nothing to use it for.
 */
export function aiFeaturesOf(person: Person): string {
  const has: Record<AiFeature, boolean> = {
    own_provider: person.companies.some((companyId) => person.may(companyId, 'user-ai-config.create')),
  };
  return Object.entries(has)
    .filter(([, isSo]) => isSo)
    .map(([name]) => name)
    .join(',');
}
