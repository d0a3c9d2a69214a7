import { type Entity, type Row, rowsPerCallMax } from '#contract/entity.ts';
import type { RowsQuery } from '../../api/rows.ts';

/** Another noun to choose from, found by search. Of one company where it belongs to one and that is said. */
export type Reference = {
  readonly entity: Entity;
  readonly label: (row: object) => string;
  readonly sort: string;
  /** Which of them, instead of those of the company. */
  readonly where?: NonNullable<RowsQuery['conditions']>;
  /** What is asked of each; everything, unless this says what its label needs. */
  readonly fields?: readonly string[];
  /** What was disabled is offered as well: something may still be said of it. */
  readonly isEver?: boolean;
};

/** `reference(products, (row) => row.name)`; sorted by its first searched field. */
export function reference<E extends Entity>(entity: E, label: (row: Row<E>) => string): Reference {
  // It is handed rows of its own entity only.
  return { entity, label: label as unknown as Reference['label'], sort: entity.searched[0] ?? 'id' };
}

/** Known by its name and whose it is, with as little of each row as that takes, and what else is wanted of it. */
export function named(entity: Entity & { fields: { name: unknown } }, ...more: string[]): Reference {
  const whose = entity.fields.company_id ? ['company_id'] : [];
  const fields = ['id', 'name', ...whose, ...more];
  return { entity, label: (row) => (row as { name: string }).name, sort: 'name', fields };
}

/** The first of them, or of those that the words find. */
export function firstOf({ entity, sort, where, fields, isEver }: Reference, companyId: number | null): RowsQuery {
  const ofCompany = entity.fields.company_id && companyId !== null ? [['company_id', '=', companyId] as const] : [];
  const isUsed = entity.fields.is_deleted && !isEver ? [['is_deleted', '=', 0] as const] : [];
  return {
    ...(fields ? { fields } : {}),
    conditions: [...(where ?? ofCompany), ...isUsed],
    sort: [[sort, 'asc']],
    range: [0, rowsPerCallMax],
  };
}

/** What they are called. */
export function theseOf({ entity, fields }: Reference, ids: readonly number[]): RowsQuery {
  const isUsed = entity.fields.is_deleted ? ['is_deleted'] : [];
  return {
    ...(fields ? { fields: [...new Set([...fields, ...isUsed])] } : {}),
    conditions: [['id', 'in', ids]],
    range: [0, rowsPerCallMax],
  };
}
