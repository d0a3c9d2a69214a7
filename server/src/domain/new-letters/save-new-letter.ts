import { isDeepStrictEqual } from 'node:util';
import { type NewLetter, newLettersPerPersonMax } from '#contract/new-letters.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { recordEvents } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import { requireTemplates } from '../templates/index.ts';
import { findPlace } from '../tickets/index.ts';
import { asLetter, findLetter, letterEvent, type StoredLetter, type Written } from './new-letter-queries.ts';

type Saving = Written & {
  readonly clientId: string;
  readonly attachments: readonly number[];
  /** The version it continues; 0 when it begins. */
  readonly baseVersion: number;
  readonly device: string;
};
type Saved = { is_saved: 0 | 1; version: number; other: NewLetter | null; updated: string };

/**
 * Keeps what is written so far. What was written elsewhere since, on another machine or in a form of this one that was left,
 * comes back instead of being written over.
 */
export function saveNewLetter(db: Database, the: Saving, caller: Caller): Promise<Saved> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const { company_id: companyId } = await findPlace(tx, the.productId, caller);
    await requireTemplates(tx, { ids: the.templates, companyId });
    await takeTurns(tx, caller.userId);
    const who = { clientId: the.clientId, userId: caller.userId };
    const before = await findLetter(tx, who);
    // Sent or thrown away elsewhere: that must not come back to life unasked.
    if (before ? before.state !== 'draft' && before.state !== 'held' : the.baseVersion > 0)
      throw new Problem('not_in_this_state', { field: 'data.client_id' });
    if (before && before.version !== the.baseVersion) {
      const { version, updated } = before;
      // The answer to the first try was lost: this is the second.
      if (isSame(before, the)) return { is_saved: 1, version, other: null, updated };
      return { is_saved: 0, version, other: asLetter(before)[0] ?? null, updated };
    }
    if (!before) await requireRoom(tx, { companyId, userId: caller.userId });
    const id = await putLetter(tx, { ...the, companyId, userId: caller.userId });
    await holdFiles(tx, { id, companyId, attachments: the.attachments }, caller);
    await recordEvents(tx, [
      letterEvent(before ? 'updated' : 'created', { id, companyId, userId: caller.userId, device: the.device }),
    ]);
    const after = await findLetter(tx, who);
    if (!after) throw new Error('a letter that was kept is not there');
    return { is_saved: 1, version: after.version, other: null, updated: after.updated };
  });
}

const isSame = (before: StoredLetter, the: Saving): boolean =>
  before.type === the.type &&
  before.product_id === the.productId &&
  before.from === the.from &&
  isDeepStrictEqual(before.recipients, the.recipients) &&
  before.customer_id === the.customerId &&
  before.how === the.how &&
  before.subject === the.subject &&
  before.body_html === the.bodyHtml &&
  isDeepStrictEqual(before.template_ids, the.templates) &&
  before.assignee_id === the.assigneeId &&
  isDeepStrictEqual(new Set(before.tag_ids), new Set(the.tags)) &&
  isDeepStrictEqual(before.mentions, the.mentions) &&
  isDeepStrictEqual(new Set(before.attachments.map((file) => file.id)), new Set(the.attachments));

/** Letters of one person take turns, so that many at once do not all find the last place. */
export async function takeTurns(tx: Tx, userId: number): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(${lettersLock}, hashint8(${userId}))`);
}
/** First half of the advisory lock `(this, person)`. */
const lettersLock = 1_886_544_045;

export async function requireRoom(tx: Tx, the: { companyId: number; userId: number }): Promise<void> {
  const row = await tx.row<{ n: number }>(
    sql`select count(*)::int as n from new_letters where user_id = ${the.userId} and company_id = ${the.companyId} and state <> 'taken_back'`,
  );
  if ((row?.n ?? 0) >= newLettersPerPersonMax)
    throw new Problem('limit_reached', { field: 'data', values: { max: newLettersPerPersonMax } });
}

/** Writes it, whatever of it is there already. Answers its id. */
export async function putLetter(
  tx: Tx,
  the: Written & { clientId: string; companyId: number; userId: number; device: string | null },
): Promise<number> {
  const row = await tx.row<{ id: number }>(
    sql`insert into new_letters (company_id, user_id, client_id, device, kind, product_id, from_address, recipients, customer_id, how, subject, body_html, body_text, template_ids, assignee_id, tag_ids, mentions)
        values (${the.companyId}, ${the.userId}, ${the.clientId}, ${the.device}, ${the.type}, ${the.productId}, ${the.from}, ${JSON.stringify(the.recipients)}::jsonb, ${the.customerId},
          ${the.how}, ${the.subject}, ${the.bodyHtml}, ${the.bodyText}, ${the.templates}::bigint[], ${the.assigneeId}, ${the.tags}::bigint[], ${JSON.stringify(the.mentions)}::jsonb)
        on conflict (user_id, client_id) do update set company_id = excluded.company_id, device = excluded.device, kind = excluded.kind, product_id = excluded.product_id,
          from_address = excluded.from_address, recipients = excluded.recipients, customer_id = excluded.customer_id, how = excluded.how, subject = excluded.subject,
          body_html = excluded.body_html, body_text = excluded.body_text, template_ids = excluded.template_ids, assignee_id = excluded.assignee_id, tag_ids = excluded.tag_ids, mentions = excluded.mentions,
          state = 'draft', why = null, send_at = null, then_do = null, held_key = null, handed_from = null, version = new_letters.version + 1, updated = now()
        returning id`,
  );
  if (!row) throw new Error('insert answered no row');
  return row.id;
}

/** Its files are those that are named: uploads of this person come and stay, the others are let go. */
export async function holdFiles(
  tx: Tx,
  the: { id: number; companyId: number; attachments: readonly number[] },
  caller: Caller,
): Promise<void> {
  const wanted = [...new Set(the.attachments)];
  await freeFiles(tx, the.id, wanted);
  if (wanted.length === 0) return;
  const held = await tx.run(
    sql`update attachments set new_letter_id = ${the.id}, company_id = ${the.companyId} where id = any (${wanted}::bigint[])
          and uploaded_by = ${caller.userId} and message_id is null and template_id is null and draft_id is null
          and (new_letter_id is null or new_letter_id in (select l.id from new_letters l where l.user_id = ${caller.userId}))`,
  );
  if (held !== wanted.length) throw new Problem('not_found', { field: 'data.attachments' });
}

/** Lets go of files: they wait a day for somebody to want them again, and then go like every upload nobody sent. */
export async function freeFiles(tx: Tx, letterId: number, except: readonly number[] = []): Promise<void> {
  await tx.run(
    sql`update attachments set new_letter_id = null, added = now() where new_letter_id = ${letterId} and id <> all (${except}::bigint[])`,
  );
}
