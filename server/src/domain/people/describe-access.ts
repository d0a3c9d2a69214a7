import type { z } from 'zod';
import { type RoleName, type RoleScope, roleLevels, roleNames } from '#contract/privileges.ts';
import type { userAccess } from '#contract/users.ts';
import type { Database } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { whyNotOver } from './access-rules.ts';
import type { Person } from './caller.ts';

type Access = z.output<typeof userAccess.answer>;
type Row = Omit<Access['companies'][number], 'can' | 'scope'> & { scope: RoleScope };

/** Answers `users/access`: a colleague, in the companies in which the one who asks may see colleagues. */
export async function describeAccess(db: Database, asking: Person, userId: number): Promise<Access> {
  const companies = asking.companies.filter((id) => asking.may(id, 'users.get'));
  const hasTwoFactor = await isProtected(db, userId);
  return db.transaction({ companies }, async (tx) => {
    const user = await tx.row<Access['user']>(
      sql`select id, name, email, phone from users where id = ${userId} and exists (select from roles r where r.user_id = users.id and r.company_id = any (${companies}::bigint[]))`,
    );
    if (!user) throw new Problem('not_found', { field: 'data.id' });
    const rows = await tx.rows<Omit<Row, 'has_two_factor'>>(
      sql`select r.company_id, c.company_name, lower(r.name) as role, r.level, r.scope, r.is_deleted,
            (select coalesce(sum(n.delta), 0)::int from ticket_counts n where n.company_id = r.company_id and n.assignee_id = r.user_id and n.bucket in ('open', 'snoozed', 'answered')) as open_tickets,
            (select count(*)::int from drafts d where d.company_id = r.company_id and d.user_id = r.user_id and d.state in ('waiting', 'held'))
              + (select count(*)::int from new_letters l where l.company_id = r.company_id and l.user_id = r.user_id and l.state in ('waiting', 'held')) as waiting_letters,
            coalesce((select json_agg(m.team_id order by m.team_id) from team_members m where m.company_id = r.company_id and m.user_id = r.user_id), '[]') as team_ids,
            coalesce((select json_agg(m.product_id order by m.product_id) from product_members m where m.company_id = r.company_id and m.user_id = r.user_id), '[]') as product_ids,
            coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name, 'is_deleted', t.is_deleted) order by t.name) from teams t where t.company_id = r.company_id
              and (t.is_deleted = 0 or exists (select from team_members m where m.company_id = r.company_id and m.team_id = t.id and m.user_id = r.user_id))), '[]') as teams,
            coalesce((select json_agg(json_build_object('id', p.id, 'name', p.name, 'is_deleted', p.is_deleted) order by p.name) from products p where p.company_id = r.company_id
              and (p.is_deleted = 0 or exists (select from product_members m where m.company_id = r.company_id and m.product_id = p.id and m.user_id = r.user_id))), '[]') as products
          from roles r join companies c on c.id = r.company_id and c.is_deleted = 0 where r.user_id = ${userId} and r.company_id = any (${companies}::bigint[]) order by r.company_id`,
    );
    return {
      user,
      companies: rows.map((row) => {
        const can = abilities(asking, row);
        const left = can.remove === true ? {} : { open_tickets: null, waiting_letters: null };
        return { ...row, ...left, has_two_factor: row.is_deleted === 1 ? null : hasTwoFactor, can };
      }),
    };
  });
}

async function isProtected(db: Database, userId: number): Promise<boolean> {
  const [row] = await db.read<{ is_on: boolean }>(
    'system',
    sql`select exists (select from two_factors where user_id = ${userId} and confirmed_at is not null) as is_on`,
  );
  return row?.is_on ?? false;
}

function abilities(asking: Person, row: { company_id: number; level: number }): Access['companies'][number]['can'] {
  const why = (privilege: string) => whyNotOver(asking, row.company_id, privilege, row.level) ?? (true as const);
  const canGive = (role: RoleName) => !whyNotOver(asking, row.company_id, 'users.update', roleLevels[role]);
  return {
    update: why('users.update'),
    remove: why('users.delete'),
    roles: why('users.update') === true ? roleNames.filter(canGive) : [],
  };
}
