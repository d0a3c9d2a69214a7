import type { PrivilegeKey } from '#contract/privileges.ts';
import { mayDo, type Self } from '../../api/self.ts';
import type { Declaration, ListedRow } from './declaration.ts';
import type { EntityName } from './entity-names.ts';

/** What a noun of an address is called in rights. */
export const nounOf = (name: EntityName): string => (name === 'phones' ? 'product-call-phones' : name);

/** What adding one asks for, where that is not `{noun}.create`. */
const addRights: Partial<Record<EntityName, readonly PrivilegeKey[]>> = {
  // Whoever adds a company owns it.
  companies: [],
  // People are invited, numbers taken out of the pool, searches made of what is seen.
  users: ['invites.create'],
  phones: ['product-call-phones.update'],
  'saved-searches': ['saved-searches.create', 'tickets.get'],
};

export const addRightsOf = (name: EntityName): readonly PrivilegeKey[] => addRights[name] ?? [`${nounOf(name)}.create`];

/** Whether somebody may make one in a company, or in any of theirs. */
export const mayCreate = (name: EntityName, who: Self, companyId?: number): boolean =>
  addRightsOf(name).every((right) => mayDo(who, right, companyId));

export const mayGet = (name: EntityName, who: Self): boolean => mayDo(who, `${nounOf(name)}.get`);

export const mayChange = (of: Declaration, who: Self, row: ListedRow): boolean =>
  of.mayChange?.(who, row) ?? mayDo(who, `${of.entity.name}.update`, companyOf(of, row));

/** Whether the person may take this row, or any row, into the other segment. */
export function mayTurn(of: Declaration, who: Self, turn: 'disable' | 'restore', row?: ListedRow): boolean {
  // Their role in a company rests with it, so only those are shown one that was put away who may take it back.
  if (of.name === 'companies' && turn === 'restore') return !row || !('is_deleted' in row) || row.is_deleted === 1;
  const key = of.turning?.rights[turn] ?? (`${of.entity.name}.${turn === 'disable' ? 'delete' : 'restore'}` as const);
  return mayDo(who, key, row && companyOf(of, row));
}

/** What lies in the installation's pool belongs to company 0: whoever may do it anywhere may do it there. */
const companyOf = (of: Declaration, row: ListedRow): number | undefined => of.companyOf(row) || undefined;
