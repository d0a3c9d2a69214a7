import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type CsvEntity,
  checkCsv,
  exportCsv,
  importBytesMax,
  importCsv,
  importInput,
  uploadCsvAnswer,
  uploadCsvQuery,
} from '#contract/csv.ts';
import {
  csvColumns,
  findUpload,
  importFields,
  keepUpload,
  keyColumns,
  lookIntoCsv,
  withinCompany,
} from '#domain/csv/index.ts';
import { askForJob, findJobInput } from '#domain/jobs/index.ts';
import { adoptFiles, noteStray, removeFiles } from '#domain/messages/index.ts';
import type { Person } from '#domain/people/index.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { EntityTable } from '#platform/entities/entity-table.ts';
import { getRows } from '#platform/entities/get-rows.ts';
import { recordEvents } from '#platform/events.ts';
import type { Files } from '#platform/files.ts';
import type { Limit, Limits } from '#platform/limits.ts';
import { parse } from '#platform/parse.ts';
import { Problem } from '#platform/problem.ts';
import type { Wake } from '#platform/wake.ts';
import { mountUploads } from '../front-door.ts';
import { apiPrefix, callMounter, type Mounted } from '../mount.ts';
import { paceJob } from '../pace-job.ts';
import type { Sessions } from '../sessions.ts';
import { type ReadPart, readParts, safeName } from '../take-files.ts';
import { passes } from '../transfers.ts';
import type { UploadCrowd } from '../upload-crowd.ts';
import { sendData } from '../wire.ts';

const csvIn = passes({
  about: 'Takes a file of rows, for an import; answers what stands in it',
  for: 'people',
  query: uploadCsvQuery,
  takes: { files: 'one' },
  sends: uploadCsvAnswer,
  errors: [
    'not_found',
    'forbidden',
    'unsupported_media_type',
    'required',
    'file_empty',
    'file_too_large',
    'csv_open_quote',
    'csv_stray_quote',
    'csv_too_many_rows',
    'too_many_requests',
  ],
});

type Needs = {
  db: Database;
  sessions: Sessions;
  mounted: Mounted;
  wake: Wake;
  limits: Limits;
  files: Files;
  within: UploadCrowd;
  tables: Readonly<Record<CsvEntity, EntityTable>>;
};

/** Each goes through a whole list, or a whole file. */
const exports: Limit = { name: 'csv-exports', points: 60, seconds: 3600 };
const uploads: Limit = { name: 'csv-uploads', points: 60, seconds: 3600 };
const checks: Limit = { name: 'csv-checks', points: 60, seconds: 3600 };
const imports: Limit = { name: 'csv-imports', points: 60, seconds: 3600 };

