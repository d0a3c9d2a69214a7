import type { FastifyInstance } from 'fastify';
import { readHealth as healthCall } from '#contract/installation-health.ts';
import { readHealth } from '#domain/installation/index.ts';
import { type Operators, requireOperator } from '#domain/people/index.ts';
import type { Database } from '#platform/database.ts';
import type { Limit, Limits } from '#platform/limits.ts';
import { callMounter, type Mounted } from '../mount.ts';
import type { Sessions } from '../sessions.ts';

type Needs = {
  db: Database;
  sessions: Sessions;
  mounted: Mounted;
  limits: Limits;
  operators: Operators;
  /** Where files lie. */
  folder: string;
  role: string;
};

/** A page that looks again every ten seconds, in several tabs. */
const looks: Limit = { name: 'looks at the health', points: 60, seconds: 60 };

/** How the installation does: for its operators alone. */
export function mountInstallation(app: FastifyInstance, the: Needs): void {
  const { db, limits, operators, folder, role } = the;
  const on = callMounter(app, the.sessions, the.mounted);
  on.signedIn(healthCall, async (_nothing, { person }) => {
    await limits.take(looks, { person: person.userId });
    await requireOperator(db, person.userId, operators);
    return readHealth(db, { folder, role });
  });
}
