import type { Attachment } from '#contract/messages.ts';
import type { Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import type { Files } from '#platform/files.ts';
import { sha256 } from '#platform/files.ts';
import { Problem } from '#platform/problem.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { ofTicketWithinReach } from '../reach/index.ts';
import { requireUploadRoom } from './upload-quota.ts';

export type StoredAttachment = {
  readonly id: number;
  readonly company_id: number;
  readonly message_id: number | null;
  readonly template_id: number | null;
  readonly uploaded_by: number | null;
  readonly name: string;
  readonly content_type: string;
  readonly size: number;
  readonly file_key: string;
  readonly content_id: string | null;
  readonly is_inline: 0 | 1;
};

export type NewAttachment = {
  name: string;
  contentType: string;
  bytes: Uint8Array;
  contentId: string | null;
  inline: boolean;
};

/** Bytes first, row later: a file without a row is harmless, a row without its file is not. Same bytes, same file. */
export async function storeAttachmentBytes(
  files: Files,
  companyId: number,
  bytes: Uint8Array,
): Promise<{ key: string; hash: Buffer }> {
  const hash = sha256(bytes);
  const hex = hash.toString('hex');
  const key = `company-${companyId}/files/${hex.slice(0, 2)}/${hex}`;
  await files.put(key, bytes);
  return { key, hash };
}

export type StoredBytes = Omit<NewAttachment, 'bytes'> & {
  companyId: number;
  messageId: number | null;
  uploadedBy: number | null;
  /** A visitor of a website who has uploaded it. */
  visitorId?: number | undefined;
  size: number;
  key: string;
  hash: Buffer;
};

export async function addAttachment(tx: Tx, the: StoredBytes): Promise<number> {
  const [id] = await addAttachments(tx, [the]);
  if (id === undefined) throw new Error('insert answered no row');
  return id;
}

/** Writes several in one statement, in their order. Answers their ids. */
export async function addAttachments(tx: Tx, all: readonly StoredBytes[]): Promise<number[]> {
  if (all.length === 0) return [];
  const rows = all.map((the) => ({
    ...{ company_id: the.companyId, message_id: the.messageId, uploaded_by: the.uploadedBy, name: the.name },
    ...{ content_type: the.contentType, size: the.size, sha256: the.hash.toString('hex'), file_key: the.key },
    ...{ content_id: the.contentId, is_inline: the.inline ? 1 : 0, visitor_id: the.visitorId },
  }));
  const written = await tx.rows<{ id: number }>(
    sql`insert into attachments (company_id, message_id, uploaded_by, name, content_type, size, sha256, file_key, content_id, is_inline, visitor_id)
        select company_id, message_id, uploaded_by, name, content_type, size, decode(sha256, 'hex'), file_key, content_id, is_inline, visitor_id
        from json_to_recordset(${JSON.stringify(rows)}::json) as r (company_id bigint, message_id bigint, uploaded_by bigint, name text, content_type text, size bigint,
          sha256 text, file_key text, content_id text, is_inline smallint, visitor_id bigint)
        returning id`,
  );
  return written.map((row) => row.id);
}

/** Takes uploads of this person into a message. One that is not theirs, or was sent already, does not exist. */
export async function takeUploads(
  tx: Tx,
  the: { ids: readonly number[]; userId: number; companyId: number; messageId: number },
): Promise<void> {
  if (the.ids.length === 0) return;
  const taken = await tx.run(
    sql`update attachments set message_id = ${the.messageId}, draft_id = null, new_letter_id = null, company_id = ${the.companyId}
        where id = any (${the.ids}::bigint[]) and uploaded_by = ${the.userId} and message_id is null and template_id is null`,
  );
  if (taken !== new Set(the.ids).size) throw new Problem('not_found', { field: 'data.attachments' });
}

/** Further uploads with the bytes of the files of a letter that was written already, for another one that says the same. */
export async function copyUploads(
  tx: Tx,
  ids: readonly number[],
  of: { companyId: number; clientId: string },
  caller: Caller,
): Promise<number[]> {
  if (ids.length === 0) return [];
  const copies = await tx.rows<{ id: number }>(
    sql`insert into attachments (company_id, uploaded_by, name, content_type, size, sha256, file_key, content_id, is_inline)
        select a.company_id, a.uploaded_by, a.name, a.content_type, a.size, a.sha256, a.file_key, a.content_id, a.is_inline
        from attachments a join messages m on m.company_id = a.company_id and m.id = a.message_id
        where a.company_id = ${of.companyId} and a.id = any (${ids}::bigint[]) and a.uploaded_by = ${caller.userId} and m.client_id = ${of.clientId} order by a.id for share of a returning id`,
  );
  return copies.map((copy) => copy.id);
}

/** Files of a letter or of a template once more, as uploads of this person: the same bytes, within the quota of uploads. */
export async function uploadAgain(
  tx: Tx,
  of: { companyId: number } & ({ messageId: number } | { templateId: number }),
  caller: Caller,
): Promise<Attachment[]> {
  const owner = 'messageId' in of ? sql`message_id = ${of.messageId}` : sql`template_id = ${of.templateId}`;
  const whose = sql`from attachments where company_id = ${of.companyId} and ${owner}`;
  const all = await tx.row<{ bytes: number; n: number }>(
    sql`select coalesce(sum(size), 0)::bigint as bytes, count(*)::int as n ${whose}`,
  );
  if (!all || all.n === 0) return [];
  await requireUploadRoom(tx, of.companyId, all.bytes, { isFinal: true });
  return tx.rows<Attachment>(
    sql`insert into attachments (company_id, uploaded_by, name, content_type, size, sha256, file_key, content_id, is_inline)
        select company_id, ${caller.userId}::bigint, name, content_type, size, sha256, file_key, content_id, is_inline ${whose} order by place, id for share
        returning id, name, size, content_type, is_inline = 1 as inline`,
  );
}

/** The same files once more, for a letter that passes them on. */
export async function copyAttachments(
  tx: Tx,
  ids: readonly number[],
  to: { companyId: number; messageId: number },
): Promise<void> {
  if (ids.length === 0) return;
  await tx.run(
    sql`insert into attachments (company_id, message_id, uploaded_by, name, content_type, size, sha256, file_key, content_id, is_inline, is_copy)
        select company_id, ${to.messageId}, uploaded_by, name, content_type, size, sha256, file_key, content_id, is_inline, 1
        from attachments where company_id = ${to.companyId} and id = any (${ids}::bigint[]) order by id for share`,
  );
}

export const attachmentsOf = (tx: Tx, messageId: number): Promise<StoredAttachment[]> =>
  tx.rows<StoredAttachment>(
    sql`select id, company_id, message_id, template_id, uploaded_by, name, content_type, size, file_key, content_id, is_inline from attachments where message_id = ${messageId} order by id`,
  );

export type FilesTogether = {
  readonly companyId: number;
  readonly number: string;
  readonly files: readonly StoredFile[];
};
type StoredFile = Pick<StoredAttachment, 'id' | 'name' | 'file_key'>;

type Asking = { readonly caller: Caller; readonly withInline: boolean };

/**
 * What a letter carries, without the pictures that stand in its text unless they are asked for. Undefined when there is
 * none, or the caller does not see it.
 */
export const filesOfLetter = (tx: Tx, messageId: number, asking: Asking): Promise<FilesTogether | undefined> =>
  filesTogether(tx, asking, sql`m.id = ${messageId}`);

/**
 * What a ticket's thread holds, in its order: not what is said to third parties beside it, nor a second time what a letter
 * passed on. Undefined when there is none, or the caller does not see it.
 */
export const filesOfThread = (tx: Tx, ticketId: number, asking: Asking): Promise<FilesTogether | undefined> =>
  filesTogether(tx, asking, sql`m.ticket_id = ${ticketId} and m.side_id is null and a.is_copy = 0`);

async function filesTogether(tx: Tx, { caller, withInline }: Asking, which: Sql): Promise<FilesTogether | undefined> {
  const reach = ofTicketWithinReach(caller, 'm', 'm.ticket_id');
  const rows = await tx.rows<StoredFile & { company_id: number; number: string }>(
    sql`select a.id, a.name, a.file_key, m.company_id, co.case_prefix || '-' || t.number as number
        from attachments a join messages m on m.company_id = a.company_id and m.id = a.message_id
          join tickets t on t.company_id = m.company_id and t.id = m.ticket_id join companies co on co.id = m.company_id
        where ${which}${withInline ? sql.empty : sql` and a.is_inline = 0`}${reach ? sql` and ${reach}` : sql.empty} order by m.id, a.id`,
  );
  const [first] = rows;
  return first && { companyId: first.company_id, number: first.number, files: rows };
}

/** The file, whoever may see it: that was decided before. */
export const readAttachment = (tx: Tx, id: number): Promise<StoredAttachment | undefined> =>
  tx.row<StoredAttachment>(
    sql`select id, company_id, message_id, template_id, uploaded_by, name, content_type, size, file_key, content_id, is_inline from attachments where id = ${id}`,
  );

/** The file, unless it belongs to a ticket that the caller does not see. */
export async function findAttachment(tx: Tx, id: number, caller: Caller): Promise<StoredAttachment | undefined> {
  const reach = ofTicketWithinReach(caller, 'm', 'm.ticket_id');
  const seen = reach
    ? sql` and (a.message_id is null or exists (select from messages m where m.id = a.message_id and ${reach}))`
    : sql.empty;
  return tx.row<StoredAttachment>(
    sql`select id, company_id, message_id, template_id, uploaded_by, name, content_type, size, file_key, content_id, is_inline from attachments a where id = ${id}${seen}`,
  );
}
