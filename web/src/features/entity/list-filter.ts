import type { Self } from '../../api/self.ts';
import type { Reference } from '../../ui/offered/reference.ts';

/** One way to narrow a list, by a field of the entity that equals the chosen value. Its name is the column's or the field's. */
export type ListFilter = {
  readonly name: string;
  readonly isShown: (who: Self) => boolean;
} & (
  | { readonly kind: 'company' }
  | { readonly kind: 'reference'; readonly to: Reference }
  /** Named by `entities.{entity}.choices.{field}.{value}`. */
  | { readonly kind: 'choice'; readonly values: readonly string[]; readonly isNumber?: boolean }
);

export const byCompany: ListFilter = {
  name: 'company_id',
  kind: 'company',
  isShown: (who) => who.companies.length > 1,
};
export const byReference = (name: string, to: Reference): ListFilter => ({
  name,
  kind: 'reference',
  to,
  isShown: () => true,
});
export const byChoice = (name: string, values: readonly string[], isNumber = false): ListFilter => ({
  name,
  kind: 'choice',
  values,
  isNumber,
  isShown: () => true,
});
