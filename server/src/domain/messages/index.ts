import './follow-mailbox.ts';

export {
  addAttachment,
  addAttachments,
  attachmentsOf,
  copyAttachments,
  copyUploads,
  type FilesTogether,
  filesOfLetter,
  filesOfThread,
  findAttachment,
  readAttachment,
  type StoredAttachment,
  storeAttachmentBytes,
  takeUploads,
  uploadAgain,
} from './attachment-queries.ts';
export {
  afterReports,
  type ClaimedDelivery,
  claimDelivery,
  deliveryRenewSeconds,
  failDelivery,
  idsOfRenamed,
  isStillOwed,
  lockDelivery,
  noteAccepted,
  oweDelivery,
  type Recipient,
  renewDelivery,
  retryDelivery,
  type Settlement,
  settleDelivery,
  ticketOfDelivery,
} from './delivery-queries.ts';
export { findDueLetter, postponeLetter, sendOrHold } from './due-letters.ts';
export { type HeldLetter, holdOvertakenLetters, holdWaitingLetters } from './hold-waiting.ts';
export {
  addMessage,
  addMessages,
  findByClientId,
  findByMailMessageIds,
  findPickedLetter,
  findSameLetters,
  isBeside,
  type MailPlace,
  type NewMessage,
  type SameLetter,
} from './message-queries.ts';
export { messagesTable } from './messages-table.ts';
export {
  adoptFiles,
  forgetAttachments,
  forgetUnsentUploads,
  noteStray,
  removeFiles,
  removeStrayFiles,
  uploadKey,
} from './stray-files.ts';
export { isUnsent } from './unsent-letters.ts';
export { requireUploadRoom } from './upload-quota.ts';
