import type { PrivilegeKey } from '#contract/privileges.ts';
import { registerDependent } from '#platform/entities/dependents.ts';
import { sql } from '#platform/sql.ts';

/**
 * Accounts of this kind feed one product, so that product cannot be disabled before they feed another one. `entity` is what
 * they are called.
 */
export function followProduct(entity: 'mailboxes' | 'quidgets' | 'integrations', kind: string): void {
  const fed = (ids: readonly number[]) =>
    sql`product_id = any (${ids}::bigint[]) and kind = ${kind} and is_deleted = 0`;
  registerDependent('products', entity, {
    privilege: `${entity}.update` satisfies PrivilegeKey,
    mustMove: true,
    count: (ids) => sql`select count(*)::int as n from channel_accounts where ${fed(ids)}`,
    async move(tx, ids, to, caller) {
      const moved = await tx.rows<{ id: number; company_id: number; product_id: number }>(
        sql`update channel_accounts t set product_id = ${to}, settings_version = settings_version + 1, updated = now()
            from (select id, product_id from channel_accounts where ${fed(ids)} order by id for update) was
            where t.id = was.id returning t.id, t.company_id, was.product_id`,
      );
      return moved.map(({ id, company_id: companyId, product_id }) => ({
        ...{ companyId, entity, action: 'updated' as const, entityId: id },
        actor: { kind: 'user' as const, id: caller.userId },
        detail: { before: { product_id }, after: { product_id: to } },
      }));
    },
  });
}
