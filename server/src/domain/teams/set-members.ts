import type { Tx } from '#platform/database.ts';
import type { Change } from '#platform/entities/entity-table.ts';
import { recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';

type Member = { user_id: number; capacity: number | null };

/** Members are given to one team at a time. */
export async function checkTeam(_tx: Tx, { rows, values, at }: Change): Promise<void> {
  if (values.members !== undefined && rows.length > 1) throw new Problem('invalid_value', { field: `${at}.members` });
}

/** Makes exactly these the members of a team. Whoever sees a part of the company only adds nobody: it would widen what those see. */
export async function setMembers(tx: Tx, { rows, values, at, caller }: Change): Promise<void> {
  const [team] = rows;
  const wanted = values.members as Member[] | undefined; // parsed by the contract
  if (!team || wanted === undefined) return;
  const { id, companyId } = team;
  const was = await tx.rows<Member>(
    sql`select user_id, capacity from team_members where company_id = ${companyId} and team_id = ${id} for update`,
  );
  const isOf = (all: readonly Member[]) => (one: Member) => all.some((other) => other.user_id === one.user_id);
  const added = wanted.filter((one) => !isOf(was)(one));
  if (added.length > 0 && caller.narrowed.has(companyId))
    throw new Problem('above_own_rights', { field: `${at}.members` });
  await requireColleagues(tx, companyId, wanted, at);

  const kept = wanted.map((one) => one.user_id);
  // Whoever was removed from the company is back in their teams when they are taken back.
  await tx.run(
    sql`delete from team_members m using roles r where r.company_id = m.company_id and r.user_id = m.user_id and r.is_deleted = 0
          and m.company_id = ${companyId} and m.team_id = ${id} and not (m.user_id = any (${kept}::bigint[]))`,
  );
  await tx.run(
    sql`insert into team_members (company_id, team_id, user_id, capacity)
          select ${companyId}, ${id}, user_id, capacity from json_to_recordset(${JSON.stringify(wanted)}::json) as w (user_id bigint, capacity int)
        on conflict (company_id, user_id, team_id) do update set capacity = excluded.capacity`,
  );
  const moved = [...added, ...was.filter((one) => !isOf(wanted)(one))].map((one) => one.user_id);
  await recordEvents(
    tx,
    moved.map((userId) => ({
      companyId,
      entity: 'users',
      action: 'updated',
      entityId: userId,
      actor: { kind: 'user', id: caller.userId },
    })),
  );
}

async function requireColleagues(tx: Tx, companyId: number, wanted: readonly Member[], at: string): Promise<void> {
  const found = await tx.rows<{ user_id: number }>(
    sql`select user_id from roles where company_id = ${companyId} and is_deleted = 0 and user_id = any (${wanted.map((one) => one.user_id)}::bigint[]) for key share`,
  );
  const known = new Set(found.map((one) => one.user_id));
  const missing = wanted.findIndex((one) => !known.has(one.user_id));
  if (missing >= 0) throw new Problem('not_found', { field: `${at}.members[${missing}].user_id` });
}
