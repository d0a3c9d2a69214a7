import type { BulkAction } from '#contract/ticket-bulk.ts';
import type { ViewType } from '#contract/tickets.ts';
import {
  assignTickets,
  markSpam,
  moveTickets,
  putAssignmentBack,
  putBack,
  readSnooze,
  snoozeTickets,
  tagTickets,
  ticketsTable,
  wakeTickets,
} from '#domain/tickets/index.ts';
import type { Transactions, Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import { disableRows, restoreRows } from '#platform/entities/mark-rows.ts';
import { updateRows } from '#platform/entities/write-rows.ts';
import { sql } from '#platform/sql.ts';

/** How a ticket stood before. */
export type Before = {
  readonly id: number;
  readonly view_type: ViewType;
  readonly assignee_id: number | null;
  readonly team_id: number | null;
  readonly label_id: number | null;
  readonly is_spam: 0 | 1;
};

type Kind = BulkAction['kind'];
type Of<K extends Kind> = Extract<BulkAction, { kind: K }>;
/** Both answer those that they changed. */
type Bulk<K extends Kind> = {
  do(db: Transactions, ids: readonly number[], action: Of<K>, caller: Caller): Promise<readonly number[]>;
  undo(db: Transactions, before: readonly Before[], action: Of<K>, caller: Caller): Promise<readonly number[]>;
};

/** What is done to many is what is done to some, by the same functions. */
const bulks: { readonly [K in Kind]: Bulk<K> } = {
  resolve: {
    do: (db, ids, _action, caller) => moveTickets(db, 'resolve', ids, caller),
    undo: (db, before, _action, caller) => putBack(db, idsOf(before), 'resolved', caller),
  },
  reopen: {
    do: (db, ids, _action, caller) => moveTickets(db, 'reopen', ids, caller),
    undo: (db, before, _action, caller) => putBack(db, idsOf(before), '', caller),
  },
  trash: {
    do: (db, ids, _action, caller) => throwAway(db, ids, caller),
    undo: (db, before, _action, caller) => takeOut(db, idsOf(before), caller),
  },
  restore: {
    do: (db, ids, _action, caller) => takeOut(db, ids, caller),
    undo: (db, before, _action, caller) => throwAway(db, idsOf(before), caller),
  },
  spam: {
    do: (db, ids, _action, caller) => moveSpam(db, ids, true, caller),
    undo: (db, before, _action, caller) => moveSpam(db, idsOf(before), false, caller),
  },
  not_spam: {
    do: (db, ids, _action, caller) => moveSpam(db, ids, false, caller),
    undo: (db, before, _action, caller) => moveSpam(db, idsOf(before), true, caller),
  },
  assign: {
    do: (db, ids, { assignee_id }, caller) => assignTickets(db, { ids, assignee_id }, caller),
    undo: (db, before, _action, caller) => putAssignmentBack(db, idsOf(before), caller, { isOfJob: true }),
  },
  // Of a team, and of nobody in it yet, as when one ticket is given to a team.
  assign_team: {
    do: (db, ids, { team_id }, caller) => assignTickets(db, { ids, team_id, assignee_id: null }, caller),
    undo: (db, before, _action, caller) => putAssignmentBack(db, idsOf(before), caller, { isOfJob: true }),
  },
  tag: {
    do: (db, ids, { tag_id }, caller) => tagTickets(db, { ids, add: [tag_id], remove: [] }, caller),
    undo: (db, before, { tag_id }, caller) => tagTickets(db, { ids: idsOf(before), add: [], remove: [tag_id] }, caller),
  },
  untag: {
    do: (db, ids, { tag_id }, caller) => tagTickets(db, { ids, add: [], remove: [tag_id] }, caller),
    undo: (db, before, { tag_id }, caller) => tagTickets(db, { ids: idsOf(before), add: [tag_id], remove: [] }, caller),
  },
  label: {
    async do(db, ids, { label_id }, caller) {
      return (await updateRows(db, ticketsTable, { data: { label_id }, filter: named(ids) }, caller)).ids;
    },
    async undo(db, before, _action, caller) {
      const kept = await db.transaction({ companies: caller.companies }, (tx) => labelsAmong(tx, before));
      const back: number[] = [];
      // One whose label went since keeps what it has: no label is put on that nobody can choose.
      for (const [label_id, rows] of Map.groupBy(before, (row) => row.label_id))
        if (label_id === null || kept.has(label_id))
          back.push(
            ...(await updateRows(db, ticketsTable, { data: { label_id }, filter: named(idsOf(rows)) }, caller)).ids,
          );
      return back;
    },
  },
  snooze: {
    do: (db, ids, { kind: _kind, ...asked }, caller) =>
      snoozeTickets(db, ids, readSnooze(asked, 'data.action'), caller),
    undo: (db, before, _action, caller) => wakeTickets(db, idsOf(before), 'undo', caller),
  },
};

/** Which tickets an action would change at all: what is so already stays, and takes no place among what is undone. */
export function changes(action: BulkAction, row: Before): boolean {
  if (action.kind === 'resolve') return row.view_type !== 'resolved';
  if (action.kind === 'reopen') return row.view_type === 'resolved';
  if (action.kind === 'snooze') return row.view_type !== 'resolved';
  if (action.kind === 'spam') return row.is_spam === 0;
  if (action.kind === 'not_spam') return row.is_spam === 1;
  if (action.kind === 'assign') return row.assignee_id !== action.assignee_id;
  if (action.kind === 'assign_team') return row.team_id !== action.team_id || row.assignee_id !== null;
  if (action.kind === 'label') return row.label_id !== action.label_id;
  return true;
}

export const act = (db: Transactions, action: BulkAction, ids: readonly number[], caller: Caller) =>
  (bulks[action.kind] as Bulk<Kind>).do(db, ids, action, caller);

export const takeBack = (db: Transactions, action: BulkAction, before: readonly Before[], caller: Caller) =>
  (bulks[action.kind] as Bulk<Kind>).undo(db, before, action, caller);

const throwAway = async (db: Transactions, ids: readonly number[], caller: Caller) =>
  (await disableRows(db, ticketsTable, { filter: named(ids) }, caller)).ids;

const takeOut = async (db: Transactions, ids: readonly number[], caller: Caller) =>
  (await restoreRows(db, ticketsTable, { filter: named(ids) }, caller)).ids;

const moveSpam = async (db: Transactions, ids: readonly number[], isSpam: boolean, caller: Caller) =>
  (await markSpam(db, { ids, isSpam, blocks: false }, caller)).moved;

/** Which of the labels that they had there still are. */
async function labelsAmong(tx: Tx, before: readonly Before[]): Promise<ReadonlySet<number>> {
  const ids = before.flatMap((row) => (row.label_id === null ? [] : [row.label_id]));
  const rows = await tx.rows<{ id: number }>(
    sql`select id from labels where id = any (${ids}::bigint[]) and is_deleted = 0 for share`,
  );
  return new Set(rows.map((row) => row.id));
}

const idsOf = (rows: readonly Before[]) => rows.map((row) => row.id);
const named = (ids: readonly number[]) => ({ conditions: [['id', 'in', ids]] as const });
