import type { InboundOutcome } from '#contract/inbound-mails.ts';
import { cutLetters } from '#platform/cut-letters.ts';
import type { Database, Tx } from '#platform/database.ts';
import { recordEvents, systemActor } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';
import type { KeptRaw } from './raw-mails.ts';

export type InboundMail = {
  readonly id: number;
  readonly company_id: number;
  readonly mailbox_id: number;
  readonly folder_role: 'inbox' | 'sent' | 'junk';
  readonly raw_key: string | null;
  readonly raw_offset: number | null;
  readonly size: number;
  readonly received_at: Date;
  readonly outcome: InboundOutcome;
  readonly attempts: number;
  readonly ticket_id: number | null;
  readonly message_id: number | null;
  readonly lease_token: string | null;
};

const columns = sql.unsafe(
  'id, company_id, mailbox_id, folder_role, raw_key, raw_offset, size, received_at, outcome, attempts, ticket_id, message_id, lease_token',
);

/** When a mail came, as people are told; a mail server whose clock is ahead knows nothing of times to come. */
export const cameAt = ({ received_at: at }: Pick<InboundMail, 'received_at'>): Date =>
  new Date(Math.min(at.getTime(), Date.now()));

export type StoredMail = {
  companyId: number;
  mailboxId: number;
  folder: string;
  role: 'inbox' | 'sent' | 'junk';
  uidValidity: string;
  uid: number;
  receivedAt: Date;
  size: number;
  /** Null for a mail that was not fetched: the server could not give it. Shorter than `size`: it was too large. */
  raw: KeptRaw | null;
  keptBecause?: { key: string; reason: string };
};

/**
 * Those of the hashes whose mails lie in the mailbox already with all that belongs to them. One that still waits is not
 * among them: another worker may have fetched it and kept its bytes where nobody else sees them.
 */
export async function knownHashes(
  db: Database,
  mailbox: { id: number; companyId: number },
  hashes: readonly Buffer[],
): Promise<ReadonlySet<string>> {
  const rows = await db.read<{ hex: string | null }>(
    { companies: [mailbox.companyId] },
    sql`select (select encode(sha256, 'hex') from inbound_mails where mailbox_id = ${mailbox.id} and sha256 = asked and not (${lacksBytes})) as hex
        from unnest(${hashes}::bytea[]) asked`,
  );
  return new Set(rows.flatMap(({ hex }) => hex ?? []));
}

const lacksBytes = sql.unsafe(`outcome = 'waiting' or reason_key is not distinct from 'raw_missing'`);

/**
 * Writes down that mails of one mailbox arrived, whoever sent them twice. `known`: by its place in the account that the
 * mailbox reads now, or by its bytes; one whose bytes were never fetched is known again in a new numbering by its size and
 * the moment it was received.
 */
