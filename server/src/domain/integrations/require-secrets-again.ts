import { secretsToGiveAgain } from '#contract/integrations.ts';
import type { Tx } from '#platform/database.ts';
import { Problem, Problems } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';

/** Refuses a change that would send a stored secret of these integrations where it was not given for. */
export async function requireSecretsAgain(
  tx: Tx,
  ids: readonly number[],
  change: Parameters<typeof secretsToGiveAgain>[1],
): Promise<void> {
  const stored = await tx.rows<{ api_url: string | null; has_auth2: boolean }>(
    sql`select api_url, auth2 is not null as has_auth2 from messengers where id = any (${ids}::bigint[])`,
  );
  const due = new Set(stored.flatMap((one) => secretsToGiveAgain(one, change)));
  const [first, ...rest] = [...due].map((name) => new Problem('required', { field: `data.${name}` }));
  if (first) throw rest.length > 0 ? new Problems([first, ...rest]) : first;
}
