import { useQuery } from '@tanstack/react-query';
import { products } from '#contract/products.ts';
import { rowsQuery } from '../../api/rows.ts';
import { useSelf } from '../../api/self.ts';
import { productColours } from '../../ui/colours.ts';
import type { Declaration } from './declaration.ts';
import type { FormValues } from './form-values.ts';

/** What a new one starts with, `chosen` before; null while that is not known yet. */
export function useStartValues(of: Declaration, chosen: FormValues = {}): FormValues | null {
  const who = useSelf();
  const isProduct = of.name === 'products';
  const taken = useQuery({
    ...rowsQuery(products, { fields: ['color'], sort: [['id', 'desc']], range: [0, 100] }),
    enabled: isProduct,
  });
  const company_id = chosen.company_id ?? String(who.companies[0]?.id ?? '');
  if (!isProduct) return { ...of.start, company_id, ...chosen };
  if (taken.isPending) return null;
  return { company_id, color: freeColour(taken.data?.rows.map((row) => row.color) ?? []) };
}

/** The colour that fewest products have, so that new ones differ from those that are there. */
export function freeColour(taken: readonly string[]): string {
  const uses = (value: string) => taken.filter((one) => one.toLowerCase() === value).length;
  const [first, ...others] = productColours;
  return others.reduce((best, one) => (uses(one.value) < uses(best.value) ? one : best), first as { value: string })
    .value;
}
