import type { ReactNode } from 'react';
import { formatNumber } from '../../i18n/time.ts';
import type { CellContext, Column } from './declaration.ts';

/** What a cell shows; a number as people write it. */
export function cellOf<R>(column: Column<R>, row: R, context: CellContext): ReactNode {
  const shown = column.cell(row, context);
  return typeof shown === 'number' ? formatNumber(shown) : shown;
}
