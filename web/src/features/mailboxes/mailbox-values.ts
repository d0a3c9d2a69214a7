import i18next from 'i18next';
import { createSchema, type Row, updateSchema } from '#contract/entity.ts';
import { checkMailbox, type MailboxAlias, mailboxes, passwordsToGiveAgain } from '#contract/mailboxes.ts';
import { isApiError } from '../../api/problem.ts';
import { type FieldErrors, fieldErrors, problemsOf } from '../../ui/form-problems.ts';

export type Mailbox = Row<typeof mailboxes>;
export type Security = Mailbox['imap_type'];

/** What stands in the fields: text, as typed. Passwords are written and never read, so they start empty. */
export type MailboxValues = {
  product_id: string;
  from_email: string;
  from_name: string;
  name: string;
  imap_username: string;
  imap_password: string;
  imap_server: string;
  imap_port: string;
  imap_type: Security;
  imap_box_inbox: string;
  imap_box_outbox: string;
  smtp_host: string;
  smtp_port: string;
  smtp_security: Security;
  smtp_login: string;
  smtp_password: string;
  aliases: MailboxAlias[];
  signature: string;
  additional_headers: string;
  trusted_authserv_id: string;
  uses_plus_address: '0' | '1';
  takes_spam: '0' | '1';
};

const passwords = ['imap_password', 'smtp_password'] as const;
const numbers = ['product_id', 'imap_port', 'smtp_port', 'uses_plus_address', 'takes_spam'] as const;
const nullable = ['imap_box_outbox', 'smtp_login', 'smtp_password', 'trusted_authserv_id'] as const;

export const newMailbox: MailboxValues = {
  product_id: '',
  from_email: '',
  from_name: '',
  name: '',
  imap_username: '',
  imap_password: '',
  imap_server: '',
  imap_port: '993',
  imap_type: 'ssl',
  imap_box_inbox: 'INBOX',
  imap_box_outbox: '',
  smtp_host: '',
  smtp_port: '465',
  smtp_security: 'ssl',
  smtp_login: '',
  smtp_password: '',
  aliases: [],
  signature: '',
  additional_headers: '',
  trusted_authserv_id: '',
  uses_plus_address: '0',
  takes_spam: '0',
};

export function valuesOf(row: Mailbox): MailboxValues {
  return {
    ...newMailbox,
    product_id: String(row.product_id),
    from_email: row.from_email,
    from_name: row.from_name,
    name: row.name,
    imap_username: row.imap_username,
    imap_server: row.imap_server,
    imap_port: String(row.imap_port),
    imap_type: row.imap_type,
    imap_box_inbox: row.imap_box_inbox,
    imap_box_outbox: row.imap_box_outbox ?? '',
    smtp_host: row.smtp_host,
    smtp_port: String(row.smtp_port),
    smtp_security: row.smtp_security,
    smtp_login: row.smtp_login ?? '',
    aliases: row.aliases,
    signature: row.signature,
    additional_headers: row.additional_headers.join('\n'),
    trusted_authserv_id: row.trusted_authserv_id ?? '',
    uses_plus_address: row.uses_plus_address === 1 ? '1' : '0',
    takes_spam: row.takes_spam === 1 ? '1' : '0',
  };
}

export type MailboxField = keyof MailboxValues;

/** The named fields as they travel. A password that was not typed stays as it is. */
export function dataOf(values: MailboxValues, names: readonly MailboxField[]): Record<string, unknown> {
  const data: Record<string, unknown> = {};
  for (const name of names) {
    if (name === 'aliases') {
      data.aliases = filledIn(values.aliases).map(({ at: _at, ...one }) => one);
      continue;
    }
    const value = passwords.some((one) => one === name) ? values[name] : values[name].trim();
    if (value === '' && passwords.some((one) => one === name)) continue;
    if (name === 'additional_headers') data[name] = linesOf(value);
    else if (numbers.some((one) => one === name)) data[name] = value === '' ? undefined : Number(value);
    else if (name === 'imap_server' || name === 'smtp_host') data[name] = hostOf(value);
    else if (value === '' && nullable.some((one) => one === name)) data[name] = null;
    else data[name] = value;
  }
  if ('imap_username' in data && data.imap_username === '') data.imap_username = values.from_email.trim();
  if ('name' in data && data.name === '') data.name = values.from_email.trim().slice(0, nameLengthMax);
  if ('from_name' in data && data.from_name === '') data.from_name = localPart(values.from_email);
  return data;
}

