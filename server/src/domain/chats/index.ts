export { beginChat, findBegun } from './begin-chat.ts';
export {
  findOpenQuidget,
  findVisitor,
  lookAgain,
  type OpenQuidget,
  type Shown,
  type Visitor,
} from './find-visitor.ts';
export { claimVisitor, noteAttributes } from './know-visitor.ts';
export { canMail } from './mail-from-chat.ts';
export { mailTranscript } from './mail-transcript.ts';
export { mailUnread } from './mail-unread.ts';
export { measureAnswers } from './measure-answers.ts';
export { readChatFacts } from './read-chat-facts.ts';
export {
  type Chat,
  type ChatMessageRow,
  findChat,
  findChats,
  findHeldChats,
  type HeldChat,
  readChatsOf,
  readMessages,
  readMessagesByIds,
  readSiteUsers,
  siteUserOf,
} from './read-chats.ts';
export { isShownToVisitors } from './read-face.ts';
export { readAvailability, readFaces } from './read-setup.ts';
export { endByVisitor, noteVisitorRead, rateByVisitor } from './tell-of-chat.ts';
export { findWritten, writeInChat } from './write-in-chat.ts';
