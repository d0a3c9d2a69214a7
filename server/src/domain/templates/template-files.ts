import type { Tx } from '#platform/database.ts';
import type { Caller, Change } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { forgetAttachments, requireUploadRoom } from '../messages/index.ts';

/** Gives a template the files that are named, in that order: its own stay, uploads of this person come, the others go. */
export async function keepFiles(tx: Tx, { rows, values, at, caller }: Change): Promise<void> {
  if (values.attachments === undefined) return;
  const field = `${at}.attachments`;
  const files = values.attachments as { id: number }[]; // parsed by the contract
  const wanted = [...new Set(files.map((file) => file.id))];
  const [template] = rows;
  if (!template || rows.length > 1) throw new Problem('invalid_value', { field });
  await forgetAttachments(tx, sql`template_id = ${template.id} and id <> all (${wanted}::bigint[])`);
  await tx.run(
    sql`update attachments set template_id = ${template.id}, company_id = ${template.companyId}
        where id = any (${wanted}::bigint[]) and uploaded_by = ${caller.userId} and message_id is null and template_id is null`,
  );
  const kept = await tx.rows(
    sql`update attachments set place = array_position(${wanted}::bigint[], id) where template_id = ${template.id} returning id`,
  );
  if (kept.length !== wanted.length) throw new Problem('not_found', { field });
}

export type CopiedFile = { id: number; name: string; size: number; content_type: string; inline: boolean };

/** The files of a template once more, as uploads of this person: the same bytes, within the quota of uploads. */
export async function copyFiles(
  tx: Tx,
  the: { templateId: number; companyId: number },
  caller: Caller,
): Promise<CopiedFile[]> {
  const all = await tx.row<{ bytes: number; n: number }>(
    sql`select coalesce(sum(size), 0)::bigint as bytes, count(*)::int as n from attachments where template_id = ${the.templateId}`,
  );
  if (!all || all.n === 0) return [];
  await requireUploadRoom(tx, the.companyId, all.bytes, { isFinal: true });
  return tx.rows<CopiedFile>(
    sql`insert into attachments (company_id, message_id, uploaded_by, name, content_type, size, sha256, file_key, content_id, is_inline)
        select company_id, null, ${caller.userId}::bigint, name, content_type, size, sha256, file_key, null, 0 from attachments
        where template_id = ${the.templateId} order by place, id for share
        returning id, name, size, content_type, false as inline`,
  );
}
