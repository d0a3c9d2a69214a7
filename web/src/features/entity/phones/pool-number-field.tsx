import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { productCallPhones } from '#contract/product-call-phones.ts';
import { rowsQuery } from '../../../api/rows.ts';
import { reference } from '../../../ui/offered/reference.ts';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import type { CustomFieldProps } from '../form-field.ts';
import { textOf } from '../form-values.ts';
import { ReferenceField } from '../reference-field.tsx';
import { countryName } from './country-name.ts';
import c from './phones.module.css';
import { PoolHint } from './pool-hint.tsx';

const inPool = [['product_id', '=', 0]] as const;
const free = {
  ...reference(productCallPhones, (row) =>
    [row.readable_number, countryName(row.country_code)].filter(Boolean).join(' · '),
  ),
  sort: 'phone_number',
  where: inPool,
};

/** One of the numbers that nobody has, or what to do where there is none. */
export function PoolNumberField({ name, label, value, onChange, error, isReadOnly }: CustomFieldProps) {
  const { t } = useTranslation();
  const pool = useQuery(
    rowsQuery(productCallPhones, { fields: ['id'], conditions: [...inPool, ['is_deleted', '=', 0]], range: [0, 1] }),
  );
  if (pool.isPending) return <SkeletonRows label={t('list.loading')} rows={1} columns="1fr" height={60} />;
  if (pool.data?.total === 0)
    return (
      <div className={c.none} role="note">
        <b>{t('entities.phones.none_disabled')}</b>
        <p>{t('entities.phones.none_disabled_text')}</p>
        <PoolHint />
      </div>
    );
  return (
    <ReferenceField
      name={name}
      label={label}
      error={error}
      disabled={isReadOnly}
      to={free}
      companyId={null}
      value={Number(textOf(value)) || null}
      onChange={(id) => onChange(textOf(id))}
    />
  );
}
