import type { InboundOutcome } from '#contract/inbound-mails.ts';
import type { Tx } from '#platform/database.ts';
import { recordEvents, systemActor } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';

export type InboundMail = {
  readonly id: number;
  readonly company_id: number;
  readonly mailbox_id: number;
  readonly folder_role: 'inbox' | 'sent' | 'junk';
  readonly raw_key: string | null;
  readonly received_at: Date;
  readonly outcome: InboundOutcome;
  readonly attempts: number;
  readonly ticket_id: number | null;
  readonly message_id: number | null;
  readonly lease_token: string | null;
};

const columns = sql.unsafe(
  'id, company_id, mailbox_id, folder_role, raw_key, received_at, outcome, attempts, ticket_id, message_id, lease_token',
);

export type StoredMail = {
  companyId: number;
  mailboxId: number;
  folder: string;
  role: 'inbox' | 'sent' | 'junk';
  uidValidity: string;
  uid: number;
  receivedAt: Date;
  size: number;
  /** Null for a mail that was not fetched: too large, or the server could not give it. */
  raw: { key: string; hash: Buffer } | null;
  keptBecause?: { key: string; reason: string };
};

/**
 * Writes down that a mail arrived, whoever sent it twice. `known`: by its place in the mailbox or by its bytes; one whose
 * bytes were never fetched is known again in a new numbering by its size and the moment it was received.
 */
export async function storeMail(tx: Tx, mail: StoredMail): Promise<'stored' | 'known'> {
  const outcome: InboundOutcome = mail.keptBecause ? 'kept' : 'waiting';
  const row = await tx.row<{ id: number }>(
    sql`insert into inbound_mails (company_id, mailbox_id, folder, folder_role, uid_validity, uid, sha256, raw_key, size, received_at, outcome, reason_key, reason)
        select ${mail.companyId}, ${mail.mailboxId}, ${mail.folder}, ${mail.role}, ${mail.uidValidity}, ${mail.uid}, ${mail.raw?.hash ?? null}::bytea, ${mail.raw?.key ?? null},
          ${mail.size}, ${mail.receivedAt}, ${outcome}, ${mail.keptBecause?.key ?? null}, ${mail.keptBecause?.reason ?? null}
        where ${mail.raw !== null} or not exists (select from inbound_mails where mailbox_id = ${mail.mailboxId} and uid_validity <> ${mail.uidValidity}
          and sha256 is null and size = ${mail.size} and received_at = ${mail.receivedAt})
        on conflict do nothing returning id`,
  );
  if (!row) return 'known';
  if (mail.keptBecause) await tell(tx, { companyId: mail.companyId, id: row.id, mailboxId: mail.mailboxId });
  return 'stored';
}

export const intakeLeaseSeconds = 20;
export const intakeRenewSeconds = 5;
export const attemptsMax = 3;
/** A mail that was in hand so often when the server died is blamed for it: most of these times it was alone. */
export const unfinishedMax = 15;
const batchMax = 20;
/** First half of the advisory lock `(this, mailbox)`: one who claims from a mailbox at a time. */
const claimLock = 1_886_544_000;

/**
 * Takes waiting mails of one mailbox, oldest first. While somebody works on a mailbox nobody else takes from it, so that
 * letters of one conversation are read in their order. The worker that reads the mailbox takes its mails too: their
 * bytes lie with it. Mailboxes take turns, beginning behind `after`, so that a long import keeps nobody waiting.
 */
export async function claimMails(tx: Tx, the: { worker: string; after: number }): Promise<InboundMail[]> {
  const waiting = await mailboxesWaiting(tx, the.worker);
  const inTurn = [...waiting.filter((id) => id > the.after), ...waiting.filter((id) => id <= the.after)];
  for (const mailboxId of inTurn) {
    const claim = await tx.row<{ is_free: boolean }>(
      sql`select pg_try_advisory_xact_lock(${claimLock}, ${mailboxId % 2 ** 31}) as is_free`,
    );
    if (!claim?.is_free) continue;
    const rows = await tx.rows<InboundMail>(
      sql`with due as materialized (
            select id, received_at, attempts from inbound_mails where mailbox_id = ${mailboxId} and outcome = 'waiting' and due_at <= now()
              and not exists (select from inbound_mails h where h.mailbox_id = ${mailboxId} and h.outcome = 'waiting' and h.lease_token is not null and h.due_at > now())
            order by received_at, id limit ${batchMax})
          update inbound_mails set attempts = attempts + 1, lease_token = gen_random_uuid(), due_at = now() + make_interval(secs => ${intakeLeaseSeconds})
          where id in (select id from due order by received_at, id
            limit case when exists (select from due where attempts >= ${attemptsMax}) then 1 else ${batchMax} end)
          returning ${columns}`,
    );
    if (rows.length > 0) return rows.sort((a, b) => a.received_at.getTime() - b.received_at.getTime() || a.id - b.id);
  }
  return [];
}

/** The mailboxes with waiting mail, found by leaping through the index from one to the next, however much waits. */
async function mailboxesWaiting(tx: Tx, worker: string): Promise<number[]> {
  const rows = await tx.rows<{ id: number }>(
    sql`with recursive waiting (mailbox_id) as (
          (select mailbox_id from inbound_mails where outcome = 'waiting' order by mailbox_id limit 1)
          union all
          select (select m.mailbox_id from inbound_mails m where m.outcome = 'waiting' and m.mailbox_id > w.mailbox_id order by m.mailbox_id limit 1)
          from waiting w where w.mailbox_id is not null)
        select a.id from waiting w join channel_accounts a on a.id = w.mailbox_id
        where a.lease_owner = ${worker} or a.lease_until is null or a.lease_until < now() order by a.id`,
  );
  return rows.map((row) => row.id);
}

