import type { BulkAction } from '#contract/ticket-bulk.ts';
import type { ViewType } from '#contract/tickets.ts';
import {
  assignTickets,
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
};
/** How it stands; `snoozed_until` as it travels. */
export type Now = Before & { readonly snoozed_until: string | null };

type Kind = BulkAction['kind'];
type Of<K extends Kind> = Extract<BulkAction, { kind: K }>;
type Bulk<K extends Kind> = {
  readonly privilege: string;
  /** Answers those that it changed. */
  do(db: Transactions, ids: readonly number[], action: Of<K>, caller: Caller): Promise<readonly number[]>;
  undo(db: Transactions, before: readonly Before[], action: Of<K>, caller: Caller): Promise<unknown>;
};

/** What is done to many is what is done to some, by the same functions. */
const bulks: { readonly [K in Kind]: Bulk<K> } = {
  resolve: {
    privilege: 'tickets.update',
    do: (db, ids, _action, caller) => moveTickets(db, 'resolve', ids, caller),
    undo: (db, before, _action, caller) => putBack(db, idsOf(before), 'resolved', caller),
  },
  trash: {
    privilege: 'tickets.delete',
    do: async (db, ids, _action, caller) => (await disableRows(db, ticketsTable, { filter: named(ids) }, caller)).ids,
    undo: (db, before, _action, caller) => restoreRows(db, ticketsTable, { filter: named(idsOf(before)) }, caller),
  },
  assign: {
    privilege: 'tickets.update',
    do: (db, ids, { assignee_id }, caller) => assignTickets(db, { ids, assignee_id }, caller),
    undo: (db, before, _action, caller) => putAssignmentBack(db, idsOf(before), caller),
  },
  // Of a team, and of nobody in it yet, as when one ticket is given to a team.
  assign_team: {
    privilege: 'tickets.update',
    do: (db, ids, { team_id }, caller) => assignTickets(db, { ids, team_id, assignee_id: null }, caller),
    undo: (db, before, _action, caller) => putAssignmentBack(db, idsOf(before), caller),
  },
  tag: {
    privilege: 'tickets.update',
    do: (db, ids, { tag_id }, caller) => tagTickets(db, { ids, add: [tag_id], remove: [] }, caller),
    undo: (db, before, { tag_id }, caller) => tagTickets(db, { ids: idsOf(before), add: [], remove: [tag_id] }, caller),
  },
  label: {
    privilege: 'tickets.update',
    async do(db, ids, { label_id }, caller) {
      return (await updateRows(db, ticketsTable, { data: { label_id }, filter: named(ids) }, caller)).ids;
    },
    async undo(db, before, _action, caller) {
      const kept = await db.transaction({ companies: caller.companies }, (tx) => labelsAmong(tx, before));
      // One whose label went since keeps what it has: no label is put on that nobody can choose.
      for (const [label_id, rows] of Map.groupBy(before, (row) => row.label_id))
        if (label_id === null || kept.has(label_id))
          await updateRows(db, ticketsTable, { data: { label_id }, filter: named(idsOf(rows)) }, caller);
    },
  },
  snooze: {
    privilege: 'tickets.update',
    do: (db, ids, { kind: _kind, ...asked }, caller) =>
      snoozeTickets(db, ids, readSnooze(asked, 'data.action'), caller),
    undo: (db, before, _action, caller) => wakeTickets(db, idsOf(before), 'undo', caller),
  },
};

/** Which tickets an action would change at all: what is so already stays, and takes no place among what is undone. */
export function changes(action: BulkAction, row: Before): boolean {
  if (action.kind === 'resolve') return row.view_type !== 'resolved';
  if (action.kind === 'snooze') return row.view_type !== 'resolved';
  if (action.kind === 'assign') return row.assignee_id !== action.assignee_id;
  if (action.kind === 'assign_team') return row.team_id !== action.team_id || row.assignee_id !== null;
  if (action.kind === 'label') return row.label_id !== action.label_id;
  return true;
}

/** Whether a ticket still stands as an action left it: what somebody did to it since is theirs. */
export function standsAsLeft(action: BulkAction, now: Now): boolean {
  if (action.kind === 'resolve') return now.view_type === 'resolved';
  if (action.kind === 'snooze') return now.view_type === 'snoozed' && now.snoozed_until === action.until;
  if (action.kind === 'assign') return now.assignee_id === action.assignee_id;
  if (action.kind === 'assign_team') return now.team_id === action.team_id && now.assignee_id === null;
  if (action.kind === 'label') return now.label_id === action.label_id;
  return true;
}

export const bulkPrivilege = (action: BulkAction): string => bulks[action.kind].privilege;

export const act = (db: Transactions, action: BulkAction, ids: readonly number[], caller: Caller) =>
  (bulks[action.kind] as Bulk<Kind>).do(db, ids, action, caller);

export const takeBack = (db: Transactions, action: BulkAction, before: readonly Before[], caller: Caller) =>
  (bulks[action.kind] as Bulk<Kind>).undo(db, before, action, caller);

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
