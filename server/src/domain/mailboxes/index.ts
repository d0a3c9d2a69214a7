import { followProduct } from '../channel-accounts/index.ts';

export { readDkimSelector, rememberDkimSelector } from './dkim-selector.ts';
export {
  makeMessageId,
  makeReplyAddress,
  makeSideMessageId,
  makeSideReplyAddress,
  readMessageId,
  readReplyAddress,
  readSideMessageId,
  readSideReplyAddress,
  type SideToken,
  type ThreadToken,
  withoutTokens,
} from './mail-thread-token.ts';
export { noteAcceptance, sendersOf } from './mailbox-aliases.ts';
export {
  findKeptPasswords,
  findMailbox,
  isSetSince,
  type Mailbox,
  ownAddresses,
  withoutPlus,
} from './mailbox-settings.ts';
export { imapPasswordContext, mailboxesTable, splitHeader } from './mailboxes-table.ts';
export { type CopyError, noteCopies, noteSending, noteSent } from './note-sending.ts';
export { requirePasswords } from './require-passwords.ts';
export { serversBeside } from './servers-beside.ts';

followProduct('mailboxes', 'mailbox');
