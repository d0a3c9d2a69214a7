import type { ProactiveMessage } from '#contract/quidget-settings.ts';
import type { Tx } from '#platform/database.ts';
import type { Change } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';

/** Messages come in the name of people of the company. Whoever has left since stays in the settings, and is not shown. */
export async function checkSenders(tx: Tx, { rows, values, at }: Change): Promise<void> {
  const settings = values.settings as { proactive: { messages: readonly ProactiveMessage[] } } | undefined; // parsed by the contract
  const messages = settings?.proactive.messages ?? [];
  const named = [...new Set(messages.flatMap((one) => one.user_id ?? []))];
  if (named.length === 0) return;
  for (const companyId of new Set(rows.map((row) => row.companyId))) {
    const found = await tx.rows<{ user_id: number }>(
      sql`select user_id from roles where company_id = ${companyId} and user_id = any (${named}::bigint[])`,
    );
    const wrong = messages.findIndex(
      (one) => one.user_id !== null && !found.some((row) => row.user_id === one.user_id),
    );
    if (wrong >= 0) throw new Problem('not_found', { field: `${at}.settings.proactive.messages[${wrong}].user_id` });
  }
}
