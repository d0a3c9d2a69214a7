import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { hostOfLink, links } from '#contract/links.ts';
import { products } from '#contract/products.ts';
import { DayTime } from '../../../ui/day-time.tsx';
import { companyColumn } from '../company-column.tsx';
import { declare } from '../declaration.ts';
import { reference } from '../form-field.ts';
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
        { name: 'secret', kind: 'text', isWide: true, isShown: (values) => String(values.is_signed) === '1' },
      ],
    },
  ],
});

function SignedMark() {
  return useTranslation().t('common.yes');
}
