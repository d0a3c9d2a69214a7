import { z } from 'zod';
import { call, nothing } from './call.ts';
import { healthFields, healthHistory } from './channel-health.ts';
import {
  choice,
  email,
  emailValue,
  entity,
  flag,
  id,
  idValue,
  integer,
  json,
  longText,
  nameLine,
  type Row,
  safeText,
  text,
  time,
} from './entity.ts';

/** `ssl`: TLS from the first byte. `tls`: STARTTLS, refused when the server has none. `none`: plain text. */
export const securities = ['ssl', 'tls', 'none'] as const;
/** What a mailbox is for. Only support mail becomes tickets. */
export const imapPurposes = ['support'] as const;

/** Host names and addresses; the guard on outgoing addresses decides later whether they may be reached. */
const host = { min: 1, max: 253 } as const;
const port = { min: 1, max: 65535 } as const;
export const headerLine = z
  .string()
  .max(998, { abort: true })
  .regex(/^[A-Za-z][A-Za-z0-9-]{0,75}: [^\r\n\0]*$/);

/** Of a company, disabled ones aside: each is a connection that is held open. Beyond it: `limit_reached`. */
export const mailboxesPerCompanyMax = 300;

export const aliasesMax = 50;

/** Another address whose mail comes into the mailbox; with `send_as` replies may come from it, once the mail server has agreed. */
const alias = z.strictObject({
  address: emailValue,
  /** Empty: the mailbox's own. */
  name: nameLine(49).default(''),
  send_as: z.union([z.literal(0), z.literal(1)]).default(0),
});
export type MailboxAlias = z.infer<typeof alias>;
const aliases = z
  .array(alias)
  .max(aliasesMax)
  .refine((all) => new Set(all.map((one) => one.address.toLowerCase())).size === all.length, {
    params: { key: 'not_unique' },
  });

/** What the mail server said to a letter from an alias; both null: it was not asked yet. */
const aliasCheck = z.strictObject({
  address: z.string(),
  accepted_at: z.string().nullable(),
  /** A key of contract/mail-errors.ts. */
  key: z.string().nullable(),
  details: z.string().nullable(),
});

/** A number (RFC 3501), written out. */
const uidValidity = z
  .string()
  .max(20, { abort: true })
  .refine((value) => Number.isSafeInteger(Number(value)), { params: { key: 'invalid_value' } });

