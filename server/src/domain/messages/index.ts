export {
  addAttachment,
  attachmentsOf,
  findAttachment,
  type StoredAttachment,
  storeAttachmentBytes,
  takeUploads,
} from './attachment-queries.ts';
export {
  afterReports,
  type ClaimedDelivery,
  claimDelivery,
  deliveryRenewSeconds,
  failDelivery,
  lockDelivery,
  oweDelivery,
  type Recipient,
  renewDelivery,
  retryDelivery,
  type Settlement,
  settleDelivery,
} from './delivery-queries.ts';
export {
  addMessage,
  findByClientId,
  findByMailMessageIds,
  findSameLetter,
  type NewMessage,
} from './message-queries.ts';
export { messagesTable } from './messages-table.ts';
