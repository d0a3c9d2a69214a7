import type { z } from 'zod';
import type { Draft, DraftKind, Mention, sideWords } from '#contract/drafts.ts';
import type { Address } from '#contract/messages.ts';
import type { Tx } from '#platform/database.ts';
import { type Sql, sql } from '#platform/sql.ts';

export type Recipients = { readonly to: Address[]; readonly cc: Address[]; readonly bcc: Address[] };

/** Cleaned already: what is stored is what may be shown, and sent. */
export type Written = {
  readonly bodyHtml: string;
  readonly bodyText: string;
  /** Null: the suggested ones. */
  readonly recipients: Recipients | null;
  readonly from: string | null;
  /** The letter that it answers; null: the last one. */
  readonly inReplyTo: number | null;
  /** The newest message its writer had seen when it was begun; null: nobody knows. */
  readonly seenTo: number | null;
  readonly templates: readonly number[];
  readonly mentions: readonly Mention[];
  readonly signs: 0 | 1;
  /** Of a letter to a third party. */
  readonly side: SideWords | null;
};
export type SideWords = z.output<typeof sideWords>;

/** Where a person writes: one draft at a time. */
export type DraftPlace = {
  readonly ticketId: number;
  readonly userId: number;
  readonly kind: DraftKind;
  /** Of a letter to a third party that goes on with a conversation. */
  readonly sideId: number | null;
  /** The ticket that was named, which may have been merged into this one. */
  readonly namedId: number;
};

export type StoredDraft = Draft & { readonly company_id: number; readonly is_newer_than_typed: boolean };

/** When whoever saves last typed; without it nothing is compared. */
const never = sql`now()`;

const draftColumns = (
  typedAt: Sql,
) => sql`d.id, d.company_id, d.ticket_id, d.kind, d.version, d.body_html, d.recipients, d.from_address as "from", d.in_reply_to, d.seen_to,
  to_json(d.template_ids) as template_ids, d.mentions, d.signs, d.side_id, d.side_words as side, to_char(d.updated at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as updated,
  ${attachmentsOfDraft} as attachments, d.updated >= ${typedAt} as is_newer_than_typed`;

/** Of the draft `d`. */
export const attachmentsOfDraft: Sql = sql`(select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name, 'size', a.size, 'content_type', a.content_type, 'inline', a.is_inline = 1) order by a.id), '[]')
    from attachments a where a.draft_id = d.id)`;

/** What this person is writing on a ticket: at most one of each kind, and one to each third party. */
export const findDrafts = (tx: Tx, ticketId: number, userId: number): Promise<StoredDraft[]> =>
  tx.rows<StoredDraft>(
    sql`select ${draftColumns(never)} from drafts d where d.ticket_id = ${ticketId} and d.user_id = ${userId} and d.state = 'draft'
          order by d.kind <> 'reply', d.kind, d.side_id`,
  );

/** What this person is writing in one place. */
export const findDraft = (tx: Tx, place: DraftPlace, typedAt: Sql = never): Promise<StoredDraft | undefined> =>
  tx.row<StoredDraft>(sql`select ${draftColumns(typedAt)} from drafts d where ${isAt(place)}`);

/** Whoever still writes in a ticket that was merged goes on with what they had begun there. */
export const isAt = ({ ticketId, userId, kind, sideId, namedId }: DraftPlace): Sql =>
  sql`d.ticket_id = ${ticketId} and d.user_id = ${userId} and d.kind = ${kind} and coalesce(d.side_id, 0) = ${sideId ?? 0}
      and ${namedId === ticketId ? sql`d.state = 'draft'` : sql`d.state in ('draft', 'aside') and d.origin_ticket_id = ${namedId}`}`;

/** As its writer gets it. */
export const asDraft = ({ company_id: _company, is_newer_than_typed: _age, ...draft }: StoredDraft): Draft => draft;

export async function insertDraft(tx: Tx, place: DraftPlace & { companyId: number }, the: Written): Promise<number> {
  const row = await tx.row<{ id: number }>(
    sql`insert into drafts (company_id, ticket_id, origin_ticket_id, user_id, kind, side_id, state, body_html, body_text, recipients, from_address, in_reply_to, seen_to, template_ids, mentions, signs, side_words)
        values (${place.companyId}, ${place.ticketId}, ${place.namedId}, ${place.userId}, ${place.kind}, ${place.sideId},
          case when exists (select from drafts d where ${isAt({ ...place, namedId: place.ticketId })}) then 'aside' else 'draft' end, ${the.bodyHtml}, ${the.bodyText},
          ${the.recipients && JSON.stringify(the.recipients)}::jsonb, ${the.from}, ${the.inReplyTo}, ${the.seenTo}, ${the.templates}::bigint[], ${JSON.stringify(the.mentions)}::jsonb, ${the.signs}, ${the.side && JSON.stringify(the.side)}::jsonb)
        returning id`,
  );
  if (!row) throw new Error('insert answered no row');
  return row.id;
}

export async function updateDraft(tx: Tx, id: number, { namedId }: DraftPlace, the: Written): Promise<void> {
  await tx.run(
    sql`update drafts set version = version + 1, updated = now(), origin_ticket_id = ${namedId}, body_html = ${the.bodyHtml}, body_text = ${the.bodyText},
          recipients = ${the.recipients && JSON.stringify(the.recipients)}::jsonb, from_address = ${the.from}, in_reply_to = ${the.inReplyTo}, seen_to = ${the.seenTo},
          template_ids = ${the.templates}::bigint[], mentions = ${JSON.stringify(the.mentions)}::jsonb, signs = ${the.signs}, side_words = ${the.side && JSON.stringify(the.side)}::jsonb
        where id = ${id}`,
  );
}

/** Lets go of files: they wait a day for somebody to want them again, and then go like every upload nobody sent. */
export async function freeFiles(tx: Tx, draftId: number, except: readonly number[] = []): Promise<void> {
  await tx.run(
    sql`update attachments set draft_id = null, added = now() where draft_id = ${draftId} and id <> all (${except}::bigint[])`,
  );
}
