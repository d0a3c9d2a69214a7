import type { FetchMessageObject, SearchObject } from 'imapflow/lib/types.js';
import { MailFaultError } from './explain-mail-error.ts';
import { fetchBatch, type ListedMail } from './fetch-batch.ts';
import type { Folder } from './find-folders.ts';
import { type MailboxSettings, mailBytesMaxDefault } from './mail-settings.ts';
import type { CursorStep, FolderNumbering, MailboxPort, SkippedMail } from './mailbox-port.ts';
import type { ImapSession } from './open-imap-session.ts';
import { keepingApart, PortFailure } from './port-failure.ts';
import type { TroubleBook } from './trouble-book.ts';

export type PullContext = {
  session: ImapSession;
  settings: MailboxSettings;
  port: MailboxPort;
  troubles: TroubleBook;
  /** Folders that are being read again, by numbering: how far that is survives a broken connection. */
  rereads: Map<string, Rereading>;
  /** Stops between two mails. */
  signal: AbortSignal;
};

/** UIDs that are left to be read, those first that people wait for; and the UID up to which the folder was looked through. */
export type Rereading = { left: number[][]; upTo: number };

/** A folder that is selected in the session. */
export type OpenFolder = { numbering: FolderNumbering; uidNext: number };

/** Opens a folder without the right to change anything in it. */
export async function openFolder({ session }: PullContext, folder: Folder): Promise<OpenFolder> {
  const box = await session.client.mailboxOpen(folder.path, { readOnly: true });
  const numbering = { role: folder.role, path: folder.path, uidValidity: String(box.uidValidity ?? 0) };
  // Old servers do not announce UIDNEXT; the highest UID is as good.
  const uidNext = box.uidNext || Math.max(0, ...(await search(session, { all: true }))) + 1;
  return { numbering, uidNext };
}

/**
 * Hands everything new in the open folder to the port, oldest first, one at a time. Flags play no part: a mail is new
 * when its UID is above the cursor. A folder without a cursor, renumbered by the server (UIDVALIDITY) or put back
 * from a backup (UIDNEXT below the cursor) is read from the day the mailbox was added, and the port recognises
 * what it has. That gives way to new mail after each portion: answers whether the folder was looked through to its end.
 */
export async function pullNew(context: PullContext, folder: OpenFolder): Promise<boolean> {
  const { session, port } = context;
  const { numbering } = folder;
  const cursor = await keepingApart(port.cursor(numbering.role, numbering.path));
  let lastUid = cursor?.lastUid ?? 0;
  const isRenumbered = cursor?.uidValidity !== numbering.uidValidity;
  if (isRenumbered || lastUid >= folder.uidNext) {
    // What came since the backup has the numbers of what it lost.
    if (!isRenumbered) {
      context.rereads.delete(keyOf(numbering));
      await keepingApart(port.startOver(numbering));
    }
    if (!(await readAgain(context, folder))) return false;
    lastUid = folder.uidNext - 1;
    await keepingApart(port.startAt(numbering, lastUid));
    context.rereads.delete(keyOf(numbering));
  }
  const found = await search(session, { uid: `${lastUid + 1}:*` });
  // `n:*` always names the last mail, also when its UID is below n (RFC 3501 6.4.8).
  const fresh = found.filter((uid) => uid > lastUid);
  await pullUids(context, numbering, fresh, 'moves', () => true);
  folder.uidNext = Math.max(folder.uidNext, (fresh.at(-1) ?? 0) + 1);
  return true;
}

export const keyOf = ({ uidValidity, path }: FolderNumbering): string => `${uidValidity}/${path}`;

/**
 * One portion of a folder whose numbering is new to us, first of what came within the last days: people wait for answers
 * to that, while years of other mail may take hours. Answers whether all is through.
 */
async function readAgain(context: PullContext, folder: OpenFolder): Promise<boolean> {
  const { session, settings, rereads } = context;
  const { numbering, uidNext } = folder;
  const key = keyOf(numbering);
  const before = rereads.get(key);
  // Put back from a backup meanwhile: what comes now has the numbers of what was lost.
  const reading = before && before.upTo <= uidNext ? before : await lookThrough(session, settings.startedAt, uidNext);
  rereads.set(key, reading);
  if (reading.upTo < uidNext) {
    const since = await search(session, { uid: `${reading.upTo}:${uidNext - 1}` });
    reading.left.unshift(since.filter((uid) => uid >= reading.upTo && uid < uidNext));
    reading.upTo = uidNext;
  }
  const [first = [], ...others] = reading.left.filter((uids) => uids.length > 0);
  await pullUids(context, numbering, first.slice(0, portionMailsMax), 'stays', receivedFrom(settings.startedAt));
  reading.left = [first.slice(portionMailsMax), ...others];
  return reading.left.every((uids) => uids.length === 0);
}

