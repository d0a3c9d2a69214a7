import type { AccountAction, FinalAction, OperatorAction, TrailAction } from '#contract/audit.ts';
import type { Database, Query, Tx } from './database.ts';
import { firstOpen } from './open-elsewhere.ts';
import { currentOrigin } from './origin.ts';
import { type Sql, sql } from './sql.ts';

export type Actor = { readonly kind: 'user' | 'customer' | 'system'; readonly id: number | null };
export const systemActor: Actor = { kind: 'system', id: null };

export type RowAction = 'created' | 'updated' | 'deleted' | 'restored';

/** Something that happened, as it is written down. */
export type Happening = {
  companyId: number | null;
  /** For happenings that concern one person only, such as a confirmed address. */
  userId?: number | null;
  entity: string;
  action: RowAction | AccountAction | TrailAction | FinalAction | OperatorAction;
  entityId: number | null;
  ticketId?: number | null;
  actor: Actor;
  /** What the desk is told: small enough to refetch by. */
  params?: Record<string, unknown>;
  /** Before and after, for the audit trail. Never a secret. */
  detail?: Record<string, unknown>;
  /** False: for the audit trail alone; desks are not told. */
  isTold?: boolean;
};

const userAgentLengthMax = 300;

/** Writes what happened into the log, in the transaction in which it happens, with the place the request came from. */
export async function recordEvents(tx: Tx, happenings: readonly Happening[]): Promise<void> {
  if (happenings.length > 0) await tx.run(recordingEvents(happenings));
}

/** The same as a statement, to be a part of another one. */
export function recordingEvents(happenings: readonly Happening[]): Sql & Query {
  const from = currentOrigin();
  const userAgent = from?.userAgent.replaceAll('\0', '').slice(0, userAgentLengthMax).toWellFormed();
  const rows = happenings.map((h) => ({
    ...{ company_id: h.companyId, user_id: h.userId, entity: h.entity, action: h.action, entity_id: h.entityId },
    ...{ ticket_id: h.ticketId, actor_kind: h.actor.kind, actor_id: h.actor.id },
    params: { id: h.entityId, ...(h.companyId === null ? {} : { company_id: h.companyId }), ...h.params },
    ...{ detail: h.detail, ip: from?.ip, user_agent: userAgent, is_told: h.isTold ?? true },
  }));
  return sql`insert into events (company_id, user_id, entity, action, entity_id, ticket_id, actor_kind, actor_id, params, detail, ip, user_agent, is_told)
        select company_id, user_id, entity, action, entity_id, ticket_id, actor_kind, actor_id, params, detail, ip, user_agent, is_told
        from json_to_recordset(${JSON.stringify(rows)}::json) as r (company_id bigint, user_id bigint, entity text, action text, entity_id bigint, ticket_id bigint,
          actor_kind text, actor_id bigint, params jsonb, detail jsonb, ip text, user_agent text, is_told boolean)`;
}

export type RecordedEvent = {
  written_in: string;
  position: number;
  company_id: number | null;
  user_id: number | null;
  entity: string;
  action: RowAction;
  entity_id: number;
  ticket_id: number | null;
  params: Record<string, unknown>;
  /** Whom and what a ticket belonged to before it was given away. */
  before: { assignee_id?: number | null; product_id?: number; team_id?: number | null } | null;
};

/** A place in the log. Comparable only within one era of one database. */
export type Bookmark = { readonly era: string; readonly writtenIn: string; readonly position: number };

export const formatBookmark = (b: Bookmark): string => `${b.era}.${b.writtenIn}.${b.position}`;

const transactionIdMax = 2n ** 64n - 1n;

/** Undefined when the text is not a bookmark at all, or names numbers that no PostgreSQL counts up to. */
export function parseBookmark(text: string): Bookmark | undefined {
  const [, era, writtenIn, digits] = /^([0-9a-f-]{36})\.(\d{1,20})\.(\d{1,16})$/.exec(text) ?? [];
  if (era === undefined || writtenIn === undefined || BigInt(writtenIn) > transactionIdMax) return undefined;
  const position = Number(digits);
  return Number.isSafeInteger(position) ? { era, writtenIn, position } : undefined;
}

