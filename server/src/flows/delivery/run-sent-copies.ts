import { appendToSent, type SentCopy } from '#channels/email/transport/append-to-sent.ts';
import { explainMailError } from '#channels/email/transport/explain-mail-error.ts';
import { type CopyError, findMailbox, isSetSince, type Mailbox, noteCopies } from '#domain/mailboxes/index.ts';
import { isStillOwed } from '#domain/messages/index.ts';
import type { Tx } from '#platform/database.ts';
import { failpoint } from '#platform/failpoint.ts';
import { type Loop, runLoop } from '#platform/loop.ts';
import { createPlaces, type HaveTheirs } from '#platform/shared-places.ts';
import { sql } from '#platform/sql.ts';
import { whileRenewing } from '#platform/while-renewing.ts';
import { letterComposer } from './compose-letter.ts';
import type { Deliveries } from './run-deliveries.ts';

const leaseSeconds = 60;
const renewSeconds = 20;
/** So often at least, and for as long as its letter would have been tried: a server may be away for days. */
const attemptsMin = 12;
/** One of each mailbox: a slow server keeps its own copies waiting, not all. */
const places = { movingMax: 8, asideMax: 16, slowMilliseconds: 15_000 };
/** Which attempt it is tells whose it is: the next one is another worker's. */
type Owed = {
  id: number;
  company_id: number;
  message_id: number;
  channel_account_id: number;
  copy_attempts: number;
  is_late: boolean;
  /** The mail server of the Sent box. */
  host: string;
};

/** Puts a copy of every sent letter into the mailbox's Sent box, once, also when the server has put one there itself. */
export function runSentCopies(the: Deliveries): Loop {
  const { db, log, wake } = the;
  const underWay = new Map<number, Promise<void>>();
  const shared = createPlaces(places);
  const loop = runLoop({
    name: 'sent copies',
    log,
    wakeOn: (then) => wake.on('copies', then),
    restSeconds: 15,
    async work() {
      const taken = shared.taken();
      if (taken === 'all') return 'idle';
      const owed = await db.transaction('system', (tx) => claimCopy(tx, [...underWay.keys()], taken));
      if (!owed) return 'idle';
      shared.take(owed.channel_account_id, owed.company_id, owed.host);
      const copying = copy(the, owed)
        .catch((error: unknown) => log.warn({ err: error }, 'sent copies: one was interrupted'))
        .finally(() => {
          underWay.delete(owed.channel_account_id);
          shared.leave(owed.channel_account_id);
          loop.poke();
        });
      underWay.set(owed.channel_account_id, copying);
      return 'more';
    },
  });
  return {
    poke: loop.poke,
    async stop() {
      await loop.stop();
      await Promise.all(underWay.values());
    },
  };
}

async function copy(the: Deliveries, owed: Owed): Promise<void> {
  const { db, log } = the;
  const scope = { companies: [owed.company_id] };
  const renew = () => db.transaction(scope, (tx) => renewCopy(tx, owed));
  let mailbox: Mailbox | undefined;
  const settle = (state: CopyState, error: CopyError | null = null) =>
    db.transaction(scope, async (tx) => {
      // It may have been mended while its server was waited for: what came of the old settings says nothing of the new ones.
      const isMended = mailbox !== undefined && (await isSetSince(tx, mailbox.id, mailbox.settingsVersion));
      const isOwed = state !== 'done' || error !== null;
      const isSettled = await (isMended && isOwed ? oweAtOnce(tx, owed) : settleCopy(tx, owed, state));
      const of = { companyId: owed.company_id, mailboxId: owed.channel_account_id };
      if (isSettled && !isMended && state !== 'queued') await noteCopies(tx, { ...of, error });
    });
  try {
    const copied = await whileRenewing(renewSeconds, renew, async (signal) => {
      const ready = await readLetter(the, owed);
      mailbox = ready?.mailbox;
      return ready && putIntoSent(the, ready, signal);
    });
    const error = copied === 'no_sent_folder' ? { key: 'sent_folder_missing', details: mailbox?.sent ?? null } : null;
    // The mailbox was disabled this moment: it may be restored.
    await (copied ? settle('done', error) : settle('queued'));
  } catch (error) {
    log.warn({ err: error, messageId: owed.message_id }, 'the copy for the Sent box has to wait');
    const isGivenUp = owed.is_late && owed.copy_attempts >= attemptsMin;
    await settle(isGivenUp ? 'failed' : 'queued', explainMailError(error, mailbox && credentialsOf(mailbox)));
  }
}

