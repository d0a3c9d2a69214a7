import { type Sql, sql } from '#platform/sql.ts';

/** The roles `r` of a person of which companies ask two-factor, by the settings `s`. */
export const askedForTwoFactor = (userId: Sql): Sql =>
  sql`from roles r join companies c on c.id = r.company_id and c.is_deleted = 0
        join company_role_settings s on s.company_id = r.company_id and s.role_name = lower(r.name) and s.is_two_factor_required
      where r.user_id = ${userId} and r.is_deleted = 0`;

/** From when on nothing else can be done without it: days of grace begin when it is asked, and anew for whoever gets the role. */
export const twoFactorDueAt: Sql = sql`greatest(s.required_since, r.role_since) + make_interval(days => s.grace_days)`;