/** A row that nobody filled in is none. The others with where they stand. */
const filledIn = (aliases: readonly MailboxAlias[]) =>
  aliases
    .map((one, at) => ({ ...one, address: one.address.trim(), name: one.name.trim(), at }))
    .filter((one) => one.address !== '' || one.name !== '');

/** What is left empty of these follows from the address. */
const followers = ['name', 'imap_username', 'from_name'] as const;

/** Copied from somewhere, a server comes as an address of the web. */
const hostOf = (typed: string) => typed.replace(/^[a-z]+:\/\//i, '').replace(/\/.*$/s, '');

const nameLengthMax = 49;
export const allFields = Object.keys(newMailbox) as MailboxField[];

/** A new mailbox as it travels: its company is the product's. */
export function newMailboxData(values: MailboxValues, companyId: number | undefined): Record<string, unknown> {
  return { ...dataOf(values, allFields), company_id: companyId, imap_purpose: 'support', use_smtp: 1 };
}

export function checkValues(values: MailboxValues, row: Mailbox | null): FieldErrors {
  const { company_id: _none, ...errors } =
    row === null
      ? problemsOf(createSchema(mailboxes), newMailboxData(values, 1))
      : problemsOf(updateSchema(mailboxes), dataOf(values, allFields));
  const found = { ...passwordsDue(values, row), ...byField(errors, values) };
  // What would follow from an address is not to be typed for want of one.
  if (found.from_email) for (const name of followers) if (values[name].trim() === '') delete found[name];
  // Which line is wrong can be seen; how it should look cannot.
  return found.additional_headers ? { ...found, additional_headers: i18next.t('mailbox.headers_wrong') } : found;
}

/** What a check of the connection lacks; `asked`: as it travels. */
export function connectionProblems(values: MailboxValues, row: Mailbox | null, asked: unknown): FieldErrors {
  const { imap_username: noName, ...found } = {
    ...passwordsDue(values, row),
    ...problemsOf(checkMailbox.data, asked),
  } as FieldErrors;
  if (row === null && values.imap_password === '') found.imap_password = i18next.t('errors.required');
  if (!noName) return found;
  // An empty one follows from the address: that is what is missing.
  return { ...found, [values.imap_username.trim() === '' ? 'from_email' : 'imap_username']: noName };
}

/**
 * A saved password does not follow to another server. Whether there is one for SMTP alone is the server's secret: what
 * cannot be known here it says itself.
 */
export function passwordsDue(values: MailboxValues, row: Mailbox | null): FieldErrors {
  if (row === null) return {};
  const due = passwordsToGiveAgain({ ...row, has_smtp_password: false }, dataOf(values, allFields));
  return Object.fromEntries(due.map((name) => [name, i18next.t('mailbox.password_again')]));
}

/** What the server said about a saved mailbox: the only passwords it misses are those of a changed server. */
export function mailboxProblems(error: unknown, values: MailboxValues): FieldErrors {
  const texts = byField(fieldErrors(error), values);
  if (!isApiError(error)) return texts;
  for (const { key, field = '' } of error.errors) {
    const name = field.replace(/^data\./, '');
    if (key === 'required' && passwords.some((one) => one === name)) texts[name] = i18next.t('mailbox.password_again');
  }
  return texts;
}

/** A problem of one header line belongs to the field they are all typed into; each alias has fields of its own. */
export function byField(errors: FieldErrors, { aliases }: Pick<MailboxValues, 'aliases'>): FieldErrors {
  const sent = filledIn(aliases);
  const place = (path: string) =>
    path.startsWith('aliases')
      ? path.replace(/[.[](\d+)\]?/, (_, index: string) => `.${sent[Number(index)]?.at ?? index}`)
      : path.replace(/[.[].*$/s, '');
  return Object.fromEntries(Object.entries(errors).map(([path, text]) => [place(path), text]));
}

/** `olena@lumenoak.example` → `olena`. */
export function localPart(email: string): string {
  return email.trim().split('@')[0] ?? '';
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
