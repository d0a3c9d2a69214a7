import type { z } from 'zod';
import type { self } from '#contract/accounts.ts';
import { defaultPrivileges } from '#contract/privileges.ts';
import type { Database } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import type { Person } from './caller.ts';
import { isOperator, type Operators } from './operators.ts';

export type Self = z.output<typeof self.answer>;

/** Answers `users/self`. */
export async function describeSelf(db: Database, person: Person, operators: Operators): Promise<Self> {
  const [row] = await db.read<{
    user: Omit<Self['user'], 'is_operator'>;
    settings: Self['settings'];
    companies: Self['companies'];
  }>(
    'system',
    sql`select
          json_build_object('id', u.id, 'name', u.name, 'email', case when u.email_confirmed_at is not null then u.email end, 'email_confirmation', u.email,
            'phone', u.phone, 'note', u.note, 'avatar', u.avatar, 'status', u.status, 'phone_status', u.phone_status,
            'added', to_char(u.added at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'), 'updated', to_char(u.updated at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')) as "user",
          json_build_object('language', u.language, 'time_zone', u.time_zone, 'theme', u.theme, 'billing_status', '{}'::json, 'ai_features', '') as settings,
          (select coalesce(json_agg(json_build_object('id', c.id, 'company_name', c.company_name, 'case_prefix', c.case_prefix) order by c.id), '[]')
             from companies c where c.id = any (${person.roles.map((role) => role.company_id)}::bigint[])) as companies
        from users u where u.id = ${person.userId}`,
  );
  if (!row) throw new Problem('unauthorized');
  return {
    user: {
      ...row.user,
      is_operator: (await isOperator(db, person.userId, operators)) ? 1 : 0,
    },
    roles: person.roles.map((role) => ({ ...role })),
    companies: row.companies,
    privileges: {
      default: defaultPrivileges,
      companies: Object.fromEntries([...person.companyPrivileges].map(([id, table]) => [String(id), table])),
    },
    settings: row.settings,
  };
}

export async function changeOwnSettings(
  db: Database,
  userId: number,
  change: Partial<Pick<Self['settings'], 'language' | 'time_zone' | 'theme'>>,
): Promise<void> {
  if (change.time_zone !== undefined && !isTimeZone(change.time_zone))
    throw new Problem('invalid_value', { field: 'data.time_zone' });
  await db.transaction('system', (tx) =>
    tx.run(
      sql`update users set language = coalesce(${change.language ?? null}, language), time_zone = coalesce(${change.time_zone ?? null}, time_zone),
            theme = coalesce(${change.theme ?? null}, theme), updated = now() where id = ${userId}`,
    ),
  );
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
