import { z } from 'zod';
import { call } from './call.ts';
import { colour, entity, flag, id, idValue, integer, text, time } from './entity.ts';

/** Of a company. */
export const tagsMax = 2000;
export const tagsPerTicketMax = 50;
const mergedAtOnceMax = 20;

/** Words that tickets are marked with, as many as one likes. SPEC section 5: name 3-50 and unique. */
export const tags = entity('tags', {
  searched: ['name'],
  dependents: ['tickets', 'customers', 'saved_searches'],
  fields: {
    id: id(),
    company_id: id({ write: 'create', required: true, refersTo: 'companies' }),
    name: text({ min: 3, max: 50, write: 'always', required: true }),
    color: colour({ write: 'always' }),
    /** Tickets with it that the person who asks may see; those in the trash are not counted. */
    ticket_count: integer({ filter: false, sort: false }),
    /** The tag it was merged into: whoever asks for this one gets that one's tickets. */
    merged_into: id({ nullable: true }),
    is_deleted: flag(),
    added: time(),
    updated: time(),
  },
});

export const mergeTags = call(
  'tags/merge',
  'Gives the tickets of some tags to another one, and disables those: asking for them finds it from then on. `tags/restore` takes it back',
  {
    scope: 'tags.update',
    data: z.strictObject({ ids: z.array(idValue).min(1).max(mergedAtOnceMax), into: idValue }),
    answer: z.strictObject({ ids: z.array(idValue), tickets: z.int() }),
    errors: ['not_found', 'forbidden', 'not_in_this_state'],
  },
);

export const tagTickets = call('tickets/tag', 'Adds tags to tickets and takes tags off; what is so already stays', {
  scope: 'tickets.update',
  data: z.strictObject({
    ids: z.array(idValue).min(1).max(100),
    add: z.array(idValue).max(tagsPerTicketMax).optional(),
    remove: z.array(idValue).max(tagsPerTicketMax).optional(),
    /** 1: takes off only what the person who asks has put there, not what somebody else has. */
    if_own: z.union([z.literal(0), z.literal(1)]).optional(),
  }),
  /** The tickets that changed. */
  answer: z.strictObject({ ids: z.array(idValue) }),
  errors: ['ticket_not_found', 'not_found', 'tag_disabled', 'limit_reached'],
});
