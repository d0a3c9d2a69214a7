/** Who sends for a domain, told by the outgoing server, and what the domain's records say then (the providers' help pages). */
export type SendingProvider = {
  readonly name: string;
  /** `include:` one of these in SPF, the first where it has to be added. */
  readonly includes: readonly string[];
  /** Where it publishes its DKIM keys. */
  readonly selectors: readonly string[];
};

const google = { name: 'Google', includes: ['_spf.google.com'], selectors: ['google'] };
const microsoft = {
  name: 'Microsoft 365',
  includes: ['spf.protection.outlook.com'],
  selectors: ['selector1', 'selector2'],
};
const zoho = {
  name: 'Zoho',
  includes: ['zohomail.com', 'zoho.com', 'zohomail.eu', 'zoho.eu'],
  selectors: ['zmail', 'zoho'],
};

const byHost: readonly (readonly [suffix: string, provider: SendingProvider])[] = [
  ['gmail.com', google],
  ['googlemail.com', google],
  ['google.com', google],
  ['office365.com', microsoft],
  ['outlook.com', microsoft],
  ['zoho.com', zoho],
  ['zoho.eu', zoho],
  ['fastmail.com', { name: 'Fastmail', includes: ['spf.messagingengine.com'], selectors: ['fm1', 'fm2', 'fm3'] }],
  ['mail.me.com', { name: 'iCloud', includes: ['icloud.com'], selectors: ['sig1'] }],
  ['sendgrid.net', { name: 'SendGrid', includes: ['sendgrid.net'], selectors: ['s1', 's2'] }],
  ['mailgun.org', { name: 'Mailgun', includes: ['mailgun.org'], selectors: ['mx', 'k1', 'pic', 'smtp'] }],
  ['amazonaws.com', { name: 'Amazon SES', includes: ['amazonses.com'], selectors: [] }],
  ['postmarkapp.com', { name: 'Postmark', includes: ['spf.mtasv.net'], selectors: ['pm'] }],
  ['ovh.net', { name: 'OVH', includes: ['mx.ovh.com'], selectors: [] }],
  ['secureserver.net', { name: 'GoDaddy', includes: ['secureserver.net'], selectors: [] }],
  ['privateemail.com', { name: 'Private Email', includes: ['spf.privateemail.com'], selectors: ['default'] }],
  [
    'hostinger.com',
    {
      name: 'Hostinger',
      includes: ['_spf.mail.hostinger.com'],
      selectors: ['hostingermail1', 'hostingermail2', 'hostingermail3'],
    },
  ],
];

export function sendingProvider(smtpHost: string): SendingProvider | undefined {
  const host = smtpHost.toLowerCase().replace(/\.$/, '');
  return byHost.find(([suffix]) => host === suffix || host.endsWith(`.${suffix}`))?.[1];
}

/** Where DKIM keys usually are, whoever sends. */
export const usualSelectors = [
  'default',
  'google',
  'selector1',
  'selector2',
  'dkim',
  'mail',
  'k1',
  'k2',
  'k3',
  's1',
  's2',
  'smtp',
  'key1',
  'sig1',
  'mx',
  'zoho',
  'zmail',
  'fm1',
  'protonmail',
  'mandrill',
] as const;
