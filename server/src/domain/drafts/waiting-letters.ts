import type { Draft } from '#contract/drafts.ts';
import type { Database, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { recordEvents, systemActor } from '#platform/events.ts';
import { Problem } from '#platform/problem.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { findByClientId, findDueLetter, postponeLetter, sendOrHold } from '../messages/index.ts';
import {
  type Answered,
  draftEvent,
  type LetterTools,
  lockVisibleTicket,
  lockWhereFound,
  type Reply,
  replyToTicket,
  requireSendable,
  sees,
  stillThen,
  type Ticket,
} from '../tickets/index.ts';
import type { Recipients } from './draft-queries.ts';
import { dropSentDraft } from './drop-draft.ts';
import { holdFiles, requireRoom } from './save-draft.ts';
import { type TakenUp, takenUpColumns, takeUp } from './take-up.ts';

/** When a letter leaves, and why not at once. */
export type Waiting =
  | { readonly why: 'undo'; readonly seconds: number }
  | { readonly why: 'later'; readonly sendAt: string };

export type Kept = { messageId: number | null; ticketId: number; waitsUntil: string | null };

/**
 * Keeps a finished reply until its time. Nothing of the ticket moves before it leaves, so that taking it back leaves no
 * trace. The same `clientId` twice is one letter, whatever has become of it.
 */
export async function keepWaiting(
  db: Database,
  asked: Reply,
  waiting: Waiting,
  caller: Caller,
  about: { draftVersion: number | undefined },
): Promise<Kept> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const ticket = await lockWhereFound(tx, asked.ticketId, caller, 'messages.create');
    const reply = { ...asked, ticketId: ticket.id };
    const before = await findByClientId(tx, ticket.id, reply.clientId);
    if (before) return { messageId: before.id, ticketId: ticket.id, waitsUntil: null };
    const kept = await findWaiting(tx, ticket.id, reply.clientId);
    if (kept?.state === 'taken_back') throw new Problem('was_taken_back', { field: 'data.client_id' });
    if (kept) return { messageId: null, ticketId: ticket.id, waitsUntil: kept.sendAtText };

    await requireSendable(tx, reply, ticket, caller);
    await requireRoom(tx, { companyId: ticket.company_id, userId: caller.userId });
    const sendAt =
      waiting.why === 'undo'
        ? sql`now() + make_interval(secs => ${waiting.seconds})`
        : sql`${waiting.sendAt}::timestamp at time zone 'UTC'`;
    const recipients: Recipients = { to: [...reply.to], cc: [...reply.cc], bcc: [...reply.bcc] };
    const row = await tx.row<{ id: number; at: string }>(
      sql`insert into drafts (company_id, ticket_id, origin_ticket_id, user_id, kind, state, body_html, body_text, recipients, from_address, in_reply_to, template_ids, signs, client_id, why, send_at, then_do, seen_to)
          values (${ticket.company_id}, ${ticket.id}, ${ticket.id}, ${caller.userId}, 'reply', 'waiting', ${reply.bodyHtml}, ${reply.bodyText}, ${JSON.stringify(recipients)}::jsonb,
            ${reply.from ?? null}, ${reply.inReplyTo ?? null}, ${reply.templates ?? []}::bigint[], 0, ${reply.clientId}, ${waiting.why}, ${sendAt}, ${reply.andThen ? JSON.stringify(reply.andThen) : null}::jsonb, ${reply.seenTo ?? null})
          returning id, to_char(send_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as at`,
    );
    if (!row) throw new Error('insert answered no row');
    await holdFiles(tx, { id: row.id, attachments: reply.attachments, companyId: ticket.company_id }, caller);
    const draft = { userId: caller.userId, namedId: asked.ticketId, version: about.draftVersion };
    await dropSentDraft(tx, ticket, { kind: 'reply', ...draft }, reply);
    await recordEvents(tx, [draftEvent('created', ticket, { id: row.id, userId: caller.userId, kind: 'reply' })]);
    return { messageId: null, ticketId: ticket.id, waitsUntil: row.at };
  });
}

