import { z } from 'zod';
import { call } from './call.ts';
import { idValue, safeLine, timeValue } from './entity.ts';

export const snoozeYearsMax = 5;
export const snoozeReasonLettersMax = 200;

const flag = z.union([z.literal(0), z.literal(1)]);

/** Until when a ticket is put off, why, and whether a letter of the customer ends it early (it does unless told otherwise). */
export const snooze = z.strictObject({
  /** In UTC; it must lie ahead, and not further than `snoozeYearsMax` years. */
  until: timeValue,
  reason: safeLine(snoozeReasonLettersMax).optional(),
  wake_on_reply: flag.optional(),
});
export type SnoozeChoice = z.infer<typeof snooze>;

/** The snooze that a ticket is in. */
export const runningSnooze = z.strictObject({
  until: timeValue,
  reason: z.string(),
  wake_on_reply: flag,
  /** Who put it off. */
  by: z.string(),
  by_id: idValue,
});

const ids = z.array(idValue).min(1).max(100);
const moved = z.strictObject({ ids: z.array(idValue) });

export const snoozeTickets = call(
  'tickets/snooze',
  'Puts tickets off until a time; those that are put off already get the new one',
  {
    scope: 'tickets.update',
    data: z.strictObject({ ids, ...snooze.shape }),
    answer: moved,
    errors: ['ticket_not_found', 'time_not_ahead', 'time_too_far', 'not_in_this_state'],
  },
);

export const wakeTickets = call('tickets/wake', 'Ends the snooze of tickets; those in none stay as they are', {
  scope: 'tickets.update',
  data: z.strictObject({
    ids,
    /** 1: as if one had never put it off: back to answered, or to the snooze that ran before. What a colleague put off since stays so. */
    undo: flag.optional(),
  }),
  answer: moved,
  errors: ['ticket_not_found'],
});

export const markSpam = call('tickets/spam', 'Marks tickets as spam, or as no spam; those that are stay as they are', {
  scope: 'tickets.update',
  data: z.strictObject({
    ids,
    is_spam: flag,
    /** 1, with spam: whatever their customers write from now on goes to spam as well. */
    block: flag.optional(),
  }),
  answer: moved.extend({
    /** The customers who were not blocked before: whoever takes it back lets these write again, and nobody else. */
    blocked: z.array(idValue),
  }),
  errors: ['ticket_not_found', 'forbidden'],
});
