import i18next from 'i18next';
import type { Declaration } from './declaration.ts';
import type { ListFilter } from './list-filter.ts';

// A noun's own words are found by the names of its declaration, which no type can check: `declarations.test.ts` does.
const word = (key: string, options: Record<string, unknown> = {}): string =>
  i18next.t(key as 'entities.products.plural', options);

type Named = Pick<Declaration, 'name'>;

export const fieldWord = (of: Named, field: string): string => word(`entities.${of.name}.fields.${field}`);
/** Undefined where nothing needs to be said. */
export const helpWord = (of: Named, field: string): string | undefined =>
  word(`entities.${of.name}.help.${field}`, { defaultValue: '' }) || undefined;
export const columnWord = (of: Named, column: string): string => word(`entities.${of.name}.columns.${column}`);
export const partWord = (of: Named, part: string): string => word(`entities.${of.name}.parts.${part}`);
export const choiceWord = (of: Named, field: string, value: string): string =>
  word(`entities.${of.name}.choices.${field}.${value}`);
/** A filter is called like its field, unless it has a word of its own. */
export const filterWord = (of: Named, filter: ListFilter): string =>
  filter.kind === 'company'
    ? i18next.t('list.company')
    : word(`entities.${of.name}.filters.${filter.name}`, { defaultValue: '' }) || fieldWord(of, filter.name);
export const dependentWord = (name: string, count: number): string => word(`dependents.${name}`, { count });
