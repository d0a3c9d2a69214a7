import { IconAddressBook } from '@tabler/icons-react';
import { customers } from '#contract/customers.ts';
import { languages } from '#contract/settings.ts';
import { DayTime } from '../../../ui/day-time.tsx';
import { Face } from '../../../ui/face.tsx';
import c from '../../../ui/list-page.module.css';
import { readableAddress } from '../../../ui/readable-address.ts';
import { ZoneSelect } from '../../../ui/zone-select.tsx';
import { companyColumn } from '../company-column.tsx';
import { declare } from '../declaration.ts';
import { byCompany } from '../list-filter.ts';

export const declaration = declare(customers, {
  icon: IconAddressBook,
  section: 'customers',
  defaultSort: '-updated',
  title: (row) => nameOf(row),
  filters: [byCompany],
  columns: [
    {
      name: 'name',
      sort: 'first_name',
      cell: (row) => (
        <span className={c.named}>
          <Face name={nameOf(row)} />
          <b>{nameOf(row)}</b>
        </span>
      ),
    },
    { name: 'email', sort: 'email', cell: (row) => readableAddress(row.email ?? ''), onPhone: 'second' },
    // Who has nothing else is called by it.
    {
      name: 'phone',
      cell: (row) => row.phone,
      isDim: true,
      onPhone: (row) => (row.email || nameOf(row) === row.phone ? undefined : 'second'),
    },
    companyColumn(),
    { name: 'updated', sort: 'updated', cell: (row) => <DayTime at={row.updated} />, isDim: true, onPhone: 'end' },
  ],
  form: [
    {
      part: 'main',
      fields: [
        { name: 'company_id', kind: 'company', isOnlyNew: true, isWide: true },
        { name: 'first_name', kind: 'text' },
        { name: 'last_name', kind: 'text' },
        { name: 'email', kind: 'email' },
        { name: 'phone', kind: 'phone' },
        { name: 'language', kind: 'choice', values: languages },
        {
          name: 'time_zone',
          kind: 'custom',
          render: ({ name, label, description, value, onChange, error, isReadOnly }) => (
            <ZoneSelect
              {...{ name, label, description, error }}
              disabled={isReadOnly}
              value={typeof value === 'string' && value !== '' ? value : null}
              onChange={onChange}
            />
          ),
          show: (value) => (typeof value === 'string' ? value : ''),
        },
      ],
    },
    { part: 'more', fields: [{ name: 'note', kind: 'lines', isWide: true }] },
  ],
});

type Named = { first_name: string; last_name: string; email: string | null; phone: string | null };
function nameOf(row: Named): string {
  return readableAddress(`${row.first_name} ${row.last_name}`.trim() || row.email || row.phone || '#');
}
