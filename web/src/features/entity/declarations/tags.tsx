import { IconTag } from '@tabler/icons-react';
import { tags } from '#contract/tags.ts';
import { Dot } from '../../../ui/chip.tsx';
import { DayTime } from '../../../ui/day-time.tsx';
import c from '../../../ui/list-page.module.css';
import { companyColumn } from '../company-column.tsx';
import { declare } from '../declaration.ts';
import { byCompany } from '../list-filter.ts';
import { MergeTag } from '../merge-tag.tsx';

export const declaration = declare(tags, {
  icon: IconTag,
  defaultSort: 'name',
  title: (row) => row.name,
  filters: [byCompany],
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
        { name: 'color', kind: 'colour', isWide: true },
      ],
    },
  ],
  actions: (row) => <MergeTag tag={row} />,
});
