import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { beginDownload, cancelJob as cancelCall, getJob, listJobs as listCall } from '#contract/jobs.ts';
import { requireConfirmedPassword } from '#domain/accounts/index.ts';
import { cancelJob, findJob, findJobFile, listJobs } from '#domain/jobs/index.ts';
import type { Database } from '#platform/database.ts';
import type { Files } from '#platform/files.ts';
import { Problem } from '#platform/problem.ts';
import type { Wake } from '#platform/wake.ts';
import { apiPrefix, callMounter, type Mounted } from '../mount.ts';
import type { Sessions, SignedIn } from '../sessions.ts';
import { passes } from '../transfers.ts';
import { contentDisposition, idOf } from './file-routes.ts';

type Needs = { db: Database; sessions: Sessions; mounted: Mounted; wake: Wake; files: Files };

const jobFile = passes(
  {
    about: 'What a job made, for whoever asked for it',
    for: 'people',
    sends: 'application/octet-stream',
    errors: ['not_found', 'password_needed', 'sign_in_needed'],
  },
  { isCall: true },
);

/** Work in the background, for whoever asked for it: nobody else sees it or fetches what it made. */
export function mountJobs(app: FastifyInstance, { db, sessions, mounted, wake, files }: Needs): void {
  const on = callMounter(app, sessions, mounted);

  on.signedIn(listCall, async (_data, { person }) => ({ jobs: await listJobs(db, person) }));

  on.signedIn(getJob, async ({ id }, { person }) => {
    const job = await db.transaction({ companies: person.companies }, (tx) => findJob(tx, id, person));
    if (!job) throw new Problem('not_found', { field: 'data.id' });
    return { job };
  });

  on.signedIn(cancelCall, async ({ id }, { person }) => {
    const job = await db.transaction({ companies: person.companies }, (tx) => cancelJob(tx, id, person));
    wake.nudge('events');
    wake.nudge('jobs');
    return { job };
  });

  on.signedIn(beginDownload, async ({ id }, who) => {
    await requireFile(id, who, 'data.id');
    return {};
  });

  /** All that a company has is asked for with the password, and fetched no easier by whoever finds the desk unlocked. */
  async function requireFile(id: number, { person, session }: Pick<SignedIn, 'person' | 'session'>, field?: string) {
    const file = await db.transaction({ companies: person.companies }, (tx) => findJobFile(tx, id, person));
    if (!file) throw new Problem('not_found', field === undefined ? {} : { field });
    if (file.kind === 'company-export') await requireConfirmedPassword(db, session);
    return file;
  }

  app.get<{ Params: { id: string } }>(`${apiPrefix}/jobs/:id/file`, jobFile, async (request, reply) => {
    const file = await requireFile(idOf(request.params.id), await sessions.require(request));
    const parts = Readable.from(oneAfterTheOther(files, file.keys));
    reply
      .header('content-type', file.type)
      .header('content-length', String(file.bytes))
      .header('content-disposition', contentDisposition('attachment', file.name))
      .header('content-security-policy', "default-src 'none'; sandbox; frame-ancestors 'none'")
      .header('cross-origin-resource-policy', 'same-origin')
      .header('cache-control', 'private, no-store');
    return reply.send(parts);
  });
}

async function* oneAfterTheOther(files: Files, keys: readonly string[]): AsyncGenerator<Buffer> {
  for (const key of keys) for await (const chunk of await files.stream(key)) yield chunk as Buffer; // a file is read as bytes
}
