import { isDeepStrictEqual } from 'node:util';
import { type DraftKind, draftsPerPersonMax } from '#contract/drafts.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { requireTemplates } from '../templates/index.ts';
import { draftEvent, lockWhereFound, type Ticket } from '../tickets/index.ts';
import {
  asDraft,
  type DraftPlace,
  findDraft,
  freeFiles,
  insertDraft,
  type StoredDraft,
  updateDraft,
  type Written,
} from './draft-queries.ts';
import { whenJustLeft } from './words-that-left.ts';

export type Saving = Written & {
  readonly ticketId: number;
  readonly kind: DraftKind;
  readonly sideId: number | null;
  readonly attachments: readonly number[];
  /** The version it continues; 0 when it begins. */
  readonly baseVersion: number;
  readonly typedMsAgo: number;
  readonly device: string;
};

export type Saved = {
  is_saved: 0 | 1;
  version: number;
  other: ReturnType<typeof asDraft> | null;
  updated: string;
};

/**
 * Keeps what a person has written. Two of their machines may write at once: whichever was typed in later stays, and the
 * other comes back in the answer, so that no word is dropped without being offered. Clocks of machines do not count, only
 * how long ago each was typed in. Whoever writes in a ticket that was merged this very moment loses nothing of it.
 */
export async function saveDraft(db: Database, asked: Saving, caller: Caller): Promise<Saved> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const ticket = await lockWhereFound(tx, asked.ticketId, caller, 'messages.create');
    const the = {
      ...asked,
      attachments: await withoutSent(tx, asked.attachments, caller),
      inReplyTo: await ofThread(tx, ticket, asked.inReplyTo),
    };
    const place = placeOf(ticket, the, caller);
    await requireSide(tx, ticket, the);
    await requireTemplates(tx, { ids: the.templates, companyId: ticket.company_id });
    const typedAt = sql`now() - make_interval(secs => ${the.typedMsAgo / 1000})`;
    const before = await findDraft(tx, place, typedAt);
    const isElsewhere = before !== undefined && before.version !== the.baseVersion;
    if (before && isElsewhere) {
      // The answer to the first try was lost: this is the second.
      if (isSame(before, the)) return { is_saved: 1, version: before.version, other: null, updated: before.updated };
      if (before.is_newer_than_typed)
        return { is_saved: 0, version: before.version, other: asDraft(before), updated: before.updated };
    }
    const mayHaveLeft = !before && the.attachments.length === 0;
    const leftAt = mayHaveLeft ? await whenJustLeft(tx, place, the.bodyHtml) : undefined;
    if (leftAt !== undefined) return { is_saved: 0, version: 0, other: null, updated: leftAt };
    if (before) await updateDraft(tx, before.id, place, the);
    else await requireRoom(tx, place);
    const id = before?.id ?? (await insertDraft(tx, place, the));
    await holdFiles(tx, { id, attachments: the.attachments, companyId: ticket.company_id }, caller);
    await recordEvents(tx, [
      draftEvent(before ? 'updated' : 'created', ticket, {
        id,
        userId: caller.userId,
        kind: the.kind,
        // In another ticket than it thought, its machine has to look too.
        ...(place.namedId === ticket.id ? { device: the.device } : {}),
      }),
    ]);
    const after = await findDraft(tx, place);
    if (!after) throw new Error('a draft that was saved is not there');
    const other = before && isElsewhere ? asDraft(before) : null;
    return { is_saved: 1, version: after.version, other, updated: after.updated };
  });
}

/** What is kept late, or on another machine, may name files that have gone with the letter it was: its words stay. */
async function withoutSent(tx: Tx, ids: readonly number[], { userId }: Caller): Promise<number[]> {
  if (ids.length === 0) return [];
  const sent = await tx.rows<{ id: number }>(
    sql`select a.id from attachments a left join drafts d on d.id = a.draft_id
        where a.id = any (${ids}::bigint[]) and a.uploaded_by = ${userId}
          and (a.message_id is not null or (d.user_id = ${userId} and d.state in ('waiting', 'held')))`,
  );
  const gone = new Set(sent.map((one) => one.id));
  return ids.filter((id) => !gone.has(id));
}

