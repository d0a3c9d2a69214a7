import { z } from 'zod';
import { call } from './call.ts';
import { choice, entity, flag, id, idValue, integer, json, text, time } from './entity.ts';

/** Every inbound mail ends in exactly one of these; `waiting` has not ended yet. */
export const inboundOutcomes = [
  'waiting',
  'new_ticket',
  'appended',
  'automatic',
  'bounce',
  'spam',
  'kept',
  'own',
] as const;
export type InboundOutcome = (typeof inboundOutcomes)[number];

/** The mail log: what arrived in a mailbox and what became of it. */
export const inboundMails = entity('inbound-mails', {
  actions: ['get'],
  fields: {
    id: id(),
    company_id: id(),
    mailbox_id: id(),
    folder: text({ max: 255 }),
    from: json(z.strictObject({ name: z.string(), address: z.string() }).nullable()),
    from_address: text({ max: 255, nullable: true }),
    subject: text({ max: 1000, sort: false }),
    outcome: choice(inboundOutcomes),
    /** Why, in a key for the desk and in words for the log: `kept` always has one. */
    reason_key: text({ max: 60, nullable: true, sort: false }),
    reason: text({ max: 1000, nullable: true, filter: false, sort: false }),
    attempts: integer({ sort: false }),
    size: integer({ sort: false }),
    /** There is a source to read, to take in again and to download. */
    has_raw: flag({ filter: false }),
    ticket_id: id({ nullable: true, sort: false }),
    'ticket.case_number': text({ max: 20, nullable: true, filter: false, sort: false }),
    'ticket.title': text({ max: 998, nullable: true, filter: false, sort: false }),
    message_id: id({ nullable: true, sort: false }),
    received_at: time(),
    added: time(),
  },
});

export const processAgain = call('inbound-mails/process-again', 'Reads a stored mail again from its raw source', {
  scope: 'inbound-mails.update',
  data: z.strictObject({ id: idValue }),
  answer: z.strictObject({ outcome: z.enum(inboundOutcomes), ticket_id: idValue.nullable() }),
  errors: ['not_found', 'not_in_this_state'],
});

export const moveToTicket = call(
  'inbound-mails/move-to-ticket',
  'Puts a stored mail into the ticket with this number',
  {
    scope: 'inbound-mails.update',
    data: z.strictObject({ id: idValue, number: z.int().positive().max(2147483647) }),
    answer: z.strictObject({ ticket_id: idValue }),
    errors: ['not_found', 'ticket_not_found', 'ticket_is_erased', 'not_in_this_state'],
  },
);
