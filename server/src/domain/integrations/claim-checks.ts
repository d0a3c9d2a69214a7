import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

/** Longer than a check takes with all its timeouts. */
const leaseSeconds = 90;

export type ClaimedCheck = {
  id: number;
  company_id: number;
  failures: number;
  /** Of what is looked at: what comes of it says nothing of later settings. */
  settings_version: number;
};

/** One that is due, for this worker alone; undefined when there is none. */
export const claimCheck = (tx: Tx): Promise<ClaimedCheck | undefined> =>
  tx.row<ClaimedCheck>(
    sql`update messengers set lease_until = now() + make_interval(secs => ${leaseSeconds})
        where id = (select m.id from messengers m
            join channel_accounts a on a.id = m.id and a.is_deleted = 0 join companies c on c.id = a.company_id and c.is_deleted = 0
            where m.due_at <= now() and (m.lease_until is null or m.lease_until < now())
            order by m.due_at limit 1 for update of m skip locked)
        returning id, company_id, failures, (select a.settings_version from channel_accounts a where a.id = messengers.id) as settings_version`,
  );
