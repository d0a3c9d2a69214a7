import { answerFailed } from '#domain/tickets/index.ts';
import { sql } from '#platform/sql.ts';
import type { Storyteller } from './storyteller.ts';

/** What servers answered to letters that did not go through: the words are those such servers use. */
const refusals = [
  {
    key: 'recipient_refused',
    words: '550 5.1.1 <{address}>: Recipient address rejected: User unknown in virtual alias table',
  },
  {
    key: 'message_refused',
    words: '554 5.7.1 Service unavailable; Client host blocked using a block list; see https://lists.example/why',
  },
  { key: 'timed_out', words: 'connect ETIMEDOUT 192.0.2.80:25' },
] as const;

/** A server that asks to come back later: the letter waits its turn, and goes out while you look. */
const postponed = { words: '451 4.7.1 Greylisting in action, please come back later', attempts: 7, minutes: 25 };

/** Everything was sent when it was written, apart from a few letters that servers refused or put off. */
export async function settleDeliveries({ tx, company }: Storyteller): Promise<void> {
  const recipients = (state: string) =>
    sql`(select jsonb_agg(r || jsonb_build_object('state', ${state}::text)) from jsonb_array_elements(d.recipients) r)`;
  await tx.run(
    sql`update deliveries d set attempts = 1, due_at = m.added, give_up_at = m.added + interval '5 days', sent_at = m.added + interval '3 seconds',
          copy_state = 'done', copy_attempts = 1, copy_due_at = m.added + interval '5 seconds',
          state = case when d.state = 'queued' then 'sent' else d.state end,
          recipients = case when d.state = 'queued' then ${recipients('accepted')} else d.recipients end
        from messages m where m.id = d.message_id and d.company_id = ${company.id}`,
  );
  const last = await tx.rows<{ id: number; message_id: number; address: string }>(
    sql`select d.id, d.message_id, d.recipients->0->>'address' as address from deliveries d join tickets t on t.last_message_id = d.message_id
        where t.company_id = ${company.id} and t.view_type = 'answered' and d.state = 'sent'
          and not exists (select from messages later where later.ticket_id = t.id and later.id > d.message_id) order by t.updated desc offset 4 limit ${refusals.length + 1}`,
  );
  for (const [i, { id, message_id: messageId, address }] of last.entries()) {
    const refusal = refusals[i];
    const unsent = sql`sent_at = null, copy_state = 'none', copy_attempts = 0, copy_due_at = null`;
    if (refusal) {
      const words = refusal.words.replace('{address}', address);
      await tx.run(
        sql`update deliveries d set state = 'failed', ${unsent}, error_key = ${refusal.key}, error = ${words},
              recipients = (select jsonb_agg(r || jsonb_build_object('state', 'refused', 'reason', ${words}::text)) from jsonb_array_elements(d.recipients) r) where id = ${id}`,
      );
      await answerFailed(tx, messageId);
      await tx.run(
        sql`with line as (
              update messages l set added = m.added + interval '4 seconds' from messages m
              where m.id = ${messageId} and l.company_id = m.company_id and l.ticket_id = m.ticket_id and l.event_key = 'answer_failed' returning l.ticket_id, l.added)
            update tickets t set updated = line.added from line where t.id = line.ticket_id`,
      );
    } else {
      await tx.run(
        sql`update deliveries d set state = 'queued', ${unsent}, attempts = ${postponed.attempts}, error_key = 'later', error = ${postponed.words},
              due_at = now() + make_interval(mins => ${postponed.minutes}), give_up_at = now() + interval '4 days', recipients = ${recipients('waiting')} where id = ${id}`,
      );
    }
  }
}
