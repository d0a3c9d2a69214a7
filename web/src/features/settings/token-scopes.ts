import { notForTokens } from '#contract/privileges.ts';
import type { Self } from '../../api/self.ts';
import { mayDo } from '../../api/self.ts';

export type TokenReach = 'reading' | 'everything' | 'chosen';
/** Of one noun: what reads it, and what changes it. */
export type Scopes = { readonly entity: string; readonly read: readonly string[]; readonly write: readonly string[] };

/** What the person may do in a company, by noun: as much as a token of theirs can do there. */
export function scopesOf(who: Self, companyId: number): Scopes[] {
  const keys = new Set(Object.values(who.privileges.default).flatMap((table) => Object.keys(table)));
  const mine = ([...keys] as `${string}.${string}`[]) // keys are the contract's
    .filter((key) => mayDo(who, key, companyId) && !notForTokens.includes(key));
  const byEntity = Map.groupBy(mine, (key) => key.split('.')[0] ?? key);
  return [...byEntity].map(([entity, all]) => ({
    entity,
    read: all.filter((key) => key.endsWith('.get')),
    write: all.filter((key) => !key.endsWith('.get')),
  }));
}

/** The scopes of a wish; `picked` holds `tickets read` and `tickets write`. Whoever may change may read. */
export function wished(reach: TokenReach, all: readonly Scopes[], picked: ReadonlySet<string>): string[] {
  if (reach === 'reading') return all.flatMap((one) => one.read);
  if (reach === 'everything') return all.flatMap((one) => [...one.read, ...one.write]);
  return all.flatMap(({ entity, read, write }) => {
    const writes = picked.has(`${entity} write`);
    return [...(writes || picked.has(`${entity} read`) ? read : []), ...(writes ? write : [])];
  });
}
