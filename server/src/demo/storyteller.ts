import { parseMail } from '#channels/email/parsing/parse-mail.ts';
import { type InboundMail, type KeptRaw, storeMail } from '#domain/inbound-mails/index.ts';
import type { Mailbox } from '#domain/mailboxes/index.ts';
import type { Done } from '#flows/intake/carry-out.ts';
import { storeParts } from '#flows/intake/store-parts.ts';
import { takeMail } from '#flows/intake/take-mails.ts';
import type { Database, Tx } from '#platform/database.ts';
import { type Files, sha256 } from '#platform/files.ts';
import { withoutEnd } from '#platform/part-of-transaction.ts';
import type { Secrets } from '#platform/secrets.ts';
import { sql } from '#platform/sql.ts';
import type { DemoCompany } from './found-demo-company.ts';

/** What everybody needs who tells a part of the story, all within one transaction. */
export type Storyteller = {
  readonly tx: Tx;
  /** The same transaction, for commands that open their own. */
  readonly db: Database;
  readonly files: Files;
  readonly secrets: Secrets;
  readonly company: DemoCompany;
  readonly now: Date;
  /** When what the commands have just written is said to have happened. */
  readonly momentOf: { readonly messages: Map<number, Date>; readonly mails: Map<number, Date> };
  /** The highest UID handed out, by mailbox and folder. */
  readonly uids: Map<string, number>;
  /** Raw mails on their way to the disk. */
  readonly writing: Promise<void>[];
};

export const uidValidity = '1';
export const folders = { inbox: 'INBOX', sent: 'Sent' } as const;

/** A command's own transaction is the one we are in: a half-told story does not exist. */
export function within(tx: Tx): Database {
  const no = () => {
    throw new Error('not within a transaction');
  };
  return {
    transaction: (_scope, work) => work(withoutEnd(tx)),
    read: (_scope, query) => tx.rows(query),
    write: (_scope, query) => tx.rows(query),
    readValues: no,
    reader: () => tx,
    listen: no,
    notify: no,
    close: no,
  };
}

/** Lays a raw mail into a mailbox and lets intake decide, as if it had just been fetched. */
export async function takeLetter(
  the: Storyteller,
  mailbox: Mailbox,
  raw: Buffer,
  at: Date,
  role: keyof typeof folders = 'inbox',
): Promise<Done> {
  const hash = sha256(raw);
  const hex = hash.toString('hex');
  const key = `company-${mailbox.companyId}/mail/${hex.slice(0, 2)}/${hex}.eml`;
  the.writing.push(the.files.put(key, raw));
  const id = await layDown(the, mailbox, at, role, raw.byteLength, { key, offset: null, hash });
  const row: InboundMail = {
    id,
    company_id: mailbox.companyId,
    mailbox_id: mailbox.id,
    folder_role: role,
    raw_key: key,
    raw_offset: null,
    size: raw.byteLength,
    received_at: at,
    outcome: 'waiting',
    attempts: 1,
    ticket_id: null,
    message_id: null,
    lease_token: null,
  };
  const mail = await parseMail(raw);
  const parts = await storeParts(the.files, mailbox.companyId, mail);
  const decided = await takeMail(the.tx, the.secrets, mailbox, { row, mail, parts });
  if (decided.messageId !== null) the.momentOf.messages.set(decided.messageId, at);
  return decided;
}

/** Writes down that a mail lies in a folder. Answers its row; without `raw` it was too large to fetch. */
export async function layDown(
  the: Storyteller,
  mailbox: Mailbox,
  at: Date,
  role: keyof typeof folders,
  size: number,
  raw: KeptRaw | null,
): Promise<number> {
  const place = `${mailbox.id} ${role}`;
  const uid = (the.uids.get(place) ?? 0) + 1;
  the.uids.set(place, uid);
  const stored = await storeMail(the.tx, {
    companyId: mailbox.companyId,
    mailboxId: mailbox.id,
    folder: folders[role],
    role,
    uidValidity,
    uid,
    receivedAt: at,
    size,
    raw,
    ...(raw ? {} : { keptBecause: { key: 'too_large', reason: `It has ${size} bytes, more than a mail may have` } }),
  });
  const row = await the.tx.row<{ id: number }>(
    sql`select id from inbound_mails where mailbox_id = ${mailbox.id} and folder = ${folders[role]} and uid_validity = ${uidValidity} and uid = ${uid}`,
  );
  if (stored !== 'stored' || !row) throw new Error('the demo wrote the same mail twice');
  the.momentOf.mails.set(row.id, at);
  return row.id;
}
