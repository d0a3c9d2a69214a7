import { linkOptions } from '@tanstack/react-router';
import type { Row } from '#contract/entity.ts';
import type { mailboxes } from '#contract/mailboxes.ts';
import type { users } from '#contract/users.ts';
import type { ListedRow } from './declaration.ts';
import type { EntityName } from './entity-names.ts';

/** To a new one, in `company` where one may be made there. Mailboxes, integrations, quidgets, companies and people have forms of their own; the router wants their own addresses for them. */
export function addLink(name: EntityName, company?: number) {
  return name === 'mailboxes'
    ? linkOptions({ to: '/mailboxes/add' })
    : name === 'integrations'
      ? linkOptions({ to: '/integrations/add', search: { company } })
      : name === 'quidgets'
        ? linkOptions({ to: '/quidgets/add' })
        : name === 'users'
          ? // Over the list as it is.
            linkOptions({ to: '/users/add', search: true, hash: true })
          : linkOptions({ to: '/$entity/add', params: { entity: name }, search: { company } });
}

export function editLink(name: EntityName, row: ListedRow) {
  const { id } = row;
  return name === 'mailboxes'
    ? linkOptions({ to: '/mailboxes/$id/edit', params: { id } })
    : name === 'integrations'
      ? linkOptions({ to: '/integrations/$id/edit', params: { id } })
      : name === 'quidgets'
        ? linkOptions({ to: '/quidgets/$id/edit', params: { id } })
        : name === 'companies'
          ? linkOptions({ to: '/companies/$id/edit', params: { id } })
          : name === 'users'
            ? linkOptions({ to: '/users/$id/edit', params: { id }, search: { company: asPerson(row).company_id } })
            : linkOptions({ to: '/$entity/$id/edit', params: { entity: name, id } });
}

/** Where a row leads to: its form; a customer's page; of people and mailboxes, their place with their team, where they have one. */
export function rowLink(name: EntityName, row: ListedRow) {
  if (name === 'customers') return linkOptions({ to: '/customer/$customerId', params: { customerId: row.id } });
  const team = name === 'users' ? asPerson(row).team_id : name === 'mailboxes' ? asMailbox(row).team_id : null;
  const place = name === 'users' ? 'user' : 'mailbox';
  return team === null
    ? editLink(name, row)
    : linkOptions({ to: '/$entity/$id/edit', params: { entity: 'teams', id: team }, hash: `${place}-${row.id}` });
}

// These lists hand on their own rows.
const asPerson = (row: ListedRow) => row as Row<typeof users>;
const asMailbox = (row: ListedRow) => row as Row<typeof mailboxes>;
