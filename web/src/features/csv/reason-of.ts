import type { RowProblem } from '#contract/csv.ts';
import type { FieldProblem } from '../../api/problem.ts';
import { problemText } from '../../i18n/problem-text.ts';

/** Why a row cannot come in, in the person's language. */
export const reasonOf = ({ key, values }: Pick<RowProblem, 'key' | 'values'>): string =>
  problemText({ key: key as FieldProblem['key'], message: key, ...(values ? { values } : {}) });
