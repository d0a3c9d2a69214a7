import type { Mention } from '#contract/drafts.ts';
import type { Attachment } from '#contract/messages.ts';
import type { SnoozeChoice } from '#contract/snoozes.ts';
import type { Recipients } from './recipients-field.tsx';

export type MessageKind = 'reply' | 'note';

/** A finished message, as it leaves the composer. */
export type WrittenLetter = Recipients & {
  readonly kind: MessageKind;
  readonly body_html: string;
  readonly attachments: readonly Attachment[];
  /** Null: from the mailbox's own address. */
  readonly from: string | null;
  readonly in_reply_to: number | null;
  /** Templates it was written with, to be counted. */
  readonly template_ids: readonly number[];
  readonly resolves: boolean;
  readonly snooze: SnoozeChoice | null;
  /** Null: at once, or as soon as it can no longer be taken back. */
  readonly send_at: string | null;
  /** The newest message the writer has seen. */
  readonly seen_to: number | null;
  readonly mentions: readonly Mention[];
  /** Of the draft it was; null when none was kept. */
  readonly draft_version: number | null;
};

/** What becomes of a reply and its ticket. Nothing said: it is sent. */
export type HowToSend = {
  readonly resolves?: boolean;
  readonly snooze?: SnoozeChoice;
  /** `YYYY-MM-DD HH:mm:ss` in UTC. */
  readonly sendAt?: string;
  /** The writer knows what was written meanwhile. */
  readonly isSeen?: boolean;
};

/** One that was refused, or did not arrive, on its way back into the composer. */
export type ReturnedLetter = Pick<WrittenLetter, 'kind' | 'body_html' | 'attachments' | 'from'> & {
  /** Absent in what an older Parley kept. */
  readonly template_ids?: readonly number[] | undefined;
  readonly mentions?: readonly Mention[] | undefined;
  readonly to: readonly Recipients['to'][number][];
  readonly cc: readonly Recipients['to'][number][];
  readonly bcc: readonly Recipients['to'][number][];
  /** Of the draft it was, which the server may still have. */
  readonly draft_version?: number | null | undefined;
  /** Absent: the last one. */
  readonly in_reply_to?: number | null | undefined;
  /** What its writer had seen, where that stopped it. */
  readonly seen_to?: number | null | undefined;
};

/** A letter of the thread that is answered instead of the last one; or quoted, and then these are its words. */
export type AskedReply = {
  readonly id: number;
  readonly quote: string | null;
};
