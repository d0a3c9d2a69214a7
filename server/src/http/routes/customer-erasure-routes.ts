import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import {
  eraseCustomer,
  erasureReceipt,
  exportCustomer,
  previewErasure as previewCall,
} from '#contract/customer-erasures.ts';
import { languages } from '#contract/settings.ts';
import { askForErasure, lockWholeCustomer, previewErasure, readReceipt } from '#domain/customers/index.ts';
import { askForJob } from '#domain/jobs/index.ts';
import type { Database } from '#platform/database.ts';
import { recordEvents } from '#platform/events.ts';
import type { Limit, Limits } from '#platform/limits.ts';
import { parse } from '#platform/parse.ts';
import { Problem } from '#platform/problem.ts';
import type { Wake } from '#platform/wake.ts';
import { apiPrefix, callMounter, type Mounted } from '../mount.ts';
import { paceJob } from '../pace-job.ts';
import type { Sessions } from '../sessions.ts';
import { passes } from '../transfers.ts';
import { contentDisposition, idOf } from './file-routes.ts';
import { receiptPage } from './receipt-page.ts';

type Needs = { db: Database; sessions: Sessions; mounted: Mounted; wake: Wake; limits: Limits };

const archives: Limit = { name: 'customer-exports', points: 60, seconds: 3600 };
const erasures: Limit = { name: 'customer-erasures', points: 60, seconds: 3600 };

const receiptQuery = z.strictObject({ as: z.enum(['html', 'json']).optional(), in: z.enum(languages).optional() });

const receiptPaper = passes(
  {
    about: 'The receipt of an erasure as a page, or as JSON (as=json)',
    for: 'people',
    query: receiptQuery,
    sends: 'text/html',
    errors: ['not_found', 'forbidden', 'not_in_this_state'],
  },
  { isCall: true },
);

/** What a person may ask of a company: all that it holds about them, and that it forgets them. */
export function mountCustomerErasures(app: FastifyInstance, { db, sessions, mounted, wake, limits }: Needs): void {
  const on = callMounter(app, sessions, mounted);

  on.withScope(exportCustomer, async ({ id, request_id: requestId }, { person }) => {
    await paceJob({ db, limits }, archives, {
      kind: 'customer-export',
      requestId,
      person,
      companies: person.companies,
    });
    const job = await db.transaction({ companies: person.companies }, async (tx) => {
      const customer = await lockWholeCustomer(tx, id, person, 'customers.export');
      if (customer.merged_into !== null || customer.erased_at !== null)
        throw new Problem('not_in_this_state', { field: 'data.id' });
      const companyId = customer.company_id;
      const asked = await askForJob(tx, {
        ...{ companyId, requestId, askedBy: person.userId, kind: 'customer-export', entity: 'customers' },
        ...{ input: { id }, total: null },
      });
      const actor = { kind: 'user', id: person.userId } as const;
      if (asked.isNew)
        await recordEvents(tx, [
          { companyId, entity: 'customers', action: 'exported', entityId: id, isTold: false, actor },
        ]);
      return asked;
    });
    wake.nudge('jobs');
    wake.nudge('events');
    return { job_id: job.id };
  });

  on.withScope(previewCall, ({ id }, { person }) => previewErasure(db, id, person));

  on.withScope(eraseCustomer, async (data, { person }) => {
    await limits.take(erasures, { person: person.userId });
    const asked = await askForErasure(db, data, person);
    wake.nudge('erasures');
    wake.nudge('events');
    return asked;
  });

  on.withScope(erasureReceipt, ({ id }, { person }) => readReceipt(db, id, person));

  app.get<{ Params: { id: string } }>(`${apiPrefix}/customers/:id/receipt`, receiptPaper, async (request, reply) => {
    const { person } = await sessions.require(request);
    const query = parse(receiptQuery, request.query);
    const receipt = await readReceipt(db, idOf(request.params.id), person);
    const isJson = query.as === 'json';
    const name = `erasure-${receipt.code.slice(0, 8)}.${isJson ? 'json' : 'html'}`;
    reply
      .header('content-type', isJson ? 'application/json; charset=utf-8' : 'text/html; charset=utf-8')
      .header('content-disposition', contentDisposition(isJson ? 'attachment' : 'inline', name))
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'",
      )
      .header('cross-origin-resource-policy', 'same-origin')
      .header('cache-control', 'private, no-store');
    return reply.send(isJson ? JSON.stringify(receipt, null, 2) : receiptPage(receipt, query.in ?? 'en'));
  });
}
