import type { Caller } from '#platform/entities/entity-table.ts';
import { type Sql, sql } from '#platform/sql.ts';
import { withinReach } from '../../reach/index.ts';

/** Whoever has a ticket open is told that it is another version by now; when it was last written to stays. */
export const ofTickets = {
  entity: 'tickets',
  mustMove: false,
  set: 'version = t.version + 1',
  seen: (caller: Caller, alias: string) => withinReach(caller, alias),
} as const;

/** `and …` for tickets that are counted for somebody. */
export function inSight(caller: Caller | undefined, alias: string): Sql {
  const rule = caller && withinReach(caller, alias);
  return rule ? sql` and ${rule}` : sql.empty;
}