export async function storeMails(tx: Tx, mails: readonly StoredMail[]): Promise<('stored' | 'known')[]> {
  const rows = mails.map((mail) => ({
    ...{ company_id: mail.companyId, mailbox_id: mail.mailboxId, folder: mail.folder, folder_role: mail.role },
    ...{
      uid_validity: mail.uidValidity,
      uid: mail.uid,
      sha256: mail.raw?.hash.toString('hex'),
      raw_key: mail.raw?.key,
      raw_offset: mail.raw?.offset,
    },
    ...{ size: mail.size, received_at: mail.receivedAt, outcome: mail.keptBecause ? 'kept' : 'waiting' },
    ...{ reason_key: mail.keptBecause?.key, reason: mail.keptBecause?.reason },
  }));
  const stored = await tx.rows<{ id: number; folder: string; uid_validity: string; uid: number }>(
    sql`insert into inbound_mails (company_id, mailbox_id, account, folder, folder_role, uid_validity, uid, sha256, raw_key, raw_offset, size, received_at, outcome, reason_key, reason)
        select r.company_id, mailbox_id, b.account, folder, folder_role, uid_validity, uid, decode(sha256, 'hex'), raw_key, raw_offset, size, received_at, outcome, reason_key, reason
        from json_to_recordset(${JSON.stringify(rows)}::json) as r (company_id bigint, mailbox_id bigint, folder text, folder_role text, uid_validity text, uid bigint,
          sha256 text, raw_key text, raw_offset bigint, size bigint, received_at timestamptz, outcome text, reason_key text, reason text)
          join mailboxes b on b.id = r.mailbox_id
        where sha256 is not null or not exists (select from inbound_mails k where k.mailbox_id = r.mailbox_id and (k.account, k.uid_validity) <> (b.account, r.uid_validity)
          and k.sha256 is null and k.size = r.size and k.received_at = r.received_at)
        on conflict do nothing returning id, folder, uid_validity, uid`,
  );
  const ids = new Map(stored.map((row) => [placeOf(row.folder, row.uid_validity, row.uid), row.id]));
  const results = mails.map((mail) => ({ mail, id: ids.get(placeOf(mail.folder, mail.uidValidity, mail.uid)) }));
  const kept = results.flatMap(({ mail, id }) =>
    mail.keptBecause && id !== undefined ? [{ companyId: mail.companyId, id, mailboxId: mail.mailboxId }] : [],
  );
  if (kept.length > 0) await tell(tx, kept);
  const knownWithBytes = results.flatMap(({ mail, id }) => (id === undefined && mail.raw ? [mail.raw] : []));
  if (knownWithBytes.length > 0) await placeAgain(tx, mails[0]?.mailboxId ?? 0, knownWithBytes);
  return results.map(({ id }) => (id === undefined ? 'known' : 'stored'));
}

/**
 * A mail that waits for its bytes finds them where they are now. One that did so in vain, because its mailbox was out of
 * reach for longer than it was tried, gets its turn again.
 */
async function placeAgain(tx: Tx, mailboxId: number, raws: readonly KeptRaw[]): Promise<void> {
  const revived = await tx.rows<{ id: number; company_id: number }>(
    sql`with r as (
          select * from unnest(${raws.map((raw) => raw.hash)}::bytea[], ${raws.map((raw) => raw.key)}::text[], ${raws.map((raw) => raw.offset)}::bigint[]) r (hash, key, raw_offset)),
        placed as (
          update inbound_mails m set raw_key = r.key, raw_offset = r.raw_offset from r
          where m.mailbox_id = ${mailboxId} and m.sha256 = r.hash and m.outcome = 'waiting')
        update inbound_mails m set raw_key = r.key, raw_offset = r.raw_offset, outcome = 'waiting', reason_key = null, attempts = 0, due_at = now() from r
        where m.mailbox_id = ${mailboxId} and m.sha256 = r.hash and m.reason_key = 'raw_missing'
        returning m.id, m.company_id`,
  );
  await tell(
    tx,
    revived.map((mail) => ({ companyId: mail.company_id, id: mail.id, mailboxId })),
  );
}

export async function storeMail(tx: Tx, mail: StoredMail): Promise<'stored' | 'known'> {
  const [result] = await storeMails(tx, [mail]);
  return result ?? 'known';
}

const placeOf = (folder: string, uidValidity: string, uid: number) => `${uid} ${uidValidity} ${folder}`;

export const intakeLeaseSeconds = 20;
export const intakeRenewSeconds = 5;
export const attemptsMax = 3;
/** A mail that was in hand so often when the server died is blamed for it: most of these times it was alone. */
export const unfinishedMax = 15;
const batchMax = 100;
/** Of raw mail, so that a batch of large ones does not fill the memory; one mail may be larger. */
const batchBytesMax = 4 * 1024 * 1024;
/** First half of the advisory lock `(this, mailbox)`: one who claims from a mailbox at a time. */
const claimLock = 1_886_544_000;

