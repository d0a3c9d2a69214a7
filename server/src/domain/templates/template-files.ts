import type { Tx } from '#platform/database.ts';
import type { Change } from '#platform/entities/entity-table.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { forgetAttachments } from '../messages/index.ts';

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
        where id = any (${wanted}::bigint[]) and uploaded_by = ${caller.userId} and message_id is null and template_id is null and draft_id is null and new_letter_id is null`,
  );
  const kept = await tx.rows(
    sql`update attachments set place = array_position(${wanted}::bigint[], id) where template_id = ${template.id} returning id`,
  );
  if (kept.length !== wanted.length) throw new Problem('not_found', { field });
}
