import i18next from 'i18next';
import { type MailErrorKey, mailErrors } from '#contract/mail-errors.ts';

/** Why a mailbox does not work, in the person's language; the server's words for a key this page does not know. */
export function mailErrorText(key: string | null, message: string | null = null): string {
  const known = isMailErrorKey(key) ? key : 'unknown';
  if (known === 'unknown' && message) return message;
  return i18next.t(`mail_errors.${known}`);
}

function isMailErrorKey(key: string | null): key is MailErrorKey {
  return key !== null && key in mailErrors;
}
