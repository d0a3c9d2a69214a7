import type { Mention } from '#contract/drafts.ts';
import type { Database } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import type { Mentioned } from '../tickets/index.ts';
import { maySee } from './find-mentionable.ts';
import { type About, findPlaceOf } from './ticket-place.ts';

type Named = { id: number; name: string };

/**
 * Whom a note calls, each person once. Somebody who cannot see the ticket is refused by name: they would be called to a
 * closed door, also where the ticket was merged meanwhile and another is found for it. Of a team, those are called who can; a team of which nobody can is refused.
 */
export async function resolveMentions(
  db: Database,
  { about, mentions }: { about: About; mentions: readonly Pick<Mention, 'kind' | 'id'>[] },
  caller: Caller,
): Promise<Mentioned[]> {
  if (mentions.length === 0) return [];
  const called = new Map<number, Mentioned>();
  const { ticket, places } = await db.transaction({ companies: caller.companies }, async (tx) => {
    const found = await findPlaceOf(tx, about, caller, 'messages.create');
    const ids = (kind: Mention['kind']) => mentions.filter((one) => one.kind === kind).map((one) => one.id);
    const people = await tx.rows<Named>(
      sql`select u.id, u.name from users u join roles r on r.user_id = u.id and r.company_id = ${found.company_id} and r.is_deleted = 0
          where u.is_deleted = 0 and u.id = any (${ids('user')}::bigint[])`,
    );
    const teams = await tx.rows<Named & { members: number[] }>(
      sql`select t.id, t.name, (select coalesce(json_agg(m.user_id order by m.user_id), '[]') from team_members m where m.company_id = t.company_id and m.team_id = t.id) as members
          from teams t where t.company_id = ${found.company_id} and t.is_deleted = 0 and t.id = any (${ids('team')}::bigint[])`,
    );
    return { ticket: found, places: { people, teams } };
  });
  for (const [i, { kind, id }] of mentions.entries()) {
    const field = `data.mentions[${i}]`;
    const team = kind === 'team' ? places.teams.find((one) => one.id === id) : undefined;
    const named = team ?? (kind === 'user' ? places.people.find((one) => one.id === id) : undefined);
    if (!named) throw new Problem('not_found', { field });
    let isAnybody = false;
    for (const userId of team?.members ?? [id]) {
      if (!(await maySee(db, userId, ticket))) continue;
      isAnybody = true;
      if (userId !== caller.userId && !called.has(userId)) called.set(userId, { userId, teamId: team?.id ?? null });
    }
    if (!isAnybody) throw new Problem('cannot_see_ticket', { field, values: { name: named.name } });
  }
  return [...called.values()];
}
