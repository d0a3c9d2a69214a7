import type { Database } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';

/** Who runs this installation: the addresses of the configuration; with an embedded database, also the first account. */
export type Operators = { readonly emails: readonly string[]; readonly includesFirstAccount: boolean };

/** Only a confirmed address proves anything. */
export async function isOperator(db: Database, userId: number, operators: Operators): Promise<boolean> {
  const [row] = await db.read<{ email: string; is_first: boolean }>(
    'system',
    sql`select lower(email) as email, id = (select min(id) from users) as is_first
        from users where id = ${userId} and is_deleted = 0 and email_confirmed_at is not null`,
  );
  if (!row) return false;
  return operators.emails.includes(row.email) || (operators.includesFirstAccount && row.is_first);
}

/**
 * For the hidden pages, which answer nobody else: a company's owner is no operator (SAFETY A10).
 */
export async function requireOperator(db: Database, userId: number, operators: Operators): Promise<void> {
  if (!(await isOperator(db, userId, operators))) throw new Problem('forbidden');
}
