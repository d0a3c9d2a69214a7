import type { Entity } from '#contract/entity.ts';
import { templates, templateTexts } from '#contract/templates.ts';

/** A cell's place in a row of an entity: a field, or a part of one. */
export type CsvColumn = { readonly name: string; readonly field: string; readonly part: string | undefined };

/** Everything of an entity that fits a cell, in the order of its declaration. */
export function csvColumns(of: Entity): CsvColumn[] {
  return Object.entries(of.fields).flatMap(([name, field]): CsvColumn[] => {
    if (!field.readable) return [];
    if (of.name === templates.name && name === 'texts')
      return Object.keys(templateTexts.shape).map((part) => ({ name: `${name}.${part}`, field: name, part }));
    // A structure is no cell, unless it is a plain text underneath.
    if (field.kind === 'json' && !field.value.safeParse('#123456').success) return [];
    return [{ name, field: name, part: undefined }];
  });
}

/** What stands in a cell for this column of a row as it travels. */
export function cellOf(row: Record<string, unknown>, { field, part }: CsvColumn): string | number | null {
  const path = part === undefined ? field.split('.') : [field, part];
  const value = path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[key] : undefined),
    row,
  );
  if (value === undefined || value === null) return null;
  if (Array.isArray(value)) return value.join(' ');
  return typeof value === 'number' ? value : String(value);
}
