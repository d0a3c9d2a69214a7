import { setTimeout as sleep } from 'node:timers/promises';
import { createDoorbell, type Doorbell } from './doorbell.ts';
import { explainMailError, type MailFault } from './explain-mail-error.ts';
import type { Folder } from './find-folders.ts';
import { type FollowContext, followFolders, type HistoryWish } from './follow-folders.ts';
import { type MailboxSettings, type MailboxTimings, type MailCredentials, mailboxTimings } from './mail-settings.ts';
import type { MailboxHealth, MailboxPort } from './mailbox-port.ts';
import { type ImapSession, openImapSession } from './open-imap-session.ts';
import { keepingApart, PortFailure } from './port-failure.ts';
import type { Rereading } from './pull-folder.ts';
import { pauseAfter, policyFor } from './retry-pace.ts';
import { createTroubleBook } from './trouble-book.ts';

export type MailboxWatch = {
  /** Look for mail now, or connect now if a broken line was the reason to wait. */
  poke(): void;
  /** Also fetch what was received since then; `MailboxPort.fetchedSince` tells when it is in. */
  fetchSince(since: Date): void;
  /** Settles, never rejects, when the watch was ended by its signal and the connection is closed. */
  done: Promise<void>;
};

/**
 * Keeps one mailbox connected until the signal ends it, and hands every mail to the port. Nothing is lost: the cursor
 * moves only together with a stored mail, in ascending UIDs, so a connection that dies anywhere is simply taken up
 * again. Broken connections come back with growing pauses (200 ms to 60 s); a refused password waits at least 5 min
 * (up to 1 h), because providers lock accounts that hammer. To apply new settings, end the watch and start another.
 */
export function watchMailbox(settings: MailboxSettings, port: MailboxPort, signal: AbortSignal): MailboxWatch {
  const bell = createDoorbell();
  const wishes = settings.fetchSince ? [aWish(settings.fetchSince)] : [];
  signal.addEventListener('abort', () => bell.ring(), { once: true });
  return {
    poke: () => bell.ring(),
    fetchSince(since) {
      wishes.push(aWish(since));
      bell.ring();
    },
    done: keepWatching({ settings, port, signal, bell, wishes }),
  };
}

function aWish(since: Date): HistoryWish {
  return { since, progress: new Map() };
}

type Watched = Pick<FollowContext, 'settings' | 'port' | 'signal' | 'bell' | 'wishes'>;

/** A line that comes back at once is not worth a red mark. */
const failuresUntilShown = 3;
/** Nor is a folder beside the inbox that the server gives at the next look. */
const looksUntilShown = 2;

async function keepWatching(watched: Watched): Promise<void> {
  const { settings, signal, bell } = watched;
  const timings: MailboxTimings = { ...mailboxTimings, ...settings.timings };
  const troubles = createTroubleBook();
  const rereads = new Map<string, Rereading>();
  const tell = healthTeller(watched.port);
  /** In a row, which only a line that lasts ends: what kills each connection may come right after the inbox. */
  let failures = 0;
  let refused = false;
  const sideFaults = new Map<string, { fault: MailFault; looks: number }>();
  const tellConnected = async () => {
    if (failures >= failuresUntilShown) return;
    for (const { fault, looks } of sideFaults.values()) {
      const { state } = policyFor(fault.key);
      if (state === 'action_needed' || looks >= looksUntilShown) return tell({ state, ...fault, nextTryAt: null });
    }
    await tell({ state: 'ok', key: null, details: null, nextTryAt: null });
  };
  const onOpened = async (others: readonly Folder[]) => {
    refused = false;
    for (const path of sideFaults.keys()) if (!others.some((one) => one.path === path)) sideFaults.delete(path);
    await tellConnected();
  };
  const onLooked = async ({ isThrough, isSteady }: { isThrough: boolean; isSteady: boolean }) => {
    if (isSteady) failures = 0;
    await tellConnected();
    if (isThrough) await keepingApart(watched.port.fetched(new Date()));
  };
  const onSideFolder = async ({ path }: Folder, fault: MailFault | null) => {
    const looks = (sideFaults.get(path)?.looks ?? 0) + 1;
    if (fault) sideFaults.set(path, { fault: { ...fault, details: `${path}: ${fault.details ?? ''}` }, looks });
    else sideFaults.delete(path);
    await tellConnected();
  };

  await tell({ state: 'connecting', key: null, details: null, nextTryAt: null });
  while (!signal.aborted) {
    const fault = await oneSession(
      { ...watched, timings, troubles, rereads, onOpened, onLooked, onSideFolder },
      refused,
    );
    if (signal.aborted) return;
    failures++;
    if (fault?.key === 'sign_in_again' && !refused) {
      // A token may have run out in our hands: one try with a renewed one before a person is asked.
      refused = true;
      continue;
    }
    const { state, patient } = fault ? policyFor(fault.key) : { state: 'degraded' as const, patient: false };
    const pause = pauseAfter(failures, patient, timings);
    if (fault && (patient || state === 'action_needed' || failures >= failuresUntilShown)) {
      await tell({ state, ...fault, nextTryAt: new Date(Date.now() + pause) });
    }
    await rest(pause, patient, bell, signal);
  }
}

/** From connecting to the end of the line; answers the mail server's fault, or null where it had none. */
async function oneSession(context: Omit<FollowContext, 'session'>, refused: boolean): Promise<MailFault | null> {
  const { settings, signal, timings } = context;
  let credentials: MailCredentials | null = null;
  const remembering = {
    ...settings,
    credentials: async (asked: { refused: boolean }) => {
      credentials = await keepingApart(settings.credentials(asked));
      return credentials;
    },
  };
  let session: ImapSession | null = null;
  try {
    const { silence, idleRenewal } = timings;
    session = await openImapSession(remembering, { refused, silence, idleRenewal, signal });
    await followFolders({ ...context, session });
    return null;
  } catch (error) {
    if (error instanceof PortFailure || signal.aborted) return null;
    // A command that dies with its connection knows less than the connection does.
    return explainMailError(session?.closed.aborted ? session.closed.reason : error, credentials);
  } finally {
    await session?.end();
  }
}

/** Reports changes only. Health that cannot be written now must not stop the mail: it is told again with the next. */
function healthTeller(port: MailboxPort): (health: MailboxHealth) => Promise<void> {
  let told = '';
  return async (health) => {
    const now = JSON.stringify(health);
    if (now === told) return;
    try {
      await port.health(health);
      told = now;
    } catch {
      told = '';
    }
  };
}

/** A poke shortens the wait for a broken line, never the patience with a provider. */
async function rest(milliseconds: number, patient: boolean, bell: Doorbell, signal: AbortSignal): Promise<void> {
  bell.forget();
  if (patient) await sleep(milliseconds, undefined, { signal }).catch(() => {});
  else await bell.answer(milliseconds, signal);
}
