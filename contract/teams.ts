import { z } from 'zod';
import { call } from './call.ts';
import { choice, entity, flag, id, idValue, integer, json, longText, text, time } from './entity.ts';
import { signatureLengthMax } from './settings.ts';

export const teamMembersMax = 200;
export const capacityMax = 1000;

/** How a team's queue is given out to those who are there: not at all, by turns, to whoever has the fewest open. */
export const teamRouting = ['off', 'round_robin', 'least_loaded'] as const;

/** Whoever has so many open tickets, in which it is our turn, gets no further one from the queue; null: no matter how many. */
const capacity = z.int().min(0).max(capacityMax).nullable();
const members = z
  .array(z.strictObject({ user_id: idValue, capacity: capacity.default(null) }))
  .max(teamMembersMax)
  .refine((all) => new Set(all.map((one) => one.user_id)).size === all.length, { params: { key: 'not_unique' } });

/** People who work together. SPEC section 5: name 2-30. */
export const teams = entity('teams', {
  fields: {
    id: id(),
    company_id: id({ write: 'create', required: true, refersTo: 'companies' }),
    name: text({ min: 2, max: 30, write: 'always', required: true }),
    users_total: integer({ filter: false, sort: false }),
    /** Their desk is open, and they are to be counted on. */
    users_online: integer({ filter: false, sort: false }),
    users_offline: integer({ filter: false, sort: false }),
    /** Their desk is open, and they have set themselves to offline: they take neither calls nor tickets. */
    users_pause_phone: integer({ filter: false, sort: false }),
    routing: choice(teamRouting, { write: 'always' }),
    /** Tickets in its queue: nobody's, and our turn. Of all, whatever who asks sees of them. */
    queued: integer({ filter: false, sort: false }),
    /** Since when the first of them stands there. */
    queued_since: time({ nullable: true, filter: false, sort: false }),
    calendar_id: id({ write: 'always', nullable: true, refersTo: 'calendars' }),
    /** HTML with variables; stands under replies to the team's tickets, in the place of their product's. */
    signature: longText({ max: signatureLengthMax, write: 'always' }),
    /** Exactly these, where given. */
    members: json(members, { write: 'always' }),
    is_deleted: flag(),
    added: time(),
    updated: time(),
  },
  searched: ['name'],
  dependents: ['products', 'open_tickets', 'templates', 'members', 'invites', 'saved_searches'],
});

export const teamMembers = call('teams/members', 'Who is in a team, whether they are there, and what they have to do', {
  scope: 'teams.get',
  data: z.strictObject({ id: idValue }),
  answer: z.strictObject({
    members: z.array(
      z.strictObject({
        user_id: idValue,
        name: z.string(),
        email: z.string(),
        avatar: z.string().nullable(),
        role: z.string(),
        presence: z.enum(['online', 'paused', 'offline']),
        last_seen: z.string().nullable(),
        /** As far as whoever asks sees them. */
        open_tickets: z.int(),
        /** Of these, those in which it is our turn: what their capacity is about. */
        our_turn: z.int(),
        capacity: z.int().nullable(),
      }),
    ),
  }),
  errors: ['not_found'],
});
