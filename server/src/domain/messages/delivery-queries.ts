import type { Tx } from '#platform/database.ts';
import { sql } from '#platform/sql.ts';

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
};

export const deliveryLeaseSeconds = 300;

/** Owes the world a message. One per message, whatever happens: the database sees to it. */
export async function oweDelivery(
  tx: Tx,
  the: {
    companyId: number;
    messageId: number;
    ticketId: number;
    channelAccountId: number;
    recipients: readonly string[];
  },
): Promise<void> {
  const recipients: Recipient[] = the.recipients.map((address) => ({ address, state: 'waiting' }));
  await tx.run(
    sql`insert into deliveries (company_id, message_id, ticket_id, channel_account_id, recipients)
        values (${the.companyId}, ${the.messageId}, ${the.ticketId}, ${the.channelAccountId}, ${JSON.stringify(recipients)}::jsonb)`,
  );
}

/**
 * Takes the next due delivery by moving its due time past the lease, then lets go of the row: a slow mail server must
 * never hold a transaction open. If the worker dies, the lease runs out and another takes over. Letters of one ticket
 * leave in the order they were written: a later one waits for the first attempt of an earlier one.
 */
export const claimDelivery = (tx: Tx): Promise<ClaimedDelivery | undefined> =>
  tx.row<ClaimedDelivery>(
    sql`update deliveries set state = 'sending', attempts = attempts + 1, lease_token = gen_random_uuid(), due_at = now() + make_interval(secs => ${deliveryLeaseSeconds})
        where id = (
          select d.id from deliveries d where d.state in ('queued', 'sending') and d.due_at <= now()
            and not exists (select from deliveries e where e.ticket_id = d.ticket_id and e.id < d.id and (e.state = 'sending' or (e.state = 'queued' and e.attempts = 0)))
          order by d.due_at limit 1 for update skip locked)
        returning id, company_id, message_id, ticket_id, channel_account_id, attempts, recipients, give_up_at, lease_token`,
  );

export type Settlement = {
  state: 'queued' | 'sent' | 'failed';
  recipients: readonly Recipient[];
  errorKey: string | null;
  error: string | null;
  dueAt?: Date;
  /** Owe a copy for the Sent box, from so many seconds on; null: nothing was sent. */
  copyAfterSeconds: number | null;
};

/** Writes down what came of an attempt. False when the lease had passed to somebody else meanwhile: theirs counts. */
export async function settleDelivery(tx: Tx, claimed: ClaimedDelivery, the: Settlement): Promise<boolean> {
  const settled = await tx.run(
    sql`update deliveries set state = ${the.state}, recipients = ${JSON.stringify(the.recipients)}::jsonb, error_key = ${the.errorKey}, error = ${the.error},
          due_at = coalesce(${the.dueAt ?? null}, now()), lease_token = null,
          sent_at = case when ${the.state} = 'sent' then coalesce(sent_at, now()) else sent_at end,
          copy_state = case when ${the.copyAfterSeconds !== null} and copy_state = 'none' then 'queued' else copy_state end,
          copy_due_at = case when ${the.copyAfterSeconds !== null} and copy_state = 'none' then now() + make_interval(secs => ${the.copyAfterSeconds ?? 0}) else copy_due_at end
        where id = ${claimed.id} and lease_token = ${claimed.lease_token}`,
  );
  return settled === 1;
}

/** Puts a failed delivery back in the queue for those who did not get it. False when there is nothing to retry. */
export async function retryDelivery(tx: Tx, messageId: number): Promise<boolean> {
  const retried = await tx.run(
    sql`update deliveries set state = 'queued', due_at = now(), attempts = 0, error = null, error_key = null, give_up_at = now() + interval '5 days', lease_token = null,
          recipients = (select jsonb_agg(case when r->>'state' = 'accepted' then r else jsonb_build_object('address', r->>'address', 'state', 'waiting') end) from jsonb_array_elements(recipients) r)
        where message_id = ${messageId} and state = 'failed'`,
  );
  return retried === 1;
}

/** Marks a message as not delivered because a delivery report says so. */
export const failDelivery = (
  tx: Tx,
  messageId: number,
  recipients: readonly { address: string; reason: string }[],
  words: string,
): Promise<number> =>
  tx.run(
    sql`update deliveries set state = 'failed', error_key = 'bounced', error = ${words},
          recipients = (select jsonb_agg(coalesce((select jsonb_build_object('address', r->>'address', 'state', 'refused', 'reason', b->>'reason')
              from jsonb_array_elements(${JSON.stringify(recipients)}::jsonb) b where lower(b->>'address') = lower(r->>'address') limit 1), r)) from jsonb_array_elements(recipients) r)
        where message_id = ${messageId}`,
  );
