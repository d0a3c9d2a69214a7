import type { CsvSeparator } from '#contract/csv-line.ts';
import { currentLanguage } from '../i18n/language.ts';

/** Where the person's Excel ends a cell: it goes by the country, and in Ukraine the comma stands in numbers. */
export const excelSeparator = (): CsvSeparator => (currentLanguage() === 'ua' ? ';' : ',');
