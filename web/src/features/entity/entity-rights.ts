import { mayDo, type Self } from '../../api/self.ts';
import type { Declaration, ListedRow } from './declaration.ts';

export const mayGet = (of: Declaration, who: Self): boolean => mayDo(who, `${of.entity.name}.get`);

export const mayChange = (of: Declaration, who: Self, row: ListedRow): boolean =>
  of.mayChange?.(who, row) ?? mayDo(who, `${of.entity.name}.update`, companyOf(of, row));

/** Whether the person may take this row, or any row, into the other segment. */
export function mayTurn(of: Declaration, who: Self, turn: 'disable' | 'restore', row?: ListedRow): boolean {
  const key = of.turning?.rights[turn] ?? (`${of.entity.name}.${turn === 'disable' ? 'delete' : 'restore'}` as const);
  return mayDo(who, key, row && companyOf(of, row));
}

/** What lies in the installation's pool belongs to company 0: whoever may do it anywhere may do it there. */
const companyOf = (of: Declaration, row: ListedRow): number | undefined => of.companyOf(row) || undefined;
