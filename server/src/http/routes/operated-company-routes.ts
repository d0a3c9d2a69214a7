import type { FastifyInstance } from 'fastify';
import {
  listOperated as listCall,
  resumeCompany as resumeCall,
  suspendCompany as suspendCall,
} from '#contract/operated-companies.ts';
import { requireConfirmedPassword } from '#domain/accounts/index.ts';
import { listOperated, resumeCompany, suspendCompany } from '#domain/installation/index.ts';
import { type Operators, requireOperator } from '#domain/people/index.ts';
import type { Database } from '#platform/database.ts';
import type { Limit, Limits } from '#platform/limits.ts';
import type { Topic, Wake } from '#platform/wake.ts';
import { callMounter, type Mounted } from '../mount.ts';
import type { Sessions } from '../sessions.ts';

type Needs = { db: Database; sessions: Sessions; mounted: Mounted; wake: Wake; limits: Limits; operators: Operators };

const lists: Limit = { name: 'lists of companies', points: 120, seconds: 60 };

/** What has waited for the company. */
const waiting: readonly Topic[] = ['deliveries', 'waiting', 'jobs', 'notices', 'pushes'];

/** The companies of the installation, and which of them may work: for its operators alone. */
export function mountOperatedCompanies(app: FastifyInstance, the: Needs): void {
  const { db, wake, limits, operators } = the;
  const on = callMounter(app, the.sessions, the.mounted);
  on.signedIn(listCall, async (asked, { person }) => {
    await limits.take(lists, { person: person.userId });
    await requireOperator(db, person.userId, operators);
    return listOperated(db, asked);
  });
  on.signedIn(suspendCall, async (the, { person, session }) => {
    await requireOperator(db, person.userId, operators);
    await requireConfirmedPassword(db, session);
    await suspendCompany(db, the, person.userId);
    wake.nudge('sessions');
    wake.nudge('events');
    return {};
  });
  on.signedIn(resumeCall, async ({ company_id }, { person, session }) => {
    await requireOperator(db, person.userId, operators);
    await requireConfirmedPassword(db, session);
    await resumeCompany(db, company_id, person.userId);
    wake.nudge('sessions');
    wake.nudge('events');
    for (const topic of waiting) wake.nudge(topic);
    return {};
  });
}
