import type { ComposeType } from '#contract/compose.ts';
import { type NewLetter, newLettersPerPersonMax } from '#contract/new-letters.ts';
import { cutLetters } from '#platform/cut-letters.ts';
import type { Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import type { Actor, Happening } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { sql } from '#platform/sql.ts';
import type { ThenMove } from '../tickets/index.ts';

type Recipients = Pick<NewLetter, 'to' | 'cc' | 'bcc'>;

/** As far as it is written; the words are cleaned already. */
export type Written = {
  readonly type: ComposeType;
  readonly productId: number;
  readonly from: string | null;
  readonly recipients: Recipients;
  readonly customerId: number | null;
  readonly how: 'each' | 'together';
  readonly subject: string;
  readonly bodyHtml: string;
  readonly bodyText: string;
  readonly templates: readonly number[];
  readonly assigneeId: number | null;
  readonly tags: readonly number[];
  readonly mentions: NewLetter['mentions'];
};

export type StoredLetter = {
  readonly id: number;
  readonly company_id: number;
  readonly user_id: number;
  readonly client_id: string;
  readonly state: 'draft' | 'waiting' | 'held' | 'taken_back';
  readonly version: number;
  readonly device: string | null;
  readonly type: ComposeType;
  readonly product_id: number;
  readonly from: string | null;
  readonly recipients: Recipients;
  readonly customer_id: number | null;
  readonly how: 'each' | 'together';
  readonly subject: string;
  readonly body_html: string;
  readonly body_text: string;
  readonly template_ids: number[];
  readonly assignee_id: number | null;
  readonly tag_ids: number[];
  readonly mentions: NewLetter['mentions'];
  readonly why: 'undo' | 'later' | null;
  readonly send_at: string | null;
  readonly then_do: ThenMove | null;
  readonly held_key: string | null;
  readonly updated: string;
  readonly attachments: NewLetter['attachments'];
};

const lineLengthMax = 120;

export const letterColumns = sql`l.id, l.company_id, l.user_id, l.client_id, l.state, l.version, l.device, l.kind as type, l.product_id, l.from_address as "from",
  l.recipients, l.customer_id, l.how, l.subject, l.body_html, l.body_text, to_json(l.template_ids) as template_ids, l.assignee_id, to_json(l.tag_ids) as tag_ids, l.mentions,
  l.why, to_char(l.send_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as send_at, l.then_do, l.held_key, to_char(l.updated at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as updated,
  (select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name, 'size', a.size, 'content_type', a.content_type, 'inline', a.is_inline = 1) order by a.id), '[]')
    from attachments a where a.new_letter_id = l.id) as attachments`;

/** A letter of this person, locked: whoever keeps, sends or stops it takes turns. */
export const findLetter = (
  tx: Tx,
  { clientId, userId }: { clientId: string; userId: number },
): Promise<StoredLetter | undefined> =>
  tx.row<StoredLetter>(
    sql`select ${letterColumns} from new_letters l where l.user_id = ${userId} and l.client_id = ${clientId} for update of l`,
  );

/** What somebody is writing, or waits to leave; the newest first. */
export async function myNewLetters(tx: Tx, caller: Caller): Promise<NewLetter[]> {
  const rows = await tx.rows<StoredLetter>(
    sql`select ${letterColumns} from new_letters l where l.user_id = ${caller.userId} and l.company_id = any (${[...caller.companies]}::bigint[]) and l.state <> 'taken_back'
        order by l.updated desc, l.id desc limit ${newLettersPerPersonMax}`,
  );
  return rows.filter((row) => caller.may(row.company_id, 'messages.create')).flatMap(asLetter);
}

/** As its writer gets it; one that was taken back is none. */
export function asLetter(row: StoredLetter): NewLetter[] {
  const { user_id: _user, device: _device, then_do: _then, body_text, recipients, state, ...letter } = row;
  if (state === 'taken_back') return [];
  const line = cutLetters(body_text.replace(/\s+/g, ' ').trim(), lineLengthMax);
  return [{ ...letter, ...recipients, state, line }];
}

export function soleLetter(row: StoredLetter | undefined): NewLetter {
  const [letter] = row ? asLetter(row) : [];
  if (!letter) throw new Problem('not_in_this_state', { field: 'data.client_id' });
  return letter;
}

/** News of it, for its writer alone: their other machines look again. */
export const letterEvent = (
  action: 'created' | 'updated' | 'deleted',
  the: { id: number; companyId: number; userId: number; device?: string | null; actor?: Actor },
): Happening => ({
  companyId: the.companyId,
  userId: the.userId,
  entity: 'new-letters',
  action,
  entityId: the.id,
  actor: the.actor ?? { kind: 'user', id: the.userId },
  // Words that are kept change no list of letters.
  params: { ...(the.device ? { device: the.device } : {}), changes_lists: !(the.device && action === 'updated') },
});
