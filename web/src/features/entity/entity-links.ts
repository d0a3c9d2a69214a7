import { linkOptions } from '@tanstack/react-router';
import type { EntityName } from './entity-names.ts';

/** Mailboxes and companies have forms of their own; the router wants their own addresses for them. */
export function addLink(name: EntityName) {
  return name === 'mailboxes'
    ? linkOptions({ to: '/mailboxes/add' })
    : linkOptions({ to: '/$entity/add', params: { entity: name } });
}

export function editLink(name: EntityName, id: number) {
  return name === 'mailboxes'
    ? linkOptions({ to: '/mailboxes/$id/edit', params: { id } })
    : name === 'companies'
      ? linkOptions({ to: '/companies/$id/edit', params: { id } })
      : linkOptions({ to: '/$entity/$id/edit', params: { entity: name, id } });
}
