import { PasswordInput } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { hostOfLink, links } from '#contract/links.ts';
import { products } from '#contract/products.ts';
import { DayTime } from '../../../ui/day-time.tsx';
import { reference } from '../../../ui/offered/reference.ts';
import { companyColumn } from '../company-column.tsx';
import { declare } from '../declaration.ts';
import type { CustomFieldProps } from '../form-field.ts';
import { byCompany } from '../list-filter.ts';

export const declaration = declare(links, {
  icon: IconExternalLink,
  defaultSort: 'name',
  title: (row) => row.name,
  filters: [byCompany],
  columns: [
    { name: 'name', sort: 'name', cell: (row) => <b>{row.name}</b> },
    { name: 'host', cell: (row) => hostOfLink(row.url), isDim: true, onPhone: 'second' },
    { name: 'signed', cell: (row) => row.is_signed === 1 && <SignedMark />, isDim: true },
    companyColumn(),
    { name: 'updated', sort: 'updated', cell: (row) => <DayTime at={row.updated} />, isDim: true, onPhone: 'end' },
  ],
  form: [
    {
      part: 'main',
      fields: [
        { name: 'company_id', kind: 'company', isOnlyNew: true, isWide: true },
        { name: 'name', kind: 'text', isWide: true },
        { name: 'url', kind: 'text', isWide: true },
        { name: 'product_ids', kind: 'references', to: reference(products, (row) => row.name), isWide: true },
      ],
    },
    {
      part: 'token',
      fields: [
        { name: 'is_signed', kind: 'flag', isWide: true },
        {
          name: 'secret',
          kind: 'custom',
          isWide: true,
          isShown: (values) => String(values.is_signed) === '1',
          render: (props) => <Secret {...props} />,
        },
      ],
    },
  ],
});

function SignedMark() {
  return useTranslation().t('common.yes');
}

/** Nobody who looks over a shoulder reads it, and no browser offers it as what was typed here before. */
function Secret({ name, label, description, value, onChange, error, isReadOnly }: CustomFieldProps) {
  const { t } = useTranslation();
  return (
    <PasswordInput
      {...{ name, label, description, error }}
      disabled={isReadOnly}
      autoComplete="new-password"
      visibilityToggleButtonProps={{ 'aria-label': t('common.show_secret') }}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
