import { dependentByColumn } from '#platform/entities/dependent-by-column.ts';
import { registerDependent } from '#platform/entities/dependents.ts';

/**
 * Accounts of this kind feed one product, so that product cannot be disabled before they feed another one. `entity` is what
 * they are called.
 */
export function followProduct(
  entity: 'mailboxes' | 'quidgets' | 'integrations',
  kind: 'mailbox' | 'quidget' | 'messenger',
): void {
  registerDependent(
    'products',
    entity,
    dependentByColumn({
      ...{ entity, table: 'channel_accounts', column: 'product_id', mustMove: true },
      which: `kind = '${kind}' and is_deleted = 0`,
      set: 'settings_version = t.settings_version + 1, updated = now()',
    }),
  );
}