/**
 * Takes waiting mails of one mailbox, oldest first. While somebody works on a mailbox nobody else takes from it, so that
 * letters of one conversation are read in their order; whoever has some of its mails locked works on it, however long that
 * takes. The worker that reads the mailbox takes its mails too: their bytes lie with it. Mailboxes take turns, beginning
 * behind `after`, so that a long import keeps nobody waiting.
 *
 * Who has mails in hand already may take those behind them, unless one was tried before: trouble is met alone.
 */
export async function claimMails(
  tx: Tx,
  { worker, after, inHand = [] }: { worker: string; after: number; inHand?: readonly InboundMail[] },
): Promise<InboundMail[]> {
  const [triesMax, ifMore] = inHand.length > 0 ? [1, 0] : [attemptsMax, 1];
  const waiting = await mailboxesWaiting(tx, worker);
  const inTurn = [...waiting.filter((id) => id > after), ...waiting.filter((id) => id <= after)];
  for (const mailboxId of inTurn) {
    const claim = await tx.row<{ is_free: boolean }>(
      sql`select pg_try_advisory_xact_lock(${claimLock}, ${mailboxId % 2 ** 31}) as is_free`,
    );
    if (!claim?.is_free) continue;
    const rows = await tx.rows<InboundMail>(
      sql`with due as materialized (
            select id, received_at, attempts, sum(size) over (order by received_at, id) as bytes, row_number() over (order by received_at, id) as place
            from (select id, received_at, attempts, size from inbound_mails where mailbox_id = ${mailboxId} and outcome = 'waiting' and due_at <= now()
              and not exists (select from inbound_mails h where h.mailbox_id = ${mailboxId} and h.outcome = 'waiting' and h.due_at > now()
                and h.lease_token is not null and h.lease_token <> all (${tokensOf(inHand)}::uuid[]))
              order by received_at, id limit ${batchMax}) first),
          next as materialized (
            select id from due where (bytes <= ${batchBytesMax} or place = 1) order by received_at, id
            limit case when exists (select from due where attempts >= ${triesMax}) then ${ifMore}::int else ${batchMax} end),
          free as materialized (
            select id from inbound_mails where id in (select id from next) and outcome = 'waiting' and due_at <= now() for no key update skip locked)
          update inbound_mails set attempts = attempts + 1, lease_token = gen_random_uuid(), due_at = now() + make_interval(secs => ${intakeLeaseSeconds})
          where id in (select id from free) and (select count(*) from free) = (select count(*) from next)
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

/** Whether at least so many mails wait for their turn, or are in hand; those that wait for another try do not count. */
export async function isCrowded(db: Database, mails: number): Promise<boolean> {
  const [row] = await db.read<{ n: number }>(
    'system',
    sql`select count(*)::int as n from (
          select from inbound_mails where outcome = 'waiting' and (lease_token is not null or due_at <= now()) limit ${mails}) first`,
  );
  return row?.n === mails;
}

const tokensOf = (mails: readonly InboundMail[]) => mails.map((mail) => mail.lease_token);

/**
 * Keeps claimed mails for a little longer. False when none of them is ours any more. Those that are being taken in are
 * locked by whoever does so: they are not waited for, and as long as they are locked nobody claims them (`claimMails`).
 */
export async function renewClaims(tx: Tx, mails: readonly InboundMail[]): Promise<boolean> {
  const isOurs = sql`outcome = 'waiting' and lease_token = any (${tokensOf(mails)}::uuid[])`;
  await tx.run(
    sql`update inbound_mails set due_at = now() + make_interval(secs => ${intakeLeaseSeconds})
        where id in (select id from inbound_mails where ${isOurs} for no key update skip locked)`,
  );
  return (await tx.row(sql`select from inbound_mails where ${isOurs} limit 1`)) !== undefined;
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
    sql`select held.id from (select * from unnest(${mails.map((mail) => mail.id)}::bigint[], ${tokensOf(mails)}::uuid[]) c (id, lease_token) order by id) c
          cross join lateral (select m.id from inbound_mails m where m.id = c.id and m.lease_token = c.lease_token and m.outcome = 'waiting' for update) held`,
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

export type Concluded = { readonly mail: InboundMail; readonly conclusion: Conclusion };

/** The one outcome a mail ends in, in the transaction that makes it true. */
export const concludeMail = (tx: Tx, mail: InboundMail, conclusion: Conclusion): Promise<void> =>
  concludeMails(tx, [{ mail, conclusion }]);

/** The same for several, in one statement. */
export async function concludeMails(tx: Tx, all: readonly Concluded[]): Promise<void> {
  const rows = all.map(({ mail, conclusion: c }) => ({
    ...{ id: mail.id, outcome: c.outcome, reason_key: c.reasonKey, reason: c.reason && asKept(c.reason) },
    ...{ from_name: c.from?.name, from_address: c.from?.address, subject: asKept(c.subject) },
    ...{ ticket_id: c.ticketId, message_id: c.messageId },
  }));
  await Promise.all([
    tx.run(
      sql`update inbound_mails m set outcome = r.outcome, reason_key = r.reason_key, reason = r.reason, from_name = r.from_name, from_address = r.from_address,
            subject = r.subject, ticket_id = r.ticket_id, message_id = r.message_id, lease_token = null
          from json_to_recordset(${JSON.stringify(rows)}::json) as r (id bigint, outcome text, reason_key text, reason text, from_name text, from_address text,
            subject text, ticket_id bigint, message_id bigint)
          where m.id = r.id`,
    ),
    tell(
      tx,
      all.map(({ mail }) => ({ companyId: mail.company_id, id: mail.id, mailboxId: mail.mailbox_id })),
    ),
  ]);
}

/** As long as a line of the mail log may be; what went wrong may be told in words of any kind. */
const asKept = (text: string): string => cutLetters(text, 1000).toWellFormed();

/** Says anew from whom a mail is and what about, where it was read again and what became of it stays. */
export async function describeMail(
  tx: Tx,
  mail: InboundMail,
  { from, subject }: Pick<Conclusion, 'from' | 'subject'>,
): Promise<void> {
  await tx.run(
    sql`update inbound_mails set from_name = ${from?.name ?? null}, from_address = ${from?.address ?? null}, subject = ${asKept(subject)}
        where id = ${mail.id}`,
  );
  await tell(tx, [{ companyId: mail.company_id, id: mail.id, mailboxId: mail.mailbox_id }]);
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
    sql`update inbound_mails set lease_token = null, reason = ${asKept(words)}, due_at = now() + make_interval(secs => ${2 * mail.attempts})
        where id = ${mail.id}`,
  );
}

/**
 * Makes the reader of the mailbox fetch a mail once more: its bytes are not here, because another worker fetched it and
 * kept them on its own machine. What is known already stays as it is.
 */
export async function fetchAgain(tx: Tx, mail: InboundMail): Promise<void> {
  await tx.run(sql`update channel_accounts set settings_version = settings_version + 1 where id = ${mail.mailbox_id}`);
  await tx.run(
    sql`update mailbox_folders f set last_uid = least(f.last_uid, m.uid - 1), updated = now() from inbound_mails m join mailboxes b on b.id = m.mailbox_id and b.account = m.account
        where m.id = ${mail.id} and f.mailbox_id = m.mailbox_id and f.path = m.folder and f.uid_validity = m.uid_validity`,
  );
}

const tell = (tx: Tx, all: readonly { companyId: number; id: number; mailboxId: number }[]) =>
  recordEvents(
    tx,
    all.map((the) => ({
      companyId: the.companyId,
      entity: 'inbound-mails',
      action: 'updated',
      entityId: the.id,
      actor: systemActor,
      params: { mailbox_id: the.mailboxId },
    })),
  );
