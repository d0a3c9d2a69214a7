import { z } from 'zod';
import { call } from './call.ts';
import { ratings } from './chat-ratings.ts';
import { countedFirst, idValue, nameLine, safeLine, safeText, tidyLine } from './entity.ts';
import { askedFields, quidgetLanguages, quidgetSettings } from './quidget-settings.ts';
import { chatTextMax } from './ticket-writing.ts';

/**
 * What the chat on a website and the server say to each other. Pages of other sites keep an old chat for as long as they
 * stay open: a change that it would not understand takes a new version, and the server goes on speaking the old one.
 *
 * No cookie is ever set. A visitor is whoever shows a token: 32 random bytes that the visitor's browser drew itself, so
 * that an answer lost on its way is asked for again by the same request. It shows what was written with it and nothing else,
 * whatever name or address was typed. `identity` proves more: see `signedIdentity`.
 */
export const chatVersion = 1 as const;

export const chatFilesMax = 10;
export const chatFileBytesMax = 10 * 1024 * 1024;
export const conversationsShownMax = 20;
export const messagesPerPageMax = 100;
export const attributesMax = 20;

/** 32 bytes in base64url, drawn by the visitor's browser. */
const token = z.string().regex(/^[\w-]{43}$/);
const key = z.uuid();
const clientId = z.uuid();
const moment = z.string();
const language = z.enum(quidgetLanguages);
/** What a page tells besides is made to fit rather than refused: it must never hold up what its visitor writes. */
const told = z.string().overwrite((text) => tidyLine(text.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ').toWellFormed()));
const pageAddress = safeText(2000, 0, told);

/**
 * Who a site's own server says this visitor is: `signature` is HMAC-SHA-256 of `user` under the quidget's secret, in hex.
 * With a right one, the visitor sees their conversations on every device; a wrong one is refused.
 */
export const signedIdentity = z.strictObject({
  user: safeLine(200, 1),
  signature: z.string().regex(/^[0-9a-f]{64}$/i),
});

const who = { quidget: idValue, token, identity: signedIdentity.optional() };
const here = z.strictObject({
  url: pageAddress.default(''),
  title: safeText(300, 0, told).default(''),
  referrer: pageAddress.default(''),
});

/** What the site knows of its visitor: plan, basket, language. Claims of a page, which prove nothing. */
const attributes = countedFirst(
  attributesMax,
  z
    .record(safeLine(50, 0, told), safeLine(200, 0, told))
    .overwrite((all) => Object.fromEntries(Object.entries(all).filter(([name]) => name !== ''))),
);

/** A file that came with a message. Its address is good for an hour, and whatever it leads to runs nowhere. */
export const chatFile = z.strictObject({
  id: idValue,
  name: z.string(),
  size: z.int(),
  content_type: z.string(),
  url: z.string(),
  /** A picture that browsers can show. */
  is_picture: z.boolean(),
});
export type ChatFile = z.infer<typeof chatFile>;

export const chatMessage = z.strictObject({
  /** Grows within a conversation: the order of messages is that of their ids. */
  id: idValue,
  /** The sender's own, of what this conversation's visitor wrote. */
  client_id: z.string().nullable(),
  from: z.enum(['visitor', 'agent', 'system']),
  /** An agent's first name. */
  name: z.string(),
  /** Where the agent's portrait is found; null where the company shows no faces. */
  picture: z.string().nullable(),
  text: z.string(),
  files: z.array(chatFile),
  /** What an agent offers to be answered by one press, while nothing was said after it. */
  choices: z.array(z.string()).optional(),
  at: moment,
});
export type ChatMessage = z.infer<typeof chatMessage>;

export const conversation = z.strictObject({
  key,
  /** As the company's people call it: `LO-4402`. */
  number: z.string(),
  state: z.enum(['open', 'ended']),
  /** Up to which message each side has read. */
  read_by_visitor: z.int(),
  read_by_agent: z.int(),
  /** When they came to read that far. */
  agent_read_at: moment.nullable(),
  unread: z.int(),
  rating: z.enum(ratings).nullable(),
  /** The newest message. */
  last: z.strictObject({ from: chatMessage.shape.from, name: z.string(), text: z.string(), at: moment }).nullable(),
  has_email: z.boolean(),
  /** The first name of whoever it was given to; empty: nobody in particular. */
  with: z.string(),
});
export type Conversation = z.infer<typeof conversation>;

const colour = z.string();
const palette = z.strictObject({
  ...{ brand: colour, on_brand: colour, soft: colour, soft_line: colour, text: colour, mark: colour },
});

/** How a quidget looks, speaks and behaves for visitors, and whether somebody is there. */
export const chatSetup = z.strictObject({
  version: z.literal(chatVersion),
  id: idValue,
  /** `palettesOf` its colour. */
  palette: z.strictObject({ light: palette, dark: palette }),
  /** Its texts are `shownTexts`: none is empty. */
  settings: quidgetSettings,
  is_online: z.boolean(),
  /** When somebody will be there again, while nobody is; null: nobody knows. */
  back_at: moment.nullable(),
  time_zone: z.string().nullable(),
  /** First names and the addresses of portraits, three at most; none when the company shows no faces. */
  team: z.array(z.strictObject({ name: z.string(), picture: z.string().nullable() })),
  /** How long a first answer usually takes, by those of the last weeks; null while there are too few. */
  answer_minutes: z.int().positive().nullable(),
  /** Conversations can be had by mail. */
  mails_transcripts: z.boolean(),
  /** Whether the page is to say that it is open (`pageHello`): agents see who is there, or something is said by itself. */
  hears: z.boolean(),
});
export type ChatSetup = z.infer<typeof chatSetup>;

const visitorErrors = ['not_found', 'domain_not_allowed', 'too_many_requests', 'forbidden'] as const;

export const readChatSetup = call('chat/setup', 'What a page needs in order to draw a quidget', {
  ...{ access: 'public', isForSites: true, method: 'GET' },
  data: z.strictObject({ quidget: z.coerce.number().int().positive(), v: z.coerce.number().int() }),
  answer: chatSetup,
  errors: visitorErrors,
});

/**
 * What is worked out where conversations begin faster than people begin them, so that whoever floods a chat pays for it and
 * nobody is asked to read wavy letters. `proof_required` tells a `task`, which begins with a number and a dot: `16384.…`. Its
 * proof is the task, a dot and a number that is found by trying: the first four bytes of the SHA-256 of the whole, the first
 * of them the lowest, are divisible by the number that the task begins with. It is good once, for the quidget and the
 * address that were told the task, for five minutes.
 */
const proof = z.string().max(200);

/** Of a stranger as of anybody: a name turns no text around it, and what is not seen was not filled in. */
const typed = nameLine(200).default('');

export const beginChat = call(
  'chat/begin',
  'The first message of a conversation. The same `client_id` twice is one conversation',
  {
    access: 'public',
    isForSites: true,
    data: z.strictObject({
      ...who,
      client_id: clientId,
      text: safeText(chatTextMax, 1),
      /** What was asked before; a required field that is empty is named. */
      asked: z.strictObject(Object.fromEntries(askedFields.map((field) => [field, typed])) as AskedShape).prefault({}),
      agrees: z.boolean().default(false),
      /** What they answer, if they were written to first: the key of an `invitation`. */
      invitation: z.uuid().optional(),
      language,
      /** Where their clock stands, by their browser. */
      time_zone: safeLine(64).optional(),
      page: here.prefault({}),
      attributes: attributes.default({}),
      /** Of the task that `proof_required` tells, when the same is sent once more. */
      proof: proof.optional(),
    }),
    answer: z.strictObject({ conversation, messages: z.array(chatMessage) }),
    errors: [...visitorErrors, 'proof_required', 'required', 'invalid_email', 'phone_invalid', 'message_empty'],
  },
);
type AskedShape = Record<(typeof askedFields)[number], typeof typed>;

export const sendChatMessage = call(
  'chat/send',
  'A further message. The same `client_id` twice is one message; a conversation that was ended opens again, and one that was resolved long ago is followed by another, whose key is answered',
  {
    access: 'public',
    isForSites: true,
    data: z.strictObject({
      ...who,
      ...{ key, client_id: clientId, text: safeText(chatTextMax).default('') },
      /** Files of `chat/upload`. */
      files: z.array(idValue).max(chatFilesMax).default([]),
      /** As of `chat/begin`, where another conversation begins by it. */
      proof: proof.optional(),
    }),
    answer: z.strictObject({ conversation, message: chatMessage }),
    errors: [...visitorErrors, 'message_empty', 'proof_required'],
  },
);

/**
 * `POST chat/upload`, multipart: the fields `quidget`, `token`, `key` and, for a signed visitor, `identity` as JSON,
 * then one part named `file`. It belongs to the conversation and is shown to nobody until a message brings it.
 */
export const chatUploadPath = 'chat/upload';
export const chatUploadAnswer = z.strictObject({ file: chatFile });

export const readConversations = call('chat/conversations', 'The conversations of this visitor, newest first', {
  access: 'public',
  isForSites: true,
  data: z.strictObject(who),
  answer: z.strictObject({ conversations: z.array(conversation) }),
  errors: visitorErrors,
});

export const readChatMessages = call(
  'chat/messages',
  'Messages of a conversation, oldest first: those after `after`, or before `before`, or the newest',
  {
    access: 'public',
    isForSites: true,
    data: z.strictObject({
      ...who,
      key,
      after: z.int().min(0).optional(),
      before: z.int().positive().optional(),
    }),
    answer: z.strictObject({ conversation, messages: z.array(chatMessage), has_more: z.boolean() }),
    errors: visitorErrors,
  },
);

export const noteChatRead = call('chat/read', 'The visitor has seen the conversation up to this message', {
  access: 'public',
  isForSites: true,
  data: z.strictObject({ ...who, key, to: z.int().positive() }),
  answer: z.strictObject({ conversation }),
  errors: visitorErrors,
});

export const rateChat = call('chat/rate', 'How the visitor found it; a second rating replaces the first', {
  access: 'public',
  isForSites: true,
  data: z.strictObject({ ...who, key, rating: z.enum(ratings), comment: safeText(1000).default('') }),
  answer: z.strictObject({ conversation }),
  errors: visitorErrors,
});

export const endChat = call('chat/end', 'The visitor ends the conversation', {
  access: 'public',
  isForSites: true,
  data: z.strictObject({ ...who, key }),
  answer: z.strictObject({ conversation }),
  errors: visitorErrors,
});

export const mailTranscript = call(
  'chat/transcript',
  'Mails what was said in a conversation, once somebody has answered in it, from the mailbox of its product',
  {
    access: 'public',
    isForSites: true,
    data: z.strictObject({
      ...who,
      ...{ key, email: safeLine(200, 1), language },
      /** In which its times are written. */
      time_zone: safeLine(64).default('UTC'),
    }),
    answer: z.strictObject({}),
    errors: [...visitorErrors, 'invalid_email', 'not_in_this_state'],
  },
);

/**
 * The socket at `/v1/chat/ws`. The page says `hello` first, then what its visitor does; it is told of its visitor's
 * conversations. What is told may be asked for as well, and may come twice: after every hello the page asks for what it
 * missed.
 */
export const chatSocketPath = '/v1/chat/ws';
/** So often something is heard on it. A page that hears nothing for much longer opens another one. */
export const chatBeatSeconds = 30;
/**
 * It closes with one of these for whoever is not welcome: what they said is none of the protocol, the quidget does not let
 * their page or their site's word in (any more), or they are nobody who wrote. They do not knock again by themselves.
 */
export const chatRefusals = [4400, 4403, 4404] as const;

export const chatHello = z.strictObject({ v: z.literal(chatVersion), ...who });

/**
 * The other way to begin: a page on which nobody has written says that it is open, and is told what is to be shown at the
 * launcher. `token` is that of an earlier conversation. Whoever writes says `chatHello` on a socket of its own.
 */
export const pageHello = z.strictObject({
  v: z.literal(chatVersion),
  quidget: idValue,
  token: token.optional(),
  language,
  page: here,
});

export const chatSaid = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('typing'), key, is_typing: z.boolean() }),
  z.strictObject({ kind: z.literal('page'), ...here.shape }),
  /** All of them, in place of those told before. */
  z.strictObject({ kind: z.literal('attributes'), attributes }),
]);
export type ChatSaid = z.infer<typeof chatSaid>;

export const chatTold = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('hello') }),
  /** The line lives: pages cannot see the pings of a socket, nor that it is half open. */
  z.strictObject({ kind: z.literal('beat') }),
  z.strictObject({ kind: z.literal('messages'), conversation, messages: z.array(chatMessage) }),
  z.strictObject({ kind: z.literal('typing'), key, name: z.string().nullable() }),
  /** Somebody of the company, or a rule of the quidget, writes first. `name` is who. */
  z.strictObject({ kind: z.literal('invitation'), key, name: z.string(), text: z.string() }),
]);
export type ChatTold = z.infer<typeof chatTold>;
