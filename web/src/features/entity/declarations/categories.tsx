import { IconFolder } from '@tabler/icons-react';
import { categories } from '#contract/categories.ts';
import { DayTime } from '../../../ui/day-time.tsx';
import { companyColumn } from '../company-column.tsx';
import { declare } from '../declaration.ts';
import { byCompany } from '../list-filter.ts';

export const declaration = declare(categories, {
  icon: IconFolder,
  defaultSort: 'name',
  title: (row) => row.name,
  filters: [byCompany],
  columns: [
    { name: 'name', sort: 'name', cell: (row) => <b>{row.name}</b> },
    companyColumn({ onPhone: 'second' }),
    { name: 'templates', sort: 'template_count', cell: (row) => row.template_count, isNumber: true, onPhone: 'end' },
    { name: 'updated', sort: 'updated', cell: (row) => <DayTime at={row.updated} />, isDim: true },
  ],
  form: [
    {
      part: 'main',
      fields: [
        { name: 'company_id', kind: 'company', isOnlyNew: true, isWide: true },
        { name: 'name', kind: 'text', isWide: true },
      ],
    },
  ],
});
