import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

export const leaseSeconds = 20;
export const renewSeconds = 5;

export type Lease = {
  readonly id: number;
  readonly company_id: number;
  readonly settings_version: number;
  readonly lease_token: number;
};

/**
 * Renews what this worker holds and takes what nobody holds any more: exactly one worker reads each mailbox. Its own
 * rows are waited for, because its own writes hold them for a moment; a row that others hold is somebody else's.
 */
export async function renewLeases(tx: Tx, owner: string): Promise<Lease[]> {
  const held = await tx.rows<Lease>(
    sql`update channel_accounts a set lease_until = now() + make_interval(secs => ${leaseSeconds})
        from companies c where c.id = a.company_id and c.is_deleted = 0 and a.kind = 'mailbox' and a.is_deleted = 0
          and a.lease_owner = ${owner} and a.lease_until >= now()
        returning a.id, a.company_id, a.settings_version, a.lease_token`,
  );
  const taken = await tx.rows<Lease>(
    sql`update channel_accounts set lease_token = lease_token + 1, lease_owner = ${owner}, lease_until = now() + make_interval(secs => ${leaseSeconds})
        where id in (select a.id from channel_accounts a join companies c on c.id = a.company_id and c.is_deleted = 0
            where a.kind = 'mailbox' and a.is_deleted = 0 and (a.lease_until is null or a.lease_until < now())
            for update of a skip locked)
        returning id, company_id, settings_version, lease_token`,
  );
  return [...held, ...taken];
}

/** Lets go, so that another worker need not wait for the lease to run out. */
export const releaseLeases = (tx: Tx, owner: string, ids?: readonly number[]): Promise<number> =>
  tx.run(
    sql`update channel_accounts set lease_owner = null, lease_until = null where lease_owner = ${owner} and (${ids === undefined} or id = any (${ids ?? []}::bigint[]))`,
  );

/** True while the lease is still ours; holds the row, so that it stays ours until the transaction ends. */
export async function holdsLease(tx: Tx, lease: Lease): Promise<boolean> {
  const row = await tx.row(
    sql`select 1 from channel_accounts where id = ${lease.id} and lease_token = ${lease.lease_token} for share`,
  );
  return row !== undefined;
}
