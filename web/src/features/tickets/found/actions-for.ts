import { actionsIn, type BarAction, type PlainAction } from '../actions/toolbar-actions.ts';
import type { Ticket } from '../ticket-queries.ts';

/** What a search says of a ticket, as far as it matters here. */
export type FoundRow = Pick<Ticket, 'id' | 'view_type' | 'is_spam' | 'is_deleted'>;

/** A search finds tickets in all states: what can be done goes by what all of them have in common. */
export function actionsFor(rows: readonly FoundRow[]): readonly BarAction[] {
  if (rows.length === 0) return actionsIn('open');
  if (rows.every((row) => row.is_deleted === 1)) return actionsIn('trash');
  if (rows.every((row) => row.is_spam === 1)) return actionsIn('spam');
  return actionsIn(rows.every((row) => row.view_type === 'resolved') ? 'resolved' : 'open');
}

const opposites: Partial<Record<PlainAction, PlainAction>> = { resolve: 'reopen', spam: 'notSpam', trash: 'restore' };

/** What a key means to these: of what is resolved already it is the way back. */
export function insteadFor(action: PlainAction, rows: readonly FoundRow[]): PlainAction {
  const offered = actionsFor(rows);
  const opposite = opposites[action];
  return !offered.includes(action) && opposite && offered.includes(opposite) ? opposite : action;
}
