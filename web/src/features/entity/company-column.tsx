import type { Column } from './declaration.ts';

/** Whose a row is, for people who work for several companies. */
export function companyColumn<R extends { readonly company_id: number }>(
  the: Pick<Column<R>, 'onPhone'> = {},
): Column<R> {
  return {
    name: 'company',
    cell: (row, { companyNames }) => companyNames.get(row.company_id),
    isDim: true,
    isShown: (who) => who.companies.length > 1,
    onPhone: 'top',
    ...the,
  };
}
