import type { Tx } from '#platform/database.ts';
import type { HaveTheirs } from '#platform/shared-places.ts';
import { type Sql, sql } from '#platform/sql.ts';

export type Recipient = { address: string; state: 'waiting' | 'accepted' | 'refused'; reason?: string };

export type ClaimedDelivery = {
  readonly id: number;
  readonly company_id: number;
  readonly message_id: number;
  readonly ticket_id: number;
  readonly channel_account_id: number;
  readonly attempts: number;
  readonly recipients: Recipient[];
  readonly give_up_at: Date;
  readonly lease_token: string;
  /** The mail server it leaves by. */
  readonly host: string;
};

const leaseSeconds = 30;
/** Whoever sends renews the lease so often. */
export const deliveryRenewSeconds = 10;
/** How many letters one mailbox sends at a time: a slow mail server keeps its own letters waiting, not all. */
const sideBySideMax = 2;

/** Owes the world a message. One per message, whatever happens: the database sees to it. */
export async function oweDelivery(
  tx: Tx,
  the: {
    companyId: number;
    messageId: number;
    ticketId: number;
    channelAccountId: number;
    recipients: readonly string[];
    /** It may be taken back for so long. */
    holdSeconds?: number;
  },
): Promise<void> {
  const recipients: Recipient[] = the.recipients.map((address) => ({ address, state: 'waiting' }));
  await tx.run(
    sql`insert into deliveries (company_id, message_id, ticket_id, channel_account_id, recipients, due_at)
        values (${the.companyId}, ${the.messageId}, ${the.ticketId}, ${the.channelAccountId}, ${JSON.stringify(recipients)}::jsonb, now() + make_interval(secs => ${the.holdSeconds ?? 0}))`,
  );
}

/**
 * Takes the next due delivery by moving its due time past the lease, then lets go of the row: a slow mail server must
 * never hold a transaction open. If the worker dies, the lease runs out and another takes over. Letters of one ticket
 * leave in the order they were written: a later one waits for the first attempt of an earlier one that is due. A mailbox whose
 * sign-in was refused waits out its pause, and then tries with one letter. Those of a suspended company wait for its return.
 * What the caller has `underWay` it does not get again, though its lease ran out while the database was away; nor anything
 * of those who have their share of its places.
 *
 * Of one mailbox that cannot be reached thousands may wait. So mailboxes with letters are found by leaping through the
 * index from one to the next, and only of those that may send now the first letters are looked at.
 */
export const claimDelivery = (
  tx: Tx,
  underWay: readonly number[] = [],
  haveTheirs: HaveTheirs = nobodyYet,
): Promise<ClaimedDelivery | undefined> =>
  tx.row<ClaimedDelivery>(
    sql`with recursive waiting (account_id) as (
          (select channel_account_id from deliveries where ${isOwed('')} order by channel_account_id limit 1)
          union all
          select (select d.channel_account_id from deliveries d where ${isOwed('d.')} and d.channel_account_id > w.account_id order by d.channel_account_id limit 1)
          from waiting w where w.account_id is not null),
        first (id, due_at) as (
          select d.id, d.due_at from waiting w join channel_accounts a on a.id = w.account_id left join mailboxes b on b.id = a.id
          cross join lateral (
            select d.id, d.due_at from deliveries d
            where d.channel_account_id = a.id and ${isOwed('d.')} and d.due_at <= now() and d.id <> all (${underWay}::bigint[])
              and not exists (select from deliveries e where e.ticket_id = d.ticket_id and e.id < d.id and (e.state = 'sending' or (e.state = 'queued' and e.attempts = 0 and e.due_at <= now())))
            order by d.due_at${sql.limit(sideBySideMax)}) d
          where (b.send_pause_until is null or b.send_pause_until <= now()) and a.company_id <> all ((select parley_suspended())::bigint[])
            and ${isStillOwed(haveTheirs, sql`a.company_id`, sql`b.smtp_host`)}
            and (select count(*) from deliveries s where s.channel_account_id = a.id and s.state = 'sending' and s.due_at > now())
              < case when b.send_pause_until is null then ${sideBySideMax} else 1 end)
        update deliveries set state = 'sending', attempts = attempts + 1, lease_token = gen_random_uuid(), due_at = now() + make_interval(secs => ${leaseSeconds})
        where id = (
          select d.id from first f join deliveries d on d.id = f.id where ${isOwed('d.')} and d.due_at <= now()
          order by f.due_at limit 1 for update of d skip locked)
        returning id, company_id, message_id, ticket_id, channel_account_id, attempts, recipients, give_up_at, lease_token,
          coalesce((select b.smtp_host from mailboxes b where b.id = deliveries.channel_account_id), '') as host`,
  );

