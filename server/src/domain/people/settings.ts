import {
  notificationKinds,
  notificationWays,
  type PersonSettings,
  type SettingsChange,
  usualNotifications,
} from '#contract/settings.ts';
import { isTimeZone } from '#contract/time-zones.ts';
import type { Database, Tx } from '#platform/database.ts';
import { recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { recordAccountEvent } from './account-events.ts';

type Choice = { kind: string; way: string; value: 0 | 1 };
/** As `storedSettings` selects them. */
export type StoredSettings = Omit<PersonSettings, 'notifications'> & { choices: Choice[] };

/** The settings of the person `u`, as JSON. */
export const storedSettings: Sql = sql`json_build_object(
  'language', u.language, 'time_zone', u.time_zone, 'date_format', u.date_format, 'clock', u.clock, 'theme', u.theme, 'density', u.density, 'single_keys', u.single_keys,
  'signature', u.signature, 'after_sending', u.after_sending, 'undo_send_seconds', u.undo_send_seconds, 'first_view', u.first_view, 'muted_products', to_json(u.muted_products),
  'notification_position', u.notification_position, 'notification_duration', u.notification_duration,
  'quiet_hours', json_build_object('is_on', u.quiet_is_on, 'from', u.quiet_from, 'to', u.quiet_to),
  'snooze_presets', json_build_object('morning', u.snooze_morning, 'evening', u.snooze_evening, 'days', to_json(u.snooze_days)),
  'mail_when', u.mail_when, 'push_preview', u.push_preview,
  'choices', (select coalesce(json_agg(json_build_object('kind', n.kind, 'way', n.way, 'value', n.value)), '[]') from notification_choices n where n.user_id = u.id))`;

/** What was stored, with what is usual where nothing was chosen. */
export function settingsFrom({ choices, ...rest }: StoredSettings): PersonSettings {
  const chosen = new Map(choices.map((one) => [`${one.kind} ${one.way}`, one.value]));
  const chosenOrUsual = (kind: (typeof notificationKinds)[number], way: (typeof notificationWays)[number]) =>
    chosen.get(`${kind} ${way}`) ?? (usualNotifications[kind].includes(way) ? 1 : 0);
  const notifications = Object.fromEntries(
    notificationKinds.map((kind) => [
      kind,
      Object.fromEntries(notificationWays.map((way) => [way, chosenOrUsual(kind, way)])),
    ]),
  );
  return { ...rest, notifications: notifications as PersonSettings['notifications'] }; // every kind and way, just above
}

export async function readSettings(db: Database, userId: number): Promise<PersonSettings> {
  return db.transaction('system', (tx) => settingsOf(tx, userId));
}

/** Changes what is named. Every open desk of the person is told. `signature` is clean already. */
export async function changeSettings(db: Database, userId: number, change: SettingsChange): Promise<PersonSettings> {
  if (change.time_zone !== undefined && !isTimeZone(change.time_zone))
    throw new Problem('invalid_value', { field: 'data.time_zone' });
  const { notifications, quiet_hours, snooze_presets: offered, ...columns } = change;
  const values = {
    ...columns,
    ...(quiet_hours ? { quiet_is_on: quiet_hours.is_on, quiet_from: quiet_hours.from, quiet_to: quiet_hours.to } : {}),
    ...(offered ? { snooze_morning: offered.morning, snooze_evening: offered.evening, snooze_days: offered.days } : {}),
  };
  return db.transaction('system', async (tx) => {
    await tx.run(sql`select from users where id = ${userId} for no key update`);
    const before = await settingsOf(tx, userId);
    // The names are the contract's: what it does not know was refused.
    const assigned = Object.entries(values).map(([column, value]) => sql`${sql.unsafe(column)} = ${value}`);
    if (assigned.length > 0)
      await tx.run(sql`update users set ${sql.join(assigned)}, updated = now() where id = ${userId}`);
    for (const [kind, ways] of Object.entries(notifications ?? {})) {
      for (const [way, value] of Object.entries(ways ?? {})) {
        await tx.run(
          sql`insert into notification_choices (user_id, kind, way, value) values (${userId}, ${kind}, ${way}, ${value})
              on conflict (user_id, kind, way) do update set value = excluded.value`,
        );
      }
    }
    const after = await settingsOf(tx, userId);
    const changed = changedIn(before, after);
    if (changed.length === 0) return after;
    await recordAccountEvent(tx, {
      action: 'settings_changed',
      userId,
      detail: { before: pick(before, changed), after: pick(after, changed) },
    });
    await recordEvents(tx, [
      {
        companyId: null,
        userId,
        entity: 'users',
        action: 'updated',
        entityId: userId,
        actor: { kind: 'user', id: userId },
      },
    ]);
    return after;
  });
}

async function settingsOf(tx: Tx, userId: number): Promise<PersonSettings> {
  const row = await tx.row<{ settings: StoredSettings }>(
    sql`select ${storedSettings} as settings from users u where u.id = ${userId}`,
  );
  if (!row) throw new Problem('unauthorized');
  return settingsFrom(row.settings);
}

type Name = keyof PersonSettings;
const changedIn = (before: PersonSettings, after: PersonSettings): Name[] =>
  (Object.keys(after) as Name[]).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name])); // keys of this very type
/** As the companies of the person read it, which are not told of each other's products: how many are muted is enough. */
const pick = (from: PersonSettings, names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, name === 'muted_products' ? from[name].length : from[name]]));
