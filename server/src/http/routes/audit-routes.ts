import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { auditExportQuery, countNewerAudit, listAudit, verifyAudit } from '#contract/audit.ts';
import { type AuditScope, countNewer, listEntries, verifyChain, writeCsv } from '#domain/audit/index.ts';
import { type Operators, requireOperator } from '#domain/people/index.ts';
import type { Database } from '#platform/database.ts';
import { recordEvents } from '#platform/events.ts';
import { parse } from '#platform/parse.ts';
import { Problem } from '#platform/problem.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Wake } from '#platform/wake.ts';
import { apiPrefix, callMounter, type Mounted } from '../mount.ts';
import type { Sessions, SignedIn } from '../sessions.ts';
import { passes } from '../transfers.ts';

type Needs = {
  db: Database;
  sessions: Sessions;
  mounted: Mounted;
  wake: Wake;
  secrets: Secrets;
  operators: Operators;
};

const csvOut = passes(
  {
    about: "The audit trail of a company as rows; without one, the installation's",
    for: 'people',
    query: auditExportQuery,
    sends: 'text/csv',
    errors: ['not_found', 'forbidden'],
  },
  { isCall: true },
);

/** The audit trail, as admins of a company read it; and the installation's, for its operators. */
export function mountAudit(app: FastifyInstance, the: Needs): void {
  const { db, sessions, mounted, wake, secrets, operators } = the;
  const on = callMounter(app, sessions, mounted);

  on.signedIn(listAudit, async ({ company_id, before, ...narrowing }, who) => {
    await requireReader(who, company_id);
    return listEntries(db, company_id, narrowing, before);
  });

  on.signedIn(countNewerAudit, async ({ company_id, after, ...narrowing }, who) => {
    await requireReader(who, company_id);
    return { count: await countNewer(db, company_id, narrowing, after) };
  });

  on.signedIn(verifyAudit, async ({ company_id, from }, who) => {
    await requireReader(who, company_id);
    const verified = await verifyChain(db, secrets, company_id, from);
    if (verified.next === null)
      await note(who, company_id, 'verified', { entries: verified.entries, broken: verified.broken });
    return verified;
  });

  app.get(`${apiPrefix}/audit/export`, csvOut, async (request, reply) => {
    const who = await sessions.require(request);
    const { company_id, ...narrowing } = parse(auditExportQuery, request.query ?? {});
    const of = company_id ?? null;
    await requireReader(who, of);
    await note(who, of, 'exported', narrowing);
    const day = new Date().toISOString().slice(0, 10);
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="audit-${of ?? 'installation'}-${day}.csv"`)
      .send(Readable.from(writeCsv(db, of, narrowing)));
  });

  async function requireReader(who: SignedIn, of: AuditScope): Promise<void> {
    if (of === null) return requireOperator(db, who.person.userId, operators);
    if (!who.person.companies.includes(of)) throw new Problem('not_found', { field: 'data.company_id' });
    if (!who.person.may(of, 'audit.get')) throw new Problem('forbidden');
  }

  async function note(
    { person }: SignedIn,
    companyId: AuditScope,
    action: 'exported' | 'verified',
    detail: Record<string, unknown>,
  ): Promise<void> {
    const actor = { kind: 'user', id: person.userId } as const;
    await db.transaction(companyId === null ? 'system' : { companies: [companyId] }, (tx) =>
      recordEvents(tx, [{ companyId, entity: 'audit', action, entityId: null, actor, isTold: false, detail }]),
    );
    wake.nudge('events');
  }
}