/** As the indexes say it. */
const isOwed = (of: '' | 'd.') => sql.unsafe(`${of}state in ('queued', 'sending')`);

const nobodyYet: HaveTheirs = { companies: [], hosts: [], pairs: [] };

/** Whether a company's mailbox at a server may have one of our places. */
export const isStillOwed = ({ companies, hosts, pairs }: HaveTheirs, companyId: Sql, host: Sql): Sql =>
  sql`${companyId} <> all (${companies}::bigint[]) and coalesce(lower(${host}), '') <> all (${hosts}::text[])
      and ${companyId} || ' ' || coalesce(lower(${host}), '') <> all (${pairs}::text[])`;

/** Keeps a claimed delivery for a little longer. False when it is not ours any more. */
export async function renewDelivery(tx: Tx, claimed: ClaimedDelivery): Promise<boolean> {
  const renewed = await tx.run(
    sql`update deliveries set due_at = now() + make_interval(secs => ${leaseSeconds}) where id = ${claimed.id} and lease_token = ${claimed.lease_token}`,
  );
  return renewed === 1;
}

/** In which ticket it is by now: it may have been merged, or the letter moved, while a server was waited for. */
export async function ticketOfDelivery(tx: Tx, claimed: ClaimedDelivery): Promise<number> {
  const row = await tx.row<{ ticket_id: number }>(sql`select ticket_id from deliveries where id = ${claimed.id}`);
  return row?.ticket_id ?? claimed.ticket_id;
}

/**
 * The delivery as it stands now, its row locked: a report may have come in while the letter was under way. Undefined when
 * the lease has passed to somebody else meanwhile: theirs counts.
 */
export const lockDelivery = (tx: Tx, { id, lease_token: token }: ClaimedDelivery): Promise<ClaimedNow | undefined> =>
  tx.row<ClaimedNow>(
    sql`select recipients, ticket_id from deliveries where id = ${id} and lease_token = ${token} for update`,
  );
type ClaimedNow = Pick<ClaimedDelivery, 'recipients' | 'ticket_id'>;

/** Who took a letter has it, whoever sends it by now: what is under way to others is settled with this. */
export async function noteAccepted(
  tx: Tx,
  { id }: ClaimedDelivery,
  { accepted, providerMessageId = null }: { accepted: readonly string[]; providerMessageId?: string | null },
): Promise<void> {
  await tx.run(
    sql`update deliveries set provider_message_id = coalesce(${providerMessageId}, provider_message_id), recipients = (
          select jsonb_agg(case when r->>'state' = 'waiting' and lower(r->>'address') = any (${accepted.map((one) => one.toLowerCase())}::text[])
            then jsonb_build_object('address', r->>'address', 'state', 'accepted') else r end order by place) from jsonb_array_elements(recipients) with ordinality l (r, place))
        where id = ${id}`,
  );
}

export type Settlement = {
  state: 'queued' | 'sent' | 'failed';
  recipients: readonly Recipient[];
  errorKey: string | null;
  error: string | null;
  /** Until the next attempt, by the database's clock: this machine's may be another. */
  againInSeconds?: number;
  /** What the provider calls the letter in place of its Message-ID, if it says so. */
  providerMessageId?: string | null;
  /** Owe a copy for the Sent box, from so many seconds on; null: nothing was sent. */
  copyAfterSeconds: number | null;
};

/** Writes down what came of an attempt. Over a server's words that may not fail: the letter would be sent again and again. */
export async function settleDelivery(tx: Tx, claimed: ClaimedDelivery, the: Settlement): Promise<void> {
  await tx.run(
    sql`update deliveries set state = ${the.state}, recipients = ${JSON.stringify(the.recipients.map(inWholeLetters))}::jsonb, error_key = ${the.errorKey}, error = ${the.error},
          provider_message_id = coalesce(${the.providerMessageId ?? null}, provider_message_id),
          due_at = now() + make_interval(secs => ${the.againInSeconds ?? 0}), lease_token = null,
          sent_at = case when ${the.state} = 'sent' then coalesce(sent_at, now()) else sent_at end,
          copy_state = case when ${the.copyAfterSeconds !== null} and copy_state = 'none' then 'queued' else copy_state end,
          copy_due_at = case when ${the.copyAfterSeconds !== null} and copy_state = 'none' then now() + make_interval(secs => ${the.copyAfterSeconds ?? 0}) else copy_due_at end
        where id = ${claimed.id} and lease_token = ${claimed.lease_token}`,
  );
}

