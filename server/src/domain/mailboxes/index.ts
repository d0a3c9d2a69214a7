import './follow-product.ts';

export {
  makeMessageId,
  makeReplyAddress,
  readMessageId,
  readReplyAddress,
  type ThreadToken,
} from './mail-thread-token.ts';
export { findMailbox, type Mailbox, ownAddresses } from './mailbox-settings.ts';
export { mailboxesTable, splitHeader } from './mailboxes-table.ts';
export { requirePasswords } from './require-passwords.ts';
