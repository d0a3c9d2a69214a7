import type { Attachment } from '#contract/messages.ts';
import type { Recipient } from './recipients.ts';
import type { DraftContent } from './use-draft.ts';

/** What is being written to a third party. */
export type SideWords = {
  readonly html: string;
  readonly subject: string;
  readonly to: readonly Recipient[];
  readonly cc: readonly Recipient[];
  readonly files: readonly Attachment[];
  /** Letters that it forwards, and which of their attachments stay here. */
  readonly forwarded: readonly number[];
  readonly left: readonly number[];
};

/** As a draft keeps it. */
export const asContent = ({ html, subject, to, cc, files, forwarded, left }: SideWords): DraftContent => ({
  html,
  recipients: { to: [...to], cc: [...cc], bcc: [] },
  attachments: [...files],
  side: { subject, forwarded: [...forwarded], left: [...left] },
});

export const asWords = ({ html, recipients, attachments, side }: DraftContent): SideWords => ({
  ...{ html, to: recipients?.to ?? [], cc: recipients?.cc ?? [], files: attachments },
  ...(side ?? { subject: '', forwarded: [], left: [] }),
});
