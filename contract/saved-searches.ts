import { z } from 'zod';
import { call, nothing } from './call.ts';
import { entity, flag, id, idValue, integer, json, safeText, searchQueryMax, text, time } from './entity.ts';
import { channels } from './messages.ts';
import { ticketViews } from './ticket-views.ts';

/** Of a person, and of a company those that are shared. */
export const savedSearchesMax = 100;
/** As many as one person finds in a company: their own, and those that are shared. */
export const savedSearchesSeenMax = 2 * savedSearchesMax;
/** Of a company, with those that are somebody's own. */
export const savedSearchesPerCompanyMax = 5000;

/** The state of the ticket list's filters: the view, and what narrows it. `mine` and `me` mean whoever looks. */
export const ticketFilters = z.strictObject({
  view: z.enum(ticketViews).optional(),
  company: idValue.optional(),
  product: idValue.optional(),
  assignee: z.union([z.literal('me'), z.literal('nobody'), idValue]).optional(),
  team: idValue.optional(),
  channel: z.enum(channels).optional(),
  label: idValue.optional(),
  tag: idValue.optional(),
  /** What is looked for, as it was typed (search-query.ts): results stand in the place of the list. */
  search: safeText(searchQueryMax).optional(),
});
export type TicketFilters = z.output<typeof ticketFilters>;

/** A search of tickets that somebody keeps, for themselves or for the company. SPEC section 5: name 3-50. */
export const savedSearches = entity('saved-searches', {
  searched: ['name', 'users.name'],
  fields: {
    id: id(),
    company_id: id({ write: 'create', required: true, refersTo: 'companies' }),
    /** Whose it is; Parley sets whoever creates it. */
    user_id: id(),
    'users.name': text({ max: 30, sort: false }),
    name: text({ min: 3, max: 50, write: 'always', required: true }),
    query: json(ticketFilters, { write: 'always', required: true }),
    /** 1: everybody in the company finds it. It takes the right to share, and its owner alone takes it back. */
    is_shared: flag({ write: 'always' }),
    /** Its place among the others, as whoever asks has put them in order by hand. */
    position: integer(),
    is_deleted: flag(),
    added: time(),
    updated: time(),
  },
});

export const orderSavedSearches = call('saved-searches/order', 'Puts saved searches in this order, for oneself', {
  scope: 'saved-searches.update',
  data: z.strictObject({
    ids: z.array(idValue).min(1).max(savedSearchesSeenMax),
  }),
  answer: nothing,
  errors: ['not_found'],
});
