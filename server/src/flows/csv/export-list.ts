import { type CsvEntity, type ExportCsv, exportCsv, exportRowsMax } from '#contract/csv.ts';
import { csvLine } from '#contract/csv-line.ts';
import { cellOf, csvColumns, withinCompany } from '#domain/csv/index.ts';
import type { Person } from '#domain/people/index.ts';
import { covers } from '#domain/reach/index.ts';
import type { EntityTable, Reach } from '#platform/entities/entity-table.ts';
import { getRowsAfter } from '#platform/entities/get-rows.ts';
import { Problem } from '#platform/problem.ts';
import type { JobAtWork, JobRun } from '../jobs/job-at-work.ts';

export type CsvTables = Readonly<Record<CsvEntity, EntityTable>>;

const rowsPerStretch = 1000;
const byteOrderMark = '\uFEFF';

type Checkpoint = { readonly after: number; readonly done: number; readonly reach: Reach | null };

/**
 * Writes the rows of a list that its filter finds, by the query of the list itself: whoever lost a right meanwhile gets
 * no more of them. A stretch at a time, so that memory stays flat.
 */
export const exportList =
  (tables: CsvTables): JobRun =>
  async (job) => {
    const asked = exportCsv.data.parse(job.input);
    const of = tables[asked.entity];
    let at = job.checkpoint as Checkpoint | null; // ours, from the stretch before
    if (at === null) {
      at = { after: 0, done: 0, reach: reachOf(await job.asker(), job.companyId) };
      await job.commit({ checkpoint: at, summary: { rows: 0 }, reach: at.reach }, headOf(asked));
    }
    for (;;) {
      const person = await job.asker();
      const rows = await nextRows(job, of, asked, { person, after: at.after });
      const last = rows.at(-1);
      if (!last) return { file: { name: nameOf(asked.entity), type: 'text/csv; charset=utf-8' } };
      // Where they see more by now than when it was begun, whoever fetches it must see everything.
      const reach: Reach | null = covers(at.reach, reachOf(person, job.companyId)) ? at.reach : null;
      at = { after: Number(last.id), done: at.done + rows.length, reach };
      if (at.done > exportRowsMax) throw new Problem('limit_reached', { values: { max: exportRowsMax } });
      await job.commit({ done: at.done, checkpoint: at, summary: { rows: at.done }, reach }, linesOf(of, rows, asked));
    }
  };

const reachOf = (person: Person, companyId: number): Reach | null => person.narrowed.get(companyId) ?? null;

async function nextRows(job: JobAtWork, of: EntityTable, asked: ExportCsv, from: { person: Person; after: number }) {
  const { person, after } = from;
  if (!person.may(job.companyId, `${asked.entity}.get`)) throw new Problem('forbidden');
  const fields = [...new Set(['id', ...columnsOf(of, asked).map((column) => column.field)])];
  const search = asked.search === undefined ? {} : { search: asked.search };
  const body = { fields, filter: withinCompany(of, asked), ...search };
  return getRowsAfter(job.db, of, body, person, { id: after, limit: rowsPerStretch });
}

/** The columns that were asked for; `unknown_field` names the first that is none. */
function columnsOf({ entity }: EntityTable, { columns }: Pick<ExportCsv, 'columns'>) {
  const all = new Map(csvColumns(entity).map((column) => [column.name, column]));
  return columns.map(({ field }, i) => {
    const column = all.get(field);
    if (!column) throw new Problem('unknown_field', { field: `data.columns[${i}].field` });
    return column;
  });
}

const headOf = ({ has_bom, columns, separator }: ExportCsv): Buffer =>
  Buffer.from(
    (has_bom ? byteOrderMark : '') +
      csvLine(
        columns.map(({ title }) => title),
        separator,
      ),
  );

function linesOf(of: EntityTable, rows: readonly Record<string, unknown>[], asked: ExportCsv): Buffer {
  const columns = columnsOf(of, asked);
  return Buffer.from(
    rows
      .map((row) =>
        csvLine(
          columns.map((column) => cellOf(row, column)),
          asked.separator,
        ),
      )
      .join(''),
  );
}

const nameOf = (entity: CsvEntity): string =>
  `${entity === 'product-call-phones' ? 'phones' : entity}-${new Date().toISOString().slice(0, 10)}.csv`;
