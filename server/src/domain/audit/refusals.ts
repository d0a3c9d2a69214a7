import { recordAccountEvent } from '#domain/people/index.ts';
import type { Database } from '#platform/database.ts';
import { actingFrom, type Origin } from '#platform/origin.ts';
import { sql } from '#platform/sql.ts';

/** More different calls than these are counted together, so that nobody fills the disk by being refused. */
const callsPerMinuteMax = 10;
const otherCalls = '…';
const refusalsPerTransaction = 200;

/** Counts a call that was refused to a person, by the minute. */
export async function noteRefusal(db: Database, userId: number, call: string, from: Origin): Promise<void> {
  await db.transaction('system', (tx) =>
    tx.run(
      sql`insert into refused_calls as r (user_id, minute, call, ip, user_agent)
          select ${userId}, date_trunc('minute', now()),
            case when count(*) < ${callsPerMinuteMax} or bool_or(call = ${call}) then ${call} else ${otherCalls} end, ${from.ip}, ${from.userAgent.slice(0, 300)}
          from refused_calls where user_id = ${userId} and minute = date_trunc('minute', now())
          on conflict (user_id, minute, call) do update set times = least(r.times::bigint + 1, 2000000000)::int`,
    ),
  );
}

/** Makes one happening of each minute that is over. Answers how many. */
export function tellRefusals(db: Database): Promise<number> {
  return db.transaction('system', async (tx) => {
    const over = await tx.rows<{
      user_id: number;
      at: string;
      call: string;
      times: number;
      ip: string;
      user_agent: string;
    }>(
      sql`delete from refused_calls where (user_id, minute, call) in (
            select user_id, minute, call from refused_calls where minute < date_trunc('minute', now())
            order by minute limit ${refusalsPerTransaction} for update skip locked)
          returning user_id, to_char(minute at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as at, call, times, coalesce(ip, '') as ip, coalesce(user_agent, '') as user_agent`,
    );
    for (const { user_id, at, call, times, ip, user_agent } of over)
      await actingFrom({ ip, userAgent: user_agent }, () =>
        recordAccountEvent(tx, { action: 'refused', userId: user_id, detail: { call, times, minute: at } }),
      );
    return over.length;
  });
}
