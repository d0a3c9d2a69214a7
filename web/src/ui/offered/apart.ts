import { type Self, useSelf } from '../../api/self.ts';

type Companies = Pick<Self, 'companies'>['companies'];
type Told = { readonly id: number; readonly company_id?: number };

/**
 * What each row is called: with its company's name where another company has one of the same name. Whoever works for one
 * company sees names as they are.
 */
export function apart<R extends Told>(
  companies: Companies,
  rows: readonly R[],
  nameOf: (row: R) => string,
): (row: R) => string {
  if (companies.length < 2) return nameOf;
  const first = new Map<string, R>();
  const shared = new Set<string>();
  for (const row of rows) {
    const name = nameOf(row);
    const other = first.get(name);
    if (!other) first.set(name, row);
    // Somebody who works for several companies is a row in each of them.
    else if (other.company_id !== row.company_id && other.id !== row.id) shared.add(name);
  }
  const of = new Map(companies.map((one) => [one.id, one.company_name]));
  return (row) => {
    const name = nameOf(row);
    const company = shared.has(name) && row.company_id !== undefined && of.get(row.company_id);
    return company ? `${name} · ${company}` : name;
  };
}

/** The same of rows that have a name. */
export function useApart<R extends Told & { readonly name: string }>(rows: readonly R[] = []): (row: R) => string {
  return apart(useSelf().companies, rows, (row) => row.name);
}
