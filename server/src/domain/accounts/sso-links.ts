import type { SsoLink } from '#contract/single-sign-on.ts';
import type { Database } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { recordAccountEvent } from '../people/index.ts';

type Named = readonly { readonly issuer: string; readonly name: string }[];
type Row = Omit<SsoLink, 'name' | 'is_last_way_in'> & { issuer: string };

/** Whom providers vouch for as this person, the oldest first. */
export async function listSsoLinks(db: Database, userId: number, providers: Named): Promise<SsoLink[]> {
  const rows = await db.read<Row & { has_password: boolean }>(
    'system',
    sql`select i.id, i.issuer, i.email, u.has_password, to_char(i.added at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as added,
          to_char(i.last_used at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as last_used
        from sso_identities i join users u on u.id = i.user_id where i.user_id = ${userId} order by i.id`,
  );
  return rows.map(({ issuer, has_password, ...row }) => ({
    ...row,
    name: providers.find((one) => one.issuer === issuer)?.name ?? new URL(issuer).hostname,
    is_last_way_in: !has_password && rows.length === 1,
  }));
}

/** Undoes a link, unless it is the only way in: an account whose password nobody knows keeps its last. */
export async function unlinkSso(db: Database, userId: number, id: number): Promise<void> {
  await db.transaction('system', async (tx) => {
    // Two that are undone at once take turns, so that one stays.
    const user = await tx.row<{ has_password: boolean }>(
      sql`select has_password from users where id = ${userId} for update`,
    );
    const links = await tx.rows<{ id: number; issuer: string; email: string }>(
      sql`select id, issuer, email from sso_identities where user_id = ${userId}`,
    );
    const link = links.find((one) => one.id === id);
    if (!user || !link) throw new Problem('not_found', { field: 'data.id' });
    if (!user.has_password && links.length === 1) throw new Problem('sso_last_way_in');
    await tx.run(sql`delete from sso_identities where id = ${id}`);
    await recordAccountEvent(tx, {
      action: 'sso_unlinked',
      userId,
      detail: { issuer: link.issuer, email: link.email },
    });
  });
}
