import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

const membersLock = 1_886_544_092;

/**
 * Who works in a company, and as what, is decided by one after the other. What hangs on such a decision, all tickets of a
 * colleague among it, may take long: the company's row stays free for new tickets, files and visitors meanwhile.
 */
export const lockMembers = (tx: Tx, companyId: number): Promise<number> =>
  tx.run(sql`select pg_advisory_xact_lock(${membersLock}, hashint8(${companyId}))`);
