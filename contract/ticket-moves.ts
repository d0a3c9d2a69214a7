import { z } from 'zod';
import { call, nothing } from './call.ts';
import { idValue } from './entity.ts';

const someTickets = z.array(idValue).min(1).max(100);

export const assignTickets = call(
  'tickets/assign',
  'Gives tickets to a person, a team, both or nobody; those that are theirs already stay as they are',
  {
    scope: 'tickets.update',
    data: z
      .strictObject({
        ids: someTickets,
        /** Null: nobody. What is absent stays as it is. */
        assignee_id: idValue.nullable().optional(),
        team_id: idValue.nullable().optional(),
        /** Who must have them now; all are refused where another one does. */
        if_assignee: idValue.nullable().optional(),
      })
      .refine((data) => data.assignee_id !== undefined || data.team_id !== undefined, {
        path: ['assignee_id'],
        params: { key: 'required' },
      }),
    answer: z.strictObject({ ids: z.array(idValue) }),
    errors: ['ticket_not_found', 'not_found', 'assignee_sees_no_tickets', 'conflict'],
  },
);

export const assigneesMax = 500;

export const findAssignees = call(
  'tickets/assignees',
  'Whom tickets of a company can be given to, and how much they have: people, those at their desk first, and teams',
  {
    scope: 'tickets.get',
    data: z.strictObject({ company_id: idValue }),
    answer: z.strictObject({
      people: z.array(
        z.strictObject({
          id: idValue,
          name: z.string(),
          avatar: z.string().nullable(),
          presence: z.enum(['online', 'paused', 'offline']),
          /** Tickets of theirs in which it is our turn, as far as whoever asks sees them. */
          open: z.int(),
        }),
      ),
      teams: z.array(
        z.strictObject({
          id: idValue,
          name: z.string(),
          /** Of its tickets those that nobody has and in which it is our turn, as far as whoever asks sees them. */
          queued: z.int(),
          online: z.int(),
        }),
      ),
    }),
    errors: ['not_found'],
  },
);

export const resolveTickets = call('tickets/resolve', 'Marks tickets resolved; those that are stay as they are', {
  scope: 'tickets.update',
  data: z.strictObject({ ids: someTickets }),
  answer: z.strictObject({ ids: z.array(idValue) }),
  errors: ['ticket_not_found'],
});

export const reopenTickets = call('tickets/reopen', 'Takes tickets back to our turn; those that are stay as they are', {
  scope: 'tickets.update',
  data: z.strictObject({ ids: someTickets }),
  answer: z.strictObject({ ids: z.array(idValue) }),
  errors: ['ticket_not_found'],
});

export const putTicketsBack = call(
  'tickets/put-back',
  'Takes back what the same person did to tickets last: resolving, reopening, waking, assigning. What moved since stays as it is',
  {
    scope: 'tickets.update',
    /** `left` is where that led: `resolved`, blank, or `assigned` to a person, a team or nobody. */
    data: z.strictObject({ ids: someTickets, left: z.enum(['', 'resolved', 'assigned']) }),
    answer: z.strictObject({ ids: z.array(idValue) }),
    errors: ['ticket_not_found'],
  },
);

export const readTickets = call('tickets/read', 'Marks tickets read, or unread, by the signed-in person', {
  scope: 'tickets.get',
  data: z.strictObject({
    ids: someTickets,
    is_unread: z.union([z.literal(0), z.literal(1)]).optional(),
    /** The newest message that was seen, where one may have come since; all of them when absent. */
    up_to: idValue.optional(),
  }),
  answer: nothing,
});
