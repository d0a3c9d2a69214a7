export {
  addAttachment,
  attachmentsOf,
  findAttachment,
  type NewAttachment,
  type StoredAttachment,
  storeAttachmentBytes,
  takeUploads,
} from './attachment-queries.ts';
export {
  type ClaimedDelivery,
  claimDelivery,
  deliveryLeaseSeconds,
  failDelivery,
  oweDelivery,
  type Recipient,
  retryDelivery,
  type Settlement,
  settleDelivery,
} from './delivery-queries.ts';
export { addMessage, findByClientId, findByMailMessageIds, type NewMessage } from './message-queries.ts';
export { messagesTable } from './messages-table.ts';
