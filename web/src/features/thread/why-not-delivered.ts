import i18next from 'i18next';
import type { Delivery } from '#contract/messages.ts';

const unreachable =
  /^(host_not_found|dns_failed|connection_refused|unreachable|timed_out|connection_lost|no_greeting)$/;
const signIn =
  /^(wrong_password|app_password_needed|sign_in_again|oauth_needed|web_login_needed|login_not_offered|credentials_missing)$/;

/**
 * Why a letter has not arrived, for whoever wrote it: what a mail server said about this letter in its own words; what
 * keeps the mailbox from sending at all in ours, for the server's stand where mailboxes are mended.
 */
export function whyNotDelivered({ error, error_key }: NonNullable<Delivery>): string | null {
  if (error_key && unreachable.test(error_key)) return i18next.t('thread.delivery.unreachable');
  if (error_key && signIn.test(error_key)) return i18next.t('thread.delivery.sign_in');
  if (error_key === 'mailbox_disabled') return i18next.t('thread.delivery.disabled');
  return error;
}
