/**
 * Why a mailbox does not work, in plain words: the key (stable, translated by clients as `mail_errors.{key}`) and its
 * English text. The server's own words travel beside it as `details`.
 */
export const mailErrors = {
  // Who are you.
  wrong_password:
    'The user name or password was refused. Gmail, Yahoo and iCloud take an app password here, not the usual one',
  app_password_needed: 'This account needs an app password: create one in the security settings of the account',
  sign_in_again: 'The sign-in has expired. Sign in to this account again',
  oauth_needed: 'This provider no longer accepts passwords here. Sign in with the provider instead',
  web_login_needed: 'The provider asks you to sign in once with a browser and confirm that it is you',
  imap_disabled: 'IMAP is switched off for this account. Switch it on in the settings of the mail provider',
  encryption_required: 'The server takes a password only over an encrypted connection. Choose SSL or STARTTLS',
  login_not_offered: 'The server offers no sign-in on this port. Check the port, or choose SSL or STARTTLS',
  credentials_missing: 'Enter the user name and the password',

  // Is anyone there.
  host_not_found: 'There is no server of this name, or it is not allowed. Check the spelling',
  dns_failed: 'The name of the server could not be looked up just now',
  address_refused: 'This server address is not allowed',
  connection_refused: 'Nothing listens on this port. Check the port number',
  unreachable: 'The network of the server cannot be reached',
  timed_out: 'The server did not answer in time. Check the name and the port',
  connection_lost: 'The server closed the connection',
  no_greeting: 'The server was reached and said nothing. Wrong port, or choose SSL',
  not_a_mail_server: 'What answers on this port is not a mail server of this kind',

  // Is it safe.
  certificate_untrusted: 'The certificate of the server is not trusted',
  certificate_expired: 'The certificate of the server is out of date',
  certificate_other_name: 'The certificate of the server is for another name',
  tls_on_plain_port: 'This port does not start with SSL. Use 993 or 465, or choose STARTTLS',
  starttls_missing: 'The server does not offer STARTTLS on this port. Choose SSL',
  tls_failed: 'No encrypted connection could be agreed on with the server',

  // Not now.
  throttled: 'The provider asks us to slow down. We try again later',
  too_many_connections: 'Too many programs are connected to this account at once',
  quota: 'The limit of the account is reached: its storage is full, or it has sent too much',
  server_unavailable: 'The server says that it is not available just now',

  // What was asked for.
  folder_missing: 'There is no folder of this name in the mailbox',
  sent_folder_missing: 'There is no folder for sent letters in the mailbox',
  smtp_refused: 'The mail server refused our connection',
  sender_refused: 'The server does not let this account send from this address',
  recipient_refused: 'The server refused this recipient',
  message_refused: 'The server refused the message',
  message_too_large: 'The message is larger than the server accepts',
  message_unreadable: 'The server could not hand over a message',

  left_behind:
    'It had not been sent when its company was moved here. If the customer has not received it, send it again',

  unknown: 'Something went wrong while talking to the mail server',
} as const satisfies Record<string, string>;

export type MailErrorKey = keyof typeof mailErrors;
