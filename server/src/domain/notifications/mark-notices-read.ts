import type { Database } from '#platform/database.ts';
import { recordEvents } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';

type Which =
  | { readonly ticketIds: readonly number[]; readonly upToMessage?: number | undefined }
  | { readonly letterId: string }
  | { readonly sideId: number }
  | { readonly upTo: number };

/**
 * Marks news as seen by its person: no letter about it is written any more, and their other desks are told. Answers
 * whether any was new.
 */
export async function markNoticesRead(db: Database, userId: number, which: Which): Promise<boolean> {
  const these =
    'upTo' in which
      ? sql`id <= ${which.upTo}`
      : 'letterId' in which
        ? sql`new_letter_id = (select l.id from new_letters l where l.user_id = ${userId} and l.client_id = ${which.letterId})`
        : 'sideId' in which
          ? sql`exists (select from messages m where m.company_id = notifications.company_id and m.id = message_id and m.side_id = ${which.sideId})`
          : ofTickets(which.ticketIds, which.upToMessage);
  return db.transaction('system', async (tx) => {
    const seen = await tx.rows(
      sql`update notifications set read_at = now(), mail_state = case mail_state when 'queued' then 'dropped' else mail_state end
          where user_id = ${userId} and read_at is null and in_app = 1 and ${these} returning 1`,
    );
    if (seen.length === 0) return false;
    await recordEvents(tx, [
      {
        ...{ companyId: null, userId, entity: 'notifications', action: 'updated', entityId: null },
        actor: { kind: 'user', id: userId },
      },
    ]);
    return true;
  });
}

/** Also of what was merged into them. What is about no message is seen with the ticket. */
const ofTickets = (ids: readonly number[], upToMessage: number | undefined) =>
  sql`ticket_id = any (${ids}::bigint[] || array(select t.id from tickets t where t.merged_into_id = any (${ids}::bigint[])))${upToMessage === undefined ? sql.empty : sql` and (message_id is null or message_id <= ${upToMessage})`}`;
