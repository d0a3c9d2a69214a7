import { z } from 'zod';
import { call, nothing } from './call.ts';
import { idValue, safeText } from './entity.ts';
import { viewTypes } from './tickets.ts';

/** How two tickets know of each other. `split`: one was a part of the other, and Parley says so by itself. */
export const linkKinds = ['related', 'follows', 'split'] as const;
export type LinkKind = (typeof linkKinds)[number];

/** Of one ticket. */
export const linksMax = 50;
export const othersFoundMax = 10;

const ticketLine = z.strictObject({
  id: idValue,
  case_number: z.string(),
  title: z.string(),
  view_type: z.enum(viewTypes),
});
const errors = ['ticket_not_found', 'forbidden', 'ticket_is_merged'] as const;

export const linkTickets = call(
  'tickets/link',
  'Lets two tickets of a company know of each other. Two have one link: another kind replaces it',
  {
    scope: 'tickets.update',
    /** `follows`: the first came of the second. */
    data: z.strictObject({ ticket_id: idValue, other_id: idValue, kind: z.enum(['related', 'follows']) }),
    answer: nothing,
    errors: [...errors, 'invalid_value', 'limit_reached'],
  },
);

export const unlinkTickets = call('tickets/unlink', 'Takes the link between two tickets away, whichever way it led', {
  scope: 'tickets.update',
  data: z.strictObject({ ticket_id: idValue, other_id: idValue }),
  answer: nothing,
  errors,
});

export const ticketRelations = call('tickets/relations', 'What was merged into a ticket, and what it is linked with', {
  scope: 'tickets.get',
  data: z.strictObject({ ticket_id: idValue }),
  answer: z.strictObject({
    merges: z.array(
      z.strictObject({
        merge_id: idValue,
        ticket: ticketLine,
        /** What it was merged into, where that has been merged since. */
        into: z.string().nullable(),
        by: z.string(),
        at: z.string(),
      }),
    ),
    links: z.array(
      z.strictObject({
        ticket: ticketLine,
        kind: z.enum(linkKinds),
        /** The ticket that was asked for follows, or was split off, this one; false: the other way round. */
        is_from: z.boolean(),
      }),
    ),
  }),
  errors: ['ticket_not_found'],
});

export const findOtherTickets = call(
  'tickets/find-others',
  'Tickets that one may belong together with: what it looks like, its customer’s others; with words, by number, subject and customer',
  {
    scope: 'tickets.get',
    data: z.strictObject({ ticket_id: idValue, words: safeText(100).optional() }),
    answer: z.strictObject({
      tickets: z.array(
        ticketLine.extend({
          customer: z.string(),
          updated: z.string(),
          why: z.enum(['looks_like', 'same_customer', 'found']),
        }),
      ),
    }),
    errors: ['ticket_not_found'],
  },
);
