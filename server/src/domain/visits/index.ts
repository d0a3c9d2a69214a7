export { type Arrival, type Entered, enterVisits } from './enter-visit.ts';
export { findInvitation, type Invitation, takeInvitation, textOf } from './find-invitation.ts';
export { inviteVisitor } from './invite-visitor.ts';
export { keepVisits, leaveVisits } from './keep-visits.ts';
export { type Moved, noteVisits } from './note-visits.ts';
export { type MovedVisits, noteTold, type Owed, readMovedVisits, readOwed } from './read-moved.ts';
export { readSender } from './read-sender.ts';
export { readVisits } from './read-visits.ts';
