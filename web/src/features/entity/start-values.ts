import { useQuery } from '@tanstack/react-query';
import type { Entity } from '#contract/entity.ts';
import { products } from '#contract/products.ts';
import { tags } from '#contract/tags.ts';
import { rowsQuery } from '../../api/rows.ts';
import { useSelf } from '../../api/self.ts';
import { productColours } from '../../ui/colours.ts';
import { companyToAdd } from './companies-to-add.ts';
import type { Declaration } from './declaration.ts';
import type { FormValues } from './form-values.ts';

/** Nouns whose rows are told apart by their colour. */
const coloured: Readonly<Record<string, Entity>> = { products, tags };

/** What a new one starts with, `chosen` before, in `company` where that can be; null while that is not known yet. */
export function useStartValues(of: Declaration, chosen: FormValues, company?: number): FormValues | null {
  const who = useSelf();
  const entity = coloured[of.name];
  const taken = useQuery({
    ...rowsQuery(entity ?? products, { fields: ['color'], sort: [['id', 'desc']], range: [0, 100] }),
    enabled: entity !== undefined,
  });
  const company_id = String(companyToAdd(of.name, who, company) ?? '');
  if (!entity) return { ...of.start, company_id, ...chosen };
  if (taken.isPending) return null;
  const color = freeColour(taken.data?.rows.map((row) => String(row.color)) ?? []);
  return { ...of.start, company_id, color, ...chosen };
}

/** The colour that fewest have, so that new ones differ from those that are there. */
export function freeColour(taken: readonly string[]): string {
  const uses = (value: string) => taken.filter((one) => one.toLowerCase() === value).length;
  const [first, ...others] = productColours;
  return others.reduce((best, one) => (uses(one.value) < uses(best.value) ? one : best), first as { value: string })
    .value;
}
