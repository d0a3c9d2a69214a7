import type { MailboxSettings } from '#channels/email/transport/mail-settings.ts';
import { type MailboxWatch, watchMailbox } from '#channels/email/transport/watch-mailbox.ts';
import { noteHealth } from '#domain/channel-accounts/index.ts';
import { findMailbox, isSetSince, type Mailbox } from '#domain/mailboxes/index.ts';
import { type Database, isUnavailable } from '#platform/database.ts';
import type { Files } from '#platform/files.ts';
import type { Log } from '#platform/log.ts';
import { type Loop, runLoop } from '#platform/loop.ts';
import type { OutboundGuard } from '#platform/outbound-guard.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { Wake } from '#platform/wake.ts';
import { type Lease, releaseLeases, renewLeases, renewSeconds } from './lease-queries.ts';
import { storedMailbox } from './stored-mailbox.ts';

export type Fleet = {
  /** Under which this process holds its mailboxes; intake goes by it too. */
  worker: string;
  db: Database;
  files: Files;
  secrets: Secrets;
  guard: OutboundGuard;
  wake: Wake;
  log: Log;
};

type Watched = { lease: Lease; watch: MailboxWatch; stop: AbortController };

/** Keeps every mailbox connected that no other worker holds. Another worker takes over within 30 s of our death. */
export function runMailboxFleet(the: Fleet): Loop {
  const { db, wake, log, worker } = the;
  const watched = new Map<number, Watched>();

  async function end(one: Watched) {
    one.stop.abort();
    watched.delete(one.lease.id);
    await one.watch.done;
  }

  async function start(lease: Lease) {
    const mailbox = await db.transaction({ companies: [lease.company_id] }, (tx) =>
      findMailbox(tx, the.secrets, lease.id),
    );
    if (!mailbox) return;
    const stop = new AbortController();
    const port = storedMailbox(the, lease, () => stop.abort());
    const watch = watchMailbox(settingsOf(mailbox, the), port, stop.signal);
    watched.set(lease.id, { lease, watch, stop });
  }

  /** Such as passwords that were sealed with another SECRET_KEY. */
  const tellBroken = (lease: Lease, error: unknown) =>
    db.transaction({ companies: [lease.company_id] }, async (tx) => {
      if (await isSetSince(tx, lease.id, lease.settings_version)) return;
      await noteHealth(tx, {
        companyId: lease.company_id,
        entity: 'mailboxes',
        accountId: lease.id,
        state: 'action_needed',
        key: 'unknown',
        details: `Its settings cannot be read: ${error instanceof Error ? error.message : String(error)}`,
        nextTryAt: null,
      });
    });

  const loop = runLoop({
    name: 'mailboxes',
    log,
    wakeOn: (then) => wake.on('mailboxes', then),
    restSeconds: renewSeconds,
    async work() {
      const leases = new Map(
        (await db.transaction('system', (tx) => renewLeases(tx, worker))).map((lease) => [lease.id, lease]),
      );
      const outdated = [...watched.values()].filter((one) => {
        const now = leases.get(one.lease.id);
        return (
          one.stop.signal.aborted ||
          now?.lease_token !== one.lease.lease_token ||
          now.settings_version !== one.lease.settings_version
        );
      });
      await Promise.all(outdated.map(end));
      for (const lease of leases.values()) {
        if (watched.has(lease.id)) continue;
        // One mailbox that cannot even be read from the database must not keep the others from being watched.
        await start(lease).catch((error: unknown) => {
          if (isUnavailable(error)) throw error;
          log.error({ err: error, mailbox: lease.id }, 'a mailbox could not be opened');
          return tellBroken(lease, error);
        });
      }
      return 'idle';
    },
  });

  return {
    poke: loop.poke,
    async stop() {
      await loop.stop();
      await Promise.all([...watched.values()].map(end));
      await db
        .transaction('system', (tx) => releaseLeases(tx, worker))
        .catch((error: unknown) => log.warn({ err: error }, 'mailboxes: leases run out by themselves'));
    },
  };
}

function settingsOf(mailbox: Mailbox, { guard }: Fleet): MailboxSettings {
  return {
    guard,
    imap: mailbox.imap,
    credentials: async () => ({ user: mailbox.imap.user, pass: mailbox.imap.password }),
    folders: { inbox: mailbox.inbox, sent: mailbox.sent ?? undefined, junk: mailbox.takesSpam },
    startedAt: mailbox.startAt,
    fetchSince: mailbox.fetchSince,
  };
}
