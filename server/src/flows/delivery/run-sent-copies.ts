import { appendToSent } from '#channels/email/transport/append-to-sent.ts';
import { findMailbox } from '#domain/mailboxes/index.ts';
import type { Database, Tx } from '#platform/database.ts';
import { failpoint } from '#platform/failpoint.ts';
import { type Loop, runLoop } from '#platform/loop.ts';
import { sql } from '#platform/sql.ts';
import { letterComposer } from './compose-letter.ts';
import type { Deliveries } from './run-deliveries.ts';

const leaseSeconds = 120;
const attemptsMax = 12;
type Owed = { id: number; company_id: number; message_id: number; channel_account_id: number; copy_attempts: number };

/** Puts a copy of every sent letter into the mailbox's Sent box, once, also when the server has put one there itself. */
export function runSentCopies(the: Deliveries): Loop {
  const { db, log, wake, secrets, guard } = the;
  return runLoop({
    name: 'sent copies',
    log,
    wakeOn: (then) => wake.on('copies', then),
    restSeconds: 15,
    async work() {
      const owed = await db.transaction('system', claimCopy);
      if (!owed) return 'idle';
      const scope = { companies: [owed.company_id] };
      const compose = letterComposer(the);
      try {
        const ready = await db.transaction(scope, async (tx) => {
          const mailbox = await findMailbox(tx, secrets, owed.channel_account_id);
          return mailbox && { mailbox, letter: await compose(tx, mailbox, owed.message_id) };
        });
        if (ready) {
          const { mailbox } = ready;
          await failpoint('outbound.before-copy');
          await appendToSent(
            {
              guard,
              imap: mailbox.imap,
              credentials: async () => ({ user: mailbox.imap.user, pass: mailbox.imap.password }),
              folders: { sent: mailbox.sent ?? undefined },
            },
            await ready.letter.makeBytes(),
          );
          await failpoint('outbound.copied');
        }
        await settle(db, owed, ready ? 'done' : 'failed');
      } catch (error) {
        log.warn({ err: error, messageId: owed.message_id }, 'the copy for the Sent box has to wait');
        await settle(db, owed, owed.copy_attempts >= attemptsMax ? 'failed' : 'queued');
      }
      return 'more';
    },
  });
}

/** A mailbox that refuses our sign-in is not asked again and again: its copies wait until a person has mended it. */
const claimCopy = (tx: Tx): Promise<Owed | undefined> =>
  tx.row<Owed>(
    sql`update deliveries set copy_attempts = copy_attempts + 1, copy_due_at = now() + make_interval(secs => ${leaseSeconds})
        where id = (select d.id from deliveries d join channel_accounts a on a.id = d.channel_account_id
            where d.copy_state = 'queued' and d.copy_due_at <= now() and a.health_state <> 'action_needed'
            order by d.copy_due_at limit 1 for update of d skip locked)
        returning id, company_id, message_id, channel_account_id, copy_attempts`,
  );

const settle = (db: Database, owed: Owed, state: 'queued' | 'done' | 'failed') =>
  db.transaction({ companies: [owed.company_id] }, (tx) =>
    tx.run(
      sql`update deliveries set copy_state = ${state}, copy_due_at = now() + make_interval(secs => ${Math.min(3600, 15 * 2 ** owed.copy_attempts)}) where id = ${owed.id}`,
    ),
  );
