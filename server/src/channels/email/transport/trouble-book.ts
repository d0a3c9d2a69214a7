import { explainMailError } from './explain-mail-error.ts';
import type { FolderNumbering, SkippedMail } from './mailbox-port.ts';
import { PortFailure } from './port-failure.ts';

/**
 * Remembers, for as long as a mailbox is watched, which mails could not be fetched. One mail that a server refuses to
 * hand over, or dies of, must not hold up all behind it; a bad line must not cost a mail.
 */
export type TroubleBook = {
  /** A fetch failed and this mail was next. In a batch the guilty one is not certain: it will be tried alone. */
  met(folder: FolderNumbering, uid: number, batchLength: number, error: unknown): void;
  /** Fetch this one alone. */
  isKnown(folder: FolderNumbering, uid: number): boolean;
  /** Tried often enough: skip it, for this reason. */
  verdict(folder: FolderNumbering, uid: number): Pick<SkippedMail, 'reason' | 'details'> | null;
  settled(folder: FolderNumbering, uid: number): void;
};

/** The server itself refuses the mail: it means it. */
const refusalsMax = 3;
/** The connection dies of it: it could be the line, so often and for long enough. */
const breaksMax = 5;
const breakMillisecondsMin = 120_000;

type Trouble = { since: number; refusals: number; breaks: number; tooLarge: boolean; details: string | null };

export function createTroubleBook(now: () => number = () => performance.now()): TroubleBook {
  const troubles = new Map<string, Trouble>();
  const keyOf = (folder: FolderNumbering, uid: number) => `${folder.uidValidity}/${uid}/${folder.path}`;

  return {
    met(folder, uid, batchLength, error) {
      // Our own database being away says nothing about the mail.
      if (error instanceof PortFailure) return;
      const key = keyOf(folder, uid);
      const trouble = troubles.get(key) ?? { since: now(), refusals: 0, breaks: 0, tooLarge: false, details: null };
      troubles.set(key, trouble);
      if (batchLength > 1) return;
      const { details } = explainMailError(error);
      trouble.details = details;
      trouble.tooLarge = codeOf(error) === 'LiteralTooLarge' || codeOf(error) === 'ResponseTooLarge';
      if (wasRefused(error)) trouble.refusals++;
      else trouble.breaks++;
    },
    isKnown: (folder, uid) => troubles.has(keyOf(folder, uid)),
    verdict(folder, uid) {
      const trouble = troubles.get(keyOf(folder, uid));
      if (!trouble) return null;
      if (trouble.tooLarge) return { reason: 'too_large', details: trouble.details };
      const broken = trouble.breaks >= breaksMax && now() - trouble.since >= breakMillisecondsMin;
      return broken || trouble.refusals >= refusalsMax ? { reason: 'unreadable', details: trouble.details } : null;
    },
    settled(folder, uid) {
      troubles.delete(keyOf(folder, uid));
    },
  };
}

/** Whether the server answered, and said no. */
export function wasRefused(error: unknown): boolean {
  const status = field(error, 'responseStatus');
  return status === 'NO' || status === 'BAD' || field(error, 'key') === 'message_unreadable';
}

function codeOf(error: unknown): unknown {
  return field(error, 'code');
}

function field(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[name] : undefined;
}
