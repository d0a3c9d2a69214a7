import { IconBuilding } from '@tabler/icons-react';
import { companies } from '#contract/companies.ts';
import { DayTime } from '../../../ui/day-time.tsx';
import { declare } from '../declaration.ts';
import { initialsOf } from '../suggestions.ts';

export const companyDeclaration = declare(companies, {
  icon: IconBuilding,
  defaultSort: 'company_name',
  title: (row) => row.company_name,
  companyOf: (row) => row.id,
  // Whoever adds a company owns it.
  mayCreate: () => true,
  columns: [
    { name: 'name', sort: 'company_name', cell: (row) => <b>{row.company_name}</b> },
    { name: 'prefix', sort: 'case_prefix', cell: (row) => row.case_prefix, onPhone: 'end' },
    { name: 'url', cell: (row) => row.url, isDim: true, onPhone: 'second' },
    { name: 'updated', sort: 'updated', cell: (row) => <DayTime at={row.updated} />, isDim: true },
  ],
  form: [
    {
      part: 'main',
      fields: [
        { name: 'company_name', kind: 'text' },
        { name: 'case_prefix', kind: 'text', suggest: { from: 'company_name', make: initialsOf } },
        { name: 'url', kind: 'address', isWide: true },
      ],
    },
  ],
});
