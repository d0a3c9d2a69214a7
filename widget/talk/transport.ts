import type { ChatMessage, ChatSaid, ChatTold, Conversation } from '#contract/quidget-chat.ts';

export type ChatFile = ChatMessage['files'][number];

/** What the server made of a request. `field` is the one that it names, and `seconds` how long a limit holds yet. */
export type Refusal = { key: string; field?: string; message: string; values?: { seconds?: number; task?: string } };

/** The server answered, and refused. */
export class Refused extends Error {
  declare readonly all: readonly Refusal[];
  /** Until a limit ends, and the same goes well; 0: it never will. */
  declare readonly seconds: number;
  constructor(all: readonly Refusal[]) {
    super(all[0]?.key);
    this.all = all;
    this.seconds = all[0]?.values?.seconds ?? 0;
  }
}

export type Calls = {
  'chat/begin': { conversation: Conversation; messages: ChatMessage[] };
  'chat/send': { conversation: Conversation; message: ChatMessage };
  'chat/conversations': { conversations: Conversation[] };
  'chat/messages': { conversation: Conversation; messages: ChatMessage[]; has_more: boolean };
  'chat/read': { conversation: Conversation };
  'chat/rate': { conversation: Conversation };
  'chat/end': { conversation: Conversation };
  'chat/transcript': object;
};

export type Who = { token: string; identity?: { user: string; signature: string } };

/**
 * `up`: hello was said by both. `down`: it is tried again. `barred`: sockets do not get through here. `over`: the server wants
 * no more of it, and it is not tried again.
 */
export type LineState = 'up' | 'down' | 'barred' | 'over';
export type Line = { say(said: ChatSaid): void; hurry(): void; close(): void };

/** The way to the server, or to what pretends to be one. A call that gets no answer rejects with anything but `Refused`. */
export type Transport = {
  call<P extends keyof Calls>(path: P, who: Who, data: Record<string, unknown>): Promise<Calls[P]>;
  upload(who: Who, key: string, file: File, loaded: (share: number) => void, signal: AbortSignal): Promise<ChatFile>;
  connect(who: Who, heard: { told(told: ChatTold): void; state(state: LineState): void }): Line;
};
