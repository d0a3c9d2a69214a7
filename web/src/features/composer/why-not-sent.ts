import { isTemplateVariable, variablesIn } from '#contract/template-variables.ts';
import type { Leftovers, Recipients } from './recipients-field.tsx';
import type { MessageKind } from './written-letter.ts';

export type Refusal =
  | 'unfilled'
  | 'empty'
  | 'too_long'
  | 'wrong_recipient'
  | 'no_recipient'
  | 'still_uploading'
  | 'may_not_move'
  | 'cannot_reply';

type Written = {
  readonly kind: MessageKind;
  readonly html: string;
  readonly text: string;
  readonly files: number;
  /** How much more it holds. */
  readonly left: number;
  readonly isUploading: boolean;
  /** With it the ticket would be resolved or put off, which their role does not let them. */
  readonly isBeyondRole: boolean;
  readonly recipients: Recipients;
  readonly whom: { readonly canReply: boolean; readonly isChat: boolean; readonly leftovers: Leftovers };
};

/** What keeps a message from being sent; null: nothing does. */
export function whyNotSent(written: Written): Refusal | null {
  const { kind, html, text, files, left, isUploading, recipients, whom } = written;
  if (!whom.canReply) return 'cannot_reply';
  if (isUploading) return 'still_uploading';
  if (html === '' && files === 0) return 'empty';
  if (left < 0) return 'too_long';
  // Nobody mails a blank that a template left.
  if (variablesIn(text).some((one) => isTemplateVariable(one.name))) return 'unfilled';
  if (kind === 'note') return null;
  if (written.isBeyondRole) return 'may_not_move';
  if (whom.isChat) return null;
  if (wrongOf(whom.leftovers).length > 0) return 'wrong_recipient';
  const isNobody = recipients.to.length + recipients.cc.length + recipients.bcc.length === 0;
  return isNobody ? 'no_recipient' : null;
}

/** What stands among the recipients and is no address. */
export const wrongOf = (leftovers: Leftovers): string[] => Object.values(leftovers).flat();
