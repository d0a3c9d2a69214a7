import i18next from 'i18next';
import type { Declaration } from './declaration.ts';

// A noun's own words are found by the names of its declaration, which no type can check: `words.test.ts` does.
const word = (key: string, defaultValue?: string): string =>
  i18next.t(key as 'entities.products.plural', defaultValue === undefined ? {} : { defaultValue });

type Named = Pick<Declaration, 'name'>;

export const fieldWord = (of: Named, field: string): string => word(`entities.${of.name}.fields.${field}`);
/** Undefined where nothing needs to be said. */
export const helpWord = (of: Named, field: string): string | undefined =>
  word(`entities.${of.name}.help.${field}`, '') || undefined;
export const columnWord = (of: Named, column: string): string => word(`entities.${of.name}.columns.${column}`);
export const partWord = (of: Named, part: string): string => word(`entities.${of.name}.parts.${part}`);
export const choiceWord = (of: Named, field: string, value: string): string =>
  word(`entities.${of.name}.choices.${field}.${value}`);
