import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { products } from '#contract/products.ts';
import { tags, tagsPerTicketMax } from '#contract/tags.ts';
import { users } from '#contract/users.ts';
import { OfferedMultiSelect, OfferedSelect } from '../../ui/offered/offered-select.tsx';
import { named } from '../../ui/offered/reference.ts';
import { useOffered } from '../../ui/offered/use-offered.ts';

type Choice<T> = { companyId: number; value: T; onChange: (value: T) => void };

const toPerson = named(users, 'email');
const toTag = named(tags);
const toProduct = named(products);

type Product = { id: number; company_id: number; is_deleted?: number };

/** What a letter is about: what was chosen, else the first there is of that company, or of any. Undefined while that is not known. */
export function useComposedProduct(id: number | null, ofCompany: number | null): Product | undefined {
  const chosen = id === null ? [] : [id];
  const { rows, isSettled } = useOffered({ to: toProduct, companyId: id === null ? ofCompany : null, chosen });
  const those = rows as readonly Product[]; // by the fields that are asked for
  return those.find((one) => one.id === id && one.is_deleted !== 1) ?? (isSettled ? those[0] : undefined);
}

/** Whose it is, 0 at first. The company stays while a product is learnt: what is typed in that moment is about this one, too. */
export function useComposedCompany(product: Product | undefined): number {
  const [known, know] = useState(0);
  const companyId = product?.company_id ?? known;
  if (companyId !== known) know(companyId);
  return companyId;
}

export function ProductChoice(props: { value: number | null; error: ReactNode; onChange: (id: number) => void }) {
  const { t } = useTranslation();
  const { value, error, onChange } = props;
  return (
    <OfferedSelect
      label={t('tickets.context.product')}
      name="product_id"
      error={error}
      to={toProduct}
      companyId={null}
      value={value}
      onChange={(id) => id !== null && onChange(id)}
    />
  );
}

/** Who gets it, of those who work for the company. */
export function AssigneeChoice({ companyId, value, onChange }: Choice<number | null>) {
  const { t } = useTranslation();
  return (
    <OfferedSelect
      // What was typed was about another company.
      key={companyId}
      label={t('tickets.context.assignee')}
      placeholder={t('tickets.ticket.unassigned')}
      clearable
      to={toPerson}
      companyId={companyId}
      isAsked={companyId > 0}
      value={value}
      onChange={onChange}
    />
  );
}

/** What it is marked with, of the company's tags. */
export function TagsChoice({ companyId, value, onChange }: Choice<number[]>) {
  const { t } = useTranslation();
  return (
    <OfferedMultiSelect
      key={companyId}
      label={t('tags.title')}
      maxValues={tagsPerTicketMax}
      to={toTag}
      companyId={companyId}
      isAsked={companyId > 0}
      value={value}
      onChange={onChange}
    />
  );
}