/** Whether a reply that is asked for is one that was sent before, or waits where it is `waits` that is asked. */
export async function isReplyKept(
  db: Database,
  { ticketId, clientId, waits }: WaitingKey & { readonly waits: boolean },
  { companies }: Caller,
): Promise<boolean> {
  const found = await db.reader({ companies }).row(
    sql`with here as (select ${sql.orElse('merged_into_id', 'id')} as id from tickets where id = ${ticketId})
        select 1 from here h where exists (select from messages m where m.ticket_id = h.id and m.client_id = ${clientId})
          or ${waits} and exists (select from drafts d where d.ticket_id = h.id and d.client_id = ${clientId} and d.state = 'waiting')`,
  );
  return found !== undefined;
}

type StoredWaiting = TakenUp & {
  readonly company_id: number;
  readonly ticket_id: number;
  readonly user_id: number;
  readonly state: 'draft' | 'aside' | 'waiting' | 'held' | 'taken_back';
  readonly recipients: Recipients;
  readonly then_do: NonNullable<Reply['andThen']> | null;
  readonly client_id: string;
  readonly why: Waiting['why'];
  readonly attachments: number[];
  readonly sendAtText: string;
  /** Since when it waits. */
  readonly added: Date;
};

const waitingColumns = sql`${takenUpColumns}, then_do, client_id, why, added, to_char(send_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as "sendAtText",
  (select coalesce(json_agg(a.id order by a.id), '[]') from attachments a where a.draft_id = drafts.id) as attachments`;

const findWaiting = (tx: Tx, ticketId: number, clientId: string): Promise<StoredWaiting | undefined> =>
  tx.row<StoredWaiting>(
    sql`select ${waitingColumns} from drafts where ticket_id = ${ticketId} and client_id = ${clientId} for update`,
  );

export type WaitingKey = { readonly ticketId: number; readonly clientId: string };

/** Stops a letter before it leaves and gives it back to be written on. Whoever comes first, this or its time, decides. */
export function takeBack(db: Database, key: WaitingKey, caller: Caller): Promise<Draft> {
  return withOwnWaiting(db, key, caller, async (tx, ticket, letter) => {
    const draft = await takeUp(tx, ticket, { ...letter, signs: 0 }, caller, 'moved');
    await empty(tx, ticket, letter);
    return draft;
  });
}

/** Throws a letter away before it leaves. One that is still on its way here is refused when it comes. */
export async function discardWaiting(db: Database, key: WaitingKey, caller: Caller): Promise<void> {
  await db.transaction({ companies: caller.companies }, async (tx) => {
    const { ticket, letter } = await lockOwn(tx, key, caller);
    if (letter?.state === 'taken_back') return;
    if (!letter) {
      await tx.run(
        sql`insert into drafts (company_id, ticket_id, origin_ticket_id, user_id, kind, state, body_html, body_text, signs, client_id)
            values (${ticket.company_id}, ${ticket.id}, ${ticket.id}, ${caller.userId}, 'reply', 'taken_back', '', '', 0, ${key.clientId})`,
      );
      return;
    }
    await tx.run(sql`update attachments set draft_id = null, added = now() where draft_id = ${letter.id}`);
    await empty(tx, ticket, letter);
  });
}

/** Another time for a letter that waits for one. What may still be taken back, or is held, has none to change. */
export function changeTime(db: Database, key: WaitingKey, sendAt: string, caller: Caller): Promise<string> {
  return withOwnWaiting(db, key, caller, async (tx, ticket, letter) => {
    const row = await tx.row<{ at: string }>(
      sql`update drafts set send_at = ${sendAt}::timestamp at time zone 'UTC', version = version + 1, updated = now()
          where id = ${letter.id} and state = 'waiting' and why = 'later' returning to_char(send_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as at`,
    );
    if (!row) throw new Problem('not_in_this_state', { field: 'data.client_id' });
    await recordEvents(tx, [draftEvent('updated', ticket, { id: letter.id, userId: letter.user_id, kind: 'reply' })]);
    return row.at;
  });
}

function withOwnWaiting<T>(
  db: Database,
  key: WaitingKey,
  caller: Caller,
  then: (tx: Tx, ticket: Ticket, letter: StoredWaiting) => Promise<T>,
): Promise<T> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const { ticket, letter } = await lockOwn(tx, key, caller);
    if (!letter || letter.state === 'taken_back') throw new Problem('not_in_this_state', { field: 'data.client_id' });
    return then(tx, ticket, letter);
  });
}

