import type { Tx } from '#platform/database.ts';
import { recordEvents, systemActor } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';

export type Sending = {
  companyId: number;
  mailboxId: number;
  /** A letter of somebody's left just now. */
  isSent: boolean;
  /** Null: it sends. `key` is one of contract/mail-errors.ts. */
  error: { key: string; details: string } | null;
  /** Nothing is to be tried for so long. */
  pauseSeconds: number;
};

/** Writes down how sending goes: a refused password shows on the mailbox, not only on one letter. Only a change is news. */
export async function noteSending(tx: Tx, the: Sending): Promise<void> {
  const { companyId, mailboxId, isSent, error, pauseSeconds } = the;
  const key = error?.key ?? null;
  const details = error?.details.replaceAll('\0', '').slice(0, 1000) ?? null;
  const changed = await tx.row<{ is_news: boolean }>(
    sql`update mailboxes m set last_sent_at = case when ${isSent} then now() else m.last_sent_at end,
          send_error_key = ${key}, send_error_details = ${details},
          send_error_since = case when ${key}::text is not null then coalesce(m.send_error_since, now()) end,
          send_pause_until = case when ${pauseSeconds} > 0 then now() + make_interval(secs => ${pauseSeconds}) end
        from mailboxes was where was.id = m.id and m.id = ${mailboxId}
        returning was.send_error_key is distinct from ${key} as is_news`,
  );
  if (!changed?.is_news) return;
  await recordEvents(tx, [
    { companyId, entity: 'mailboxes', action: 'updated', entityId: mailboxId, actor: systemActor, params: {} },
  ]);
}

/** Writes down that a letter left just now, by settings that were changed meanwhile: of the new ones that says nothing. */
export async function noteSent(tx: Tx, mailboxId: number): Promise<void> {
  await tx.run(sql`update mailboxes set last_sent_at = now() where id = ${mailboxId}`);
}

/** Writes down why letters have no copy in the Sent box; null: the last one has. Only a change is news. */
export async function noteCopies(
  tx: Tx,
  { companyId, mailboxId, error }: { companyId: number; mailboxId: number; error: CopyError | null },
): Promise<void> {
  const key = error?.key ?? null;
  const details = error?.details?.replaceAll('\0', '').slice(0, 1000) ?? null;
  const changed = await tx.run(
    sql`update mailboxes set copy_error_key = ${key}, copy_error_details = ${details}
        where id = ${mailboxId} and (copy_error_key, copy_error_details) is distinct from (${key}::text, ${details}::text)`,
  );
  if (changed === 0) return;
  await recordEvents(tx, [
    { companyId, entity: 'mailboxes', action: 'updated', entityId: mailboxId, actor: systemActor, params: {} },
  ]);
}

/** `key` is one of contract/mail-errors.ts. */
export type CopyError = { readonly key: string; readonly details: string | null };

const sendsBy = [
  'smtp_host',
  'smtp_port',
  'smtp_security',
  'smtp_login',
  'smtp_password',
  'imap_username',
  'imap_password',
  'from_email',
];

const copiesBy = ['imap_server', 'imap_port', 'imap_type', 'imap_username', 'imap_password', 'imap_box_outbox'];

/** What was said of other settings says nothing of these; whoever saves any has time to see how they do. */
export async function forgetSending(
  tx: Tx,
  ids: readonly number[],
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (copiesBy.some((name) => name in values))
    await tx.run(
      sql`update mailboxes set copy_error_key = null, copy_error_details = null where id = any (${ids}::bigint[])`,
    );
  const isOther = sendsBy.some((name) => name in values);
  await tx.run(
    isOther
      ? sql`update mailboxes set send_pause_until = null, send_error_key = null, send_error_details = null, send_error_since = null where id = any (${ids}::bigint[])`
      : sql`update mailboxes set send_pause_until = null, send_error_since = case when send_error_since is not null then now() end where id = any (${ids}::bigint[])`,
  );
}
