import { IconUsers } from '@tabler/icons-react';
import { roleNames } from '#contract/privileges.ts';
import { userStatus } from '#contract/profile.ts';
import { teams } from '#contract/teams.ts';
import { users } from '#contract/users.ts';
import { DayTime } from '../../../ui/day-time.tsx';
import { Face } from '../../../ui/face.tsx';
import c from '../../../ui/list-page.module.css';
import { reference } from '../../../ui/offered/reference.ts';
import { Presence } from '../../../ui/presence.tsx';
import { companyColumn } from '../company-column.tsx';
import { declare } from '../declaration.ts';
import { byChoice, byCompany, byReference } from '../list-filter.ts';
import { PhoneState } from '../phone-state.tsx';
import { choiceWord } from '../words.ts';

const name = { name: users.name };

/** The people of all companies one works for, once for each of them. What removing them asks for, their page adds. */
export const declaration = declare(users, {
  icon: IconUsers,
  defaultSort: 'name',
  sortAlso: [['company_id', 'asc']],
  title: (row) => row.name,
  keyOf: (row) => `${row.company_id}-${row.id}`,
  filters: [
    byCompany,
    byChoice('role', roleNames),
    byReference(
      'team_ids',
      reference(teams, (row) => row.name),
    ),
    byChoice('status', [String(userStatus.online), String(userStatus.offline)], true),
  ],
  columns: [
    {
      name: 'name',
      sort: 'name',
      cell: (row) => (
        <span className={c.named}>
          <Face name={row.name} avatar={row.avatar} />
          <b>{row.name}</b>
        </span>
      ),
    },
    { name: 'email', sort: 'email', cell: (row) => row.email, isDim: true, onPhone: 'second' },
    { name: 'role', sort: 'level', cell: (row) => choiceWord(name, 'role', row.role), onPhone: 'end' },
    {
      name: 'status',
      sort: 'status',
      cell: (row) => <Presence of={row.status === userStatus.online ? 'online' : 'offline'} />,
    },
    { name: 'phone', sort: 'phone_status', cell: (row) => <PhoneState of={row.phone_status} />, isDim: true },
    { name: 'seen', sort: 'last_seen', cell: (row) => row.last_seen && <DayTime at={row.last_seen} />, isDim: true },
    { name: 'tickets', cell: (row) => row.open_tickets || '', isNumber: true },
    companyColumn(),
    {
      name: 'scope',
      sort: 'scope',
      cell: (row) => choiceWord(name, 'scope', row.scope),
      isDim: true,
      isOptional: true,
    },
  ],
  form: [],
});
