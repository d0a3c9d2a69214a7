import { mailboxes, mailboxesPerCompanyMax } from '#contract/mailboxes.ts';
import type { EntityTable } from '#platform/entities/entity-table.ts';
import { registerReference } from '#platform/entities/references.ts';
import { Problem } from '#platform/problem.ts';
import { isReservedHeader, isSafeHeader } from '#platform/safe-header.ts';
import type { Secrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import { beginAnew } from './begin-anew.ts';
import { aliasChecksOf, aliasesOf, forgetAcceptance, requireFreeAddresses, setAliases } from './mailbox-aliases.ts';
import { forgetSending } from './note-sending.ts';
import { holdAccount, letGo } from './one-account.ts';
import { requirePasswords } from './require-passwords.ts';

/** Ties a sealed password to its use: copied into another column it does not open. */
export const imapPasswordContext = 'mailbox.imap_password';
export const smtpPasswordContext = 'mailbox.smtp_password';

const base = ['company_id', 'product_id', 'name', 'is_deleted', 'added', 'updated', 'id'];
const generated = [
  'username',
  'uidvalidity_inbox',
  'uidvalidity_outbox',
  'deliveries_waiting',
  'health_state',
  'health_key',
  'health_details',
  'health_since',
  'next_try_at',
  'aliases',
  'alias_checks',
  'mails_waiting',
  'team_id',
];
/**
 * Fields SPEC's creation call carries and a mailbox does not keep: sending through a script of the customer's is not offered,
 * and what a folder's UIDs hold for its server says.
 */
const notKept = ['use_remote_script', 'smtp_script_url', 'uidvalidity_inbox', 'uidvalidity_outbox'];

export function mailboxesTable(secrets: Secrets): EntityTable {
  return {
    entity: mailboxes,
    table: 'channel_accounts',
    fixed: { kind: 'mailbox' },
    rowsMax: mailboxesPerCompanyMax,
    part: {
      table: 'mailboxes',
      fields: Object.keys(mailboxes.fields).filter(
        (name) => ![...base, ...generated, ...notKept].includes(name) && !name.includes('.'),
      ),
    },
    columns: {
      username: { expression: 'p.from_email' },
      uidvalidity_inbox: {
        expression: `(select f.uid_validity from mailbox_folders f where f.mailbox_id = t.id and f.role = 'inbox' limit 1)`,
      },
      uidvalidity_outbox: {
        expression: `(select f.uid_validity from mailbox_folders f where f.mailbox_id = t.id and f.role = 'sent' limit 1)`,
      },
      deliveries_waiting: {
        expression: `(select count(*)::int from deliveries d where d.channel_account_id = t.id and d.state in ('queued', 'sending'))`,
      },
      mails_waiting: {
        expression: `(select count(*)::int from inbound_mails i where i.mailbox_id = t.id and i.outcome = 'waiting')`,
      },
      aliases: { expression: aliasesOf('t') },
      alias_checks: { expression: aliasChecksOf('t') },
      use_remote_script: { expression: '0' },
      smtp_script_url: { expression: `''` },
      team_id: {
        expression: '(select e.id from teams e where e.id = pr.team_id and e.is_deleted = 0)',
        join: 'product',
      },
      'product.name': { expression: 'pr.name', join: 'product' },
      'product.abbreviation': { expression: 'pr.abbreviation', join: 'product' },
      'product.color': { expression: 'pr.color', join: 'product' },
    },
    joins: { product: 'join products pr on pr.id = t.product_id' },
    notStored: ['aliases'],
    store: {
      imap_password: (value: string) => secrets.seal(value.trim(), imapPasswordContext),
      smtp_password: (value: string | null) =>
        value === null || value === '' ? null : secrets.seal(value.trim(), smtpPasswordContext),
      smtp_login: (value: string | null) => (value === '' ? null : value),
    },
    async prepare(_tx, row) {
      const kept = Object.fromEntries(Object.entries(row).filter(([name]) => !notKept.includes(name)));
      const address = String(row.from_email);
      const localPart = address.slice(0, address.lastIndexOf('@'));
      return { ...kept, from_name: row.from_name ?? localPart.slice(0, 49), name: row.name ?? address.slice(0, 49) };
    },
    async check(tx, change) {
      const { action, rows, values, at } = change;
      if (values.aliases !== undefined && rows.length > 1)
        throw new Problem('invalid_value', { field: `${at}.aliases` });
      if (action === 'update')
        await requirePasswords(
          tx,
          rows.map((row) => row.id),
          values,
        );
      if (Array.isArray(values.additional_headers)) requireSafeHeaders(values.additional_headers, at);
      await letGo(tx, change);
      await beginAnew(tx, change);
    },
    async follow(tx, change) {
      const { action, rows } = change;
      await holdAccount(tx, change);
      await setAliases(tx, change);
      await requireFreeAddresses(tx, change);
      await forgetAcceptance(tx, change);
      // Whoever reads this mailbox now starts afresh with the new settings.
      if (action === 'create') return;
      const ids = rows.map((row) => row.id);
      await tx.run(
        sql`update channel_accounts set settings_version = settings_version + 1, health_state = 'connecting', health_key = null, health_details = null,
              health_since = now(), next_try_at = null where id = any (${ids}::bigint[])`,
      );
      await forgetSending(tx, ids, change.values);
      // While it is disabled, what it was to send waits.
      if (action === 'delete') return;
      await tx.run(
        sql`update deliveries set due_at = now() where channel_account_id = any (${ids}::bigint[]) and state = 'queued' and attempts > 0`,
      );
    },
  };
}

function requireSafeHeaders(lines: readonly unknown[], at: string): void {
  const field = `${at}.additional_headers`;
  for (const line of lines) {
    const [name, value] = splitHeader(String(line));
    if (isReservedHeader(name)) throw new Problem('reserved_header', { field, values: { name } });
    if (!isSafeHeader(name, value)) throw new Problem('unsafe_header', { field });
  }
}

/** `X-Desk: yes` → name and value. */
export function splitHeader(line: string): [name: string, value: string] {
  const colon = line.indexOf(':');
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
}

registerReference(
  'mailboxes',
  (companyId, id) =>
    sql`select id from channel_accounts where company_id = ${companyId} and id = ${id} and kind = 'mailbox' and is_deleted = 0`,
);
