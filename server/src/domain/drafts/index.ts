export { draftsOfTicket, isOfWaitingLetter } from './drafts-of-ticket.ts';
export { discardDraft, dropSentDraft, forgetOldDrafts, leaveWithDraft } from './drop-draft.ts';
export { giveRepliesBack, holdRepliesOf } from './replies-of-leaver.ts';
export { saveDraft } from './save-draft.ts';
export {
  changeTime,
  discardWaiting,
  findDue,
  isReplyKept,
  keepWaiting,
  postpone,
  sendDue,
  sendNow,
  takeBack,
  takeOver,
  type Waiting,
} from './waiting-letters.ts';
