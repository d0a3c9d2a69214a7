import { z } from 'zod';
import { call } from './call.ts';
import { csvSeparators } from './csv-line.ts';
import { getBody, idValue, safeLine } from './entity.ts';

/** Whose rows come and go as CSV. */
export const csvEntities = ['customers', 'users', 'templates', 'tags', 'product-call-phones'] as const;
export type CsvEntity = (typeof csvEntities)[number];

export const exportColumnsMax = 100;
export const exportRowsMax = 1_000_000;

export const exportCsv = call(
  'csv/export',
  'Writes all rows of a list that the filter finds, as CSV (RFC 4180), in the order of their ids. A job does it; the same `request_id` asks once',
  {
    data: z.strictObject({
      request_id: z.uuid(),
      company_id: idValue,
      entity: z.enum(csvEntities),
      /** Fields in their order, and what stands above each. `texts.en` and such are parts of a field. */
      columns: z
        .array(z.strictObject({ field: z.string().max(100), title: safeLine(100, 1) }))
        .min(1)
        .max(exportColumnsMax),
      filter: getBody.shape.filter,
      search: getBody.shape.search,
      /** Begins with the mark by which Excel knows UTF-8. */
      has_bom: z.boolean(),
      separator: z.enum(csvSeparators).default(','),
    }),
    answer: z.strictObject({ job_id: idValue }),
    errors: ['not_found', 'forbidden', 'unknown_field', 'too_many_jobs', 'too_many_requests'],
  },
);

export type ExportCsv = z.output<typeof exportCsv.data>;

export const importBytesMax = 20 * 1024 * 1024;
export const importRowsMax = 50_000;
export const importColumnsMax = 200;
/** Letters of one cell. */
export const cellLettersMax = 100_000;
/** Of one person in a company; the oldest goes for a new one. */
export const unreadUploadsMax = 20;
export const uploadDays = 7;

/** `POST csv/upload?company_id=…&entity=…`, multipart, one part named `file`: a file of rows, the first of which are titles. */
export const uploadCsvQuery = z.strictObject({
  company_id: z.coerce.number().pipe(idValue),
  entity: z.enum(csvEntities),
});
export const uploadCsvAnswer = z.strictObject({
  id: idValue,
  name: z.string(),
  encoding: z.string(),
  delimiter: z.string(),
  /** Below the titles. */
  rows: z.int(),
  columns: z.array(
    z.strictObject({
      title: z.string(),
      /** What stands in it first. */
      samples: z.array(z.string()),
      /** The field that it looks like. */
      field: z.string().nullable(),
    }),
  ),
  /** What a column can be. */
  fields: z.array(z.string()),
});

export const checkCsv = call(
  'csv/check',
  'Tries an import without writing anything: a job says what would become of each row, and why some cannot come in',
  {
    data: z.strictObject({
      request_id: z.uuid(),
      upload_id: idValue,
      /** What each column of the file is; null: it is passed over. */
      columns: z.array(z.string().max(50).nullable()).min(1).max(importColumnsMax),
    }),
    answer: z.strictObject({ job_id: idValue }),
    errors: [
      'not_found',
      'forbidden',
      'unknown_field',
      'not_unique',
      'csv_no_key',
      'too_many_jobs',
      'too_many_requests',
    ],
  },
);

export const importCsv = call('csv/import', 'Writes the rows of a file that was tried before and can come in', {
  data: z.strictObject({ request_id: z.uuid(), check_id: idValue }),
  answer: z.strictObject({ job_id: idValue }),
  errors: ['not_found', 'forbidden', 'not_in_this_state', 'too_many_jobs', 'too_many_requests'],
});

/** What a job of an import is asked. */
export const importInput = z.object({ upload_id: idValue, columns: checkCsv.data.shape.columns });

export const problemsShownMax = 100;
/** What of a row cannot come in, and why: a key of the errors. */
export const rowProblem = z.strictObject({
  row: z.int(),
  /** Which column, by its title, or the field where the file has none for it; null: the row as a whole. */
  title: z.string().nullable(),
  value: z.string().nullable(),
  key: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type RowProblem = z.output<typeof rowProblem>;

/** What came, or would come, of the rows so far. */
export const importSummary = z.strictObject({
  file: z.string(),
  created: z.int(),
  updated: z.int(),
  /** There already, just so. */
  skipped: z.int(),
  bad: z.int(),
  /** The first of them. */
  problems: z.array(rowProblem).max(problemsShownMax),
});
export type ImportSummary = z.output<typeof importSummary>;
