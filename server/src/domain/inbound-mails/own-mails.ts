import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import type { RawPlace } from './raw-mails.ts';

/** Letters of our own that came back through somebody else's server, newest first: they carry the provider's signature. */
export const recentOwnMails = (tx: Tx, companyId: number): Promise<RawPlace[]> =>
  tx.rows<RawPlace>(
    sql`select raw_key, raw_offset, size from (
          select raw_key, raw_offset, size, outcome, reason_key, received_at from inbound_mails where company_id = ${companyId}
          order by received_at desc, id desc limit ${recentMax}) recent
        where outcome = 'own' and reason_key = 'own_address' and raw_key is not null order by received_at desc limit ${ownMailsMax}`,
  );
const recentMax = 500;
const ownMailsMax = 3;
