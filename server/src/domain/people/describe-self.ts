import type { z } from 'zod';
import type { self } from '#contract/accounts.ts';
import { defaultPrivileges } from '#contract/privileges.ts';
import type { Database } from '#platform/database.ts';
import { bookmarkHere } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { aiFeaturesOf } from './ai-features.ts';
import type { Person } from './caller.ts';
import { isOperator, type Operators } from './operators.ts';
import { askedForTwoFactor, twoFactorDueAt } from './owed-two-factor.ts';
import { type StoredSettings, settingsFrom, storedSettings } from './settings.ts';

export type Self = z.output<typeof self.answer>;

/** The first time at which a company shuts out whoever has none. */
const twoFactorDue = sql`(select to_char(min(${twoFactorDueAt}) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') ${askedForTwoFactor(sql`u.id`)}
              and not exists (select from two_factors f where f.user_id = u.id and f.confirmed_at is not null))`;

/** Answers `users/self`. */
export async function describeSelf(db: Database, person: Person, operators: Operators): Promise<Self> {
  const [row] = await db.read<{
    user: Omit<Self['user'], 'is_operator'>;
    settings: StoredSettings;
    companies: Self['companies'];
    bookmark: string;
  }>(
    'system',
    sql`select
          json_build_object('id', u.id, 'name', u.name, 'email', case when u.email_confirmed_at is not null then u.email end, 'email_confirmation', u.email,
            'has_password', u.has_password, 'two_factor_due', ${twoFactorDue}, 'phone', u.phone, 'note', u.note, 'avatar', u.avatar, 'status', u.status, 'phone_status', u.phone_status,
            'added', to_char(u.added at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'), 'updated', to_char(u.updated at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')) as "user",
          ${storedSettings} as settings, ${bookmarkHere(db)} as bookmark,
          (select coalesce(json_agg(json_build_object('id', c.id, 'company_name', c.company_name, 'case_prefix', c.case_prefix, 'logo', c.logo) order by c.id), '[]')
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
    address: person.address ?? '',
    closed_companies: [...person.closed],
    suspended_companies: [...person.suspended],
    privileges: {
      default: defaultPrivileges,
      companies: Object.fromEntries(
        [...person.companyPrivileges]
          .filter(([id]) => person.companies.includes(id))
          .map(([id, table]) => [String(id), table]),
      ),
    },
    bookmark: row.bookmark,
    settings: { ...settingsFrom(row.settings), billing_status: {}, ai_features: aiFeaturesOf(person) },
  };
}
