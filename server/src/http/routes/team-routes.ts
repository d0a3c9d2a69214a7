import type { FastifyInstance } from 'fastify';
import { teamMembers } from '#contract/teams.ts';
import { describeMembers } from '#domain/teams/index.ts';
import type { Database } from '#platform/database.ts';
import { callMounter, type Mounted } from '../mount.ts';
import type { Sessions } from '../sessions.ts';

/** What a team says beside its fields. */
export function mountTeams(
  app: FastifyInstance,
  { db, sessions, mounted }: { db: Database; sessions: Sessions; mounted: Mounted },
): void {
  const on = callMounter(app, sessions, mounted);
  on.withScope(teamMembers, ({ id }, { person }) => describeMembers(db, person, id));
}