/** Asks once for all portions: a server goes through every mail of a folder for it. */
async function lookThrough(session: ImapSession, since: Date, upTo: number): Promise<Rereading> {
  const due = (await searchSince(session, since)).filter((uid) => uid < upTo);
  const dayAgo = new Date(Date.now() - dayMilliseconds);
  if (since >= dayAgo) return { left: [due], upTo };
  const lately = new Set(await searchSince(session, dayAgo));
  return { left: [due.filter((uid) => lately.has(uid)), due.filter((uid) => !lately.has(uid))], upTo };
}

const dayMilliseconds = 86_400_000;

/** SINCE counts in the server's days: asks for a day more, `receivedFrom` looks closely. */
export const searchSince = (session: ImapSession, since: Date): Promise<number[]> =>
  search(session, { since: new Date(since.getTime() - dayMilliseconds) });

/** INTERNALDATE counts in whole seconds. */
function receivedFrom(since: Date): (mail: ListedMail) => boolean {
  const from = Math.floor(since.getTime() / 1000) * 1000;
  return (mail) => mail.receivedAt.getTime() >= from;
}

/** How much old mail is fetched before new mail gets its turn again. */
const portionMailsMax = 200;

/** How far a history has been read in one folder: which UIDs are left of those that `searchSince` found. */
export type HistoryProgress = { left: readonly number[]; complete: boolean };

/**
 * Hands a portion of the mail received since a moment to the port, leaving the cursor where it is. `progress` remembers
 * how far it came, so that a long history can give way to new mail.
 */
export async function pullSince(
  context: PullContext,
  folder: OpenFolder,
  since: Date,
  progress: HistoryProgress,
): Promise<void> {
  const now = progress.left.slice(0, portionMailsMax);
  await pullUids(context, folder.numbering, now, 'stays', receivedFrom(since));
  progress.left = progress.left.slice(now.length);
  progress.complete = progress.left.length === 0;
}

const listingsMax = 500;
const batchBytesMax = 4 * 1024 * 1024;
const batchMailsMax = 100;
const onTheWayMax = { mails: 2 * batchMailsMax, bytes: 2 * batchBytesMax };

/**
 * Lists (500 at a time) before it fetches (up to 4 MB or 100 mails at a time): no folder is too big for memory. While the
 * port keeps some, the next are fetched.
 */
async function pullUids(
  context: PullContext,
  numbering: FolderNumbering,
  uids: readonly number[],
  cursor: CursorStep,
  wanted: (mail: ListedMail) => boolean,
): Promise<void> {
  const onTheWay = new OnTheWay((uid) => context.troubles.settled(numbering, uid));
  try {
    for (let at = 0; at < uids.length; at += listingsMax) {
      const listed = await list(context.session, uids.slice(at, at + listingsMax));
      for (const batch of batches(listed.filter(wanted), context, numbering)) {
        await pullBatch(context, numbering, batch, { cursor, onTheWay });
      }
    }
  } catch (error) {
    await onTheWay.letArrive();
    throw error;
  }
  await onTheWay.settle();
}

/** Mails that are handed to the port, several at once: it keeps their order, and what follows a failure fails with it. */
class OnTheWay {
  private readonly mails: { uid: number; bytes: number; kept: Promise<unknown> }[] = [];
  private bytes = 0;
  private readonly onKept: (uid: number) => void;
  constructor(onKept: (uid: number) => void) {
    this.onKept = onKept;
  }

  /** Waits while there is too much on the way. Rejects with what went wrong on the way, be it of an earlier mail. */
  async add(uid: number, bytes: number, keeping: Promise<unknown>): Promise<void> {
    const kept = keepingApart(keeping);
    kept.catch(() => {});
    this.mails.push({ uid, bytes, kept });
    this.bytes += bytes;
    while (this.mails.length > onTheWayMax.mails || this.bytes > onTheWayMax.bytes) await this.settleFirst();
  }

  /** Waits for all of them. */
  async settle(): Promise<void> {
    while (this.mails.length > 0) await this.settleFirst();
  }

  /** Waits for all of them, whatever becomes of each. */
  async letArrive(): Promise<void> {
    while (this.mails.length > 0) await this.settleFirst().catch(() => {});
  }

  private async settleFirst(): Promise<void> {
    const first = this.mails.shift();
    if (!first) return;
    this.bytes -= first.bytes;
    await first.kept;
    this.onKept(first.uid);
  }
}

