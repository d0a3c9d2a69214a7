import './follow-product.ts';

export { assignTickets } from './assign-tickets.ts';
export { countTickets, foldCounts } from './count-tickets.ts';
export {
  type Arrived,
  customerWrote,
  openTicket,
  openTickets,
  ticketAnswered,
} from './customer-wrote.ts';
export { findAssignees } from './find-assignees.ts';
export { handBackTickets, handOverTickets } from './hand-over-tickets.ts';
export { markSpam } from './mark-spam.ts';
export { markRead, moveTickets } from './move-tickets.ts';
export { noteOnTicket } from './note-on-ticket.ts';
export { replyDefaults, senderFor } from './reply-defaults.ts';
export { type LetterTools, type MessageIdMaker, replyToTicket } from './reply-to-ticket.ts';
export { readSnooze, snoozeTickets, wakeTickets } from './snooze-tickets.ts';
export { tagTickets } from './tag-tickets.ts';
export { lockVisibleTicket, sees } from './ticket-access.ts';
export { messageEvent, ticketEvent } from './ticket-events.ts';
export { reopenDaysMax, takesLetters } from './ticket-life.ts';
export { findFollowers, firstLine, lockTicket, lockTickets, type Ticket } from './ticket-queries.ts';
export { ticketsTable } from './tickets-table.ts';
