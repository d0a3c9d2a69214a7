import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

const weeks = 4;
const chatsMax = 200;
/** Fewer say nothing of the next one. */
const answersMin = 10;
/** Longer than this is no promise that anybody wants to read. */
const minutesMax = 12 * 60;

/**
 * In how many minutes half of this quidget's visitors had their first answer, of those who lately wrote while somebody was
 * there; to the next five above five. Null while too few were answered.
 */
export async function measureAnswers(tx: Tx, quidgetId: number): Promise<number | null> {
  const row = await tx.row<{ answers: number; seconds: number | null }>(
    sql`select count(*)::int as answers, percentile_cont(0.5) within group (order by extract(epoch from first.added - c.added))::int as seconds
        from (select ticket_id, added from chats where quidget_id = ${quidgetId} and began_online and added > now() - make_interval(weeks => ${weeks})
                order by added desc limit ${chatsMax}) c
        join lateral (select m.added from messages m where m.origin_ticket_id = c.ticket_id and m.channel = 'chat' and m.kind = 'outbound' and m.author_kind = 'user'
                order by m.id limit 1) first on true`,
  );
  if (!row || row.answers < answersMin || row.seconds === null) return null;
  const minutes = Math.max(1, Math.ceil(row.seconds / 60));
  const rounded = minutes <= 5 ? minutes : minutes <= 60 ? Math.ceil(minutes / 5) * 5 : Math.ceil(minutes / 60) * 60;
  return rounded <= minutesMax ? rounded : null;
}
