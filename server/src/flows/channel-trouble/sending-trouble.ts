import { policyFor } from '#channels/email/transport/retry-pace.ts';
import { type MailErrorKey, mailErrors } from '#contract/mail-errors.ts';
import type { Trouble } from './trouble-letter.ts';

const keys = Object.keys(mailErrors) as MailErrorKey[];
const isRefused = (key: MailErrorKey) => key === 'sender_refused' || key === 'smtp_refused';

/** Where a server says these, nothing leaves before somebody has looked after it. */
export const needsSomebody = keys.filter((key) => isRefused(key) || policyFor(key).state === 'action_needed');

const signsIn: ReadonlySet<string> = new Set<MailErrorKey>([
  'wrong_password',
  'app_password_needed',
  'sign_in_again',
  'oauth_needed',
  'web_login_needed',
  'credentials_missing',
]);

/** What helps where sending fails with this key of contract/mail-errors.ts. */
export function sendingTrouble(key: string): Trouble {
  if (signsIn.has(key)) return 'signing_in';
  if (key === 'sender_refused') return 'sender';
  return needsSomebody.some((one) => one === key) ? 'sending' : 'sending_waits';
}
