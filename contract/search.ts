import { z } from 'zod';
import { call } from './call.ts';
import { idValue, safeText, searchQueryMax } from './entity.ts';
import { channels } from './messages.ts';
import { viewTypes } from './tickets.ts';

/** More are not sorted through: whoever finds so many asks more closely. */
export const foundTicketsMax = 1000;
export const foundTicketsPerCallMax = 50;
export const foundCustomersMax = 20;

/** Text with what was looked for in it: pairs of positions, in UTF-16 units. Never markup. */
export const marked = z.strictObject({ text: z.string(), marks: z.array(z.tuple([z.int(), z.int()])) });
export type Marked = z.infer<typeof marked>;

export const hitSources = ['number', 'title', 'message', 'note', 'side', 'attachment', 'customer', 'tag'] as const;

export const foundTicket = z.strictObject({
  id: idValue,
  company_id: idValue,
  case_number: marked,
  title: marked,
  customer: marked,
  product: z.strictObject({ name: z.string(), abbreviation: z.string(), color: z.string() }),
  assignee: z.string().nullable(),
  channel: z.enum(channels),
  view_type: z.enum(viewTypes),
  is_spam: z.union([z.literal(0), z.literal(1)]),
  is_deleted: z.union([z.literal(0), z.literal(1)]),
  updated: z.string(),
  /** The best place of those where it was found. */
  hit: z.strictObject({
    source: z.enum(hitSources),
    /** Of a message, note or attachment: where the thread should open. */
    message_id: idValue.nullable(),
    /** It stands in this side conversation, beside the thread. */
    side_id: idValue.nullable(),
    /** Who said it. */
    author: z.string(),
    ...marked.shape,
  }),
});
export type FoundTicket = z.infer<typeof foundTicket>;

export const foundCustomer = z.strictObject({
  id: idValue,
  company_id: idValue,
  name: marked,
  email: marked.nullable(),
  phone: marked.nullable(),
  is_deleted: z.union([z.literal(0), z.literal(1)]),
  tickets: z.int(),
});
export type FoundCustomer = z.infer<typeof foundCustomer>;

export const find = call('search/find', 'Finds tickets and customers by what was said, by whom, to whom and when', {
  scope: 'tickets.get',
  data: z.strictObject({
    /** Words, "phrases", -without and operators: `from: to: status: before: after: has: tag: in: team: assignee: #4318`. */
    query: safeText(searchQueryMax, 1),
    company_id: idValue.optional(),
    /** How many tickets; 0: none are looked for. */
    tickets: z.int().min(0).max(foundTicketsPerCallMax).optional(),
    from: z.int().min(0).max(foundTicketsMax).optional(),
    customers: z.int().min(0).max(foundCustomersMax).optional(),
  }),
  answer: z.strictObject({
    /** A ticket with that very number first, then the one that changed last. */
    tickets: z.array(foundTicket),
    tickets_total: z.int(),
    /** There are more than `tickets_total`: these are the newest. */
    is_capped: z.boolean(),
    /** Found too, but put away: `in:spam`, `in:trash` shows them. */
    put_away: z.strictObject({ spam: z.int(), trash: z.int() }),
    customers: z.array(foundCustomer),
    customers_are_capped: z.boolean(),
    /** Values that name nothing: there is no tag, product or person called so. */
    unknown: z.array(z.strictObject({ operator: z.string(), value: z.string() })),
  }),
  errors: [
    'search_unknown_operator',
    'search_value_missing',
    'search_unknown_value',
    'search_too_many_words',
    'search_too_slow',
  ],
});

/** Letters of one ticket that are named; of more the newest. */
export const foundInTicketMax = 200;

export const findInTicket = call(
  'messages/find',
  'Finds the letters, notes and files of a ticket in which all of the words stand, the newest first',
  {
    scope: 'messages.get',
    data: z.strictObject({ ticket_id: idValue, words: safeText(searchQueryMax, 1) }),
    answer: z.strictObject({
      found: z.array(
        z.strictObject({
          /** Where the thread should open. */
          message_id: idValue,
          author: z.string(),
          added: z.string(),
          /** What stands around the first of the words, or the name of a file. */
          ...marked.shape,
        }),
      ),
      /** There are more than these. */
      is_capped: z.boolean(),
    }),
    errors: ['ticket_not_found'],
  },
);
