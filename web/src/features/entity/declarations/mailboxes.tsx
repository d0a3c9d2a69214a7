import { IconMailbox } from '@tabler/icons-react';
import { healthStates } from '#contract/channel-health.ts';
import { mailboxes } from '#contract/mailboxes.ts';
import { products } from '#contract/products.ts';
import { Chip } from '../../../ui/chip.tsx';
import { DayTime } from '../../../ui/day-time.tsx';
import { MailboxHealth } from '../../../ui/mailbox-health.tsx';
import { reference } from '../../../ui/offered/reference.ts';
import { companyColumn } from '../company-column.tsx';
import { declare } from '../declaration.ts';
import { byChoice, byCompany, byReference } from '../list-filter.ts';

export const declaration = declare(mailboxes, {
  icon: IconMailbox,
  defaultSort: 'from_email',
  title: (row) => row.from_email,
  filters: [
    byCompany,
    byReference(
      'product_id',
      reference(products, (row) => row.name),
    ),
    byChoice('health_state', healthStates),
  ],
  columns: [
    { name: 'address', sort: 'from_email', cell: (row) => <b>{row.from_email}</b> },
    { name: 'product', sort: 'product.name', cell: (row) => <Chip of={row.product} />, onPhone: 'end' },
    { name: 'health', sort: 'health_state', cell: (row) => <MailboxHealth of={row} />, onPhone: 'second' },
    companyColumn(),
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
