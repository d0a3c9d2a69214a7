import type { MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { archiveBytesMax, companyContent, exportCompany, importAnswer } from '#contract/company-archives.ts';
import { requireConfirmedPassword } from '#domain/accounts/index.ts';
import { isEmptyCompany, keepArchive, requireEmpty } from '#domain/company-archives/index.ts';
import { askForJob } from '#domain/jobs/index.ts';
import type { Person } from '#domain/people/index.ts';
import type { Database } from '#platform/database.ts';
import { recordEvents } from '#platform/events.ts';
import type { Files } from '#platform/files.ts';
import type { Limit, Limits } from '#platform/limits.ts';
import { Problem } from '#platform/problem.ts';
import type { Wake } from '#platform/wake.ts';
import { mountUploads } from '../front-door.ts';
import { apiPrefix, callMounter, type Mounted } from '../mount.ts';
import { paceJob } from '../pace-job.ts';
import type { Sessions } from '../sessions.ts';
import { safeName } from '../take-files.ts';
import { passes } from '../transfers.ts';
import { sendData } from '../wire.ts';
import { idOf } from './file-routes.ts';

type Needs = { db: Database; sessions: Sessions; mounted: Mounted; wake: Wake; files: Files; limits: Limits };

/** Each reads or writes everything there is. */
const archives: Limit = { name: 'company-archives', points: 10, seconds: 3600 };

const archiveIn = passes(
  {
    about: 'Takes the export of a company, whose content a job brings into this one, which is empty',
    for: 'people',
    takes: { files: 'one' },
    sends: importAnswer,
    errors: [
      'not_found',
      'forbidden',
      'unsupported_media_type',
      'required',
      'file_too_large',
      'archive_unreadable',
      'company_not_empty',
      'password_needed',
      'sign_in_needed',
      'too_many_requests',
      'too_many_jobs',
    ],
  },
  { mayTakeHours: true },
);

/** A company as a file, and back. Only owners, and only after their password. */
export function mountArchives(app: FastifyInstance, the: Needs): void {
  const { db, sessions, mounted, wake, files, limits } = the;
  const on = callMounter(app, sessions, mounted);

  on.signedIn(exportCompany, async ({ company_id, request_id }, { person, session }) => {
    requireRight(person, company_id, 'companies.export');
    await paceJob({ db, limits }, archives, {
      kind: 'company-export',
      requestId: request_id,
      person,
      companies: [company_id],
    });
    await requireConfirmedPassword(db, session);
    const job = await db.transaction({ companies: [company_id] }, async (tx) => {
      const asked = await askForJob(tx, {
        ...{ companyId: company_id, askedBy: person.userId, requestId: request_id },
        ...{ kind: 'company-export', entity: 'companies', input: {}, total: null },
      });
      if (asked.isNew) await recordEvents(tx, [exported(company_id, person.userId)]);
      return asked;
    });
    wake.nudge('jobs');
    wake.nudge('events');
    return { job_id: job.id };
  });

  on.signedIn(companyContent, async ({ company_id }, { person }) => {
    requireRight(person, company_id, 'companies.get');
    return {
      is_empty: await db.transaction({ companies: [company_id] }, (tx) => isEmptyCompany(tx, company_id)),
    };
  });

  mountUploads(app, (scope) =>
    scope.post<{ Params: { id: string } }>(`${apiPrefix}/companies/:id/import`, archiveIn, async (request, reply) => {
      const { person, session } = await sessions.require(request);
      const companyId = idOf(request.params.id);
      requireRight(person, companyId, 'companies.import');
      if (!request.isMultipart()) throw new Problem('unsupported_media_type');
      await limits.take(archives, { person: person.userId });
      await requireConfirmedPassword(db, session);
      await db.transaction({ companies: [companyId] }, (tx) => requireEmpty(tx, companyId));
      const { name, content } = await fileOf(request);
      const upload = await keepArchive({ db, files }, companyId, content);
      const job = await db.transaction({ companies: [companyId] }, async (tx) => {
        await requireEmpty(tx, companyId);
        return askForJob(tx, {
          ...{ companyId, askedBy: person.userId, requestId: upload.upload },
          ...{ kind: 'company-import', entity: 'companies', input: { ...upload, name }, total: null },
        });
      });
      wake.nudge('jobs');
      wake.nudge('events');
      return sendData(reply, importAnswer.parse({ job_id: job.id }));
    }),
  );
}

function requireRight(person: Person, companyId: number, right: `companies.${string}`): void {
  if (!person.companies.includes(companyId)) throw new Problem('not_found', { field: 'data.company_id' });
  if (!person.may(companyId, right)) throw new Problem('forbidden');
}

const exported = (companyId: number, userId: number) => {
  const actor = { kind: 'user', id: userId } as const;
  return { companyId, entity: 'companies', action: 'exported', entityId: companyId, isTold: false, actor } as const;
};

/** The one file of a form. */
async function fileOf(request: FastifyRequest): Promise<{ name: string; content: AsyncIterable<Buffer> }> {
  const part = await request.file({ limits: { fileSize: archiveBytesMax + 1, files: 1 } });
  if (!part) throw new Problem('required', { field: 'file' });
  return { name: safeName(part.filename, 'company.zip'), content: bytesOf(part) };
}

/** How a ZIP begins. */
const zipHead = Buffer.from('PK\x03\x04', 'latin1');

/** As they come in. What does not begin as an archive does is told at once, and no job is begun for it. */
async function* bytesOf(part: MultipartFile): AsyncGenerator<Buffer> {
  let head: Buffer | null = Buffer.alloc(0);
  try {
    // Bytes, as busboy reads them.
    for await (const bytes of part.file as AsyncIterable<Buffer>) {
      if (head) head = requireZip(Buffer.concat([head, bytes]));
      yield bytes;
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw new Problem('malformed_request', { field: 'file', cause: error });
  }
  if (part.file.truncated) throw new Problem('file_too_large', { field: 'file' });
  if (head) throw new Problem('archive_unreadable', { field: 'file' });
}

/** Null once enough has come. */
function requireZip(head: Buffer): Buffer | null {
  if (head.byteLength < zipHead.byteLength) return head;
  if (!head.subarray(0, zipHead.byteLength).equals(zipHead)) throw new Problem('archive_unreadable', { field: 'file' });
  return null;
}
