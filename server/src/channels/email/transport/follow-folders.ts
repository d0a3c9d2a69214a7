import type { Doorbell } from './doorbell.ts';
import { MailFaultError } from './explain-mail-error.ts';
import { type Folder, findFolders } from './find-folders.ts';
import type { MailboxTimings } from './mail-settings.ts';
import { keepingApart } from './port-failure.ts';
import { type HistoryProgress, openFolder, type PullContext, pullNew, pullSince } from './pull-folder.ts';

/** The history somebody asked for, and how far each folder has come: it survives a broken connection. */
export type HistoryWish = { since: Date; progress: Map<string, HistoryProgress> };

export type FollowContext = PullContext & {
  timings: MailboxTimings;
  bell: Doorbell;
  /** Emptied as they are fulfilled. */
  wishes: HistoryWish[];
  /** Signed in, and the inbox is open. */
  onOpened(): Promise<void>;
  /** The inbox was looked through to its end. */
  onCaughtUp(): Promise<void>;
};

/** How much history is fetched before new mail gets its turn again. */
const historyMailsMax = 200;

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

  while (!signal.aborted) {
    const open = await openFolder(context, inbox);
    await context.onOpened();
    // Until another folder has to be opened, the inbox stays selected.
    for (let undisturbed = true; undisturbed && !signal.aborted; ) {
      if (session.closed.aborted) throw session.closed.reason;
      await pullNew(context, open);
      await context.onCaughtUp();
      if (Date.now() >= othersDueAt) {
        // Mailboxes that connected together must not look together ever after: each look would take the whole database.
        othersDueAt = Date.now() + timings.sideFolders * (othersDueAt === 0 ? Math.random() : 1);
        for (const folder of others) {
          if (await lookInto(context, folder, seenUpTo)) undisturbed = false;
        }
      }
      if (wishes[0]) {
        await pullHistory(context, [inbox, ...others], wishes[0]);
        undisturbed = false;
      }
      if (undisturbed)
        await rest(context, listening, others.length > 0 ? othersDueAt - Date.now() : timings.safetyPull);
    }
  }
}

/** Opens a folder that is not selected and pulls its news, if its UIDNEXT or numbering has moved; tells whether. */
async function lookInto(context: FollowContext, folder: Folder, seenUpTo: Map<string, string>): Promise<boolean> {
  const { session } = context;
  const status = await session.client.status(folder.path, { uidNext: true, uidValidity: true });
  if (!status) throw session.lastComplaint() ?? new MailFaultError('connection_lost', 'STATUS failed');
  const upTo = `${status.uidValidity}/${status.uidNext}`;
  if (status.uidNext !== undefined && seenUpTo.get(folder.path) === upTo) return false;
  await pullNew(context, await openFolder(context, folder));
  seenUpTo.set(folder.path, upTo);
  return true;
}

/** One portion of the history of one folder; the wish is crossed out when every folder is through. */
async function pullHistory(context: FollowContext, folders: readonly Folder[], wish: HistoryWish): Promise<void> {
  for (const folder of folders) {
    const open = await openFolder(context, folder);
    const key = `${open.numbering.uidValidity}/${folder.path}`;
    const progress = wish.progress.get(key) ?? { settledUid: 0, complete: false };
    wish.progress.set(key, progress);
    if (progress.complete) continue;
    await pullSince(context, open, wish.since, progress, historyMailsMax);
    if (!progress.complete) return;
  }
  await keepingApart(context.port.fetchedSince(wish.since));
  context.wishes.splice(context.wishes.indexOf(wish), 1);
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
