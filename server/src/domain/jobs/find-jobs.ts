import { type Job, type JobKind, keptJobsMax } from '#contract/jobs.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Caller, Reach } from '#platform/entities/entity-table.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { covers } from '../reach/index.ts';

/** The jobs somebody asked for, in companies they work for, the newest first. */
export async function listJobs(db: Database, caller: Caller): Promise<Job[]> {
  const { companies } = caller;
  if (companies.length === 0) return [];
  const all = companies.map((id) => sql`select id from jobs where company_id = ${id} and asked_by = ${caller.userId}`);
  return db.read<Job>(
    { companies },
    sql`${jobSql} where j.id in (${sql.join(all, ' union all ')}) order by j.id desc limit ${keptJobsMax}`,
  );
}

/** One of the caller's own; undefined for everybody else's. */
export const findJob = (tx: Tx, id: number, caller: Caller): Promise<Job | undefined> =>
  tx.row<Job>(
    sql`${jobSql} where j.id = ${id} and j.asked_by = ${caller.userId} and j.company_id = any (${caller.companies}::bigint[])`,
  );

const wire = (column: string): Sql =>
  sql.unsafe(`to_char(j.${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as ${column}`);

/** Of a job `j` somebody asked to take back: that failed, or was cancelled, so it may be asked for again. */
export const isUndoOver = sql.unsafe(
  `exists (select from jobs u where u.company_id = j.company_id and u.asked_by = j.asked_by
    and u.request_id = (j.summary ->> 'undone_by')::uuid and u.state in ('failed', 'cancelled'))`,
);

const jobSql = sql`select j.id, j.company_id, j.kind, j.entity, j.state, j.is_cancel_asked, j.done, j.total,
    case when ${isUndoOver} then j.summary - 'undone_by' else j.summary end as summary,
    case when j.file_name is not null then json_build_object('name', j.file_name, 'bytes',
      (select coalesce(sum(p.bytes), 0) from job_parts p where p.company_id = j.company_id and p.job_id = j.id)) end as file,
    case when j.state = 'failed' then j.error_key end as error, ${wire('added')}, ${wire('started')}, ${wire('ended')} from jobs j`;

/**
 * What somebody needs to have of what a job made: as much as asking for it needs. `isWhole`: it holds what is out of sight;
 * `isSeen`: it holds of a company what was in sight as it was made, which may be more than is by now.
 */
const fileRights: Readonly<Record<JobKind, ((entity: string) => FileRights) | undefined>> = {
  'csv-export': (entity) => ({ anyOf: [`${entity}.get`], isWhole: false, isSeen: entity === 'customers' }),
  'csv-check': (entity) => ({ anyOf: csvWriteRights(entity), isWhole: false }),
  'csv-import': (entity) => ({ anyOf: csvWriteRights(entity), isWhole: false }),
  'company-export': () => ({ anyOf: ['companies.export'], isWhole: true }),
  'customer-export': () => ({ anyOf: ['customers.export'], isWhole: true }),
  // They make no file.
  'company-import': undefined,
  'ticket-bulk': undefined,
  'ticket-bulk-undo': undefined,
  'ticket-purge': undefined,
};

const csvWriteRights = (entity: string) =>
  entity === 'users' ? ['invites.create'] : [`${entity}.create`, `${entity}.update`];

const mayFetch = ({ kind, entity, company_id: id, reach }: FiledJob, caller: Caller): boolean => {
  const rights = fileRights[kind]?.(entity ?? '');
  if (!rights || (rights.isWhole && caller.narrowed.has(id))) return false;
  if (rights.isSeen && !covers(caller.narrowed.get(id) ?? null, reach)) return false;
  return rights.anyOf.some((right) => caller.may(id, right));
};

type FileRights = { anyOf: string[]; isWhole: boolean; isSeen?: boolean };
type FiledJob = Pick<Job, 'company_id' | 'entity'> & {
  kind: JobKind;
  file_name: string;
  file_type: string;
  reach: Reach | null;
};

/**
 * What a job made, as it is fetched: its name and the files that it consists of, in their order. Undefined, too, for whoever
 * might not ask for it any more.
 */
export async function findJobFile(
  tx: Tx,
  id: number,
  caller: Caller,
): Promise<{ kind: JobKind; name: string; type: string; bytes: number; keys: readonly string[] } | undefined> {
  const job = await tx.row<FiledJob>(
    sql`select file_name, file_type, company_id, kind, entity, reach from jobs
        where id = ${id} and asked_by = ${caller.userId} and company_id = any (${caller.companies}::bigint[]) and file_name is not null`,
  );
  if (!job || !mayFetch(job, caller)) return undefined;
  const parts = await tx.rows<{ file_key: string; bytes: number }>(
    sql`select file_key, bytes from job_parts where company_id = ${job.company_id} and job_id = ${id} order by place`,
  );
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  return { kind: job.kind, name: job.file_name, type: job.file_type, bytes, keys: parts.map((part) => part.file_key) };
}

/** What was asked of a job of the caller's own. */
export const findJobInput = (
  tx: Tx,
  id: number,
  caller: Caller,
): Promise<(Pick<Job, 'company_id' | 'kind' | 'entity' | 'state' | 'total'> & { input: unknown }) | undefined> =>
  tx.row(
    sql`select company_id, kind, entity, state, total, input from jobs
        where id = ${id} and asked_by = ${caller.userId} and company_id = any (${caller.companies}::bigint[])`,
  );
