import type { Caller } from '#platform/entities/entity-table.ts';
import type { Happening } from '#platform/events.ts';

/** News of a customer, by somebody of the team. */
export const customerEvent = (
  customer: { readonly id: number; readonly company_id: number },
  caller: Caller,
  detail?: Happening['detail'],
): Happening => ({
  companyId: customer.company_id,
  entity: 'customers',
  action: 'updated',
  entityId: customer.id,
  actor: { kind: 'user', id: caller.userId },
  ...(detail ? { detail } : {}),
});
