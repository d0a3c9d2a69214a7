import type { Tx } from '#platform/database.ts';
import type { Change } from '#platform/entities/entity-table.ts';
import { sql } from '#platform/sql.ts';

/**
 * Before these mailboxes are pointed at another account: what was read of the old one says nothing about it. Another
 * person's is read from now on; the same one at another server from where it was looked into last, since that may be the
 * same mailbox under another name: what lay there already is known by its bytes. The rows are locked, and whoever reads
 * them loses the lease: nothing of the old account is written after this.
 */
export async function beginAnew(tx: Tx, { action, rows, values }: Change): Promise<void> {
  const { imap_server: server, imap_username: username } = values;
  if (action !== 'update' || (server === undefined && username === undefined)) return;
  const isOther = (column: string, value: unknown) =>
    sql`lower(${sql.unsafe(column)}) <> lower(coalesce(${value === undefined ? null : String(value)}, ${sql.unsafe(column)}))`;
  const isOtherPerson = isOther('imap_username', username);
  const moved = await tx.rows<{ id: number }>(
    sql`update mailboxes set account = account + 1,
          start_at = case when last_fetched_at is null then start_at when ${isOtherPerson} then now() else greatest(start_at, last_fetched_at) end
        where id = any (${rows.map((row) => row.id)}::bigint[]) and (${isOther('imap_server', server)} or ${isOtherPerson}) returning id`,
  );
  if (moved.length === 0) return;
  const ids = moved.map((one) => one.id);
  await tx.run(sql`update channel_accounts set lease_token = lease_token + 1 where id = any (${ids}::bigint[])`);
  await tx.run(sql`delete from mailbox_folders where mailbox_id = any (${ids}::bigint[])`);
}
