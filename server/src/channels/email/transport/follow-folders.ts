import type { Doorbell } from './doorbell.ts';
import { explainMailError, type MailFault, MailFaultError } from './explain-mail-error.ts';
import { type Folder, findFolders } from './find-folders.ts';
import type { MailboxTimings } from './mail-settings.ts';
import { keepingApart } from './port-failure.ts';
import {
  type HistoryProgress,
  keyOf,
  openFolder,
  type PullContext,
  pullNew,
  pullSince,
  searchSince,
} from './pull-folder.ts';
import { policyFor } from './retry-pace.ts';
import { wasRefused } from './trouble-book.ts';

/** The history somebody asked for, and how far each folder has come: it survives a broken connection. */
export type HistoryWish = { since: Date; progress: Map<string, HistoryProgress> };

export type FollowContext = PullContext & {
  timings: MailboxTimings;
  bell: Doorbell;
  /** Emptied as they are fulfilled. */
  wishes: HistoryWish[];
  /** Signed in, and the inbox is open; these are followed beside it. */
  onOpened(others: readonly Folder[]): Promise<void>;
  /** The inbox was looked into: to its end, or for a portion of what is read again. `isSteady`: the line has lasted since. */
  onLooked(look: { isThrough: boolean; isSteady: boolean }): Promise<void>;
  /** The server does not give a folder other than the inbox, or (null) gives it. */
  onSideFolder(folder: Folder, fault: MailFault | null): Promise<void>;
};

/**
 * Follows the folders of one session until it breaks (throws why) or the watch ends. The inbox is selected and idle;
 * the others are asked for their UIDNEXT now and then, which needs no second connection. Every awakening, whatever
 * its reason, looks into the inbox: events only make it prompt.
 */
export async function followFolders(context: FollowContext): Promise<void> {
  const { session, settings, timings, bell, wishes, signal } = context;
  const [inbox, ...others] = await findFolders(session, settings.folders);
  if (!inbox) return;
  session.client.on('exists', () => bell.ring());
  const listening = { byIdle: session.client.capabilities.has('IDLE') };
  const seenUpTo = new Map<string, string>();
  let othersDueAt = 0;
  let steadyAt: number | null = null;

  while (!signal.aborted) {
    const open = await openFolder(context, inbox);
    await context.onOpened(others);
    // Until another folder has to be opened, the inbox stays selected.
    for (let undisturbed = true; undisturbed && !signal.aborted; ) {
      if (session.closed.aborted) throw session.closed.reason;
      const isThrough = await pullNew(context, open);
      if (!isThrough) undisturbed = false;
      steadyAt ??= performance.now() + timings.steady;
      const isSteady = performance.now() >= steadyAt;
      await context.onLooked({ isThrough, isSteady });
      if (performance.now() >= othersDueAt) {
        // Mailboxes that connected together must not look together ever after: each look would take the whole database.
        othersDueAt = performance.now() + timings.sideFolders * (othersDueAt === 0 ? Math.random() : 1);
        for (const folder of others) {
          const look = await lookInto(context, folder, seenUpTo);
          if (look !== 'unmoved') undisturbed = false;
          if (look === 'more') othersDueAt = performance.now();
        }
      }
      if (wishes[0]) {
        await pullHistory(context, [inbox, ...others], wishes[0]);
        undisturbed = false;
      }
      const now = performance.now();
      const lookAgainAt = others.length > 0 ? othersDueAt : now + timings.safetyPull;
      if (undisturbed) await rest(context, listening, Math.min(lookAgainAt, isSteady ? lookAgainAt : steadyAt) - now);
    }
  }
}

/**
 * Opens a folder that is not selected and pulls its news, if its UIDNEXT or numbering has moved; 'unmoved' means
 * that the inbox is still selected.
 */