/** `letter`: undefined where nothing is known of it. */
async function lockOwn(
  tx: Tx,
  { ticketId, clientId }: WaitingKey,
  caller: Caller,
): Promise<{ ticket: Ticket; letter: StoredWaiting | undefined }> {
  const id = await whereItWaits(tx, ticketId, clientId);
  const isKnown = async (_caller: Caller, ticket: Ticket) =>
    sees(caller, ticket) || isUndoable(tx, { ticketId: ticket.id, clientId }, caller);
  const ticket = await lockVisibleTicket(tx, id, caller, 'messages.create', undefined, isKnown);
  const letter = await findWaiting(tx, ticket.id, clientId);
  if (letter && letter.user_id !== caller.userId) throw new Problem('not_in_this_state', { field: 'data.client_id' });
  const isSent = !letter && (await findByClientId(tx, ticket.id, clientId));
  if (isSent) throw new Problem('already_sent', { field: 'data.client_id' });
  return { ticket, letter };
}

/** Whoever has given the ticket away since can still stop what they sent before: it leaves otherwise. */
const isUndoable = async (tx: Tx, { ticketId, clientId }: WaitingKey, caller: Caller): Promise<boolean> =>
  (await tx.row(
    sql`select from drafts where ticket_id = ${ticketId} and client_id = ${clientId} and user_id = ${caller.userId} and state = 'waiting' and why = 'undo'`,
  )) !== undefined;

/** A ticket that was merged or split took its letters along. */
async function whereItWaits(tx: Tx, ticketId: number, clientId: string): Promise<number> {
  const row = await tx.row<{ id: number }>(
    sql`select coalesce(
          (select d.ticket_id from drafts d where d.client_id = ${clientId} order by d.ticket_id = ${ticketId} desc limit 1),
          (select t.merged_into_id from tickets t where t.id = ${ticketId}), ${ticketId}::bigint) as id`,
  );
  return row?.id ?? ticketId;
}

/** Nothing is left but that it was taken back. */
async function empty(tx: Tx, ticket: Ticket, letter: StoredWaiting): Promise<void> {
  await tx.run(
    sql`update drafts set state = 'taken_back', version = version + 1, updated = now(), body_html = '', body_text = '', recipients = null, from_address = null
        where id = ${letter.id}`,
  );
  await recordEvents(tx, [draftEvent('deleted', ticket, { id: letter.id, userId: letter.user_id, kind: 'reply' })]);
}

/**
 * A colleague goes on with somebody's draft, or stops their waiting letter and goes on with that. A draft is copied: its
 * writer, who may be writing this very moment, keeps theirs. One's own that stands aside goes in whole.
 */
export async function takeOver(db: Database, id: number, caller: Caller): Promise<Draft> {
  return db.transaction({ companies: caller.companies }, async (tx) => {
    const place = await tx.row<{ ticket_id: number }>(sql`select ticket_id from drafts where id = ${id}`);
    if (!place) throw new Problem('not_found', { field: 'data.id' });
    const ticket = await lockVisibleTicket(tx, place.ticket_id, caller, 'messages.create', 'data.id').catch(asMissing);
    const found = await tx.row<StoredWaiting>(sql`select ${waitingColumns} from drafts where id = ${id} for update`);
    const isOwn = found?.user_id === caller.userId;
    if (!found || found.state === 'taken_back' || (found.state === 'aside') !== isOwn)
      throw new Problem('not_found', { field: 'data.id' });
    const isWaiting = found.state === 'waiting' || found.state === 'held';
    // What its writer had seen says nothing of who goes on with it.
    const taken = { ...found, ...(isWaiting && { signs: 0 as const }), seen_to: isOwn ? found.seen_to : null };
    const draft = await takeUp(tx, ticket, taken, caller, isWaiting || isOwn ? 'moved' : 'copied');
    if (isWaiting) await empty(tx, ticket, found);
    if (isOwn) await tx.run(sql`delete from drafts where id = ${id}`);
    return draft;
  });
}

function asMissing(error: unknown): never {
  if (error instanceof Problem && error.key === 'ticket_not_found')
    throw new Problem('not_found', { field: 'data.id' });
  throw error;
}

