import { IconUsersGroup } from '@tabler/icons-react';
import { calendars } from '#contract/calendars.ts';
import { teamRouting, teams } from '#contract/teams.ts';
import { templateVariables } from '#contract/template-variables.ts';
import { DayTime } from '../../../ui/day-time.tsx';
import { reference } from '../../../ui/offered/reference.ts';
import { companyColumn } from '../company-column.tsx';
import { declare } from '../declaration.ts';
import { MembersField, MembersWords } from '../fields/members-field.tsx';
import { TeamCounts } from '../fields/team-counts.tsx';
import { TeamQueue } from '../fields/team-queue.tsx';
import { byCompany } from '../list-filter.ts';

export const declaration = declare(teams, {
  icon: IconUsersGroup,
  defaultSort: 'name',
  title: (row) => row.name,
  filters: [byCompany],
  start: { routing: 'off' },
  columns: [
    { name: 'name', sort: 'name', cell: (row) => <b>{row.name}</b> },
    { name: 'there', cell: (row) => <TeamCounts of={row} />, onPhone: 'second' },
    { name: 'queue', cell: (row) => <TeamQueue of={row} /> },
    { name: 'people', cell: (row) => row.users_total, isNumber: true, onPhone: 'end' },
    companyColumn(),
    { name: 'updated', sort: 'updated', cell: (row) => <DayTime at={row.updated} />, isDim: true },
  ],
  form: [
    {
      part: 'general',
      fields: [
        { name: 'company_id', kind: 'company', isOnlyNew: true, isWide: true },
        { name: 'name', kind: 'text', isWide: true },
      ],
    },
    {
      part: 'routing',
      fields: [{ name: 'routing', kind: 'choice', values: teamRouting, isWide: true }],
    },
    {
      part: 'calendar',
      fields: [{ name: 'calendar_id', kind: 'reference', to: reference(calendars, (row) => row.name), isWide: true }],
    },
    // A new one asks for a name; how its letters end comes when it is there.
    {
      part: 'signature',
      fields: [{ name: 'signature', kind: 'rich', isWide: true, variables: templateVariables, isOnlyEdit: true }],
    },
    // The longest part: what is chosen once would lie below thirty people.
    {
      part: 'members',
      fields: [
        {
          name: 'members',
          kind: 'custom',
          isWide: true,
          render: (props) => <MembersField {...props} />,
          show: (value) => <MembersWords value={value} />,
        },
      ],
    },
  ],
});
