import type { Self } from '../../../api/self.ts';
import { lettersOf } from '../../../ui/chip.tsx';
import { apart } from '../../../ui/offered/apart.ts';
import type { Ticket } from '../ticket-queries.ts';

type Row = Pick<Ticket, 'company_id' | 'product_id'> & { product: Pick<Ticket['product'], 'name' | 'abbreviation'> };

/** Whose product a row is of, by name, where another company's one in the list has the same letters. */
export function whoseProduct(
  companies: Pick<Self, 'companies'>['companies'],
  rows: readonly Row[],
): (row: Row) => string | undefined {
  const productOf = ({ product_id: id, company_id, product }: Row) => ({ id, company_id, ...product });
  const called = apart(companies, rows.map(productOf), lettersOf);
  const isShared = (row: Row) => called(productOf(row)) !== lettersOf(row.product);
  return (row) => (isShared(row) ? companies.find((one) => one.id === row.company_id)?.company_name : undefined);
}
