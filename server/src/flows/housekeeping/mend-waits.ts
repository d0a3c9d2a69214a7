import type { Database } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

/** What waits in a table until a moment that is counted from now, and how long that is at most. */
type Wait = {
  readonly table: string;
  readonly until: string;
  readonly key?: string;
  readonly where: string;
  readonly secondsMax: string;
  /** Until then whoever has it in hand has renewed it: it is not taken from them. */
  readonly leaseSeconds?: number;
};

const letter = { table: 'deliveries', until: 'due_at' };
const waits: readonly Wait[] = [
  { ...letter, where: `state = 'queued' and attempts = 0`, secondsMax: '30' },
  {
    ...letter,
    where: `state = 'queued' and attempts > 0`,
    secondsMax: '1.2 * greatest(300, least(14400, 30 * 2 ^ least(attempts - 1, 20)))',
  },
  { ...letter, where: `state = 'sending'`, secondsMax: '30', leaseSeconds: 30 },
  {
    table: 'deliveries',
    until: 'copy_due_at',
    where: `copy_state = 'queued'`,
    secondsMax: 'greatest(60, least(3600, 15 * 2 ^ least(copy_attempts, 20)))',
    leaseSeconds: 60,
  },
  {
    table: 'system_mails',
    until: 'due_at',
    where: `state = 'queued'`,
    secondsMax: 'greatest(120, least(3600, 5 * 2 ^ least(attempts, 20)))',
    leaseSeconds: 120,
  },
  // Those for a later time that their writer named wait for that time.
  { table: 'drafts', until: 'send_at', where: `state = 'waiting' and why = 'undo'`, secondsMax: '60' },
  { table: 'new_letters', until: 'send_at', where: `state = 'waiting' and why = 'undo'`, secondsMax: '60' },
  { table: 'inbound_mails', until: 'due_at', where: `outcome = 'waiting'`, secondsMax: '20', leaseSeconds: 20 },
  { table: 'channel_accounts', until: 'lease_until', where: 'is_deleted = 0', secondsMax: '20', leaseSeconds: 20 },
  { table: 'mailboxes', until: 'send_pause_until', where: 'send_pause_until is not null', secondsMax: '300' },
  {
    table: 'jobs',
    until: 'due_at',
    where: `state in ('waiting', 'running')`,
    secondsMax: 'greatest(30, 10 * attempts)',
    leaseSeconds: 30,
  },
  { table: 'customer_erasures', until: 'due_at', where: 'done_at is null', secondsMax: '300' },
  { table: 'chats', key: 'ticket_id', until: 'mail_due_at', where: 'mail_due_at is not null', secondsMax: '120' },
  // Over the quiet hours, which are less than a day.
  { table: 'notifications', until: 'mail_at', where: `mail_state = 'queued'`, secondsMax: '86400' },
  { table: 'pushes', until: 'due_at', where: `state = 'queued'`, secondsMax: '86400', leaseSeconds: 60 },
  // A provider that asks for patience gets a day of it, and a fifth.
  { table: 'messengers', until: 'due_at', where: 'true', secondsMax: '1.2 * 86400' },
  { table: 'messengers', until: 'lease_until', where: 'lease_until is not null', secondsMax: '90', leaseSeconds: 90 },
  {
    table: 'sign_in_failures',
    key: '(address, email)',
    until: 'locked_until',
    where: 'locked_until is not null',
    secondsMax: '1800',
  },
];

const graceSeconds = 60;

/**
 * A clock that was set back makes everything wait longer that was to wait until a moment of the old one, and what is leased
 * is held for ever. What is further away than its schedule ever puts it is due now, or when its lease would end.
 */
export async function mendWaits(db: Database): Promise<void> {
  for (const { table, until, key = 'id', where, secondsMax, leaseSeconds = 0 } of waits) {
    const far = `${until} > now() + make_interval(secs => ${graceSeconds} + ${secondsMax})`;
    await db.transaction('system', (tx) =>
      tx.run(
        sql.unsafe(`update ${table} set ${until} = now() + make_interval(secs => ${leaseSeconds})
          where ${key} in (select ${key.replace(/[()]/g, '')} from ${table} where ${where}
            and ${until} > now() + interval '${graceSeconds} seconds' and ${far} for update skip locked)`),
      ),
    );
  }
}
