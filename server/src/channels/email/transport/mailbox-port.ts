import type { MailErrorKey } from '#contract/mail-errors.ts';

/** What a folder is to us, whatever the server calls it. */
export type FolderRole = 'inbox' | 'sent' | 'junk';

/** One numbering of one folder: UIDs mean nothing outside it (RFC 3501 2.3.1.1). */
export type FolderNumbering = { role: FolderRole; path: string; uidValidity: string };

/**
 * `moves`: the folder's cursor goes to this UID. `stays`: a mail out of turn, from a renumbered folder or from the
 * history that somebody asked for, while the cursor keeps its place.
 */
export type CursorStep = 'moves' | 'stays';

export type FetchedMail = FolderNumbering & {
  uid: number;
  cursor: CursorStep;
  /** When the server received it (INTERNALDATE); the Date header may claim anything. */
  receivedAt: Date;
  raw: Buffer;
  /** Somebody has read it in another program. Tells nothing about whether we have fetched it. */
  seen: boolean;
};

export type SkippedMail = FolderNumbering & {
  uid: number;
  cursor: CursorStep;
  receivedAt: Date;
  bytes: number;
  reason: 'too_large' | 'unreadable';
  /** The server's words, if it had any. */
  details: string | null;
  /** What one that is too large begins with: its headers, and mostly its words. */
  start: Buffer | null;
};

export type MailboxState = 'ok' | 'connecting' | 'degraded' | 'action_needed';

export type MailboxHealth = {
  state: MailboxState;
  key: MailErrorKey | null;
  /** The server's own words, without secrets. */
  details: string | null;
  nextTryAt: Date | null;
};

/**
 * What the watch of one mailbox asks of its owner. The owner's promises make the watch lossless:
 * `store` and `skip` move the cursor in the same transaction that keeps the mail (or the record of the skip), never
 * before, and never backwards; `store` keeps the raw bytes before anybody interprets them, and answers `known` for a
 * mail it already has, by numbering and UID or by the hash of its bytes. `store` may be called before its last call has
 * settled: the owner keeps the order, and when one fails, every call made before that failure was seen fails too, so
 * that the cursor never passes a mail that is not kept. Whatever throws is tried again after a pause.
 */
export type MailboxPort = {
  /** Where the last run of the watch stopped; null for a folder never opened. */
  cursor(role: FolderRole, path: string): Promise<{ uidValidity: string; lastUid: number } | null>;
  /** Sets the cursor of a folder that had none, or a new numbering: everything up to `lastUid` is settled. */
  startAt(folder: FolderNumbering, lastUid: number): Promise<void>;
  /** The server gives the numbers of this folder again: they say nothing any more about what is there, and it has no cursor. */
  startOver(folder: FolderNumbering): Promise<void>;
  store(mail: FetchedMail): Promise<'stored' | 'known'>;
  skip(mail: SkippedMail): Promise<void>;
  /** Told only when something changed. */
  health(health: MailboxHealth): Promise<void>;
  /** The inbox was looked through to its end at this moment. */
  fetched(at: Date): Promise<void>;
  /** The history since this moment is in: the wish of `MailboxSettings.fetchSince` can be crossed out. */
  fetchedSince(since: Date): Promise<void>;
};
