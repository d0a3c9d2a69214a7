import { passwordFor } from '#contract/mailboxes.ts';
import type { Tx } from '#platform/database.ts';
import { openIfOurs, type Secrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { imapPasswordContext, smtpPasswordContext } from './mailboxes-table.ts';

/** A mailbox as the mail channel needs it, passwords opened. Stays in the process that connects. */
export type Mailbox = {
  readonly id: number;
  readonly companyId: number;
  readonly productId: number;
  readonly settingsVersion: number;
  readonly fromName: string;
  readonly fromEmail: string;
  readonly imap: {
    readonly host: string;
    readonly port: number;
    readonly security: 'ssl' | 'tls' | 'none';
    readonly user: string;
    readonly password: string;
  };
  readonly inbox: string;
  readonly sent: string | null;
  readonly smtp: {
    readonly host: string;
    readonly port: number;
    readonly security: 'ssl' | 'tls' | 'none';
    readonly user: string;
    readonly password: string;
  };
  readonly additionalHeaders: readonly string[];
  readonly signature: string;
  readonly trustedAuthservId: string | null;
  readonly startAt: Date;
  /** Older mail somebody asked for and that is not in yet. */
  readonly fetchSince: Date | null;
  readonly usesPlusAddress: boolean;
  readonly takesSpam: boolean;
};

type Row = {
  id: number;
  company_id: number;
  product_id: number;
  settings_version: number;
  from_name: string;
  from_email: string;
  imap_username: string;
  imap_password: string;
  imap_server: string;
  imap_port: number;
  imap_type: 'ssl' | 'tls' | 'none';
  imap_box_inbox: string;
  imap_box_outbox: string | null;
  smtp_login: string | null;
  smtp_password: string | null;
  smtp_host: string;
  smtp_port: number;
  smtp_security: 'ssl' | 'tls' | 'none';
  additional_headers: string[];
  signature: string;
  trusted_authserv_id: string | null;
  start_at: Date;
  fetch_since: Date | null;
  uses_plus_address: 0 | 1;
  takes_spam: 0 | 1;
};

/** Whether a mailbox has been set since it was read with this version. From then on nobody sets it until the transaction ends. */
export async function isSetSince(tx: Tx, id: number, settingsVersion: number): Promise<boolean> {
  const row = await tx.row<{ settings_version: number }>(
    sql`select settings_version from channel_accounts where id = ${id} for share`,
  );
  return row !== undefined && row.settings_version !== settingsVersion;
}

/** Undefined when there is no such mailbox within the scope of the transaction, or it is disabled. */
export async function findMailbox(
  tx: Tx,
  secrets: Secrets,
  id: number,
  { evenDisabled = false } = {},
): Promise<Mailbox | undefined> {
  const row = await tx.row<Row>(
    sql`select t.id, t.company_id, t.product_id, t.settings_version, p.* from channel_accounts t join mailboxes p on p.id = t.id
        where t.id = ${id} and (t.is_deleted = 0 or ${evenDisabled})`,
  );
  if (!row) return undefined;
  const imapPassword = secrets.open(row.imap_password, imapPasswordContext);
  const ownSmtpPassword = row.smtp_password && secrets.open(row.smtp_password, smtpPasswordContext);
  return {
    id: row.id,
    companyId: row.company_id,
    productId: row.product_id,
    settingsVersion: row.settings_version,
    fromName: row.from_name,
    fromEmail: row.from_email,
    imap: {
      host: row.imap_server,
      port: row.imap_port,
      security: row.imap_type,
      user: row.imap_username,
      password: passwordFor(row.imap_server, imapPassword),
    },
    inbox: row.imap_box_inbox,
    sent: row.imap_box_outbox,
    smtp: {
      host: row.smtp_host,
      port: row.smtp_port,
      security: row.smtp_security,
      user: row.smtp_login || row.imap_username,
      password: passwordFor(row.smtp_host, ownSmtpPassword ?? imapPassword),
    },
    additionalHeaders: row.additional_headers,
    signature: row.signature,
    trustedAuthservId: row.trusted_authserv_id,
    startAt: row.start_at,
    fetchSince: row.fetch_since,
    usesPlusAddress: row.uses_plus_address === 1,
    takesSpam: row.takes_spam === 1,
  };
}

/**
 * What is kept, for a form that leaves it out; `smtp` is null where SMTP is sent IMAP's. Undefined is what cannot be opened
 * any more and is to be given again.
 */
export type KeptPasswords = { readonly imap: string | undefined; readonly smtp: string | null | undefined };

/** Undefined when there is no such mailbox within the scope of the transaction. */
export async function findKeptPasswords(tx: Tx, secrets: Secrets, id: number): Promise<KeptPasswords | undefined> {
  const row = await tx.row<Pick<Row, 'imap_password' | 'smtp_password'>>(
    sql`select imap_password, smtp_password from mailboxes where id = ${id}`,
  );
  return (
    row && {
      imap: openIfOurs(secrets, row.imap_password, imapPasswordContext),
      smtp: row.smtp_password && openIfOurs(secrets, row.smtp_password, smtpPasswordContext),
    }
  );
}

/** Where what comes to `name+anything@…` lies as well. */
export const withoutPlus = (address: string): string => address.replace(/^([^+@]*)\+[^@]*@/, '$1@');

/** The addresses that are ours in this company: mail to them comes back to us, mail from them is our own. Of mailboxes in use. */
export async function ownAddresses(tx: Tx, companyId: number): Promise<string[]> {
  const rows = await tx.rows<{ address: string }>(
    sql`select lower(p.from_email) as address from mailboxes p join channel_accounts t on t.id = p.id where t.company_id = ${companyId} and t.is_deleted = 0
        union select lower(l.address) from mailbox_aliases l join channel_accounts t on t.id = l.mailbox_id where l.company_id = ${companyId} and t.is_deleted = 0
        union select lower(p.imap_username) from mailboxes p join channel_accounts t on t.id = p.id where t.company_id = ${companyId} and t.is_deleted = 0 and p.imap_username like '%@%'`,
  );
  return rows.map((row) => row.address);
}