/** Its letter may have gone to another ticket meanwhile. */
async function ofThread(tx: Tx, ticket: Ticket, messageId: number | null): Promise<number | null> {
  if (messageId === null) return null;
  const row = await tx.row<{ id: number }>(
    sql`select id from messages where id = ${messageId} and company_id = ${ticket.company_id} and ticket_id = ${ticket.id}`,
  );
  return row?.id ?? null;
}

type Named = { readonly ticketId: number; readonly kind: DraftKind; readonly sideId: number | null };

export const placeOf = (
  ticket: Ticket,
  { ticketId: namedId, kind, sideId }: Named,
  { userId }: Pick<Caller, 'userId'>,
): DraftPlace & { companyId: number } => ({
  ...{ companyId: ticket.company_id, ticketId: ticket.id, userId, kind, sideId, namedId },
});

/** What goes on with a conversation does so with one of this ticket. */
async function requireSide(tx: Tx, ticket: Ticket, { kind, sideId, side }: Saving): Promise<void> {
  if ((kind === 'side') !== (side !== null)) throw new Problem('invalid_value', { field: 'data.side' });
  if (sideId === null) return;
  if (kind !== 'side') throw new Problem('invalid_value', { field: 'data.side_id' });
  const found = await tx.row(
    sql`select from side_conversations where id = ${sideId} and company_id = ${ticket.company_id} and ticket_id = ${ticket.id}`,
  );
  if (!found) throw new Problem('not_found', { field: 'data.side_id' });
}

/** Of what a person sees of it nothing differs: that alone counts as kept already. */
const isSame = (before: StoredDraft, the: Saving): boolean =>
  before.body_html === the.bodyHtml &&
  before.from === the.from &&
  before.in_reply_to === the.inReplyTo &&
  before.signs === the.signs &&
  isDeepStrictEqual(new Set(before.attachments.map((file) => file.id)), new Set(the.attachments)) &&
  isDeepStrictEqual(before.recipients, the.recipients) &&
  isDeepStrictEqual(before.side, the.side);

/** Drafts of one person take turns here, so that many at once do not all find the last place. */
export async function requireRoom(tx: Tx, { companyId, userId }: { companyId: number; userId: number }): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(${draftsLock}, hashint8(${userId}))`);
  const row = await tx.row<{ n: number }>(
    sql`select count(*)::int as n from drafts where user_id = ${userId} and company_id = ${companyId} and state <> 'taken_back'`,
  );
  if ((row?.n ?? 0) >= draftsPerPersonMax)
    throw new Problem('limit_reached', { field: 'data', values: { max: draftsPerPersonMax } });
}
/** First half of the advisory lock `(this, person)`. */
const draftsLock = 1_886_544_031;

/** Its files are those that are named: uploads of this person come and stay, the others are let go. */
export async function holdFiles(
  tx: Tx,
  the: { id: number; attachments: readonly number[]; companyId: number },
  caller: Caller,
): Promise<void> {
  const wanted = [...new Set(the.attachments)];
  await freeFiles(tx, the.id, wanted);
  if (wanted.length === 0) return;
  const held = await tx.run(
    sql`update attachments set draft_id = ${the.id}, company_id = ${the.companyId} where id = any (${wanted}::bigint[])
          and uploaded_by = ${caller.userId} and message_id is null and template_id is null
          and (draft_id is null or draft_id = ${the.id} or draft_id in (select d.id from drafts d where d.user_id = ${caller.userId} and d.state in ('draft', 'aside')))`,
  );
  if (held !== wanted.length) throw new Problem('not_found', { field: 'data.attachments' });
}
