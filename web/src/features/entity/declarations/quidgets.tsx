import { IconMessageCircle } from '@tabler/icons-react';
import i18next from 'i18next';
import { products } from '#contract/products.ts';
import { quidgets } from '#contract/quidgets.ts';
import { Chip, Dot } from '../../../ui/chip.tsx';
import { DayTime } from '../../../ui/day-time.tsx';
import c from '../../../ui/list-page.module.css';
import { reference } from '../../../ui/offered/reference.ts';
import { companyColumn } from '../company-column.tsx';
import { declare } from '../declaration.ts';
import { byCompany, byReference } from '../list-filter.ts';

export const declaration = declare(quidgets, {
  icon: IconMessageCircle,
  defaultSort: 'name',
  title: (row) => row.name,
  filters: [
    byCompany,
    byReference(
      'product_id',
      reference(products, (row) => row.name),
    ),
  ],
  columns: [
    {
      name: 'name',
      sort: 'name',
      cell: (row) => (
        <span className={c.named}>
          <Dot color={row.color} />
          <b>{row.name}</b>
        </span>
      ),
    },
    { name: 'title', sort: 'title', cell: (row) => row.title, onPhone: 'second' },
    { name: 'product', sort: 'product.name', cell: (row) => <Chip of={row.product} />, onPhone: 'end' },
    {
      name: 'domains',
      cell: (row) => row.allowed_domains.join(', ') || i18next.t('entities.quidgets.domains_everywhere'),
      isDim: true,
      onPhone: 'after',
    },
    companyColumn(),
    { name: 'updated', sort: 'updated', cell: (row) => <DayTime at={row.updated} />, isDim: true },
  ],
  form: [],
});
