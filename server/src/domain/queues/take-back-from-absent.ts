import type { Database, Tx } from '#platform/database.ts';
import { recordEvents, systemActor } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';
import { type Hours, hours, missesAbsent, ofCalendar } from '../calendars/index.ts';
import { isAbsent, isAtDesk } from '../presence/index.ts';
import { addEventLines, systemAuthor, type Ticket, ticketEvent } from '../tickets/index.ts';

const batchMax = 200;

/** Given out by itself, our turn, and with somebody who is away for long, while the team works without them. */
const leftBehind =
  sql.unsafe(`k.given_from is not null and k.view_type = '' and k.is_deleted = 0 and k.is_spam = 0 and k.merged_into_id is null
    and t.routing <> 'off' and t.is_deleted = 0
    and ${isAbsent('a', 'k.updated')}
    and exists (select from team_members m join users u on u.id = m.user_id
      where m.company_id = k.company_id and m.team_id = k.team_id and m.user_id <> k.assignee_id and u.status = 8 and ${isAtDesk('u')})`);
const joined = sql.unsafe(
  'tickets k join users a on a.id = k.assignee_id join teams t on t.company_id = k.company_id and t.id = k.team_id',
);

/**
 * What absent people were given, or what woke with them while their team was closed, goes back to where it stood in its
 * queue. What they took, or were given by hand, stays theirs. Answers how many went back.
 */
export async function takeBackFromAbsent(db: Database): Promise<number> {
  const now = Date.now();
  const teams = await db.read<Hours & { company_id: number; team_id: number }>(
    'system',
    sql`select distinct on (k.company_id, k.team_id) k.company_id, k.team_id, ${hours} from ${joined} ${ofCalendar} where ${leftBehind}
        order by k.company_id, k.team_id`,
  );
  const working = teams.filter((team) => missesAbsent(team, now));
  let count = 0;
  for (const [companyId, those] of Map.groupBy(working, (team) => team.company_id)) {
    const teamIds = those.map((team) => team.team_id);
    count += await db.transaction({ companies: [companyId] }, (tx) => takeBack(tx, companyId, teamIds));
  }
  return count;
}

type Left = Pick<Ticket, 'id' | 'company_id' | 'product_id' | 'channel'> & {
  assignee_id: number;
  name: string;
  team: string;
};

async function takeBack(tx: Tx, companyId: number, teamIds: readonly number[]): Promise<number> {
  const left = await tx.rows<Left>(
    sql`select k.id, k.company_id, k.product_id, k.channel, k.assignee_id, a.name, t.name as team from ${joined}
        where k.company_id = ${companyId} and k.team_id = any (${teamIds}::bigint[]) and ${leftBehind} order by k.id limit ${batchMax} for update of k skip locked`,
  );
  if (left.length === 0) return 0;
  await tx.run(
    sql`update tickets set assignee_id = null, queued_at = given_from, given_from = null, version = version + 1, updated = now()
        where company_id = ${companyId} and id = any (${left.map((ticket) => ticket.id)}::bigint[])`,
  );
  const lines = await addEventLines(
    tx,
    left.map(({ name, team, ...ticket }) => ({ ticket, key: 'back_in_queue', values: { name, team } })),
    systemAuthor,
  );
  const news = left.map((ticket) => ({
    ...ticketEvent('updated', ticket, systemActor),
    detail: { before: { assignee_id: ticket.assignee_id }, after: { assignee_id: null } },
  }));
  await recordEvents(tx, [...lines, ...news]);
  return left.length;
}
