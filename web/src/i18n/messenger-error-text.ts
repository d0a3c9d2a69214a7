import i18next from 'i18next';
import { type MessengerErrorKey, messengerErrors } from '#contract/messenger-errors.ts';

/** Why a bot does not answer, in the person's language; the server's words for a key this page does not know. */
export function messengerErrorText(key: string | null, message: string | null = null): string {
  return isKnown(key) ? i18next.t(`integrations.errors.${key}`) : (message ?? '');
}

function isKnown(key: string | null): key is MessengerErrorKey {
  return key !== null && key in messengerErrors;
}
