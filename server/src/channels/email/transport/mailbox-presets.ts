import type { z } from 'zod';
import type { detectMailbox } from '#contract/mailboxes.ts';

export type DetectedMailbox = z.infer<typeof detectMailbox.answer>;
export type MailboxSettingsForm = NonNullable<DetectedMailbox['settings']>;

export type MailboxPreset = Pick<DetectedMailbox, 'provider' | 'needs_oauth'> & { settings: MailboxSettingsForm };

/** SPEC section 9. Gmail takes an app password; its Sent box is named in the account's language, found by its use. */
const gmail: MailboxPreset = {
  provider: 'gmail',
  needs_oauth: false,
  settings: { ...ssl('imap.gmail.com', 'smtp.gmail.com'), imap_box_outbox: '[Gmail]/Sent Mail' },
};

/** SPEC section 9. Microsoft ended passwords for IMAP in 2022, app passwords included: OAuth 2 is the only way. */
const outlook: MailboxPreset = {
  provider: 'outlook',
  needs_oauth: true,
  settings: { ...startTls('outlook.office365.com', 'smtp.office365.com'), imap_box_outbox: 'Outbox' },
};

/** From the providers' help pages. All of them take an app password, or the usual one. */
const yahoo = other(ssl('imap.mail.yahoo.com', 'smtp.mail.yahoo.com'));
const icloud = other({ ...startTls('imap.mail.me.com', 'smtp.mail.me.com'), imap_box_outbox: 'Sent Messages' });
const fastmail = other(ssl('imap.fastmail.com', 'smtp.fastmail.com'));
const ukrNet = other(ssl('imap.ukr.net', 'smtp.ukr.net'));

const byDomain: ReadonlyMap<string, MailboxPreset> = new Map<string, MailboxPreset>([
  ...both(['gmail.com', 'googlemail.com'], gmail),
  ...both(['outlook.com', 'hotmail.com', 'live.com', 'msn.com', 'hotmail.co.uk', 'outlook.de', 'hotmail.fr'], outlook),
  ...both(['yahoo.com', 'ymail.com', 'rocketmail.com', 'yahoo.co.uk', 'yahoo.de', 'yahoo.fr'], yahoo),
  ['aol.com', other(ssl('imap.aol.com', 'smtp.aol.com'))],
  ...both(['icloud.com', 'me.com', 'mac.com'], icloud),
  ...both(['fastmail.com', 'fastmail.fm'], fastmail),
  ['zoho.com', other(ssl('imap.zoho.com', 'smtp.zoho.com'))],
  ['zoho.eu', other(ssl('imap.zoho.eu', 'smtp.zoho.eu'))],
  ['ukr.net', ukrNet],
  ['i.ua', other(ssl('imap.i.ua', 'smtp.i.ua'))],
  ['meta.ua', other(ssl('imap.meta.ua', 'smtp.meta.ua'))],
  ...both(['gmx.net', 'gmx.de', 'gmx.at', 'gmx.ch'], other(startTls('imap.gmx.net', 'mail.gmx.net'))),
  ['gmx.com', other(startTls('imap.gmx.com', 'mail.gmx.com'))],
  ['web.de', other(startTls('imap.web.de', 'smtp.web.de'))],
  ['seznam.cz', other(ssl('imap.seznam.cz', 'smtp.seznam.cz'))],
  ['wp.pl', other(ssl('imap.wp.pl', 'smtp.wp.pl'))],
]);

/** Whose servers a domain's MX records name is where its mailboxes live. */
const byMailExchanger: readonly (readonly [suffix: string, preset: MailboxPreset])[] = [
  ['google.com', gmail],
  ['googlemail.com', gmail],
  ['outlook.com', outlook],
  ['mx.microsoft', outlook],
  ['yahoodns.net', yahoo],
  ['mail.icloud.com', icloud],
  ['messagingengine.com', fastmail],
  ['zoho.com', other(ssl('imappro.zoho.com', 'smtppro.zoho.com'))],
  ['zoho.eu', other(ssl('imappro.zoho.eu', 'smtppro.zoho.eu'))],
  ['ukr.net', ukrNet],
  ['i.ua', other(ssl('imap.i.ua', 'smtp.i.ua'))],
  ['mail.ovh.net', other(ssl('ssl0.ovh.net', 'ssl0.ovh.net'))],
  ['privateemail.com', other(ssl('mail.privateemail.com', 'mail.privateemail.com'))],
  ['secureserver.net', other(ssl('imap.secureserver.net', 'smtpout.secureserver.net'))],
  ['hostinger.com', other(ssl('imap.hostinger.com', 'smtp.hostinger.com'))],
];

export function presetForDomain(domain: string): MailboxPreset | undefined {
  return byDomain.get(domain);
}

/** By the host name of an MX record. */
export function presetForExchanger(host: string): MailboxPreset | undefined {
  const name = host.toLowerCase().replace(/\.$/, '');
  return byMailExchanger.find(([suffix]) => name === suffix || name.endsWith(`.${suffix}`))?.[1];
}

/** TLS from the first byte on both ports, as RFC 8314 recommends. */
export function ssl(imapServer: string, smtpHost: string): MailboxSettingsForm {
  return {
    imap_server: imapServer,
    imap_port: 993,
    imap_type: 'ssl',
    imap_box_inbox: 'INBOX',
    imap_box_outbox: null,
    smtp_host: smtpHost,
    smtp_port: 465,
    smtp_security: 'ssl',
  };
}

function startTls(imapServer: string, smtpHost: string): MailboxSettingsForm {
  return { ...ssl(imapServer, smtpHost), smtp_port: 587, smtp_security: 'tls' };
}

function other(settings: MailboxSettingsForm): MailboxPreset {
  return { provider: 'other', needs_oauth: false, settings };
}

function both(domains: readonly string[], preset: MailboxPreset): [string, MailboxPreset][] {
  return domains.map((domain) => [domain, preset]);
}
