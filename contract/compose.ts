import { z } from 'zod';
import { call } from './call.ts';
import { emailValue, idValue, safeLine, safeText } from './entity.ts';
import { tagsPerTicketMax } from './tags.ts';
import { replyLettersMax, templatesPerReplyMax } from './tickets.ts';

/** Tickets that one letter may begin. */
export const composedAtOnceMax = 50;
export const composeSubjectMax = 900;

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
  'Begins a ticket with a letter of ours, or one for each recipient. Customers who are not known yet are made. Variables of templates are filled in for each. The same client_id twice is one letter',
  {
    scope: 'messages.create',
    data: z.strictObject({
      client_id: z.uuid(),
      product_id: idValue,
      /** One of tickets/compose-senders; the product's own when absent. */
      from: emailValue.optional(),
      to: others.min(1),
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
    }),
    answer: z.strictObject({
      tickets: z.array(z.strictObject({ ticket_id: idValue, message_id: idValue, case_number: z.string() })),
    }),
    errors: [
      'not_found',
      'forbidden',
      'recipient_missing',
      'message_empty',
      'cannot_send_as',
      'product_has_no_mailbox',
      'unsafe_header',
      'assignee_sees_no_tickets',
    ],
  },
);