/** Half an emoji is no JSON. */
const inWholeLetters = (one: Recipient): Recipient =>
  one.reason === undefined ? one : { ...one, reason: one.reason.toWellFormed() };

/**
 * Puts a delivery back in the queue for those who were refused it, and for nobody else; one that waits for its next
 * attempt makes it now. Undefined when there is nothing to try; `reachedNobody`: it had been given up, and nobody has it. A person
 * asked for it, so a pause of the mailbox ends.
 */
export async function retryDelivery(
  tx: Tx,
  messageId: number,
): Promise<{ readonly reachedNobody: boolean } | undefined> {
  const again = await queueAgain(tx, messageId);
  const retried = again ?? (await tryNow(tx, messageId));
  if (!retried) return undefined;
  await tx.run(sql`update mailboxes set send_pause_until = null where id = ${retried.channel_account_id}`);
  return { reachedNobody: again?.reached_nobody === true };
}

type OfMailbox = { channel_account_id: number };

const queueAgain = (tx: Tx, messageId: number) =>
  tx.row<OfMailbox & { reached_nobody: boolean }>(
    sql`update deliveries set state = 'queued', due_at = now(), attempts = 0, error = null, error_key = null, give_up_at = now() + interval '5 days', lease_token = null,
          recipients = (select jsonb_agg(case when r->>'state' = 'accepted' then r else jsonb_build_object('address', r->>'address', 'state', 'waiting') end) from jsonb_array_elements(recipients) r)
        where message_id = ${messageId} and state in ('failed', 'sent') and recipients @> '[{"state": "refused"}]'
        returning channel_account_id, not recipients @> '[{"state": "accepted"}]' as reached_nobody`,
  );

const tryNow = (tx: Tx, messageId: number) =>
  tx.row<OfMailbox>(
    sql`update deliveries set due_at = now() where message_id = ${messageId} and state = 'queued' and attempts > 0 returning channel_account_id`,
  );

export type Report = { readonly address: string; readonly reason: string };

/**
 * Marks a message as not delivered because a delivery report says so. What still waits to be sent to others goes on; a
 * letter that is being sent right now is settled with what stands here.
 */
export async function failDelivery(
  tx: Tx,
  messageId: number,
  reports: readonly Report[],
  words: string,
): Promise<void> {
  const row = await tx.row<{ id: number; state: string; recipients: Recipient[] }>(
    sql`select id, state, recipients from deliveries where message_id = ${messageId} for update`,
  );
  if (!row) return;
  const recipients = afterReports(row.recipients, reports);
  const goesOn = row.state === 'sending' || recipients.some((one) => one.state === 'waiting');
  // Passed on by one of several, nobody knows which: all of them took it, and there is nobody to try again.
  const isAnyRefused = recipients.some((one) => one.state === 'refused');
  await tx.run(
    sql`update deliveries set recipients = ${JSON.stringify(recipients)}::jsonb, error_key = 'bounced', error = ${words},
          state = ${goesOn || !isAnyRefused ? row.state : 'failed'} where id = ${row.id}`,
  );
}

/**
 * Recipients after delivery reports. An address that we did not write to is where a recipient's mail is passed on to:
 * it is clear whose when there is only one.
 */
export function afterReports(recipients: readonly Recipient[], reports: readonly Report[]): Recipient[] {
  const reasons = new Map(reports.map((one) => [one.address.toLowerCase(), one.reason]));
  const [only, ...others] = recipients;
  const [report] = reports;
  if (only && others.length === 0 && report && !reasons.has(only.address.toLowerCase()))
    reasons.set(only.address.toLowerCase(), `${report.address}: ${report.reason}`);
  return recipients.map((one) => {
    const reason = reasons.get(one.address.toLowerCase());
    return reason === undefined ? one : { address: one.address, state: 'refused', reason };
  });
}

/** Our Message-IDs of letters by the ids that their provider gave them. */
export async function idsOfRenamed(
  tx: Tx,
  companyId: number,
  providerIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.rows<{ given: string; ours: string }>(
    sql`select d.provider_message_id as given, m.mail_message_id as ours from deliveries d join messages m on m.company_id = d.company_id and m.id = d.message_id
        where d.company_id = ${companyId} and d.provider_message_id = any (${providerIds}::text[]) and m.mail_message_id is not null`,
  );
  return new Map(rows.map(({ given, ours }) => [given, ours]));
}