export const mailboxes = entity('mailboxes', {
  fields: {
    id: id(),
    company_id: id({ write: 'create', required: true, refersTo: 'companies' }),
    product_id: id({ write: 'always', required: true, refersTo: 'products' }),
    name: text({ min: 3, max: 49, write: 'always' }),
    username: email(),
    from_name: text({ min: 1, max: 49, write: 'always' }),
    from_email: email({ write: 'always', required: true }),
    /** Of the company's mailboxes and aliases no address occurs twice. Given, exactly these. */
    aliases: json(aliases, { write: 'always' }),
    alias_checks: json(z.array(aliasCheck)),
    imap_purpose: choice(imapPurposes, { write: 'always' }),
    imap_username: text({ min: 1, max: 255, write: 'always', required: true }),
    imap_password: text({ min: 1, max: 255, write: 'always', required: true, readable: false }),
    imap_server: text({ ...host, write: 'always', required: true }),
    imap_port: integer({ ...port, write: 'always', required: true }),
    imap_type: choice(securities, { write: 'always', required: true }),
    imap_box_inbox: text({ min: 1, max: 255, write: 'always' }),
    imap_box_outbox: text({ min: 1, max: 255, write: 'always', nullable: true }),
    /** What the mail server says. Whoever creates a mailbox may send them (SPEC section 3), and they count for nothing. */
    uidvalidity_inbox: json(uidValidity.nullable(), { write: 'create' }),
    uidvalidity_outbox: json(uidValidity.nullable(), { write: 'create' }),
    use_smtp: flag({ write: 'always' }),
    use_remote_script: json(z.literal(0), { write: 'create' }),
    smtp_script_url: json(z.literal('').nullable(), { write: 'create' }),
    smtp_login: text({ max: 255, write: 'always', nullable: true }),
    smtp_password: text({ max: 255, write: 'always', readable: false, nullable: true }),
    smtp_host: text({ ...host, write: 'always', required: true }),
    smtp_port: integer({ ...port, write: 'always', required: true }),
    smtp_security: choice(securities, { write: 'always', required: true }),
    additional_headers: json(z.array(headerLine).max(10), { write: 'always' }),
    signature: longText({ max: 5000, write: 'always' }),
    trusted_authserv_id: text({ max: 253, write: 'always', nullable: true }),
    /** The server delivers `name+anything@…` to this mailbox: replies then carry their ticket in the address too. */
    uses_plus_address: flag({ write: 'always' }),
    /** The spam folder is fetched as well; what lies there is spam here. */
    takes_spam: flag({ write: 'always' }),
    send_error_key: text({ max: 50, nullable: true, filter: false }),
    send_error_details: text({ max: 1000, nullable: true, filter: false }),
    /** Why letters have no copy in the Sent box. */
    copy_error_key: text({ max: 50, nullable: true, filter: false }),
    copy_error_details: text({ max: 1000, nullable: true, filter: false }),
    ...healthFields,
    last_fetched_at: time({ nullable: true }),
    last_sent_at: time({ nullable: true }),
    /** Letters that have not left yet. */
    deliveries_waiting: integer(),
    /** Mails that are fetched, and nothing was made of them yet. */
    mails_waiting: integer(),
    /** The team of its product. */
    team_id: id({ nullable: true }),
    'product.name': text({ max: 49 }),
    'product.abbreviation': text({ max: 49 }),
    'product.color': text({ max: 7, filter: false }),
    is_deleted: flag(),
    added: time(),
    updated: time(),
  },
  searched: ['from_email', 'name', 'product.name'],
  dependents: ['products', 'letters', 'unanswerable_tickets'],
});

const checkStep = z.strictObject({
  step: z.enum(['imap', 'smtp']),
  ok: z.boolean(),
  /** A key of contract/mail-errors.ts; null when all is well. */
  key: z.string().nullable(),
  message: z.string().nullable(),
  /** The server's own words. */
  details: z.string().nullable(),
  took_ms: z.int(),
  folders: z.array(z.string()).optional(),
});
export type MailboxCheckStep = z.infer<typeof checkStep>;

/** Where a mailbox connects to, and as whom. */
export type Connection = Pick<
  Row<typeof mailboxes>,
  | 'imap_server'
  | 'imap_port'
  | 'imap_type'
  | 'imap_username'
  | 'smtp_host'
  | 'smtp_port'
  | 'smtp_security'
  | 'smtp_login'
>;
/** An own SMTP password that is empty means: as for IMAP. */
type Passwords = { imap_password?: string | undefined; smtp_password?: string | null | undefined };
type Change = { [K in keyof Connection]?: Connection[K] | undefined } & Passwords;

const googleHost = /(?:^|\.)(?:gmail|googlemail|google)\.com$/i;

/** As the server wants it: without the blanks that came along, and those in which Google shows an app password. */
export function passwordFor(host: string, typed: string): string {
  const password = typed.trim();
  const isInGroups = googleHost.test(host) && /^[a-z]{4}(?:\s[a-z]{4}){3}$/i.test(password);
  return isInGroups ? password.replace(/\s/g, '') : password;
}

/**
 * The stored passwords that this change would send to a server, or under a name, which they were not given for. Whoever
 * may change a mailbox knows its new server, but need not know its password: naming a server must not hand it over.
 */
