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

/** Writes down that a mail arrived, whoever sent it twice. `known`: by its place in the mailbox or by its bytes. */
export async function storeMail(tx: Tx, mail: StoredMail): Promise<'stored' | 'known'> {
  const outcome: InboundOutcome = mail.keptBecause ? 'kept' : 'waiting';
  const row = await tx.row<{ id: number }>(
    sql`insert into inbound_mails (company_id, mailbox_id, folder, folder_role, uid_validity, uid, sha256, raw_key, size, received_at, outcome, reason_key, reason)
        values (${mail.companyId}, ${mail.mailboxId}, ${mail.folder}, ${mail.role}, ${mail.uidValidity}, ${mail.uid}, ${mail.raw?.hash ?? null}, ${mail.raw?.key ?? null},
          ${mail.size}, ${mail.receivedAt}, ${outcome}, ${mail.keptBecause?.key ?? null}, ${mail.keptBecause?.reason ?? null})
        on conflict do nothing returning id`,
  );
  if (!row) return 'known';
  if (mail.keptBecause) await tell(tx, { companyId: mail.companyId, id: row.id, mailboxId: mail.mailboxId });
  return 'stored';
}

export const intakeLeaseSeconds = 90;
const batchMax = 20;

/**
 * Takes waiting mails of one mailbox, oldest first. While somebody works on a mailbox nobody else takes from it, so that
 * letters of one conversation are read in their order.
 */
export async function claimMails(tx: Tx): Promise<InboundMail[]> {
  const mailbox = await tx.row<{ id: number }>(
    sql`select a.id from channel_accounts a where a.id in (select mailbox_id from inbound_mails where outcome = 'waiting' and due_at <= now() order by due_at limit 200)
          and not exists (select from inbound_mails m where m.mailbox_id = a.id and m.outcome = 'waiting' and m.lease_token is not null and m.due_at > now())
        limit 1 for update of a skip locked`,
  );
  if (!mailbox) return [];
  const rows = await tx.rows<InboundMail>(
    sql`update inbound_mails set attempts = attempts + 1, lease_token = gen_random_uuid(), due_at = now() + make_interval(secs => ${intakeLeaseSeconds})
        where id in (select id from inbound_mails where mailbox_id = ${mailbox.id} and outcome = 'waiting' and due_at <= now() order by received_at, id limit ${batchMax} for update skip locked)
        returning ${columns}`,
  );
  return rows.sort((a, b) => a.received_at.getTime() - b.received_at.getTime() || a.id - b.id);
}

/** The mail, locked, if it is still ours to decide. */
export const lockClaimed = (tx: Tx, mail: InboundMail): Promise<InboundMail | undefined> =>
  tx.row<InboundMail>(
    sql`select ${columns} from inbound_mails where id = ${mail.id} and outcome = 'waiting' and lease_token = ${mail.lease_token} for update`,
  );

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

export const attemptsMax = 3;

/** A mail that could not be read: tried again a little later, and after three times kept, shown and out of the way. */
export async function postponeMail(tx: Tx, mail: InboundMail, words: string): Promise<void> {
  if (mail.attempts >= attemptsMax) {
    await concludeMail(tx, mail, {
      outcome: 'kept',
      reasonKey: 'unreadable',
      reason: words,
      from: null,
      subject: '',
      ticketId: null,
      messageId: null,
    });
    return;
  }
  await tx.run(
    sql`update inbound_mails set lease_token = null, reason = ${words.slice(0, 1000)}, due_at = now() + make_interval(secs => ${5 * mail.attempts})
        where id = ${mail.id} and lease_token = ${mail.lease_token}`,
  );
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
