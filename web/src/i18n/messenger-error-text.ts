import i18next from 'i18next';
import { type MessengerErrorKey, messengerErrors } from '#contract/messenger-errors.ts';

/** Why a bot does not answer, in the person's language; the server's words for a key this page does not know. */
export function messengerErrorText(key: string | null, message: string | null = null): string {
  return isKnown(key) ? i18next.t(`integrations.errors.${key}`) : (message ?? '');
}

/** Whether the messenger itself said so. What was never reached has refused nothing. */
export const isFromMessenger = (key: string | null): boolean => !(isKnown(key) && onTheWay.has(key));

const onTheWay: ReadonlySet<MessengerErrorKey> = new Set<MessengerErrorKey>([
  'secrets_unreadable',
  'host_not_found',
  'dns_failed',
  'address_refused',
  'connection_refused',
  'unreachable',
  'timed_out',
  'certificate_untrusted',
  'answer_unreadable',
]);

function isKnown(key: string | null): key is MessengerErrorKey {
  return key !== null && key in messengerErrors;
}
