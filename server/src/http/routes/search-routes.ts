import type { FastifyInstance } from 'fastify';
import { find } from '#contract/search.ts';
import { findAll } from '#domain/search/index.ts';
import type { Database } from '#platform/database.ts';
import type { Limit, Limits } from '#platform/limits.ts';
import { callMounter, type Mounted } from '../mount.ts';
import type { Sessions } from '../sessions.ts';

/** Somebody who types quickly asks twice a second; what asks oftener is no person. */
const searches: Limit = { name: 'searches', points: 240, seconds: 60 };

type Needs = { db: Database; sessions: Sessions; mounted: Mounted; limits: Limits };

export function mountSearch(app: FastifyInstance, { db, sessions, mounted, limits }: Needs): void {
  callMounter(app, sessions, mounted).withScope(find, async (data, { person }) => {
    await limits.take(searches, { person: person.userId });
    return findAll(db, data, person);
  });
}
