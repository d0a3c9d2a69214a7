import type { Database } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

/**
 * Whether the portrait of this name may be shown to visitors: of somebody who works for a company that shows faces on one of
 * its quidgets. Its name is 160 random bits, which only setups and messages tell.
 */
export async function isShownToVisitors(db: Database, avatar: string): Promise<boolean> {
  if (!/^avatars\/[0-9a-f]{40}$/.test(avatar)) return false;
  const [found] = await db.read<object>(
    'system',
    sql`select from users u join roles r on r.user_id = u.id and r.is_deleted = 0
          join channel_accounts a on a.company_id = r.company_id and a.kind = 'quidget' and a.is_deleted = 0 join quidgets q on q.id = a.id
        where u.avatar = ${avatar} and coalesce(q.settings -> 'look' ->> 'shows_team', '1') = '1' limit 1`,
  );
  return found !== undefined;
}
