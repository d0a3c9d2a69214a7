import { z } from 'zod';
import { call } from './call.ts';
import { emailValue, idValue, safeLine, safeText, timeValue } from './entity.ts';
import { undoSendSeconds } from './settings.ts';
import { snooze } from './snoozes.ts';
import { tagsPerTicketMax } from './tags.ts';
import { mentionsOfNote, replyLettersMax, templatesPerReplyMax } from './ticket-writing.ts';

/** Tickets that one letter may begin. */
export const composedAtOnceMax = 50;
export const composeSubjectMax = 900;
/** `call` and `note` tell the team of a call, or of something of our own: nothing is sent. */
export const composeTypes = ['mail', 'call', 'note'] as const;
export type ComposeType = (typeof composeTypes)[number];

const recipient = z.strictObject({ name: safeText(200).optional(), address: emailValue });
const others = z.array(recipient).max(composedAtOnceMax);

export const composeSenders = call(
  'tickets/compose-senders',
  'The addresses that a new letter about a product may come from: its mailboxes and their aliases',
  {
    scope: 'messages.create',
    data: z.strictObject({ product_id: idValue }),
    answer: z.strictObject({ senders: z.array(z.strictObject({ name: z.string(), address: z.string() })) }),
    errors: ['not_found'],
  },
);

export const composeTicket = call(
  'tickets/compose',
  'Begins a ticket with a letter of ours, or one for each recipient. Customers who are not known yet are made. A call or a matter of our own is written down without sending anything. Variables of templates are filled in for each. The same client_id twice is one letter',
  {
    scope: 'messages.create',
    data: z.strictObject({
      client_id: z.uuid(),
      type: z.enum(composeTypes).optional(),
      product_id: idValue,
      /** One of tickets/compose-senders; the product's own when absent. */
      from: emailValue.optional(),
      /** At least one, unless a call or a note says by `customer_id` whom it is about. */
      to: others,
      customer_id: idValue.optional(),
      cc: others.optional(),
      bcc: others.optional(),
      /** `each`: a ticket of their own for every recipient. `together`: one ticket, of the first. */
      how: z.enum(['each', 'together']),
      subject: safeLine(composeSubjectMax, 1),
      body_html: safeText(replyLettersMax),
      attachments: z.array(idValue).max(50).optional(),
      template_ids: z.array(idValue).max(templatesPerReplyMax).optional(),
      assignee_id: idValue.optional(),
      tag_ids: z.array(idValue).max(tagsPerTicketMax).optional(),
      /** Whom a call or a note calls. */
      mentions: mentionsOfNote.optional(),
      /** What becomes of each ticket at once; one with a letter is answered when absent. */
      and_then: z.union([z.strictObject({ view_type: z.literal('resolved') }), z.strictObject({ snooze })]).optional(),
      /** Keeps a letter for so long, so that `new-letters/take-back` can stop it. */
      hold_seconds: z.literal(undoSendSeconds).optional(),
      /** Sends a letter then. */
      send_at: timeValue.optional(),
    }),
    answer: z.strictObject({
      /** None while it waits. */
      tickets: z.array(z.strictObject({ ticket_id: idValue, message_id: idValue, case_number: z.string() })),
      waits_until: timeValue.nullable(),
    }),
    errors: [
      'tag_disabled',
      'too_many_requests',
      'not_found',
      'forbidden',
      'recipient_missing',
      'message_empty',
      'cannot_send_as',
      'product_has_no_mailbox',
      'unsafe_header',
      'assignee_sees_no_tickets',
      'cannot_see_ticket',
      'customer_not_found',
      'not_in_this_state',
      'time_not_ahead',
      'time_too_far',
      'was_taken_back',
      'limit_reached',
    ],
  },
);
