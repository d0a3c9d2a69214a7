import { IconBox } from '@tabler/icons-react';
import { products } from '#contract/products.ts';
import { Chip } from '../../../ui/chip.tsx';
import { DayTime } from '../../../ui/day-time.tsx';
import c from '../../../ui/list-page.module.css';
import { companyColumn } from '../company-column.tsx';
import { declare } from '../declaration.ts';
import { byCompany } from '../list-filter.ts';
import { abbreviate } from '../suggestions.ts';

export const productDeclaration = declare(products, {
  icon: IconBox,
  defaultSort: 'name',
  title: (row) => row.name,
  filters: [byCompany],
  columns: [
    {
      name: 'name',
      sort: 'name',
      cell: (row) => (
        <span className={c.named}>
          <Chip of={row} />
          <b>{row.name}</b>
        </span>
      ),
    },
    companyColumn({ onPhone: 'second' }),
    {
      name: 'unresolved',
      sort: 'unresolved_tickets',
      cell: (row) => row.unresolved_tickets,
      isNumber: true,
      onPhone: 'end',
    },
    { name: 'updated', sort: 'updated', cell: (row) => <DayTime at={row.updated} />, isDim: true },
  ],
  form: [
    {
      part: 'main',
      fields: [
        { name: 'company_id', kind: 'company', isOnlyNew: true, isWide: true },
        { name: 'name', kind: 'text' },
        { name: 'abbreviation', kind: 'text', suggest: { from: 'name', make: abbreviate } },
        { name: 'color', kind: 'colour', isWide: true },
      ],
    },
  ],
});
