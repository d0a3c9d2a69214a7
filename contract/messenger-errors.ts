/**
 * Why a messenger's bot does not answer, in plain words: the key (stable, translated by clients as
 * `integrations.errors.{key}`) and its English text. The provider's own words travel beside it as `details`.
 */
export const messengerErrors = {
  // Who are you.
  token_wrong: 'The messenger does not know this token. Copy it again, whole',
  token_revoked: 'The token worked before and is refused now: it was revoked or replaced. Enter the new one',
  token_expired: 'The token has expired. Make a permanent one, for a system user, and enter it',
  permission_missing:
    'The token lacks a permission: it needs whatsapp_business_messaging and whatsapp_business_management',
  app_secret_wrong: 'The app secret does not belong to the app that the token was made for',
  number_unknown: 'There is no such phone number ID, or the token may not use it. It is the ID, not the number itself',
  account_blocked: 'The messenger has blocked or suspended this bot',
  bot_in_use: 'This bot is already connected to another product here. Disconnect it there first',
  secrets_unreadable: 'The stored token cannot be opened any more. Enter it again',

  // Not now.
  rate_limited: 'The messenger asks us to slow down. We try again later',
  provider_down: 'The messenger itself has trouble at the moment. We try again',

  // Is anyone there.
  host_not_found: 'There is no server of this name, or it is not allowed. Check the spelling',
  dns_failed: 'The name of the server could not be looked up just now',
  address_refused: 'This server address is not allowed',
  connection_refused: 'Nothing listens at this address',
  unreachable: 'The messenger cannot be reached from here: check the network, the firewall and the proxy',
  timed_out: 'The messenger did not answer in time',
  certificate_untrusted: 'The certificate of the server is not trusted',
  answer_unreadable: 'What answers at this address does not speak the protocol of the messenger',
} as const satisfies Record<string, string>;

export type MessengerErrorKey = keyof typeof messengerErrors;
