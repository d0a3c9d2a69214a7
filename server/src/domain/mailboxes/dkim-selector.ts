import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

/** Where the DKIM key of the mailbox's domain was found last. */
export async function readDkimSelector(tx: Tx, mailboxId: number): Promise<string | null> {
  const row = await tx.row<{ selector: string | null }>(
    sql`select dkim_selector as selector from mailboxes where id = ${mailboxId}`,
  );
  return row?.selector ?? null;
}

export async function rememberDkimSelector(tx: Tx, mailboxId: number, selector: string): Promise<void> {
  await tx.run(sql`update mailboxes set dkim_selector = ${selector} where id = ${mailboxId}`);
}