const tokensOf = (mails: readonly InboundMail[]) => mails.map((mail) => mail.lease_token);

/** Keeps claimed mails for a little longer. False when none of them is ours any more. */
export async function renewClaims(tx: Tx, mails: readonly InboundMail[]): Promise<boolean> {
  const renewed = await tx.run(
    sql`update inbound_mails set due_at = now() + make_interval(secs => ${intakeLeaseSeconds})
        where outcome = 'waiting' and lease_token = any (${tokensOf(mails)}::uuid[])`,
  );
  return renewed > 0;
}

/** Lets go of claimed mails that were not come to, as if they had never been claimed. */
export const giveBackMails = (tx: Tx, mails: readonly InboundMail[]): Promise<number> =>
  tx.run(
    sql`update inbound_mails set lease_token = null, attempts = attempts - 1, due_at = now()
        where outcome = 'waiting' and lease_token = any (${tokensOf(mails)}::uuid[])`,
  );

/** The mail, locked, if it is still ours to decide. */
export const lockClaimed = (tx: Tx, mail: InboundMail): Promise<InboundMail | undefined> =>
  tx.row<InboundMail>(
    sql`select ${columns} from inbound_mails where id = ${mail.id} and outcome = 'waiting' and lease_token = ${mail.lease_token} for update`,
  );

/** Those of the claimed mails that are still ours to decide, locked. */
export async function lockAllClaimed(tx: Tx, mails: readonly InboundMail[]): Promise<ReadonlySet<number>> {
  const rows = await tx.rows<{ id: number }>(
    sql`select m.id from inbound_mails m join unnest(${mails.map((mail) => mail.id)}::bigint[], ${mails.map((mail) => mail.lease_token)}::uuid[]) c (id, lease_token)
          on c.id = m.id and c.lease_token = m.lease_token where m.outcome = 'waiting' order by m.id for update of m`,
  );
  return new Set(rows.map((row) => row.id));
}

export const lockMail = (tx: Tx, id: number): Promise<InboundMail | undefined> =>
  tx.row<InboundMail>(sql`select ${columns} from inbound_mails where id = ${id} for update`);

export type Conclusion = {
  outcome: InboundOutcome;
  reasonKey: string | null;
  reason: string | null;
  from: { name: string; address: string } | null;
  subject: string;
  ticketId: number | null;
  messageId: number | null;
};

/** The one outcome a mail ends in, in the transaction that makes it true. */
export async function concludeMail(tx: Tx, mail: InboundMail, c: Conclusion): Promise<void> {
  await tx.run(
    sql`update inbound_mails set outcome = ${c.outcome}, reason_key = ${c.reasonKey}, reason = ${c.reason?.slice(0, 1000) ?? null}, from_name = ${c.from?.name ?? null},
          from_address = ${c.from?.address ?? null}, subject = ${c.subject.slice(0, 1000)}, ticket_id = ${c.ticketId}, message_id = ${c.messageId}, lease_token = null
        where id = ${mail.id}`,
  );
  await tell(tx, { companyId: mail.company_id, id: mail.id, mailboxId: mail.mailbox_id });
}

/** A mail that could not be read: tried again a little later, and after three times kept, shown and out of the way. */
export async function postponeMail(
  tx: Tx,
  mail: InboundMail,
  { reasonKey = 'unreadable', words, isFinal = false }: { reasonKey?: string; words: string; isFinal?: boolean },
): Promise<void> {
  if (isFinal || mail.attempts >= attemptsMax) {
    await concludeMail(tx, mail, {
      outcome: 'kept',
      reasonKey,
      reason: words,
      from: null,
      subject: '',
      ticketId: null,
      messageId: null,
    });
    return;
  }
  await tx.run(
    sql`update inbound_mails set lease_token = null, reason = ${words.slice(0, 1000)}, due_at = now() + make_interval(secs => ${2 * mail.attempts})
        where id = ${mail.id}`,
  );
}

/**
 * Makes the reader of the mailbox fetch a mail once more: its bytes are not here, because another worker fetched it and
 * kept them on its own machine. What is known already stays as it is.
 */
export async function fetchAgain(tx: Tx, mail: InboundMail): Promise<void> {
  await tx.run(
    sql`update mailbox_folders f set last_uid = least(f.last_uid, m.uid - 1), updated = now() from inbound_mails m
        where m.id = ${mail.id} and f.mailbox_id = m.mailbox_id and f.path = m.folder and f.uid_validity = m.uid_validity`,
  );
  await tx.run(sql`update channel_accounts set settings_version = settings_version + 1 where id = ${mail.mailbox_id}`);
}

const tell = (tx: Tx, the: { companyId: number; id: number; mailboxId: number }) =>
  recordEvents(tx, [
    {
      companyId: the.companyId,
      entity: 'inbound-mails',
      action: 'updated',
      entityId: the.id,
      actor: systemActor,
      params: { mailbox_id: the.mailboxId },
    },
  ]);
