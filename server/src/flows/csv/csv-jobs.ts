import type { CsvEntity } from '#contract/csv.ts';
import type { JobKind } from '#contract/jobs.ts';
import type { House, Operators } from '#domain/people/index.ts';
import type { Limits } from '#platform/limits.ts';
import type { Wake } from '#platform/wake.ts';
import type { JobRun } from '../jobs/job-at-work.ts';
import { type CsvTables, exportList } from './export-list.ts';
import { importKinds } from './import-kinds.ts';
import type { NamedTables } from './import-names.ts';
import { type Importer, importRows } from './import-rows.ts';
import { inviteRows } from './invite-rows.ts';
import { phoneRows } from './phone-rows.ts';
import { entityWriter, roomFor } from './row-writers.ts';

type Needs = {
  tables: CsvTables;
  named: NamedTables;
  limits: Limits;
  wake: Wake;
  house: () => House;
  operators: Operators;
};

/** The jobs that write lists as CSV and read them. */
export function csvJobs({
  tables,
  named,
  limits,
  wake,
  house,
  operators,
}: Needs): Pick<Record<JobKind, JobRun>, `csv-${string}` & JobKind> {
  const importer = (entity: Exclude<CsvEntity, 'users'>): Importer => ({
    writer: entityWriter(entity, tables[entity]),
    ...{ keyOf: importKinds[entity].keyOf, keysOf: importKinds[entity].keysOf },
    room: (where) => roomFor(tables[entity], where),
  });
  const importers = {
    customers: importer('customers'),
    templates: importer('templates'),
    tags: importer('tags'),
    'product-call-phones': {
      ...importer('product-call-phones'),
      writer: phoneRows(tables['product-call-phones'], operators),
    },
    users: {
      writer: inviteRows({ limits, wake, house }),
      keyOf: ({ email }: Record<string, unknown>) => (typeof email === 'string' ? email.toLowerCase() : undefined),
      room: async () => undefined,
    },
  } satisfies Record<CsvEntity, Importer>;
  return {
    'csv-export': exportList(tables),
    'csv-check': importRows({ importers, named }, { isTrial: true }),
    'csv-import': importRows({ importers, named }, { isTrial: false }),
  };
}