/** Lists as CSV, out and in: what takes long is asked for here, and done by jobs. */
export function mountCsv(app: FastifyInstance, the: Needs): void {
  const { db, sessions, mounted, wake, limits, files, within, tables } = the;
  const on = callMounter(app, sessions, mounted);
  const begun = (id: number) => {
    wake.nudge('jobs');
    wake.nudge('events');
    return { job_id: id };
  };

  on.signedIn(exportCsv, async (data, { person }) => {
    requireRight(person, data.company_id, [`${data.entity}.get`]);
    const of = tables[data.entity];
    const known = new Set(csvColumns(of.entity).map((column) => column.name));
    const wrong = data.columns.findIndex(({ field }) => !known.has(field));
    if (wrong >= 0) throw new Problem('unknown_field', { field: `data.columns[${wrong}].field` });
    const filter = withinCompany(of, data);
    const search = data.search === undefined ? {} : { search: data.search };
    // Whatever is wrong with the filter is told now, and how many there are is known from the start.
    const found = await getRows(db, of, { fields: ['id'], filter, range: [0, 1], ...search }, person);
    const { request_id: requestId, company_id: companyId, entity } = data;
    await paceJob({ db, limits }, exports, { kind: 'csv-export', requestId, person, companies: [companyId] });
    const id = await db.transaction({ companies: [companyId] }, async (tx) => {
      const asked = await askForJob(tx, {
        ...{ companyId, requestId, askedBy: person.userId, kind: 'csv-export', entity, input: data },
        total: found.totalIsCapped ? null : found.total,
      });
      const columns = data.columns.map((one) => one.field);
      const detail = { columns, filter: data.filter ?? null, search: data.search ?? null };
      if (asked.isNew) await note(tx, { person, companyId, entity, action: 'exported', detail });
      return asked.id;
    });
    return begun(id);
  });

  mountUploads(app, (scope) =>
    scope.post(`${apiPrefix}/csv/upload`, csvIn, async (request, reply) => {
      const { person } = await sessions.require(request);
      const { company_id: companyId, entity } = parse(uploadCsvQuery, request.query ?? {});
      requireRight(person, companyId, importRights[entity]);
      if (!request.isMultipart()) throw new Problem('unsupported_media_type');
      await limits.take(uploads, { person: person.userId });
      const part = await within({ person: person.userId, company: companyId }, () => firstPart(request));
      if (!part) throw new Problem('required', { field: 'file' });
      if (part.bytes.byteLength === 0) throw new Problem('file_empty', { field: 'file' });
      const seen = lookIntoCsv(entity, part.bytes);
      const name = safeName(part.name, 'file.csv');
      const id = await keep(person, { companyId, entity, name, bytes: part.bytes, ...seen });
      const fields = importFields[entity].map((field) => field.name);
      const { encoding, delimiter, rows, columns } = seen;
      return sendData(reply, uploadCsvAnswer.parse({ id, name, encoding, delimiter, rows, columns, fields }));
    }),
  );

  async function firstPart(request: FastifyRequest): Promise<ReadPart | undefined> {
    const parts: ReadPart[] = [];
    for await (const part of readParts(request, { fileSize: importBytesMax, files: 1 })) parts.push(part);
    return parts[0];
  }

  async function keep(
    person: Person,
    the: { companyId: number; entity: CsvEntity; name: string; bytes: Buffer } & ReturnType<typeof lookIntoCsv>,
  ): Promise<number> {
    const { companyId, entity, name, bytes, encoding, delimiter, rows } = the;
    const key = `company-${companyId}/imports/${crypto.randomUUID()}`;
    await db.transaction({ companies: [companyId] }, (tx) => noteStray(tx, companyId, key));
    try {
      await files.put(key, bytes);
      return await db.transaction({ companies: [companyId] }, async (tx) => {
        await adoptFiles(tx, [key]);
        return keepUpload(tx, {
          ...{ company_id: companyId, uploaded_by: person.userId, entity, file_key: key, file_name: name },
          ...{ bytes: bytes.byteLength, encoding, delimiter, rows },
        });
      });
    } catch (error) {
      await removeFiles(db, files, { companyId, keys: [key] });
      throw error;
    }
  }

  on.signedIn(checkCsv, async (data, { person }) => {
    await paceJob({ db, limits }, checks, {
      kind: 'csv-check',
      requestId: data.request_id,
      person,
      companies: person.companies,
    });
    const upload = await db.transaction({ companies: person.companies }, (tx) =>
      findUpload(tx, data.upload_id, person.userId),
    );
    const { entity, company_id: companyId } = upload;
    requireRight(person, companyId, importRights[entity]);
    requireColumns(entity, data.columns);
    const asked = await db.transaction({ companies: [companyId] }, (tx) =>
      askForJob(tx, {
        ...{ companyId, requestId: data.request_id, askedBy: person.userId, kind: 'csv-check', entity },
        ...{ input: { upload_id: upload.id, columns: data.columns }, total: upload.rows },
      }),
    );
    return begun(asked.id);
  });

  on.signedIn(importCsv, async ({ request_id: requestId, check_id }, { person }) => {
    await paceJob({ db, limits }, imports, { kind: 'csv-import', requestId, person, companies: person.companies });
    const check = await db.transaction({ companies: person.companies }, (tx) => findJobInput(tx, check_id, person));
    if (check?.kind !== 'csv-check') throw new Problem('not_found', { field: 'data.check_id' });
    if (check.state !== 'done') throw new Problem('not_in_this_state', { field: 'data.check_id' });
    const { company_id: companyId, total } = check;
    const entity = check.entity as CsvEntity; // of a check, which has one
    requireRight(person, companyId, importRights[entity]);
    const input = importInput.parse(check.input);
    const id = await db.transaction({ companies: [companyId] }, async (tx) => {
      const asked = await askForJob(tx, {
        ...{ companyId, requestId, askedBy: person.userId, kind: 'csv-import', entity },
        ...{ input: { ...input, check_id }, total },
      });
      const detail = { columns: input.columns.filter(Boolean), rows: total };
      if (asked.isNew) await note(tx, { person, companyId, entity, action: 'imported', detail });
      return asked.id;
    });
    return begun(id);
  });
}

/** Any of these lets somebody begin; each row is asked for again. */
const importRights: Readonly<Record<CsvEntity, readonly string[]>> = {
  customers: ['customers.create', 'customers.update'],
  users: ['invites.create'],
  templates: ['templates.create', 'templates.update'],
  tags: ['tags.create', 'tags.update'],
  'product-call-phones': ['product-call-phones.update'],
};

function requireRight(person: Person, companyId: number, anyOf: readonly string[]): void {
  if (!person.companies.includes(companyId)) throw new Problem('not_found', { field: 'data.company_id' });
  if (!anyOf.some((privilege) => person.may(companyId, privilege))) throw new Problem('forbidden');
}

function requireColumns(entity: CsvEntity, columns: readonly (string | null)[]): void {
  const known = importFields[entity].map((field) => field.name);
  for (const [i, name] of columns.entries()) {
    if (name === null) continue;
    if (!known.includes(name)) throw new Problem('unknown_field', { field: `data.columns[${i}]` });
    if (columns.indexOf(name) !== i) throw new Problem('not_unique', { field: `data.columns[${i}]` });
  }
  if (!keyColumns[entity].some((name) => columns.includes(name)))
    throw new Problem('csv_no_key', { field: 'data.columns' });
}

const note = (
  tx: Tx,
  the: {
    person: Person;
    companyId: number;
    entity: CsvEntity;
    action: 'exported' | 'imported';
    detail: Record<string, unknown>;
  },
): Promise<void> =>
  recordEvents(tx, [
    {
      ...{ companyId: the.companyId, entity: the.entity, action: the.action, entityId: null, isTold: false },
      ...{ actor: { kind: 'user', id: the.person.userId }, detail: the.detail },
    },
  ]);