async function lookInto(
  context: FollowContext,
  folder: Folder,
  seenUpTo: Map<string, string>,
): Promise<'unmoved' | 'looked' | 'more'> {
  const look = await unlessRefused(context, folder, async () => {
    const moved = await openIfMoved(context, folder, seenUpTo);
    if (!moved) return 'unmoved';
    if (!(await pullNew(context, moved.open))) return 'more';
    seenUpTo.set(folder.path, moved.upTo);
    return 'looked';
  });
  if (look === 'refused') return 'looked';
  await context.onSideFolder(folder, null);
  return look;
}

/** A folder beside the inbox that the server refuses is left out until the next look: the inbox keeps its line. */
async function unlessRefused<T>(
  context: FollowContext,
  folder: Folder,
  work: () => Promise<T>,
): Promise<T | 'refused'> {
  try {
    return await work();
  } catch (error) {
    const fault = explainMailError(error, context.session.credentials);
    const isForIt = folder.role !== 'inbox' && !context.session.closed.aborted && wasRefused(error);
    if (!isForIt || policyFor(fault.key).patient) throw error;
    await context.onSideFolder(folder, fault);
    return 'refused';
  }
}

async function openIfMoved(context: FollowContext, folder: Folder, seenUpTo: ReadonlyMap<string, string>) {
  const { session } = context;
  const status = await session.client.status(folder.path, { uidNext: true, uidValidity: true });
  if (!status) throw session.lastComplaint() ?? new MailFaultError('connection_lost', 'STATUS failed');
  const upTo = `${status.uidValidity}/${status.uidNext}`;
  if (status.uidNext !== undefined && seenUpTo.get(folder.path) === upTo) return null;
  return { open: await openFolder(context, folder), upTo };
}

/**
 * One portion of the history of one folder; the wish is crossed out when every folder is through that the server gives.
 */
async function pullHistory(context: FollowContext, folders: readonly Folder[], wish: HistoryWish): Promise<void> {
  for (const folder of folders) {
    // A mail that is refused is another story: it is tried again, and then skipped alone.
    const due = await unlessRefused(context, folder, () => findHistory(context, folder, wish));
    if (due === 'refused' || due.progress.complete) continue;
    await pullSince(context, due.open, wish.since, due.progress);
    if (!due.progress.complete) return;
  }
  await keepingApart(context.port.fetchedSince(wish.since));
  context.wishes.splice(context.wishes.indexOf(wish), 1);
}

async function findHistory(context: FollowContext, folder: Folder, wish: HistoryWish) {
  const open = await openFolder(context, folder);
  const key = keyOf(open.numbering);
  const before = wish.progress.get(key);
  if (before) return { open, progress: before };
  const left = (await searchSince(context.session, wish.since)).filter((uid) => uid < open.uidNext);
  const progress = { left, complete: false };
  wish.progress.set(key, progress);
  return { open, progress };
}

/**
 * Waits for the bell or the time, listening by IDLE. The IDLE is ours to start again after every command: imapflow
 * would come back to it only after 15 s, and a mail announced in between is lost to sight. The next command ends it.
 */
async function rest(context: FollowContext, listening: { byIdle: boolean }, milliseconds: number): Promise<void> {
  const { session, bell, timings } = context;
  if (!listening.byIdle) {
    await bell.answer(Math.min(milliseconds, timings.pollWithoutIdle), session.closed);
    if (!session.closed.aborted) await session.client.noop();
    return;
  }
  const bellAnswered = bell.answer(Math.min(milliseconds, timings.safetyPull), session.closed);
  const idleEnded = session.client.idle().then(
    (outcome) => (outcome === false ? 'refused' : 'ended'),
    () => 'broken',
  );
  const first = await Promise.race([bellAnswered, idleEnded]);
  if (first === undefined) return;
  if (first === 'refused' && !session.closed.aborted) listening.byIdle = false;
  // Ended by the server: a breath keeps us from going round in circles with one that does it at once.
  bell.ring();
  await bellAnswered;
  await bell.answer(breathMilliseconds, session.closed);
}

const breathMilliseconds = 200;
