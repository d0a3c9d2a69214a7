import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

export type Sender = { readonly id: number; readonly name: string };

/** Somebody of the company, under the name that is on their letters; nobody, when they have left. */
export const readSender = (tx: Tx, companyId: number, userId: number): Promise<Sender | undefined> =>
  tx.row<Sender>(
    sql`select u.id, u.name from roles r join users u on u.id = r.user_id where r.company_id = ${companyId} and r.user_id = ${userId} and r.is_deleted = 0`,
  );
