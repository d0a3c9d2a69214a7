import type { Attachment } from '#contract/messages.ts';
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
};

/** One that was refused, on its way back into the composer. */
export type ReturnedLetter = Pick<WrittenLetter, 'kind' | 'body_html' | 'attachments'> & {
  readonly to: readonly Recipients['to'][number][];
  readonly cc: readonly Recipients['to'][number][];
  readonly bcc: readonly Recipients['to'][number][];
};
