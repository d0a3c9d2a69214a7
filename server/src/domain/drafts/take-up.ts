import type { Draft, DraftKind } from '#contract/drafts.ts';
import type { Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { requireUploadRoom } from '../messages/index.ts';
import { draftEvent, type Ticket } from '../tickets/index.ts';
import {
  asDraft,
  findDraft,
  insertDraft,
  type Recipients,
  type SideWords,
  updateDraft,
  type Written,
} from './draft-queries.ts';
import { placeOf, requireRoom } from './save-draft.ts';

/** What is taken up: somebody's draft, or a letter that waits. */
export type TakenUp = {
  readonly id: number;
  readonly kind: DraftKind;
  readonly side_id: number | null;
  readonly side_words: SideWords | null;
  readonly body_html: string;
  readonly body_text: string;
  readonly recipients: Recipients | null;
  readonly from_address: string | null;
  readonly in_reply_to: number | null;
  readonly seen_to: number | null;
  readonly template_ids: number[];
  readonly mentions: Written['mentions'];
  readonly signs: 0 | 1;
};

export const takenUpColumns = sql`id, company_id, ticket_id, user_id, kind, side_id, side_words, state, body_html, body_text, recipients, from_address, in_reply_to, seen_to, to_json(template_ids) as template_ids, mentions, signs`;

/**
 * Puts it into what the person is writing on the ticket. What stands there already stays, below it: nothing that somebody
 * typed is dropped. Files are moved or, where the other keeps theirs, copied.
 */
export async function takeUp(
  tx: Tx,
  ticket: Ticket,
  the: TakenUp,
  caller: Caller,
  files: 'moved' | 'copied',
): Promise<Draft> {
  const place = placeOf(ticket, { ticketId: ticket.id, kind: the.kind, sideId: the.side_id }, caller);
  const before = await findDraft(tx, place);
  const written: Written = {
    bodyHtml: before ? the.body_html + before.body_html : the.body_html,
    bodyText: the.body_text,
    recipients: the.recipients ?? before?.recipients ?? null,
    from: the.from_address ?? before?.from ?? null,
    inReplyTo: the.in_reply_to ?? before?.in_reply_to ?? null,
    seenTo:
      the.seen_to && before?.seen_to ? Math.min(the.seen_to, before.seen_to) : (the.seen_to ?? before?.seen_to ?? null),
    templates: [...new Set([...the.template_ids, ...(before?.template_ids ?? [])])],
    mentions: [...the.mentions, ...(before?.mentions ?? [])],
    signs: the.signs,
    side: the.side_words,
  };
  if (before) await updateDraft(tx, before.id, place, written);
  else await requireRoom(tx, place);
  const id = before?.id ?? (await insertDraft(tx, place, written));
  if (files === 'moved') {
    await tx.run(
      sql`update attachments set draft_id = ${id}, uploaded_by = ${caller.userId} where draft_id = ${the.id}`,
    );
  } else await copyFiles(tx, the.id, id, ticket.company_id, caller);
  await recordEvents(tx, [
    draftEvent(before ? 'updated' : 'created', ticket, { id, userId: caller.userId, kind: the.kind }),
  ]);
  const draft = await findDraft(tx, place);
  if (!draft) throw new Problem('not_found');
  return asDraft(draft);
}

async function copyFiles(tx: Tx, from: number, to: number, companyId: number, caller: Caller): Promise<void> {
  const all = await tx.row<{ bytes: number; n: number }>(
    sql`select coalesce(sum(size), 0)::bigint as bytes, count(*)::int as n from attachments where draft_id = ${from}`,
  );
  if (!all || all.n === 0) return;
  await requireUploadRoom(tx, companyId, all.bytes, { isFinal: true });
  await tx.run(
    sql`insert into attachments (company_id, draft_id, uploaded_by, name, content_type, size, sha256, file_key, content_id, is_inline)
        select company_id, ${to}::bigint, ${caller.userId}::bigint, name, content_type, size, sha256, file_key, content_id, is_inline from attachments
        where draft_id = ${from} order by id for share`,
  );
}
