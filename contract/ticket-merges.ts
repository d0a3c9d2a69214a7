import { z } from 'zod';
import { call, nothing } from './call.ts';
import { idValue } from './entity.ts';
import { viewTypes } from './tickets.ts';

/** Tickets that go into another one at once. */
export const mergedAtOnceMax = 20;
/** Messages that become a ticket of their own at once. */
export const splitMessagesMax = 1000;
/** Lines at the beginning and at the end of what a merge would be. */
export const previewLinesMax = 4;

const tag = z.strictObject({ id: idValue, name: z.string(), color: z.string() });
const together = z.strictObject({ survivor_id: idValue, ids: z.array(idValue).min(1).max(mergedAtOnceMax) });

const mergedTicket = z.strictObject({
  id: idValue,
  case_number: z.string(),
  title: z.string(),
  view_type: z.enum(viewTypes),
  customer: z.strictObject({ id: idValue, name: z.string(), email: z.string().nullable() }),
  product: z.strictObject({ name: z.string(), abbreviation: z.string(), color: z.string() }),
  assignee: z.string().nullable(),
  messages: z.int(),
  added: z.string(),
});

const previewLine = z.strictObject({
  id: idValue,
  ticket_id: idValue,
  kind: z.enum(['inbound', 'outbound', 'note']),
  author: z.string(),
  line: z.string(),
  added: z.string(),
});

const mergeErrors = [
  'ticket_not_found',
  'forbidden',
  'invalid_value',
  'ticket_is_merged',
  'ticket_is_erased',
  'not_in_this_state',
] as const;

export const previewMerge = call('tickets/merge-preview', 'What would come of merging tickets. Changes nothing', {
  scope: 'tickets.merge',
  data: together,
  answer: z.strictObject({
    /** The survivor first, then the others as they were named. */
    tickets: z.array(mergedTicket),
    /** The first and the last letters of the thread they would be. */
    first: z.array(previewLine),
    last: z.array(previewLine),
    /** How many stand between them. */
    hidden: z.int(),
    /** Where the survivor would stand. */
    view_type: z.enum(viewTypes),
    tags: z.array(tag),
    attachments: z.int(),
    different_customers: z.boolean(),
    different_products: z.boolean(),
  }),
  errors: mergeErrors,
});

export const mergeTickets = call(
  'tickets/merge',
  'Makes one ticket of several: their messages go to the survivor, and their numbers lead there. Customers are told nothing',
  {
    scope: 'tickets.merge',
    data: together,
    answer: z.strictObject({ merges: z.array(z.strictObject({ id: idValue, ticket_id: idValue })) }),
    errors: mergeErrors,
  },
);

export const unmergeTickets = call(
  'tickets/unmerge',
  'Takes merges back: each ticket has its own messages again; what came since stays with the survivor',
  {
    scope: 'tickets.merge',
    data: z.strictObject({ merge_ids: z.array(idValue).min(1).max(mergedAtOnceMax) }),
    answer: z.strictObject({ ids: z.array(idValue) }),
    errors: ['not_found', 'forbidden', 'not_in_this_state'],
  },
);

export const splitTicket = call(
  'tickets/split',
  'Makes a ticket of its own of a message, alone or with all that follow. Its customer is who wrote it. The same `request_id` splits once',
  {
    scope: 'tickets.merge',
    data: z.strictObject({
      message_id: idValue,
      from_here: z.union([z.literal(0), z.literal(1)]),
      request_id: z.uuid().optional(),
    }),
    answer: z.strictObject({ split_id: idValue, ticket_id: idValue, case_number: z.string() }),
    errors: ['not_found', 'forbidden', 'not_in_this_state', 'ticket_is_erased', 'nothing_left', 'limit_reached'],
  },
);

export const unsplitTicket = call(
  'tickets/unsplit',
  'Takes a split back, as long as nobody has written in the new ticket. Its number leads to the old one then',
  {
    scope: 'tickets.merge',
    data: z.strictObject({ split_id: idValue }),
    answer: nothing,
    errors: ['not_found', 'forbidden', 'not_in_this_state', 'ticket_is_erased'],
  },
);
