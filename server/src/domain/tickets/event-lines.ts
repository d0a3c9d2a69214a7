import type { Tx } from '#platform/database.ts';
import type { Caller } from '#platform/entities/entity-table.ts';
import type { Actor, Happening } from '#platform/events.ts';
import { sql } from '#platform/sql.ts';
import { addMessages } from '../messages/index.ts';
import { messageEvent } from './ticket-events.ts';
import type { Ticket } from './ticket-queries.ts';

/** Who did it, as the line names them. */
export type LineAuthor = Actor & { readonly name: string };

export const systemAuthor: LineAuthor = { kind: 'system', id: null, name: '' };

export const authorOf = async (tx: Tx, caller: Pick<Caller, 'userId'>): Promise<LineAuthor> => ({
  kind: 'user',
  id: caller.userId,
  name: (await tx.row<{ name: string }>(sql`select name from users where id = ${caller.userId}`))?.name ?? '',
});

/** A grey line of the thread; the desk puts `thread.event.{key}` in words, with these values and `who`. */
export type EventLine = {
  readonly ticket: Pick<Ticket, 'id' | 'company_id' | 'channel'>;
  readonly key: string;
  readonly values?: Record<string, unknown>;
};

/** Writes lines into threads, in their order. Answers the happenings of it: they are the caller's to record. */
export async function addEventLines(tx: Tx, lines: readonly EventLine[], author: LineAuthor): Promise<Happening[]> {
  const ids = await addMessages(
    tx,
    lines.map(({ ticket, key, values = {} }) => ({
      companyId: ticket.company_id,
      ticketId: ticket.id,
      kind: 'event',
      direction: author.kind === 'user' ? 2 : 1,
      channel: ticket.channel,
      author,
      event: { key, values },
    })),
  );
  const actor: Actor = { kind: author.kind, id: author.id };
  return lines.flatMap(({ ticket }, i) => (ids[i] === undefined ? [] : [messageEvent(ticket, ids[i], actor)]));
}

/** Lines that say whose a ticket became, and why. */
export const assignmentKeys = [
  'assigned',
  'assigned_within',
  'assigned_team',
  'took',
  'unassigned',
  'back_to_team',
  'left_team',
  'given_fewest',
  'given_fewest_of',
  'given_in_turn',
  'given_again',
  'back_in_queue',
  'assignee_left',
  'handed_over',
  'handed_back',
] as const;