async function pullBatch(
  context: PullContext,
  numbering: FolderNumbering,
  batch: readonly ListedMail[],
  { cursor, onTheWay }: { cursor: CursorStep; onTheWay: OnTheWay },
): Promise<void> {
  const { session, port, troubles, signal } = context;
  const [first] = batch;
  const trouble = first && troubles.verdict(numbering, first.uid);
  const verdict = first && (tooLarge(first, context.settings) ?? trouble);
  if (first && verdict) {
    const { uid, receivedAt, bytes } = first;
    const start = trouble ? null : await startOf(context, numbering, first);
    await onTheWay.add(
      uid,
      start?.byteLength ?? 0,
      port.skip({ ...numbering, uid, cursor, receivedAt, bytes, ...verdict, start }),
    );
    return;
  }
  const lacking = new Set(batch.map(({ uid }) => uid));
  try {
    for await (const { mail, raw } of fetchBatch(session, batch)) {
      signal.throwIfAborted();
      const { uid, receivedAt, seen } = mail;
      lacking.delete(uid);
      await onTheWay.add(uid, raw.byteLength, port.store({ ...numbering, uid, cursor, receivedAt, seen, raw }));
    }
  } catch (error) {
    const [next] = lacking;
    if (next !== undefined && !signal.aborted) troubles.met(numbering, next, batch.length, reasonOf(session, error));
    throw error;
  }
}

/** A command that dies with its connection knows less than the connection does. */
const reasonOf = (session: ImapSession, error: unknown): unknown =>
  session.closed.aborted && !(error instanceof PortFailure) ? session.closed.reason : error;

const startBytes = 256 * 1024;

/** What a mail begins with. Null where it is gone by now. */
async function startOf(
  { session, troubles, signal }: PullContext,
  numbering: FolderNumbering,
  { uid }: ListedMail,
): Promise<Buffer | null> {
  try {
    const part = { uid: true, source: { start: 0, maxLength: startBytes } };
    const answer = await session.client.fetchOne(String(uid), part, { uid: true });
    return answer ? (answer.source ?? null) : null;
  } catch (error) {
    if (!signal.aborted) troubles.met(numbering, uid, 1, reasonOf(session, error));
    throw error;
  }
}

function tooLarge(mail: ListedMail, settings: MailboxSettings): Pick<SkippedMail, 'reason' | 'details'> | null {
  return mail.bytes > bytesMaxOf(settings) ? { reason: 'too_large', details: null } : null;
}

function bytesMaxOf(settings: MailboxSettings): number {
  return settings.mailBytesMax ?? mailBytesMaxDefault;
}

/** Groups of bounded size. A mail that is too large, or has made trouble before, comes alone. */
function* batches(listed: readonly ListedMail[], { settings, troubles }: PullContext, numbering: FolderNumbering) {
  let batch: ListedMail[] = [];
  let bytes = 0;
  for (const mail of listed) {
    const alone = mail.bytes > bytesMaxOf(settings) || troubles.isKnown(numbering, mail.uid);
    const full = alone || bytes + mail.bytes > batchBytesMax || batch.length >= batchMailsMax;
    if (full && batch.length > 0) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(mail);
    bytes += alone ? batchBytesMax : mail.bytes;
  }
  if (batch.length > 0) yield batch;
}

async function list(session: ImapSession, uids: readonly number[]): Promise<ListedMail[]> {
  if (uids.length === 0) return [];
  const asked = new Set(uids);
  const query = { uid: true, size: true, internalDate: true, flags: true };
  const answers = await session.client.fetchAll(uids.join(','), query, { uid: true });
  const listed = answers.filter(({ uid }) => asked.delete(uid)).map(listedMail);
  return listed.sort((a, b) => a.uid - b.uid);
}

function listedMail({ uid, size, internalDate, flags }: FetchMessageObject): ListedMail {
  const receivedAt = new Date(internalDate ?? Number.NaN);
  return {
    uid,
    bytes: size ?? 0,
    receivedAt: Number.isNaN(receivedAt.getTime()) ? new Date() : receivedAt,
    seen: flags?.has('\\Seen') ?? false,
  };
}

/** UIDs in ascending order. imapflow answers a refused search with `false`: that is an error here. */
async function search(session: ImapSession, query: SearchObject): Promise<number[]> {
  const found = await session.client.search(query, { uid: true });
  if (Array.isArray(found)) return found;
  throw session.lastComplaint() ?? new MailFaultError('connection_lost', 'SEARCH failed');
}
