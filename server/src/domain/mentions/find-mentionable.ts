import type { Database } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { sql } from '#platform/sql.ts';
import { loadPerson } from '../people/index.ts';
import { sees } from '../tickets/index.ts';
import { type About, findPlaceOf, type TicketPlace } from './ticket-place.ts';

type Named = { id: number; name: string; avatar: string | null };
type NamedTeam = { id: number; name: string; people: number };

const shownMax = 8;
/** Rights are looked up one by one: of so many, those who see the ticket are offered. */
const askedMax = 24;

/** People and teams of the company whose name has these words, if they may see the ticket; not whoever asks. */
export async function findMentionable(
  db: Database,
  { about, words }: { about: About; words: string },
  caller: Caller,
): Promise<{ people: Named[]; teams: NamedTeam[] }> {
  const pattern = `%${words.trim().replace(/[\\%_]/g, '\\$&')}%`;
  const { ticket, people, teams } = await db.transaction({ companies: caller.companies }, async (tx) => {
    const found = await findPlaceOf(tx, about, caller, 'tickets.get');
    return {
      ticket: found,
      people: await tx.rows<Named>(
        sql`select u.id, u.name, u.avatar from users u join roles r on r.user_id = u.id and r.company_id = ${found.company_id} and r.is_deleted = 0
            where u.is_deleted = 0 and u.id <> ${caller.userId} and u.name ilike ${pattern} order by lower(u.name), u.id limit ${askedMax}`,
      ),
      teams: await tx.rows<NamedTeam>(
        sql`select t.id, t.name, (select count(*)::int from team_members m where m.company_id = t.company_id and m.team_id = t.id) as people from teams t
            where t.company_id = ${found.company_id} and t.is_deleted = 0 and t.name ilike ${pattern}
              and exists (select from team_members m where m.company_id = t.company_id and m.team_id = t.id) order by lower(t.name), t.id limit ${shownMax}`,
      ),
    };
  });
  const admitted: Named[] = [];
  for (const one of people) {
    if (admitted.length === shownMax) break;
    if (await maySee(db, one.id, ticket)) admitted.push(one);
  }
  return { people: admitted, teams };
}

export async function maySee(db: Database, userId: number, ticket: TicketPlace): Promise<boolean> {
  const person = await loadPerson(db, userId);
  return person !== undefined && sees(person, ticket);
}
