import type { Tx } from '#platform/database.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { type Doomed, doomBytes } from '../stored-files/index.ts';

/** What the mail log says of a mail whose ticket, or whose sender, is gone for good. */
const goneForGood = 'gone_for_good';

/**
 * Forgets what mails said and who sent them. Their entries stay in the mail log, with their outcome, their size and the
 * hash of what they were: by that no mailbox takes them in again. Answers how many there were.
 */
export async function forgetMails(tx: Tx, which: Sql): Promise<number> {
  const mails = await tx.rows<{
    id: number;
    company_id: number;
    raw_key: string | null;
    raw_offset: number | null;
    size: number;
  }>(
    sql`select id, company_id, raw_key, raw_offset, size from inbound_mails where ${which} and outcome <> 'waiting' and reason_key is distinct from ${goneForGood} order by id for update`,
  );
  await tx.run(
    sql`update inbound_mails set raw_key = null, raw_offset = null, subject = '', from_name = null, from_address = null, reason = null,
          reason_key = ${goneForGood}, ticket_id = null, message_id = null
        where id = any (${mails.map((mail) => mail.id)}::bigint[])`,
  );
  const doomed = mails.flatMap(({ company_id, raw_key, raw_offset, size }): Doomed[] =>
    raw_key === null
      ? []
      : [{ company_id, file_key: raw_key, from_byte: raw_offset, bytes: raw_offset === null ? null : size }],
  );
  await doomBytes(tx, doomed);
  return mails.length;
}
