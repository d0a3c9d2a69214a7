import type { TFunction } from 'i18next';
import { z } from 'zod';
import { rowProblem } from '#contract/csv.ts';
import { type CsvSeparator, csvLine, withoutGuards } from '#contract/csv-line.ts';
import { ApiError } from '../../api/problem.ts';
import { apiBase } from '../../api/send.ts';
import { download } from '../../ui/download.ts';
import { excelSeparator } from '../../ui/excel-separator.ts';
import { columnOf, reasonOf } from './reason-of.ts';

const titlesLine = z.object({ titles: z.array(z.string()) });
const rowLine = z.object({ row: z.int(), cells: z.array(z.string()), problems: z.array(rowProblem) });

/** Every row of a trial that cannot come in, as it was, with its number and the reasons beside it: to be mended and tried again. */
export async function downloadBadRows(jobId: number, t: TFunction): Promise<void> {
  const answer = await fetch(`${apiBase}jobs/${jobId}/file`);
  if (!answer.ok) throw new ApiError(answer.status, [{ key: 'not_found', message: 'Not found' }]);
  const file = badRowsFile(await answer.text(), t, excelSeparator());
  download(`\uFEFF${file}`, { name: `${t('csv.bad_file')}.csv`, type: 'text/csv' });
}

/** `told`: the titles, then row after row, as JSON. Cells have their guards still, and get no second ones. */
export function badRowsFile(told: string, t: TFunction, separator: CsvSeparator): string {
  const [first = '', ...rest] = told.trimEnd().split('\n');
  const { titles } = titlesLine.parse(JSON.parse(first));
  const lines = rest.map((line) => {
    const { row, cells, problems } = rowLine.parse(JSON.parse(line));
    const why = problems.map((one) => [columnOf(one, t), reasonOf(one)].filter((part) => part !== null).join(': '));
    return csvLine([...titles.map((_title, i) => withoutGuards(cells[i] ?? '')), row, why.join('; ')], separator);
  });
  return csvLine([...titles.map(withoutGuards), t('csv.row'), t('csv.why')], separator) + lines.join('');
}
