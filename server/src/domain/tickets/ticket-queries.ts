import type { ViewType } from '#contract/tickets.ts';
import { cutLetters, shortened } from '#platform/cut-letters.ts';
import type { Tx } from '#platform/database.ts';
import { Problem } from '#platform/problem.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { isOfLeaver, partFromLeavers } from './assigning/part-from-leavers.ts';
import { endSnooze } from './state/snooze-rows.ts';
import { after, type Happening, waitingSince } from './state/ticket-life.ts';

export type Ticket = {
  readonly id: number;
  readonly company_id: number;
  readonly number: number;
  readonly product_id: number;
  readonly customer_id: number;
  readonly channel_account_id: number | null;
  readonly channel: 'mail' | 'chat' | 'telegram' | 'viber' | 'whatsapp' | 'phone';
  readonly title: string;
  readonly view_type: ViewType;
  readonly waiting_since: Date | null;
  readonly resolved_at: Date | null;
  readonly snoozed_until: Date | null;
  readonly wakes_on_reply: 0 | 1;
  readonly assignee_id: number | null;
  readonly team_id: number | null;
  /** Of the last letter: 1 the customer's, 2 ours. */
  readonly last_direction: 1 | 2;
  readonly is_deleted: 0 | 1;
  readonly is_spam: 0 | 1;
  /** Where it is found since it was merged. */
  readonly merged_into_id: number | null;
  /** Its customer was forgotten: nothing comes in any more, and nothing is written. */
  readonly erased_at: Date | null;
};

/** Two who act on one ticket take turns. Undefined when it does not exist within the scope of the transaction. */
export const lockTicket = async (tx: Tx, id: number): Promise<Ticket | undefined> =>
  (await lockTickets(tx, [id])).get(id);

