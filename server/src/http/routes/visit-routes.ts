import type { FastifyInstance } from 'fastify';
import { inviteVisitor as inviteCall, readVisits as readCall } from '#contract/visits.ts';
import { describeDevice } from '#domain/accounts/index.ts';
import { inviteVisitor, readVisits } from '#domain/visits/index.ts';
import type { Database } from '#platform/database.ts';
import type { Limit, Limits } from '#platform/limits.ts';
import type { Wake } from '#platform/wake.ts';
import { callMounter, type Mounted } from '../mount.ts';
import type { Sessions } from '../sessions.ts';

type Needs = { db: Database; sessions: Sessions; mounted: Mounted; wake: Wake; limits: Limits };

/** Whoever writes to strangers writes to few at a time. */
const invitations: Limit = { name: 'visitor invitations', points: 30, seconds: 60 };

/** Who is on the sites now, for those who answer there. */
export function mountVisits(app: FastifyInstance, { db, sessions, mounted, wake, limits }: Needs): void {
  const on = callMounter(app, sessions, mounted);

  on.withScope(readCall, async (_nothing, { person }) => {
    const { visits, total } = await db.transaction({ companies: person.companies }, (tx) => readVisits(tx, person));
    const described = visits.map(async ({ user_agent: userAgent, began, page_since: since, ...visit }) => {
      const { browser, system } = await describeDevice({ ip: null, user_agent: userAgent || null });
      const times = { began: began.toISOString(), page_since: since.toISOString() };
      return { ...visit, ...times, browser: browser ?? '', system: system ?? '' };
    });
    return { visits: await Promise.all(described), total };
  });

  on.withScope(inviteCall, async (data, { person }) => {
    await limits.take(invitations, { person: person.userId });
    await db.transaction({ companies: person.companies }, (tx) => inviteVisitor(tx, person, data));
    wake.nudge('visits');
    return {};
  });
}
