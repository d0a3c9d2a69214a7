import i18next from 'i18next';
import { expect, test } from 'vitest';
import { csvLine } from '#contract/csv-line.ts';
import { speakInTests } from '../../i18n/speak-in-tests.ts';
import { badRowsFile } from './download-bad-rows.ts';

test('rows that cannot come in are written as they stood in the file, however often they are tried', async () => {
  await speakInTests();
  const told = (cells: readonly string[]) =>
    [{ titles: ["'=Phone", 'Note', 'E-mail'] }, { row: 2, cells, problems: [] }]
      .map((one) => JSON.stringify(one))
      .join('\n');
  const rowOf = (cells: readonly string[]) => badRowsFile(`${told(cells)}\n`, i18next.t, ',').split('\r\n');
  const line = (cells: readonly string[]) => csvLine([...cells, 2, '']).trimEnd();
  const values = ['+380441112233', '- VIP; =1+1\n- oak', 'not an address'];
  const [head, guarded] = rowOf(["'+380441112233", "'- VIP; =1+1\n'- oak", 'not an address']);
  expect(head).toBe("'=Phone,Note,E-mail,Row,Why");
  expect(guarded).toBe(line(values));
  // A file from elsewhere has no guards: it gets them.
  expect(rowOf(values)[1]).toBe(line(values));
  expect(rowOf(["''=1+1", "'oak", ''])[1]).toBe("''=1+1,'oak,,2,");
});
