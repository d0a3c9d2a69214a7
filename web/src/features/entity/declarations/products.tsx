import { IconBox } from '@tabler/icons-react';
import { calendars } from '#contract/calendars.ts';
import { mailboxes } from '#contract/mailboxes.ts';
import { autoReplyWhens, products } from '#contract/products.ts';
import { teams } from '#contract/teams.ts';
import { templateVariables } from '#contract/template-variables.ts';
import { Chip } from '../../../ui/chip.tsx';
import { DayTime } from '../../../ui/day-time.tsx';
import { IntegrationHealth } from '../../../ui/integration-health.tsx';
import c from '../../../ui/list-page.module.css';
import { MailboxHealth } from '../../../ui/mailbox-health.tsx';
import { reference } from '../../../ui/offered/reference.ts';
import { companyColumn } from '../company-column.tsx';
import { declare } from '../declaration.ts';
import { AutoReplyField, autoReplyWords } from '../fields/auto-reply-field.tsx';
import { Channels } from '../fields/channels.tsx';
import type { FormValues } from '../form-values.ts';
import { byCompany, byReference } from '../list-filter.ts';
import { abbreviate } from '../suggestions.ts';

const toTeam = reference(teams, (row) => row.name);
const toMailbox = reference(mailboxes, (row) => row.from_email);
const toCalendar = reference(calendars, (row) => row.name);
const isOn = (values: FormValues) => String(values.auto_reply) === '1';

export const declaration = declare(products, {
  icon: IconBox,
  defaultSort: 'name',
  title: (row) => row.name,
  leadsTo: 'mailboxes',
  filters: [byCompany, byReference('team_id', toTeam)],
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
    { name: 'team', cell: (row) => row.team, isDim: true, isOptional: true },
    { name: 'channels', cell: (row) => <Channels of={row.channels} />, isDim: true },
    {
      name: 'health',
      cell: ({ channels: { health_kind, health_state, health_key, health_since, send_error_key } }) =>
        health_state &&
        (health_kind === 'messenger' ? (
          <IntegrationHealth of={{ health_state }} />
        ) : (
          <MailboxHealth of={{ health_state, health_key, health_since, send_error_key }} />
        )),
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
    // A new one asks for a name; how it answers comes when it is there.
    {
      part: 'team',
      fields: [
        { name: 'team_id', kind: 'reference', to: toTeam, isOnlyEdit: true },
        { name: 'mailbox_id', kind: 'reference', to: toMailbox, isOnlyEdit: true },
      ],
    },
    {
      part: 'signature',
      fields: [
        { name: 'signature', kind: 'rich', isWide: true, variables: templateVariables, isOnlyEdit: true },
        { name: 'logo_in_letters', kind: 'flag', isWide: true, isOnlyEdit: true },
      ],
    },
    {
      part: 'auto-reply',
      fields: [
        { name: 'auto_reply', kind: 'flag', isWide: true, isOnlyEdit: true },
        { name: 'auto_reply_when', kind: 'choice', values: autoReplyWhens, isOnlyEdit: true, isShown: isOn },
        {
          name: 'auto_reply_calendar_id',
          kind: 'reference',
          to: toCalendar,
          isOnlyEdit: true,
          isShown: (values) => isOn(values) && values.auto_reply_when !== 'always',
        },
        {
          name: 'auto_reply_texts',
          kind: 'custom',
          isWide: true,
          isOnlyEdit: true,
          isShown: isOn,
          render: (props) => <AutoReplyField {...props} />,
          show: autoReplyWords,
        },
      ],
    },
  ],
});
