import i18next from 'i18next';
import type { LoggedMail } from './mail-log-query.ts';

/** Why a mail ended where it did, by the server's key. */
export const reasonKeys = [
  'own_address',
  'own_copy',
  'own_unrelated',
  'own_joined',
  'no_sender',
  'same_letter',
  'automatic',
  'bulk',
  'spam',
  'blocked',
  'follows',
  'bounce',
  'bounce_unknown',
  'bounce_delayed',
  'moved',
  'side',
  'side_stray',
  'unreadable',
  'too_large',
  'raw_missing',
  'left_behind',
  'failed',
  'gone_for_good',
] as const;
type ReasonKey = (typeof reasonKeys)[number];

/** For these the translation says everything; for the others the server's own words stand beside it. */
const selfExplaining: readonly ReasonKey[] = [
  'own_address',
  'own_copy',
  'own_unrelated',
  'own_joined',
  'no_sender',
  'same_letter',
  'blocked',
  'follows',
  'moved',
  'side',
  'side_stray',
  'left_behind',
  'gone_for_good',
];

export function reasonText(mail: Pick<LoggedMail, 'reason_key' | 'reason'>): { text: string; words: string } {
  const key = reasonKeys.find((one) => one === mail.reason_key);
  if (!key) return { text: mail.reason ?? '', words: '' };
  const words = selfExplaining.includes(key) ? '' : (mail.reason ?? '');
  return { text: i18next.t(`mail_log.reasons.${key}`), words };
}
