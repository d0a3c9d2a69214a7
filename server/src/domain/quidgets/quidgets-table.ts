import { canonicalDomain } from '#contract/allowed-domains.ts';
import { quidgetSettings } from '#contract/quidget-settings.ts';
import { quidgets, quidgetsPerCompanyMax } from '#contract/quidgets.ts';
import type { EntityTable } from '#platform/entities/entity-table.ts';
import { sql } from '#platform/sql.ts';
import { checkSenders } from './check-senders.ts';

/** `apiUrl` answers where browsers of visitors reach us; it is known once we listen. */
export function quidgetsTable(apiUrl: () => string): EntityTable {
  return {
    entity: quidgets,
    table: 'channel_accounts',
    fixed: { kind: 'quidget' },
    rowsMax: quidgetsPerCompanyMax,
    part: {
      table: 'quidgets',
      fields: ['title', 'color', 'settings', 'allowed_domains', 'calendar_id', 'identity_secret_since'],
    },
    columns: {
      company_name: { expression: 'co.company_name', join: 'company' },
      'product.name': { expression: 'pr.name', join: 'product' },
      'product.abbreviation': { expression: 'pr.abbreviation', join: 'product' },
      'product.color': { expression: 'pr.color', join: 'product' },
    },
    joins: {
      company: 'join companies co on co.id = t.company_id',
      product: 'join products pr on pr.id = t.product_id',
    },
    personal: { api_url: () => sql`${apiUrl()}::text` },
    async clean(values) {
      const typed = values.allowed_domains;
      if (!Array.isArray(typed)) return values;
      // The schema has refused what is none.
      return { ...values, allowed_domains: [...new Set(typed.map((one) => canonicalDomain(String(one))))] };
    },
    async prepare(tx, row) {
      const product = await tx.row<{ color: string }>(
        sql`select color from products where company_id = ${row.company_id} and id = ${row.product_id}`,
      );
      return {
        ...row,
        color: row.color ?? product?.color,
        settings: row.settings ?? quidgetSettings.parse({}),
      };
    },
    async follow(tx, change) {
      const { action, rows } = change;
      if (action === 'create' || action === 'update') await checkSenders(tx, change);
      const ids = sql`${rows.map((row) => row.id)}::bigint[]`;
      // Nothing is connected to: the page comes to us.
      if (action === 'create' || action === 'restore')
        await tx.run(sql`update channel_accounts set health_state = 'ok' where id = any (${ids})`);
      if (action !== 'create')
        await tx.run(sql`update channel_accounts set settings_version = settings_version + 1 where id = any (${ids})`);
    },
  };
}
