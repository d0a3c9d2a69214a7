import { z } from 'zod';
import { call, nothing } from './call.ts';
import { emailValue, idValue, safeLine, safeText, timeValue } from './entity.ts';
import { address } from './messages.ts';
import { undoSendSeconds } from './settings.ts';
import { replyLettersMax } from './ticket-writing.ts';

/** Of one ticket. */
export const sideConversationsMax = 100;
/** Letters of the thread that one letter forwards. */
export const forwardedLettersMax = 200;
export const sideRecipientsMax = 50;

const recipients = z
  .array(z.strictObject({ name: safeText(200).optional(), address: emailValue }))
  .max(sideRecipientsMax);

const written = {
  /** Chosen by the sender, so that a retried request adds nothing. */
  client_id: z.uuid(),
  body_html: safeText(replyLettersMax),
  to: recipients,
  cc: recipients.optional(),
  /** Uploads of the writer. */
  attachments: z.array(idValue).max(50).optional(),
  /** The version of the draft that becomes this letter, and goes with it. */
  draft_version: z.int().min(1).optional(),
  /** Keeps it for so long, so that `side-conversations/take-back` can stop it; sent at once when absent. */
  hold_seconds: z.literal(undoSendSeconds).optional(),
} as const;

const sent = z.strictObject({ side_id: idValue, message_id: idValue, waits_until: timeValue.nullable() });

const sendErrors = [
  'too_many_requests',
  'ticket_not_found',
  'not_found',
  'not_in_this_state',
  'ticket_has_no_channel',
  'recipient_missing',
  'recipient_is_customer',
  'recipient_is_mailbox',
  'message_empty',
  'unsafe_header',
  'limit_reached',
] as const;

export const openSideConversation = call(
  'side-conversations/open',
  'Writes to somebody outside beside the ticket, or forwards letters of it to them. The customer never gets any of it',
  {
    scope: 'messages.create',
    data: z.strictObject({
      ticket_id: idValue,
      ...written,
      subject: safeLine(998, 1),
      /** Letters of the thread that stand below the own words. None: it begins from scratch. */
      forwarded_ids: z.array(idValue).max(forwardedLettersMax).optional(),
      /** Which attachments of those go along; pictures within their text always do. */
      forwarded_attachment_ids: z.array(idValue).max(200).optional(),
    }),
    answer: sent,
    errors: sendErrors,
  },
);

export const replyInSideConversation = call('side-conversations/reply', 'Writes on in a side conversation', {
  scope: 'messages.create',
  data: z.strictObject({ side_id: idValue, ...written }),
  answer: sent,
  errors: sendErrors,
});

export const takeBackSideLetter = call(
  'side-conversations/take-back',
  'Stops a letter of a side conversation before it leaves. One that was its only letter goes with it',
  {
    scope: 'messages.create',
    data: z.strictObject({ message_id: idValue }),
    answer: z.strictObject({ side_id: idValue.nullable() }),
    errors: ['not_found', 'already_sent'],
  },
);

export const sideConversation = z.strictObject({
  id: idValue,
  ticket_id: idValue,
  subject: z.string(),
  state: z.enum(['open', 'done']),
  /** 1: an answer that nobody has opened. */
  is_unseen: z.union([z.literal(0), z.literal(1)]),
  /** Everybody we wrote to in it. */
  partners: z.array(address),
  from_address: z.string(),
  messages: z.int(),
  last: z.strictObject({ message_id: idValue, direction: z.int(), author: z.string(), line: z.string() }).nullable(),
  updated: timeValue,
});
export type SideConversation = z.output<typeof sideConversation>;

export const listSideConversations = call(
  'side-conversations/list',
  'The side conversations of a ticket, those that go on first',
  {
    scope: 'tickets.get',
    data: z.strictObject({ ticket_id: idValue }),
    answer: z.strictObject({ conversations: z.array(sideConversation) }),
    errors: ['ticket_not_found'],
  },
);

export const settleSideConversation = call('side-conversations/settle', 'Marks a side conversation done, or open', {
  scope: 'messages.create',
  data: z.strictObject({ side_id: idValue, state: z.enum(['open', 'done']) }),
  answer: nothing,
  errors: ['not_found'],
});

export const seeSideConversation = call('side-conversations/see', 'Somebody has opened what was answered', {
  scope: 'tickets.get',
  data: z.strictObject({ side_id: idValue }),
  answer: nothing,
  errors: ['not_found'],
});
