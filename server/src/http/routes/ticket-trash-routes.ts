import type { FastifyInstance } from 'fastify';
import { emptyTrash, purgeTickets } from '#contract/ticket-trash.ts';
import { askForJob } from '#domain/jobs/index.ts';
import { countTrash, purgePicked } from '#domain/tickets/index.ts';
import type { Database } from '#platform/database.ts';
import type { Limit, Limits } from '#platform/limits.ts';
import { Problem } from '#platform/problem.ts';
import type { Wake } from '#platform/wake.ts';
import { callMounter, type Mounted } from '../mount.ts';
import { paceJob } from '../pace-job.ts';
import type { Sessions } from '../sessions.ts';

type Needs = { db: Database; sessions: Sessions; mounted: Mounted; wake: Wake; limits: Limits };

const emptyings: Limit = { name: 'trash-emptyings', points: 30, seconds: 3600 };

/** What leaves the trash for good. */
export function mountTicketTrash(app: FastifyInstance, { db, sessions, mounted, wake, limits }: Needs): void {
  const on = callMounter(app, sessions, mounted);

  on.withScope(purgeTickets, async ({ ids }, { person }) => {
    const purged = await purgePicked(db, ids, person);
    wake.nudge('events');
    return { purged };
  });

  on.withScope(emptyTrash, async ({ request_id: requestId, company_id: companyId }, { person }) => {
    if (!person.companies.includes(companyId) || !person.may(companyId, 'tickets.get'))
      throw new Problem('not_found', { field: 'data.company_id' });
    if (!person.may(companyId, 'tickets.purge')) throw new Problem('forbidden');
    await paceJob({ db, limits }, emptyings, { kind: 'ticket-purge', requestId, person, companies: [companyId] });
    const until = new Date();
    const { job, total } = await db.transaction({ companies: [companyId] }, async (tx) => {
      const count = await countTrash(tx, companyId, until, person);
      const asked = await askForJob(tx, {
        ...{ companyId, requestId, askedBy: person.userId, kind: 'ticket-purge', entity: 'tickets' },
        ...{ input: { until: until.toISOString() }, total: count },
      });
      return { job: asked, total: count };
    });
    wake.nudge('jobs');
    wake.nudge('events');
    return { job_id: job.id, total };
  });
}
