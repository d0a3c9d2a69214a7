import type { MailboxValues } from './mailbox-values.ts';

type Servers = Pick<
  MailboxValues,
  | 'imap_server'
  | 'imap_port'
  | 'imap_type'
  | 'imap_box_inbox'
  | 'imap_box_outbox'
  | 'smtp_host'
  | 'smtp_port'
  | 'smtp_security'
>;

export type Provider = 'gmail' | 'outlook' | 'other';

/** Source: Google's page "Read Gmail messages on other e-mail clients using IMAP". */
export const gmail: Servers = {
  imap_server: 'imap.gmail.com',
  imap_port: '993',
  imap_type: 'ssl',
  imap_box_inbox: 'INBOX',
  imap_box_outbox: '[Gmail]/Sent Mail',
  smtp_host: 'smtp.gmail.com',
  smtp_port: '465',
  smtp_security: 'ssl',
};

export const gmailAppPasswords = 'https://support.google.com/accounts/answer/185833';

export function providerOf(values: Pick<MailboxValues, 'imap_server'>): Provider {
  if (/(^|\.)(gmail|googlemail)\.com$/i.test(values.imap_server)) return 'gmail';
  return 'other';
}
