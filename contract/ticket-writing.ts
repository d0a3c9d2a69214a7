import { z } from 'zod';
import { call, nothing } from './call.ts';
import { emailValue, idValue, safeText, timeValue } from './entity.ts';
import { attachment } from './messages.ts';
import { undoSendSeconds } from './settings.ts';
import { snooze } from './snoozes.ts';

/** What an agent may write at once, markup included. */
export const replyLettersMax = 500_000;
/** Of one message of a chat, whoever writes it. */
export const chatTextMax = 10_000;
/** The longest message, by where it goes. Who counts its markup as well is never refused. */
export const messageLettersMax = { mail: replyLettersMax, chat: chatTextMax, note: replyLettersMax } as const;
export const templatesPerReplyMax = 20;
export const mentionsPerNoteMax = 50;
export const mentionsOfNote = z
  .array(z.strictObject({ kind: z.enum(['user', 'team']), id: idValue }))
  .max(mentionsPerNoteMax);

const recipients = z.array(z.strictObject({ name: safeText(200).optional(), address: emailValue })).max(100);

export const replyToTicket = call('tickets/reply', 'Answers the customer. The same client_id twice is one reply', {
  scope: 'messages.create',
  data: z.strictObject({
    ticket_id: idValue,
    /** Chosen by the sender, so that a retried request adds nothing. */
    client_id: z.uuid(),
    body_html: safeText(replyLettersMax),
    to: recipients,
    cc: recipients.optional(),
    bcc: recipients.optional(),
    attachments: z.array(idValue).max(50).optional(),
    /** One of `senders` in tickets/reply-defaults; the mailbox's own address when absent. */
    from: emailValue.optional(),
    /** Templates it was written with: each counts once. */
    template_ids: z.array(idValue).max(templatesPerReplyMax).optional(),
    /** The message being answered; its headers thread the mail. The last one of the customer when absent. */
    in_reply_to: idValue.optional(),
    /** What becomes of the ticket with the letter, in one step; it is answered when absent. */
    and_then: z.union([z.strictObject({ view_type: z.literal('resolved') }), z.strictObject({ snooze })]).optional(),
    /** Keeps it for so long, so that `drafts/take-back` can stop it; sent at once when absent. */
    hold_seconds: z.literal(undoSendSeconds).optional(),
    /** Sends it then, unless the customer writes first. */
    send_at: timeValue.optional(),
    /** The newest message its writer has seen: what a colleague or the customer wrote after it stops the reply. */
    seen_to: z.int().min(0).optional(),
    /** The version of the writer's draft that became this reply: it goes with it. */
    draft_version: z.int().min(1).optional(),
  }),
  answer: z.strictObject({
    /** Null while it waits. */
    message_id: idValue.nullable(),
    ticket_id: idValue,
    waits_until: timeValue.nullable(),
  }),
  errors: [
    'too_many_requests',
    'time_not_ahead',
    'time_too_far',
    'ticket_not_found',
    'answered_meanwhile',
    'was_taken_back',
    'limit_reached',
    'not_in_this_state',
    'ticket_has_no_channel',
    'recipient_missing',
    'message_empty',
    'cannot_send_as',
    'unsafe_header',
  ],
});

export const addNote = call('tickets/note', 'Adds a note that only the team sees', {
  scope: 'messages.create',
  data: z.strictObject({
    ticket_id: idValue,
    client_id: z.uuid(),
    body_html: safeText(replyLettersMax),
    attachments: z.array(idValue).max(50).optional(),
    /** Whom it calls. They must be able to see the ticket. */
    mentions: mentionsOfNote.optional(),
    /** The version of the writer's draft that became this note: it goes with it. */
    draft_version: z.int().min(1).optional(),
  }),
  answer: z.strictObject({ message_id: idValue, ticket_id: idValue }),
  errors: ['ticket_not_found', 'message_empty', 'cannot_see_ticket', 'not_found', 'was_taken_back'],
});

export const retryDelivery = call(
  'tickets/retry-delivery',
  'Sends a failed message again to those who did not get it, or one that waits for its next attempt at once',
  {
    scope: 'messages.create',
    data: z.strictObject({ message_id: idValue }),
    answer: nothing,
    errors: ['not_found', 'not_in_this_state'],
  },
);

export const writeAgain = call(
  'tickets/write-again',
  'The files of a letter of ours once more, as uploads of the caller, for one that says the same to another address; and which letter it answered',
  {
    scope: 'messages.create',
    data: z.strictObject({ message_id: idValue }),
    answer: z.strictObject({
      attachments: z.array(attachment),
      /** Null: it was the last one. */
      in_reply_to: idValue.nullable(),
    }),
    errors: ['not_found', 'not_in_this_state', 'quota_exceeded'],
  },
);

/** Where the reply goes when nobody edits it: to the sender of what is answered, without ourselves. */
export const replyDefaults = call(
  'tickets/reply-defaults',
  'To and CC of a reply to the last letter (or the one named)',
  {
    scope: 'tickets.get',
    data: z.strictObject({ ticket_id: idValue, message_id: idValue.optional() }),
    answer: z.strictObject({
      message_id: idValue.nullable(),
      /** The address the customer wrote to, where the mailbox may send from it; else the mailbox's own. */
      from: z.strictObject({ name: z.string(), address: z.string() }).nullable(),
      /** All that a reply may come from. */
      senders: z.array(z.strictObject({ name: z.string(), address: z.string() })),
      to: z.array(z.strictObject({ name: z.string(), address: z.string() })),
      cc: z.array(z.strictObject({ name: z.string(), address: z.string() })),
      /** Whom the last letter did not reach, for good, and why. They are suggested where there is nobody else alone. */
      refused: z.array(z.strictObject({ name: z.string(), address: z.string(), reason: z.string() })),
      can_reply: z.boolean(),
      /** It is read where it was asked: nobody is chosen, and it goes at once. */
      is_chat: z.boolean(),
    }),
    errors: ['ticket_not_found'],
  },
);
