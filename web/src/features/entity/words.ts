import i18next from 'i18next';
import { countText } from '../../ui/count-text.ts';
import type { Declaration } from './declaration.ts';
import type { ListFilter } from './list-filter.ts';
import type { Found } from './list-queries.ts';
import type { Segment } from './list-state.ts';

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
/** `In use 353`; the word alone until they are counted. */
export const segmentText = (of: Named, segment: Segment, counted?: Pick<Found, 'total' | 'totalIsCapped'>): string =>
  [
    segmentWord(of, segment),
    ...(counted ? [countText({ count: counted.total, isCapped: counted.totalIsCapped })] : []),
  ].join(' ');
/** Segments, and what leads from one to the other, are called alike unless a noun has words of its own. */
const segmentWord = (of: Named, segment: Segment): string =>
  word(`entities.${of.name}.segments.${segment}`, { defaultValue: i18next.t(`list.segments.${segment}`) });
export const turnWord = (of: Named, turn: 'disable' | 'restore'): string =>
  word(`entities.${of.name}.${turn}`, { defaultValue: i18next.t(`list.${turn}`) });
/** What is taken is not created. */
export const createdWord = (of: Named, outcome: 'created' | 'not_created'): string =>
  word(`entities.${of.name}.${outcome}`, { defaultValue: i18next.t(`saved.${outcome}`) });
export const addWord = (of: Named): string => word(`entities.${of.name}.add`);
/** What was made, by its name, and what it is good for from here. */
export const madeWord = (of: Named, name: string): string =>
  word(`entities.${of.name}.created_text`, { name, defaultValue: name });
export const noneDisabledWord = (of: Named, part: 'none_disabled' | 'none_disabled_text'): string =>
  word(`entities.${of.name}.${part}`, { defaultValue: i18next.t(`list.${part}`) });
