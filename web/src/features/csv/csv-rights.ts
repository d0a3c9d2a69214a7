import type { CsvEntity } from '#contract/csv.ts';
import type { PrivilegeKey } from '#contract/privileges.ts';
import { mayDo, type Self } from '../../api/self.ts';

const importRights: Readonly<Record<CsvEntity, readonly PrivilegeKey[]>> = {
  customers: ['customers.create', 'customers.update'],
  users: ['invites.create'],
  templates: ['templates.create', 'templates.update'],
  tags: ['tags.create', 'tags.update'],
  'product-call-phones': ['product-call-phones.update'],
};

export const isCsvEntity = (name: string): name is CsvEntity => Object.hasOwn(importRights, name);

/** The companies whose rows somebody may bring in. */
export const companiesToImport = (who: Self, entity: CsvEntity) =>
  who.companies.filter(({ id }) => importRights[entity].some((right) => mayDo(who, right, id)));
export const companiesToExport = (who: Self, entity: CsvEntity) =>
  who.companies.filter(({ id }) => mayDo(who, `${entity}.get`, id));
