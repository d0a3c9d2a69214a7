import type { Self } from '../../api/self.ts';
import type { EntityName } from './entity-names.ts';
import { mayCreate } from './entity-rights.ts';

export const companiesToAdd = (name: EntityName, who: Self): Self['companies'] =>
  who.companies.filter(({ id }) => mayCreate(name, who, id));

/** Where a new one starts: in the company that was looked at, where they may make one there; else in the first where they may. */
export function companyToAdd(name: EntityName, who: Self, looked?: number): number | undefined {
  const companies = companiesToAdd(name, who);
  return (companies.find(({ id }) => id === looked) ?? companies[0])?.id;
}