/** Sends a letter that its writer does not want to wait any longer, or that was held. */
export async function sendNow(
  db: Database,
  { ticketId, clientId }: WaitingKey,
  caller: Caller,
  letters: LetterTools,
): Promise<number> {
  const letter = await withOwnWaiting(db, { ticketId, clientId }, caller, async (_tx, _ticket, found) => found);
  // Whoever may not move the ticket any more still answers.
  const then_do = caller.may(letter.company_id, 'tickets.update') ? letter.then_do : null;
  return (await send(db, { ...letter, then_do }, caller, letters, { stillWaits: sql`state in ('waiting', 'held')` }))
    .messageId;
}

/** What is due, or undefined; and in how many milliseconds the next will be. */
export const findDue = (db: Database) => findDueLetter<StoredWaiting>(db, waitingColumns, sql`drafts`);

/**
 * A letter whose time has come leaves in the name of its writer, who must still be allowed to. One that only could be taken
 * back was sent while they saw its ticket: that somebody else has it since does not stop it.
 */
export const sendDue = (
  db: Database,
  letter: StoredWaiting,
  writer: Caller | undefined,
  letters: LetterTools,
): Promise<void> =>
  sendOrHold(
    writer,
    (who) =>
      send(db, letter, letter.why === 'undo' ? { ...who, narrowed: new Map() } : who, letters, {
        require: requireQuickest,
        stillWaits: isDue,
      }),
    (key) => hold(db, letter, key),
  );

/** It may have been held, or given another time, since it was found. */
const isDue = sql`state = 'waiting' and send_at <= now()`;

async function send(
  db: Database,
  letter: StoredWaiting,
  writer: Caller,
  letters: LetterTools,
  { require, stillWaits }: { require?: (tx: Tx, letter: StoredWaiting) => Promise<void>; stillWaits: Sql },
): Promise<Answered> {
  const { recipients } = letter;
  const reply: Reply = {
    ticketId: letter.ticket_id,
    clientId: letter.client_id,
    bodyHtml: letter.body_html,
    bodyText: letter.body_text,
    to: recipients.to,
    cc: recipients.cc,
    bcc: recipients.bcc,
    attachments: letter.attachments,
    from: letter.from_address ?? undefined,
    templates: letter.template_ids,
    inReplyTo: letter.in_reply_to ?? undefined,
    andThen: stillThen(letter.then_do),
    waitsSince: letter.added,
  };
  return replyToTicket(db, reply, writer, letters, async (tx) => async (ticket) => {
    await require?.(tx, letter);
    // The row decides between this, its writer who takes it back, and another process.
    const gone = await tx.run(sql`delete from drafts where id = ${letter.id} and ${stillWaits}`);
    if (gone !== 1) throw new Problem('already_sent', { field: 'data.client_id' });
    await recordEvents(tx, [draftEvent('deleted', ticket, { id: letter.id, userId: letter.user_id, kind: 'reply' })]);
  });
}

/** What a colleague wrote while it waited, who may have answered within the same seconds, its writer is to know first. */
async function requireQuickest(tx: Tx, letter: StoredWaiting): Promise<void> {
  if (letter.seen_to === null) return;
  const row = await tx.row<{ count: number }>(
    sql`select count(*)::int as count from messages where ticket_id = ${letter.ticket_id} and id > ${letter.seen_to} and kind in ('outbound', 'note')
          and author_kind = 'user' and author_id is distinct from ${letter.user_id}`,
  );
  if (row && row.count > 0) throw new Problem('answered_meanwhile', { values: { count: row.count } });
}

/** It could not leave: its writer is told why, and decides. */
async function hold(db: Database, letter: StoredWaiting, key: string): Promise<void> {
  await db.transaction({ companies: [letter.company_id] }, async (tx) => {
    const held = await tx.row<{ ticket_id: number }>(
      sql`update drafts set state = 'held', version = version + 1, updated = now(),
            held_key = case when exists (select from tickets t where t.id = drafts.ticket_id and t.is_deleted = 1) then 'ticket_in_trash' else ${key} end
          where id = ${letter.id} and ${isDue} returning ticket_id`,
    );
    if (!held) return;
    const ticket = { id: held.ticket_id, company_id: letter.company_id };
    const about = { id: letter.id, userId: letter.user_id, kind: 'reply', actor: systemActor } as const;
    await recordEvents(tx, [draftEvent('updated', ticket, { ...about, changesLists: true })]);
  });
}

export const postpone = (db: Database, letter: StoredWaiting, seconds: number): Promise<void> =>
  postponeLetter(db, 'drafts', letter, seconds);
