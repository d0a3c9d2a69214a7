export { answeredElsewhere } from './answered-elsewhere.ts';

import './assigning/follow-channel.ts';
import './assigning/follow-customer.ts';
import './assigning/follow-label.ts';
import './assigning/follow-product.ts';
import './assigning/follow-team.ts';

export { assignTickets } from './assigning/assign-tickets.ts';
export { findAssignees } from './assigning/find-assignees.ts';
export { awaitsArchived, giveBackArchived, keepArchivedAssignees } from './assigning/give-back-archived.ts';
export { handBackTickets, handOverTickets } from './assigning/hand-over-tickets.ts';
export { mayIn, requireAssignee, seesTickets } from './assigning/may-be-assigned.ts';
export { putAssignmentBack } from './assigning/put-assignment-back.ts';
export { countTickets, foldCounts } from './count-tickets.ts';
export {
  type Arrived,
  customerWrote,
  customerWroteAfterAll,
  openTicket,
  openTickets,
} from './customer-wrote.ts';
export { draftEvent } from './draft-events.ts';
export { cameFromThem, eraseLettersElsewhere, without as recipientsWithout } from './erasing/erase-letters.ts';
export { countWritten, eraseTickets } from './erasing/erase-tickets.ts';
export { addEventLines, systemAuthor } from './event-lines.ts';
export { findOtherTickets } from './merging/find-other-tickets.ts';
export { linkTickets, unlinkTickets } from './merging/link-tickets.ts';
export { mergeTickets } from './merging/merge-tickets.ts';
export { moveLetter } from './merging/move-letter.ts';
export { previewMerge } from './merging/preview-merge.ts';
export { recountThread } from './merging/recount-thread.ts';
export { splitTicket } from './merging/split-ticket.ts';
export { ticketRelations } from './merging/ticket-relations.ts';
export { unmergeTickets } from './merging/unmerge-tickets.ts';
export { unsplitTicket } from './merging/unsplit-ticket.ts';
export { purgeDue } from './purging/purge-due.ts';
export { countTrash, purgePicked, purgeTrash } from './purging/purge-picked.ts';
export { partsOfMessage, partsOfTicket } from './purging/ticket-parts.ts';
export { answeredAgain, answerFailed, reachedNobody } from './state/answer-failed.ts';
export { markSpam } from './state/mark-spam.ts';
export { markRead, moveTickets } from './state/move-tickets.ts';
export { putBack } from './state/put-back.ts';
export { readSnooze, snoozeTickets, wakeTickets } from './state/snooze-tickets.ts';
export { reopenDaysMax, takesLetters } from './state/ticket-life.ts';
export { wakeDue } from './state/wake-due.ts';
export { tagTickets } from './tag-tickets.ts';
export { lockVisibleTicket, lockWhereFound, sees } from './ticket-access.ts';
export { messageEvent, ticketEvent } from './ticket-events.ts';
export {
  findFollowers,
  firstLine,
  lockTicket,
  lockTickets,
  moveTicket,
  type Ticket,
} from './ticket-queries.ts';
export { ticketsTable } from './tickets-table.ts';
export { composeSenders, findPlace } from './writing/compose-senders.ts';
export {
  type Begun,
  type Composed,
  composeTickets,
  findComposed,
  isComposed,
  rehearse,
} from './writing/compose-tickets.ts';
export { deleteNote, editNote, noteVersions, ticketOfNote } from './writing/edit-note.ts';
export { type Mentioned, noteOnTicket } from './writing/note-on-ticket.ts';
export { replyDefaults, senderFor } from './writing/reply-defaults.ts';
export { chain, subjectOf, subjectWith } from './writing/reply-headers.ts';
export { findSender, type Sender, signatureFor, signed } from './writing/reply-sender.ts';
export {
  type Answered,
  type LetterTools,
  type Reply,
  replyToTicket,
  requireSendable,
  stillThen,
  type ThenMove,
} from './writing/reply-to-ticket.ts';
export { strangersAmong } from './writing/strangers-among.ts';
