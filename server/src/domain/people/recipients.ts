import { adminLevel } from '#contract/privileges.ts';
import type { NotificationKind, PersonSettings } from '#contract/settings.ts';
import type { Database } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';
import { type StoredSettings, settingsFrom, storedSettings } from './settings.ts';

/** Somebody to be told something, and how they want to be. */
export type Recipient = {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly isConfirmed: boolean;
  readonly settings: PersonSettings;
};

export async function readRecipients(db: Database, ids: readonly number[]): Promise<Recipient[]> {
  if (ids.length === 0) return [];
  const rows = await db.read<Omit<Recipient, 'settings'> & { settings: StoredSettings }>(
    'system',
    sql`select u.id, u.name, u.email, u.email_confirmed_at is not null as "isConfirmed", ${storedSettings} as settings
        from users u where u.id = any (${ids}::bigint[]) and u.is_deleted = 0 order by u.id`,
  );
  return rows.map((row) => ({ ...row, settings: settingsFrom(row.settings) }));
}

/** The people of a company who asked to hear of this kind. For kinds that are off unless somebody turns them on. */
export async function whoWants(db: Database, companyId: number, kind: NotificationKind): Promise<number[]> {
  const rows = await db.read<{ user_id: number }>(
    'system',
    sql`select distinct r.user_id from roles r join notification_choices n on n.user_id = r.user_id and n.kind = ${kind} and n.value = 1
        where r.company_id = ${companyId} and r.is_deleted = 0`,
  );
  return rows.map((row) => row.user_id);
}

/** Who looks after a company, its owners first. */
export async function whoAdministers(db: Database, companyId: number): Promise<number[]> {
  const rows = await db.read<{ user_id: number }>(
    'system',
    sql`select user_id from roles where company_id = ${companyId} and is_deleted = 0 and level >= ${adminLevel} order by level desc, user_id`,
  );
  return rows.map((row) => row.user_id);
}
