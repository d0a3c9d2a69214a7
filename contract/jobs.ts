import { z } from 'zod';
import { call, nothing } from './call.ts';
import { idValue } from './entity.ts';

/** Work that goes on while its asker does something else. */
export const jobKinds = [
  'csv-export',
  'csv-check',
  'csv-import',
  'company-export',
  'company-import',
  'ticket-bulk',
  'ticket-bulk-undo',
  'ticket-purge',
  'customer-export',
] as const;
export type JobKind = (typeof jobKinds)[number];

/** What is over goes no further: `done`, `failed` and `cancelled` are ends. */
export const jobStates = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const;
export type JobState = (typeof jobStates)[number];
export const isOver = (state: JobState): boolean => state !== 'waiting' && state !== 'running';

/** What a job made can be fetched for so long; then both are forgotten. */
export const jobDays = 7;
/** Of a company, waiting and running. */
export const openJobsMax = 20;
/** Of a company, at the same time; the others wait. */
export const runningJobsMax = 2;
/** They go through all that a company has, for hours: of a company one at a time, so that another one's find a worker. */
export const longJobKinds: readonly JobKind[] = ['csv-export', 'csv-import', 'company-export', 'company-import'];
/** Of one person in a company; the oldest that is over goes for a new one. */
export const keptJobsMax = 50;
/** Characters of what somebody asks of a job. */
export const jobInputMax = 200_000;

export const jobAnswer = z.strictObject({
  id: idValue,
  company_id: idValue,
  kind: z.string(),
  /** Whose rows it is about; null: of several. */
  entity: z.string().nullable(),
  state: z.enum(jobStates),
  /** Somebody wants it to end; it does so before its next stretch. */
  is_cancel_asked: z.boolean(),
  done: z.int(),
  /** Null: not known yet. */
  total: z.int().nullable(),
  /** What came of it, in the words of its kind. */
  summary: z.record(z.string(), z.unknown()).nullable(),
  /** What it made, for whoever asked for it: at `GET jobs/{id}/file`. */
  file: z.strictObject({ name: z.string(), bytes: z.int() }).nullable(),
  /** Why it failed: a key of the errors. */
  error: z.string().nullable(),
  added: z.string(),
  started: z.string().nullable(),
  ended: z.string().nullable(),
});
export type Job = z.output<typeof jobAnswer>;

const errors = ['not_found'] as const;

export const listJobs = call('jobs/list', 'The jobs that the signed-in person asked for, the newest first', {
  data: nothing,
  answer: z.strictObject({ jobs: z.array(jobAnswer) }),
});
export const getJob = call('jobs/get', 'A job and how far it has come; for whoever asked for it', {
  data: z.strictObject({ id: idValue }),
  answer: z.strictObject({ job: jobAnswer }),
  errors,
});
export const beginDownload = call(
  'jobs/begin-download',
  'Whether what a job made may be fetched now. For all that a company has, the password must have been confirmed a moment ago',
  {
    data: z.strictObject({ id: idValue }),
    answer: nothing,
    errors: ['not_found', 'password_needed', 'sign_in_needed'],
  },
);
export const cancelJob = call(
  'jobs/cancel',
  'Ends a job before its next stretch; what is done stays done. One that is over stays as it is',
  {
    data: z.strictObject({ id: idValue }),
    answer: z.strictObject({ job: jobAnswer }),
    errors,
  },
);
