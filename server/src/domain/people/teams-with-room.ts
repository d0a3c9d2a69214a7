import { teamMembersMax } from '#contract/teams.ts';
import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

/** Of these teams, those that somebody may be added to. Whoever adds somebody there takes turns, as they do with the team's form. */
export async function teamsWithRoom(tx: Tx, companyId: number, teamIds: readonly number[]): Promise<number[]> {
  const these = sql`t.company_id = ${companyId} and t.id = any (${teamIds}::bigint[])`;
  const [, found] = await Promise.all([
    tx.run(sql`select 1 from teams t where ${these} order by t.id for no key update`),
    tx.rows<{ id: number }>(sql`select t.id from teams t where ${these} and ${isRoomInTeam('t')}`),
  ]);
  return found.map((one) => one.id);
}

/** SQL over a team: whether one more may work in it. Whoever was removed from the company takes no place. */
export const isRoomInTeam = (team: string) =>
  sql`(select count(*) from team_members m join roles r on r.company_id = m.company_id and r.user_id = m.user_id and r.is_deleted = 0
        where m.company_id = ${sql.unsafe(team)}.company_id and m.team_id = ${sql.unsafe(team)}.id) < ${teamMembersMax}`;
