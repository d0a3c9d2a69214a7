import type { MailboxAlias } from '#contract/mailboxes.ts';
import type { Address } from '#contract/messages.ts';
import type { Tx } from '#platform/database.ts';
import type { Change } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';

/** The aliases of a mailbox `of`, as the contract has them. */
export const aliasesOf = (of: string): string =>
  `(select coalesce(json_agg(json_build_object('address', l.address, 'name', l.name, 'send_as', l.send_as) order by l.position), '[]')
    from mailbox_aliases l where l.mailbox_id = ${of}.id)`;

export const aliasChecksOf = (of: string): string =>
  `(select coalesce(json_agg(json_build_object('address', l.address, 'accepted_at', to_char(l.accepted_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS'),
      'key', l.refused_key, 'details', l.refused_details) order by l.position), '[]')
    from mailbox_aliases l where l.mailbox_id = ${of}.id and l.send_as = 1)`;

/** First half of the advisory lock `(this, company)`: those who give addresses to mailboxes of one company take turns. */
const addressLock = 1_886_544_004;

export async function lockAddresses(tx: Tx, rows: Change['rows']): Promise<void> {
  for (const companyId of [...new Set(rows.map((row) => row.companyId))].sort((a, b) => a - b))
    await tx.run(sql`select pg_advisory_xact_lock(${addressLock}, hashint8(${companyId}))`);
}

/** Makes exactly these the aliases of a mailbox. What the server said of one that stays is remembered. */
export async function setAliases(tx: Tx, { rows, values, at }: Change): Promise<void> {
  const wanted = values.aliases as MailboxAlias[] | undefined; // parsed by the contract
  const [mailbox] = rows;
  if (!wanted || !mailbox) return;
  const { id, companyId } = mailbox;
  const addresses = wanted.map((one) => one.address.toLowerCase());
  await lockAddresses(tx, rows);
  // A disabled mailbox gives up what another one needs.
  await tx.run(
    sql`delete from mailbox_aliases l using channel_accounts a where a.id = l.mailbox_id and a.is_deleted = 1 and l.company_id = ${companyId}
          and l.mailbox_id <> ${id} and lower(l.address) = any (${addresses}::text[])`,
  );
  const taken = await tx.row<{ address: string; mailbox: string }>(
    sql`select lower(l.address) as address, p.from_email as mailbox from mailbox_aliases l join mailboxes p on p.id = l.mailbox_id
        where l.company_id = ${companyId} and l.mailbox_id <> ${id} and lower(l.address) = any (${addresses}::text[]) limit 1`,
  );
  if (taken) {
    const field = `${at}.aliases[${addresses.indexOf(taken.address)}].address`;
    throw new Problem('address_in_use', { field, values: { mailbox: taken.mailbox } });
  }
  const was = await tx.rows<Acceptance & { address: string }>(
    sql`delete from mailbox_aliases where mailbox_id = ${id} returning lower(address) as address, accepted_at, refused_key, refused_details`,
  );
  const known = new Map(was.map((one) => [one.address, one]));
  const next = wanted.map((one, position) => ({ ...known.get(one.address.toLowerCase()), ...one, position }));
  await tx.run(
    sql`insert into mailbox_aliases (company_id, mailbox_id, position, address, name, send_as, accepted_at, refused_key, refused_details)
        select ${companyId}::bigint, ${id}::bigint, position, address, name, send_as, accepted_at, refused_key, refused_details
        from json_to_recordset(${JSON.stringify(next)}::json) as w (position smallint, address text, name text, send_as smallint, accepted_at timestamptz,
          refused_key text, refused_details text)`,
  );
}

type Acceptance = { accepted_at: Date | null; refused_key: string | null; refused_details: string | null };

/** An alias is nobody's own address, of mailboxes that are in use: what comes to it would have two homes. */
export async function requireFreeAddresses(tx: Tx, { action, rows, values, at }: Change): Promise<void> {
  const isAsked = action === 'restore' || values.aliases !== undefined || values.from_email !== undefined;
  if (!isAsked || action === 'delete') return;
  await lockAddresses(tx, rows);
  const clash = await tx.row<{ address: string; position: number; mailbox: string; is_ours: boolean }>(
    sql`select l.address, l.position, case when ${isOne('l.mailbox_id', rows)} then p.from_email else lp.from_email end as mailbox,
          ${isOne('l.mailbox_id', rows)} as is_ours
        from mailbox_aliases l join mailboxes lp on lp.id = l.mailbox_id join channel_accounts la on la.id = lp.id
          join mailboxes p on p.company_id = l.company_id and lower(p.from_email) = lower(l.address) join channel_accounts a on a.id = p.id
        where l.company_id = any (${rows.map((row) => row.companyId)}::bigint[]) and a.is_deleted = 0 and la.is_deleted = 0
          and (${isOne('l.mailbox_id', rows)} or ${isOne('p.id', rows)}) limit 1`,
  );
  if (!clash) return;
  const isAlias = clash.is_ours && values.aliases !== undefined;
  const field = isAlias ? `${at}.aliases[${clash.position}].address` : action === 'restore' ? at : `${at}.from_email`;
  throw new Problem('address_in_use', { field, values: { mailbox: clash.mailbox } });
}

const isOne = (column: string, rows: Change['rows']) =>
  sql`${sql.unsafe(column)} = any (${rows.map((row) => row.id)}::bigint[])`;

/** Another server, or another name to it, has agreed to nothing. */
export async function forgetAcceptance(tx: Tx, { action, rows, values }: Change): Promise<void> {
  if (action !== 'update' || !['smtp_host', 'smtp_login', 'imap_username'].some((name) => name in values)) return;
  await tx.run(
    sql`update mailbox_aliases set accepted_at = null, refused_key = null, refused_details = null where ${isOne('mailbox_id', rows)}`,
  );
}

const detailsLengthMax = 1000;

/** What the mail server said to a letter from an alias. */
export async function noteAcceptance(
  tx: Tx,
  the: { mailboxId: number; address: string; key: string | null; details: string | null },
): Promise<void> {
  const details = the.key === null ? null : (the.details?.replaceAll('\0', '').slice(0, detailsLengthMax) ?? null);
  await tx.run(
    sql`update mailbox_aliases set accepted_at = case when ${the.key === null} then now() end, refused_key = ${the.key}, refused_details = ${details}
        where mailbox_id = ${the.mailboxId} and lower(address) = ${the.address.toLowerCase()}`,
  );
}

type Sender = Address & { readonly isAlias: boolean };

/** Whom a letter of a mailbox may come from: its own address first, then the aliases that its server has agreed to. */
export async function sendersOf(tx: Tx, mailboxId: number, { evenAsked = false } = {}): Promise<Sender[]> {
  return tx.rows<Sender>(
    sql`select name, address, "isAlias" from (
          select from_name as name, from_email as address, false as "isAlias", -1 as position from mailboxes where id = ${mailboxId}
          union all
          select coalesce(nullif(l.name, ''), p.from_name), l.address, true, l.position from mailbox_aliases l join mailboxes p on p.id = l.mailbox_id
          where l.mailbox_id = ${mailboxId} and l.send_as = 1 and (l.accepted_at is not null or ${evenAsked})) s order by position`,
  );
}
