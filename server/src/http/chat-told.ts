import type { Conversation } from '#contract/quidget-chat.ts';
import type { Chat } from '#domain/chats/index.ts';

/** Without what only we know it by. */
export const conversationOf = ({
  ticketId: _ours,
  livesIn: _too,
  partedInto: _all,
  ...conversation
}: Chat): Conversation => conversation;
