import { passwordsToGiveAgain } from '#contract/mailboxes.ts';
import type { Tx } from '#platform/database.ts';
import { Problem, Problems } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';

type Stored = Parameters<typeof passwordsToGiveAgain>[0];

/** Refuses a change that would send a stored password of these mailboxes where it was not given for. */
export async function requirePasswords(
  tx: Tx,
  ids: readonly number[],
  change: Parameters<typeof passwordsToGiveAgain>[1],
): Promise<void> {
  const stored = await tx.rows<Stored>(
    sql`select imap_server, imap_port, imap_type, imap_username, smtp_host, smtp_port, smtp_security, smtp_login,
          smtp_password is not null as has_smtp_password from mailboxes where id = any (${ids}::bigint[])`,
  );
  const due = new Set(stored.flatMap((one) => passwordsToGiveAgain(one, change)));
  const [first, ...rest] = [...due].map((name) => new Problem('required', { field: `data.${name}` }));
  if (first) throw rest.length > 0 ? new Problems([first, ...rest]) : first;
}