/** Several, always in the same order, so that nobody waits in a circle. One is asked for as one, and planned once. */
export async function lockTickets(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, Ticket>> {
  const rows = await tx.rows<Ticket>(
    sql`select id, company_id, number, product_id, customer_id, channel_account_id, channel, title, view_type, waiting_since, resolved_at, snoozed_until, wakes_on_reply,
          assignee_id, team_id, last_direction, is_deleted, is_spam, merged_into_id, erased_at
        from tickets where ${ids.length === 1 ? sql`id = ${ids[0]}` : sql`id = any (${ids}::bigint[]) order by id`} for update`,
  );
  return new Map(rows.map((ticket) => [ticket.id, ticket]));
}

/** Who follows these, and who follows those: the newest follower of each, by the id of the one that it follows. */
export async function findFollowers(
  tx: Tx,
  companyId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await tx.rows<{ id: number; follows_id: number }>(
    sql`with recursive later as (
          select id, follows_id from tickets where company_id = ${companyId} and follows_id = any (${ids}::bigint[])
          union select t.id, t.follows_id from tickets t join later l on t.company_id = ${companyId} and t.follows_id = l.id)
        select id, follows_id from later order by id`,
  );
  return new Map(rows.map((row) => [row.follows_id, row.id]));
}

/** Their numbers as people write them, by id: `LO-4318`. */
export async function caseNumbers(
  tx: Tx,
  tickets: readonly Pick<Ticket, 'id'>[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await tx.rows<{ id: number; number: string }>(
    sql`select t.id, c.case_prefix || '-' || t.number as number from tickets t join companies c on c.id = t.company_id
        where t.id = any (${tickets.map((one) => one.id)}::bigint[])`,
  );
  return new Map(rows.map((row) => [row.id, row.number]));
}

/** What was merged is changed where it is found now. */
export async function refuseMerged(tx: Tx, tickets: readonly Ticket[], field: string): Promise<void> {
  const into = tickets.find((one) => one.merged_into_id !== null)?.merged_into_id ?? null;
  if (into === null) return;
  const number = (await caseNumbers(tx, [{ id: into }])).get(into) ?? '';
  throw new Problem('ticket_is_merged', { field, values: { number } });
}

/** What a list shows of the newest message. */
export type LastMessage = {
  readonly messageId: number;
  readonly direction: 1 | 2;
  readonly line: string;
  readonly hasAttachments: boolean;
};

/** Until when a ticket sleeps, and whether its customer can wake it before. */
export type Sleep = { readonly until: Date; readonly wakesOnReply: boolean };

/** What moves a ticket: its newest message, the sleep it falls into, whose word can take the move back, and when that was. */
type Along = {
  readonly last?: LastMessage;
  readonly sleep?: Sleep;
  readonly by?: number;
  readonly at?: Date | undefined;
};

/**
 * Moves a ticket by the table of its life, together with its newest message if there is one, and ends the snooze that it
 * leaves. Answers false, and changes nothing, when the move is not allowed now.
 */
export async function moveTicket(
  tx: Tx,
  ticket: Ticket,
  happening: Happening,
  { last, sleep, by, at = new Date() }: Along = {},
): Promise<boolean> {
  const next = after(ticket.view_type, happening);
  if (next === undefined) return false;
  const waits = waitingSince(ticket.waiting_since, happening, at);
  const message = last ? sql`, ${lastMessageSql(last)}` : sql.empty;
  const [moved] = await Promise.all([
    tx.row<{ is_of_leaver: boolean }>(
      sql`update tickets set view_type = ${next}, waiting_since = ${waits}, resolved_at = ${next === 'resolved' ? new Date() : null}, version = version + 1, updated = now(), stood = ${happening === 'sentReplyLeft' ? sql`stood || '{"view_type": "answered", "waiting_since": null}'` : stoodSql(by)}${sleepSql(ticket, next, sleep)}${message}
          where id = ${ticket.id} returning ${next === '' ? isOfLeaver : sql`false`} as is_of_leaver`,
    ),
    ticket.view_type === 'snoozed' && next !== 'snoozed' ? endSnooze(tx, ticket.id, happening) : undefined,
  ]);
  if (moved?.is_of_leaver) await partFromLeavers(tx, [ticket.id]);
  return true;
}

/** It is our turn, whatever it was. */
export const reopenTicket = (tx: Tx, ticket: Ticket): Promise<boolean> => moveTicket(tx, ticket, 'agentReopened');

/** For `stand-again.ts`: as the row is before it is written. */
const stoodSql = (by: number | undefined): Sql =>
  by === undefined
    ? sql`null`
    : sql`jsonb_build_object('by', ${by}::bigint, 'view_type', view_type, 'waiting_since', waiting_since, 'resolved_at', resolved_at, 'queued_at', queued_at, 'team_id', team_id)`;

const sleepSql = (ticket: Ticket, next: ViewType, sleep: Sleep | undefined): Sql => {
  if (next === 'snoozed')
    return sleep ? sql`, snoozed_until = ${sleep.until}, wakes_on_reply = ${sleep.wakesOnReply ? 1 : 0}` : sql.empty;
  return ticket.view_type === 'snoozed' ? sql`, snoozed_until = null, wakes_on_reply = 1` : sql.empty;
};

export async function noteLastMessage(tx: Tx, ticketId: number, last: LastMessage): Promise<void> {
  await tx.run(sql`update tickets set ${lastMessageSql(last)}, updated = now() where id = ${ticketId}`);
}

const lastMessageSql = (last: LastMessage) =>
  sql`last_message_id = ${last.messageId}, last_direction = ${last.direction}, last_line = ${last.line}, message_count = message_count + 1,
          has_attachments = greatest(has_attachments, ${last.hasAttachments ? 1 : 0})`;

export type Drawn = { readonly number: number; readonly ticketId: number; readonly messageId: number };

/**
 * Numbers of the company's own, in order and without gaps (its row is the counter), and ids for what is written along. Whoever
 * else begins a ticket there waits until the transaction ends: nothing that others may hold is locked after it.
 */
export async function drawTickets(tx: Tx, companyId: number, count: number): Promise<Drawn[]> {
  // One, as a rule: written out, since for any number of them PostgreSQL would plan each time anew.
  const places = count === 1 ? sql`generate_series(1, 1)` : sql`generate_series(1, ${count}::int)`;
  const rows = await tx.rows<Drawn>(
    sql`with counter as (update companies set last_ticket_number = last_ticket_number + ${count}::int where id = ${companyId} returning last_ticket_number - ${count}::int as before)
        select before + n as number, nextval('tickets_id_seq') as "ticketId", nextval('messages_id_seq') as "messageId" from counter, ${places} n`,
  );
  if (rows.length !== count) throw new Error(`no company ${companyId}`);
  return rows;
}

const lineLengthMax = 160;
/** The first line somebody would read, on one line. */
export function firstLine(text: string): string {
  const line = cutLetters(text, lineLengthMax * 20)
    .replace(/\s+/g, ' ')
    .trim();
  return shortened(line, lineLengthMax);
}
