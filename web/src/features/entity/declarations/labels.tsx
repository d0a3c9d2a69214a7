import { IconBookmark } from '@tabler/icons-react';
import { labels } from '#contract/labels.ts';
import { DayTime } from '../../../ui/day-time.tsx';
import { companyColumn } from '../company-column.tsx';
import { declare } from '../declaration.ts';
import { byCompany } from '../list-filter.ts';

export const declaration = declare(labels, {
  icon: IconBookmark,
  defaultSort: 'name',
  title: (row) => row.name,
  filters: [byCompany],
  columns: [
    { name: 'name', sort: 'name', cell: (row) => <b>{row.name}</b> },
    companyColumn({ onPhone: 'second' }),
    { name: 'tickets', cell: (row) => row.ticket_count, isNumber: true, onPhone: 'end' },
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
