import type { Tx } from '#platform/database.ts';
import type { Change } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { lockAddresses } from './mailbox-aliases.ts';

/** Before these mailboxes are changed: what they hold may become another's. */
export async function letGo(tx: Tx, change: Change): Promise<void> {
  if (change.action === 'create' || !isAbout(change)) return;
  await lockAddresses(tx, change.rows);
  await tx.run(sql`update mailboxes set holds_account = false where id = any (${idsOf(change)}::bigint[])`);
}

/**
 * Each account, and each address, is one mailbox of a company: fetched twice, every letter would be two tickets. The unique
 * indexes hold it, whatever this forgets; it finds the words.
 */
export async function holdAccount(tx: Tx, change: Change): Promise<void> {
  const { action, rows, values, at } = change;
  if (action === 'delete' || !isAbout(change)) return;
  await lockAddresses(tx, rows);
  const other = await tx.row<{ mailbox: string; is_address: boolean }>(
    sql`select o.from_email as mailbox, lower(o.from_email) = lower(m.from_email) as is_address
        from mailboxes m join channel_accounts a on a.id = m.id and a.is_deleted = 0
          join mailboxes o on o.company_id = m.company_id and o.id <> m.id join channel_accounts oa on oa.id = o.id and oa.is_deleted = 0
        where m.id = any (${idsOf(change)}::bigint[]) and (lower(o.from_email) = lower(m.from_email)
          or lower(o.imap_server) = lower(m.imap_server) and lower(o.imap_username) = lower(m.imap_username))
        order by is_address desc, o.id limit 1`,
  );
  if (other) {
    const account = values.imap_username === undefined ? 'imap_server' : 'imap_username';
    const field = action === 'restore' ? at : `${at}.${other.is_address ? 'from_email' : account}`;
    throw new Problem(other.is_address ? 'address_in_use' : 'account_in_use', {
      field,
      values: { mailbox: other.mailbox },
    });
  }
  await tx.run(
    sql`update mailboxes m set holds_account = true from channel_accounts a
        where a.id = m.id and a.is_deleted = 0 and m.id = any (${idsOf(change)}::bigint[])`,
  );
}

const named = ['from_email', 'imap_server', 'imap_username'];
/** Of mailboxes that were there twice already, whoever changes something else hears nothing of it. */
const isAbout = ({ action, values }: Change): boolean => action !== 'update' || named.some((name) => name in values);
const idsOf = ({ rows }: Change): number[] => rows.map((row) => row.id);