const readLetter = (the: Deliveries, owed: Owed) =>
  the.db.transaction({ companies: [owed.company_id] }, async (tx) => {
    const mailbox = await findMailbox(tx, the.secrets, owed.channel_account_id);
    return mailbox && { mailbox, letter: await letterComposer(the)(tx, mailbox, owed.message_id) };
  });

async function putIntoSent(
  { guard }: Deliveries,
  { mailbox, letter }: NonNullable<Awaited<ReturnType<typeof readLetter>>>,
  signal: AbortSignal,
): Promise<SentCopy> {
  await failpoint('outbound.before-copy');
  const copied = await appendToSent(
    {
      guard,
      imap: mailbox.imap,
      credentials: async () => credentialsOf(mailbox),
      folders: { sent: mailbox.sent ?? undefined },
    },
    await letter.makeBytes(),
    signal,
  );
  await failpoint('outbound.copied');
  return copied;
}

const credentialsOf = ({ imap }: Mailbox) => ({ user: imap.user, pass: imap.password });

/**
 * A mailbox that refuses our sign-in is not asked again and again: its copies wait until a person has mended it. Those of a
 * disabled one wait until it is restored.
 */
const claimCopy = (tx: Tx, mailboxesUnderWay: readonly number[], haveTheirs: HaveTheirs): Promise<Owed | undefined> =>
  tx.row<Owed>(
    sql`update deliveries set copy_attempts = copy_attempts + 1, copy_due_at = now() + make_interval(secs => ${leaseSeconds})
        where id = (select d.id from deliveries d join channel_accounts a on a.id = d.channel_account_id join mailboxes b on b.id = a.id
            where d.copy_state = 'queued' and d.copy_due_at <= now() and a.health_state <> 'action_needed' and a.is_deleted = 0
              and a.id <> all (${mailboxesUnderWay}::bigint[]) and ${isStillOwed(haveTheirs, sql`d.company_id`, sql`b.imap_server`)}
            order by d.copy_due_at limit 1 for update of d skip locked)
        returning id, company_id, message_id, channel_account_id, copy_attempts, give_up_at <= now() as is_late,
          (select b.imap_server from mailboxes b where b.id = deliveries.channel_account_id) as host`,
  );

const isOurs = ({ id, copy_attempts: attempt }: Owed) =>
  sql`id = ${id} and copy_attempts = ${attempt} and copy_state = 'queued'`;

async function renewCopy(tx: Tx, owed: Owed): Promise<boolean> {
  const renewed = await tx.run(
    sql`update deliveries set copy_due_at = now() + make_interval(secs => ${leaseSeconds}) where ${isOurs(owed)}`,
  );
  return renewed === 1;
}

type CopyState = 'queued' | 'done' | 'failed';

/** False when it is another worker's by now. */
async function settleCopy(tx: Tx, owed: Owed, state: CopyState): Promise<boolean> {
  const pauseSeconds = Math.min(3600, 15 * 2 ** owed.copy_attempts);
  const settled = await tx.run(
    sql`update deliveries set copy_state = ${state}, copy_due_at = now() + make_interval(secs => ${pauseSeconds}) where ${isOurs(owed)}`,
  );
  return settled === 1;
}

async function oweAtOnce(tx: Tx, owed: Owed): Promise<boolean> {
  return (await tx.run(sql`update deliveries set copy_due_at = now() where ${isOurs(owed)}`)) === 1;
}