export function passwordsToGiveAgain(
  was: Connection & { has_smtp_password: boolean },
  change: Change,
): (keyof Passwords)[] {
  const now = { ...was, ...Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) };
  const isImapDue = change.imap_password === undefined && imapPlace(was) !== imapPlace(now);
  const hasOwn = change.smtp_password === undefined ? was.has_smtp_password : Boolean(change.smtp_password);
  // Without one of its own, SMTP is sent IMAP's.
  const isSmtpStored = !change.smtp_password && (hasOwn || (change.imap_password === undefined && !isImapDue));
  const isSmtpDue = isSmtpStored && (hasOwn !== was.has_smtp_password || smtpPlace(was) !== smtpPlace(now));
  return [...(isImapDue ? (['imap_password'] as const) : []), ...(isSmtpDue ? (['smtp_password'] as const) : [])];
}

const imapPlace = (at: Connection): string =>
  JSON.stringify([at.imap_server.toLowerCase(), at.imap_port, at.imap_type, at.imap_username]);
const smtpPlace = (at: Connection): string =>
  JSON.stringify([at.smtp_host.toLowerCase(), at.smtp_port, at.smtp_security, at.smtp_login || at.imap_username]);

/**
 * The fields of a connection check. With `id`, a password left out is taken from that mailbox, unless its server has
 * changed: then it is `required`.
 */
const connection = {
  company_id: idValue,
  id: idValue.optional(),
  imap_username: safeText(255, 1),
  imap_password: safeText(255, 1).optional(),
  imap_server: safeText(253, 1),
  imap_port: z.int().min(1).max(65535),
  imap_type: z.enum(securities),
  smtp_login: safeText(255).nullable().optional(),
  smtp_password: safeText(255).nullable().optional(),
  smtp_host: safeText(253, 1),
  smtp_port: z.int().min(1).max(65535),
  smtp_security: z.enum(securities),
};

export const checkMailbox = call(
  'mailboxes/check',
  'Tries IMAP and SMTP with the given settings and says per step what happened',
  {
    // The fields of mailboxes-new/create may all be sent; those that do not matter for a connection are ignored.
    scope: 'mailboxes.create',
    data: z.object(connection),
    answer: z.strictObject({ steps: z.array(checkStep) }),
    errors: ['outbound_address_refused', 'too_many_requests'],
  },
);

export const detectMailbox = call('mailboxes/detect', 'Guesses server, port and security from an e-mail address', {
  scope: 'mailboxes.create',
  data: z.strictObject({ email: emailValue }),
  answer: z.strictObject({
    provider: z.enum(['gmail', 'outlook', 'other']),
    /** Where the answer comes from: a mailbox at the same domain that works, a known provider, the domain's DNS records, or a guess. */
    source: z.enum(['beside', 'known', 'dns', 'guess', 'none']),
    settings: z
      .strictObject({
        imap_server: z.string(),
        imap_port: z.int(),
        imap_type: z.enum(securities),
        imap_box_inbox: z.string(),
        imap_box_outbox: z.string().nullable(),
        smtp_host: z.string(),
        smtp_port: z.int(),
        smtp_security: z.enum(securities),
      })
      .nullable(),
    /** Signs in with OAuth 2 only: a password will not do. */
    needs_oauth: z.boolean(),
  }),
});

export const fetchSince = call(
  'mailboxes/fetch-since',
  'Reads the mailbox again from a day on, as the person has it; what is known stays as it is',
  {
    scope: 'mailboxes.update',
    data: z.strictObject({ id: idValue, since: z.iso.date() }),
    answer: nothing,
    errors: ['not_found'],
  },
);

export const sendTest = call('mailboxes/send-test', 'Sends a test letter from the mailbox to the signed-in person', {
  scope: 'mailboxes.update',
  /** `from`: one of its aliases with `send_as`. What the server says decides whether replies may come from it. */
  data: z.strictObject({ id: idValue, from: emailValue.optional() }),
  answer: z.strictObject({ to: z.string(), step: checkStep }),
  errors: ['not_found', 'cannot_send_as', 'too_many_requests'],
});

export const mailboxHistory = call(
  'mailboxes/history',
  'The last fifty things that happened to the connection, newest first',
  {
    scope: 'mailboxes.get',
    data: z.strictObject({ id: idValue }),
    answer: healthHistory,
    errors: ['not_found'],
  },
);
