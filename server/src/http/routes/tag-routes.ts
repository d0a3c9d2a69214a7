import type { FastifyInstance } from 'fastify';
import { orderSavedSearches as orderCall } from '#contract/saved-searches.ts';
import { mergeTags as mergeCall, tagTickets as tagCall } from '#contract/tags.ts';
import { orderSavedSearches } from '#domain/saved-searches/index.ts';
import { mergeTags } from '#domain/tags/index.ts';
import { tagTickets } from '#domain/tickets/index.ts';
import type { Database } from '#platform/database.ts';
import type { Wake } from '#platform/wake.ts';
import { callMounter, type Mounted } from '../mount.ts';
import type { Sessions } from '../sessions.ts';

type Needs = { db: Database; sessions: Sessions; mounted: Mounted; wake: Wake };

/** By what tickets are found again. */
export function mountTags(app: FastifyInstance, { db, sessions, mounted, wake }: Needs): void {
  const on = callMounter(app, sessions, mounted);

  on.withScope(tagCall, async ({ ids, add = [], remove = [], if_own }, { person }) => {
    const changed = await tagTickets(db, { ids, add, remove, isOwn: if_own === 1 }, person);
    wake.nudge('events');
    return { ids: changed };
  });

  on.withScope(mergeCall, async (data, { person }) => {
    const merged = await mergeTags(db, data, person);
    wake.nudge('events');
    return merged;
  });

  on.withScope(orderCall, async ({ ids }, { person }) => {
    await orderSavedSearches(db, ids, person);
    wake.nudge('events');
    return {};
  });
}
