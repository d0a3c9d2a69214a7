import './follow-product.ts';
import './follow-team.ts';

export { assignTickets } from './assign-tickets.ts';
export { composeSenders, composeTickets } from './compose-tickets.ts';
export { countTickets, foldCounts } from './count-tickets.ts';
export {
  type Arrived,
  customerWrote,
  openTicket,
  openTickets,
  ticketAnswered,
} from './customer-wrote.ts';
export { addEventLines, systemAuthor } from './event-lines.ts';
export { findAssignees } from './find-assignees.ts';
export { findOtherTickets } from './find-other-tickets.ts';
export { giveBackArchived, keepArchivedAssignees } from './give-back-archived.ts';
export { handBackTickets, handOverTickets } from './hand-over-tickets.ts';
export { linkTickets, unlinkTickets } from './link-tickets.ts';
export { markSpam } from './mark-spam.ts';
export { mergeTickets } from './merge-tickets.ts';
export { markRead, moveTickets } from './move-tickets.ts';
export { type Mentioned, noteOnTicket } from './note-on-ticket.ts';
export { previewMerge } from './preview-merge.ts';
export { recountThread } from './recount-thread.ts';
export { replyDefaults, senderFor } from './reply-defaults.ts';
export {
  type Answered,
  type LetterTools,
  type Reply,
  replyToTicket,
  requireSendable,
} from './reply-to-ticket.ts';
export { readSnooze, snoozeTickets, wakeTickets } from './snooze-tickets.ts';
export { splitTicket } from './split-ticket.ts';
export { tagTickets } from './tag-tickets.ts';
export { lockVisibleTicket, lockWhereFound, sees } from './ticket-access.ts';
export { messageEvent, ticketEvent } from './ticket-events.ts';
export { reopenDaysMax, takesLetters } from './ticket-life.ts';
export { findFollowers, firstLine, lockTicket, lockTickets, reopenTicket, type Ticket } from './ticket-queries.ts';
export { ticketRelations } from './ticket-relations.ts';
export { ticketsTable } from './tickets-table.ts';
export { unmergeTickets } from './unmerge-tickets.ts';
export { unsplitTicket } from './unsplit-ticket.ts';
export { wakeDue } from './wake-due.ts';
