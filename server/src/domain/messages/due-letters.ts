import type { Database } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import { type Sql, sql } from '#platform/sql.ts';

/** Where letters wait for their time: answers, and those that begin a ticket. */
type WaitingTable = 'drafts' | 'new_letters';

/** What is due, or undefined; and in how many milliseconds the next will be. `from`: the table, as the columns call it. */
export async function findDueLetter<Letter extends object>(
  db: Database,
  columns: Sql,
  from: Sql,
): Promise<{ due: Letter | undefined; nextMilliseconds: number | null }> {
  return db.transaction('system', async (tx) => ({
    due: await tx.row<Letter>(
      sql`select ${columns} from ${from} where state = 'waiting' and send_at <= now() and company_id <> all ((select parley_suspended())::bigint[]) order by send_at limit 1`,
    ),
    nextMilliseconds:
      (
        await tx.row<{ ms: number | null }>(
          sql`select ceil(extract(epoch from min(send_at) - now()) * 1000)::float8 as ms from ${from} where state = 'waiting' and send_at > now()`,
        )
      )?.ms ?? null,
  }));
}

/** A letter whose time has come leaves in the name of its writer, who must still be allowed to; or it is held, with the reason. */
export async function sendOrHold(
  writer: Caller | undefined,
  send: (writer: Caller) => Promise<unknown>,
  hold: (key: string) => Promise<void>,
): Promise<void> {
  try {
    if (!writer) throw new Problem('forbidden');
    await send(writer);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // Sent or taken back in the same moment: then that counts.
    if (error.key !== 'already_sent' && error.key !== 'was_taken_back') await hold(error.key);
  }
}

/** Something that is no answer went wrong: it is tried again a little later, and others meanwhile. */
export async function postponeLetter(
  db: Database,
  table: WaitingTable,
  letter: { readonly id: number; readonly company_id: number },
  seconds: number,
): Promise<void> {
  await db.transaction({ companies: [letter.company_id] }, (tx) =>
    tx.run(
      sql`update ${sql.unsafe(table)} set send_at = now() + make_interval(secs => ${seconds}) where id = ${letter.id} and state = 'waiting'`,
    ),
  );
}
