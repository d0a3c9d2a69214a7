import type { MailErrorKey } from '#contract/mail-errors.ts';
import type { MailboxTimings } from './mail-settings.ts';
import type { MailboxState } from './mailbox-port.ts';

/** How a fault is met: what the health shows, and whether hammering on would make it worse. */
export type FaultPolicy = { state: Extract<MailboxState, 'degraded' | 'action_needed'>; patient: boolean };

/**
 * Providers lock accounts that keep trying a refused password, so those faults are patient. Faults of the settings need
 * a person too, but trying again harms nobody. Everything else passes by itself.
 */
export function policyFor(key: MailErrorKey): FaultPolicy {
  return { state: needsPerson.has(key) ? 'action_needed' : 'degraded', patient: needsPatience.has(key) };
}

/**
 * Milliseconds to wait after the n-th failure in a row, doubling from first to last. Jitter keeps a thousand mailboxes
 * from coming back in the same second; a patient pause is only ever lengthened by it.
 */
export function pauseAfter(
  failures: number,
  patient: boolean,
  timings: Pick<MailboxTimings, 'retryFirst' | 'retryLast' | 'patienceFirst' | 'patienceLast'>,
  random: () => number = Math.random,
): number {
  const [first, last] = patient
    ? [timings.patienceFirst, timings.patienceLast]
    : [timings.retryFirst, timings.retryLast];
  const pause = Math.min(last, first * 2 ** Math.min(failures - 1, 30));
  return Math.round(patient ? pause * (1 + random() / 5) : pause * (0.5 + random() / 2));
}

const needsPatience: ReadonlySet<MailErrorKey> = new Set([
  'wrong_password',
  'app_password_needed',
  'sign_in_again',
  'oauth_needed',
  'web_login_needed',
  'imap_disabled',
  'credentials_missing',
  'throttled',
  'quota',
]);

const needsPerson: ReadonlySet<MailErrorKey> = new Set([
  'wrong_password',
  'app_password_needed',
  'sign_in_again',
  'oauth_needed',
  'web_login_needed',
  'imap_disabled',
  'credentials_missing',
  'host_not_found',
  'encryption_required',
  'login_not_offered',
  'address_refused',
  'certificate_untrusted',
  'certificate_expired',
  'certificate_other_name',
  'tls_on_plain_port',
  'starttls_missing',
  'not_a_mail_server',
  'folder_missing',
]);
