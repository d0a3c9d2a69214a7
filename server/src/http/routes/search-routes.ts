import type { FastifyInstance } from 'fastify';
import { find, findInTicket as findInTicketCall } from '#contract/search.ts';
import { findAll, findInTicket } from '#domain/search/index.ts';
import { lockWhereFound } from '#domain/tickets/index.ts';
import type { Database } from '#platform/database.ts';
import type { Limit, Limits } from '#platform/limits.ts';
import { callMounter, type Mounted } from '../mount.ts';
import type { Sessions } from '../sessions.ts';

/** Somebody who types quickly asks twice a second; what asks oftener is no person. */
const searches: Limit = { name: 'searches', points: 240, seconds: 60 };

type Needs = { db: Database; sessions: Sessions; mounted: Mounted; limits: Limits };

export function mountSearch(app: FastifyInstance, { db, sessions, mounted, limits }: Needs): void {
  const on = callMounter(app, sessions, mounted);
  on.withScope(find, async (data, { person }) => {
    await limits.take(searches, { person: person.userId });
    return findAll(db, data, person);
  });
  on.withScope(findInTicketCall, async ({ ticket_id, words }, { person }) => {
    await limits.take(searches, { person: person.userId });
    return db.transaction({ companies: person.companies }, async (tx) =>
      findInTicket(tx, await lockWhereFound(tx, ticket_id, person, 'messages.get'), words),
    );
  });
}
