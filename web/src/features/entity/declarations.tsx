import { IconAddressBook, IconBox, IconBuilding, IconMailbox } from '@tabler/icons-react';
import { companies } from '#contract/companies.ts';
import { customers } from '#contract/customers.ts';
import { mailboxes } from '#contract/mailboxes.ts';
import { products } from '#contract/products.ts';
import { mayDo, type Self } from '../../api/self.ts';
import { Chip } from '../../ui/chip.tsx';
import { DayTime } from '../../ui/day-time.tsx';
import { Face } from '../../ui/face.tsx';
import c from '../../ui/list-page.module.css';
import { MailboxHealth } from '../../ui/mailbox-health.tsx';
import { type Declaration, declare } from './declaration.ts';
import type { EntityName } from './entity-names.ts';
import { abbreviate, initialsOf } from './suggestions.ts';

const hasSeveralCompanies = (who: Self) => who.companies.length > 1;

const product = declare(products, {
  name: 'products',
  icon: IconBox,
  section: 'administration',
  defaultSort: 'name',
  title: (row) => row.name,
  searched: (row) => `${row.name} ${row.abbreviation}`,
  companyOf: (row) => row.company_id,
  mayCreate: (who) => mayDo(who, 'products.create'),
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
    {
      name: 'company',
      cell: (row, { companyNames }) => companyNames.get(row.company_id),
      isShown: hasSeveralCompanies,
      onPhone: 'second',
    },
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

const company = declare(companies, {
  name: 'companies',
  icon: IconBuilding,
  section: 'administration',
  defaultSort: 'company_name',
  title: (row) => row.company_name,
  searched: (row) => `${row.company_name} ${row.case_prefix} ${row.url ?? ''}`,
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

const mailbox = declare(mailboxes, {
  name: 'mailboxes',
  icon: IconMailbox,
  section: 'administration',
  defaultSort: 'from_email',
  title: (row) => row.from_email,
  searched: (row) => `${row.from_email} ${row.name} ${row.product.name}`,
  companyOf: (row) => row.company_id,
  mayCreate: (who) => mayDo(who, 'mailboxes.create'),
  columns: [
    { name: 'address', sort: 'from_email', cell: (row) => <b>{row.from_email}</b> },
    { name: 'product', sort: 'product.name', cell: (row) => <Chip of={row.product} /> },
    { name: 'health', sort: 'health_state', cell: (row) => <MailboxHealth of={row} />, onPhone: 'second' },
    {
      name: 'fetched',
      sort: 'last_fetched_at',
      cell: (row) => row.last_fetched_at && <DayTime at={row.last_fetched_at} />,
      isDim: true,
    },
    {
      name: 'waiting',
      sort: 'deliveries_waiting',
      cell: (row) => row.deliveries_waiting,
      isNumber: true,
    },
  ],
  form: [],
});

const customer = declare(customers, {
  name: 'customers',
  icon: IconAddressBook,
  section: 'customers',
  defaultSort: '-updated',
  title: (row) => nameOf(row),
  searched: (row) => `${row.first_name} ${row.last_name} ${row.email ?? ''} ${row.phone ?? ''}`,
  companyOf: (row) => row.company_id,
  mayCreate: (who) => mayDo(who, 'customers.create'),
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
    { name: 'email', sort: 'email', cell: (row) => row.email, onPhone: 'second' },
    { name: 'phone', cell: (row) => row.phone, isDim: true },
    {
      name: 'company',
      cell: (row, { companyNames }) => companyNames.get(row.company_id),
      isDim: true,
      isShown: hasSeveralCompanies,
    },
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
      ],
    },
    { part: 'more', fields: [{ name: 'note', kind: 'lines', isWide: true }] },
  ],
});

export const declarations: Record<EntityName, Declaration> = {
  products: product,
  companies: company,
  mailboxes: mailbox,
  customers: customer,
};

type Named = { first_name: string; last_name: string; email: string | null; phone: string | null };
function nameOf(row: Named): string {
  return `${row.first_name} ${row.last_name}`.trim() || row.email || row.phone || '#';
}
