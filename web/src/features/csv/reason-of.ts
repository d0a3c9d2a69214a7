import type { TFunction } from 'i18next';
import type { RowProblem } from '#contract/csv.ts';
import type { FieldProblem } from '../../api/problem.ts';
import { problemText } from '../../i18n/problem-text.ts';
import { isColumnWord, wordOf } from './csv-lists.ts';

/** Why a row cannot come in, in the person's language. */
export const reasonOf = ({ key, values }: Pick<RowProblem, 'key' | 'values'>): string =>
  problemText({ key: key as FieldProblem['key'], message: key, ...(values ? { values } : {}) });

/** The column as the file calls it; where it has none for the field, and so no value, as the desk does. */
export const columnOf = ({ title, value }: Pick<RowProblem, 'title' | 'value'>, t: TFunction): string | null =>
  title !== null && value === null && isColumnWord(title) ? t(wordOf(title)) : title;
