import type { DraftKind } from '#contract/drafts.ts';
import { type Actor, type Happening, systemActor } from '#platform/events.ts';
import type { HeldLetter } from '../messages/index.ts';

/** News of what is being written, or waits: to everybody who reads the ticket. `device` knows it already. */
export const draftEvent = (
  action: Happening['action'],
  ticket: { id: number; company_id: number },
  the: { id: number; userId: number; kind: DraftKind; device?: string; actor?: Actor; changesLists?: boolean },
): Happening => ({
  companyId: ticket.company_id,
  entity: 'drafts',
  action,
  entityId: the.id,
  ticketId: ticket.id,
  actor: the.actor ?? { kind: 'user', id: the.userId },
  params: {
    ticket_id: ticket.id,
    user_id: the.userId,
    kind: the.kind,
    // Lists say that there is one, and not how it goes on.
    ...(action === 'updated' && !the.changesLists ? {} : { changes_lists: true }),
    ...(the.device ? { device: the.device } : {}),
  },
});

/** To the writers of letters that wait no longer for their time, but for them. */
export const heldEvents = (ticket: { id: number; company_id: number }, held: readonly HeldLetter[]): Happening[] =>
  held.map(({ id, user_id: userId }) =>
    draftEvent('updated', ticket, { id, userId, kind: 'reply', actor: systemActor }),
  );