/** A bookmark from beyond the end: the log was longer once, and came back from a backup. */
export const isAhead = (of: Bookmark, end: Bookmark): boolean => BigInt(of.writtenIn) > BigInt(end.writtenIn);

/** Whether a place comes behind another in the order in which the log is read. */
export const isAfter = (place: Bookmark, other: Bookmark): boolean => {
  const between = BigInt(place.writtenIn) - BigInt(other.writtenIn);
  return between === 0n ? place.position > other.position : between > 0n;
};

export async function readEra(db: Database): Promise<string> {
  const [row] = await db.read<{ era: string }>('system', sql`select era from installation`);
  if (!row) throw new Error('The installation row is missing');
  return row.era;
}

/** The last transaction before the oldest one that is still open for the statement that asks. */
const writtenInNow = (db: Database) => sql`(${firstOpen(db)}::text::numeric - 1)::text`;
const endOfTransaction = Number.MAX_SAFE_INTEGER;

/** The end of what is safe to read now: everything up to here has been seen by whoever starts here. */
export async function latestBookmark(db: Database, era: string): Promise<Bookmark> {
  const [row] = await db.read<{ written_in: string }>('system', sql`select ${writtenInNow(db)} as written_in`);
  return { era, writtenIn: row?.written_in ?? '0', position: endOfTransaction };
}

/** The same as a value within a statement, whose own answer then holds all that happened up to there. */
export const bookmarkHere = (db: Database): Sql =>
  sql`((select era from installation) || '.' || ${writtenInNow(db)} || '.' || ${endOfTransaction}::bigint)`;

/** Who reads the log to forget what is old in it: what came before its place may be there no more. */
export const forgettingNews = 'forgetting';

/**
 * Whether what came since has been forgotten in part, or is too much, whoever it is for: whoever catches up has all of it
 * looked through.
 */
export async function isTooFarBehind(db: Database, than: number, bookmark: Bookmark): Promise<boolean> {
  const { era, writtenIn, position } = bookmark;
  const [row] = await db.read(
    'system',
    sql`select from event_readers where name = ${forgettingNews} and era = ${era}::uuid and (written_in, position) > (${writtenIn}::xid8, ${position}::bigint)
        union all (select from events where ${readableAfter(db, bookmark)} order by written_in, position offset ${than} limit 1) limit 1`,
  );
  return row !== undefined;
}

/**
 * Events after the bookmark, in an order that never gains a member behind it.
 *
 * Positions are handed out before commit, so a slow transaction's event can appear after a faster one with a higher
 * position. The log is therefore read in the order of the writing transactions and only up to the oldest one still open.
 * `companies` narrows it to tenants (and to what concerns `userId` alone); absent, all are read.
 */
export async function readEvents(
  db: Database,
  after: Bookmark,
  { limit, only }: { limit: number; only?: { companies: readonly number[]; userId: number } },
): Promise<RecordedEvent[]> {
  const mine = only
    ? sql` and (company_id = any (${only.companies}::bigint[]) or user_id = ${only.userId})`
    : sql.empty;
  return db.read<RecordedEvent>(
    'system',
    sql`select written_in::text, position, company_id, user_id, entity, action, entity_id, ticket_id, params,
          case when entity = 'tickets' then detail->'before' end as before from events
        where ${readableAfter(db, after)} and is_told${mine}
        order by written_in, position${sql.limit(limit)}`,
    { isPlannedOnce: true },
  );
}

/** Whether it lies behind the bookmark, and nothing can come to lie between. */
export const readableAfter = (db: Database, { writtenIn, position }: Pick<Bookmark, 'writtenIn' | 'position'>): Sql =>
  sql`(written_in, position) > (${writtenIn}::xid8, ${position}::bigint) and written_in < ${firstOpen(db)}`;
