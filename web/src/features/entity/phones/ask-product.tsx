import { Button, Group, Select, Stack } from '@mantine/core';
import { modals } from '@mantine/modals';
import i18next from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '#contract/entity.ts';
import { productCallPhones } from '#contract/product-call-phones.ts';
import { products } from '#contract/products.ts';
import { mayDo, useSelf } from '../../../api/self.ts';
import { focusFirstProblem } from '../../../ui/form-problems.ts';
import { reference } from '../../../ui/offered/reference.ts';
import { ReferenceField } from '../reference-field.tsx';

type Product = { id: number; name: string };
const toProduct = reference(products, (row) => row.name);

/** Asks which product free numbers shall be for; null when the person lets it be. */
export function askProduct(phones: readonly Row<typeof productCallPhones>[]): Promise<Product | null> {
  const count = phones.length;
  const name = phones[0]?.readable_number ?? '';
  return new Promise((answer) => {
    const id = modals.open({
      title: count === 1 ? i18next.t('phones.take_number', { name }) : i18next.t('phones.take_several', { count }),
      centered: true,
      closeButtonProps: { 'aria-label': i18next.t('common.close') },
      children: (
        <AskProduct
          onAnswer={(product) => {
            answer(product);
            modals.close(id);
          }}
        />
      ),
      onClose: () => answer(null),
    });
  });
}

function AskProduct({ onAnswer }: { onAnswer: (product: Product | null) => void }) {
  const { t } = useTranslation();
  const who = useSelf();
  const companies = who.companies.filter((one) => mayDo(who, `${productCallPhones.name}.update`, one.id));
  const [companyId, setCompany] = useState(companies[0]?.id ?? null);
  const [product, setProduct] = useState<Product | null>(null);
  const [isMissing, setMissing] = useState(false);
  return (
    <Stack
      component="form"
      gap={16}
      onSubmit={(event) => {
        event.preventDefault();
        if (product) return onAnswer(product);
        setMissing(true);
        focusFirstProblem(event.currentTarget, { product_id: t('errors.required') });
      }}
    >
      {companies.length > 1 && (
        <Select
          label={t('list.company')}
          data={companies.map((one) => ({ value: String(one.id), label: one.company_name }))}
          value={String(companyId)}
          allowDeselect={false}
          onChange={(next) => {
            setCompany(Number(next));
            setProduct(null);
          }}
        />
      )}
      <ReferenceField
        data-autofocus
        name="product_id"
        label={t('entities.phones.fields.product_id')}
        to={toProduct}
        companyId={companyId}
        value={product?.id ?? null}
        onChange={(id, name) => {
          setProduct(id === null ? null : { id, name });
          setMissing(false);
        }}
        error={isMissing && t('errors.required')}
      />
      <Group justify="flex-end" gap={8}>
        <Button variant="subtle" color="gray" onClick={() => onAnswer(null)}>
          {t('common.cancel')}
        </Button>
        <Button type="submit">{t('phones.take')}</Button>
      </Group>
    </Stack>
  );
}
