import { z } from 'zod';
import { call, nothing } from './call.ts';
import {
  choice,
  entity,
  flag,
  id,
  idValue,
  integer,
  json,
  longText,
  safeText,
  several,
  text,
  time,
  timeValue,
} from './entity.ts';
import { channels } from './messages.ts';
import { undoSendSeconds } from './settings.ts';
import { runningSnooze, snooze } from './snoozes.ts';
import { tagsPerTicketMax } from './tags.ts';

/** SPEC section 3. Blank: it is our turn. */
export const viewTypes = ['', 'snoozed', 'answered', 'resolved'] as const;
export type ViewType = (typeof viewTypes)[number];

export const tickets = entity('tickets', {
  actions: ['get', 'update', 'delete', 'restore'],
  fields: {
    id: id(),
    company_id: id(),
    product_id: id({ write: 'update', refersTo: 'products' }),
    number: integer(),
    /** `LO-4318`: the company's prefix and the number. */
    case_number: text({ max: 20, filter: false, sort: false }),
    title: text({ min: 1, max: 998, write: 'update', sort: false }),
    customer_id: id(),
    'customer.first_name': text({ max: 100, sort: false }),
    'customer.last_name': text({ max: 100, sort: false }),
    'customer.phone': text({ max: 20, nullable: true, sort: false }),
    'customer.email': text({ max: 255, nullable: true, sort: false }),
    /** Of the last message: 1 inbound, 2 outbound. */
    'messages.direction': integer(),
    'product.name': text({ max: 49, sort: false }),
    'product.abbreviation': text({ max: 49, sort: false }),
    'product.color': text({ max: 7, filter: false, sort: false }),
    'users.name': text({ max: 30, nullable: true, sort: false }),
    'users.avatar': text({ max: 255, nullable: true, filter: false, sort: false }),
    assignee_id: id({ write: 'update', nullable: true, refersTo: 'users' }),
    /** Who answers for it together; at first the product's team. */
    team_id: id({ write: 'update', nullable: true, refersTo: 'teams' }),
    'team.name': text({ max: 30, nullable: true, filter: false, sort: false }),
    /** Since when it stands in its team's queue; null when somebody has it, or it is not our turn. */
    queued_at: time({ nullable: true }),
    /** How it came to whoever has it, as the line of its thread says: `thread.event.{key}`. */
    assignment: json(
      z
        .strictObject({ key: z.string(), values: z.record(z.string(), z.unknown()), who: z.string(), at: z.string() })
        .nullable(),
    ),
    /** What it is about: one of the company's labels. */
    label_id: id({ write: 'update', nullable: true, refersTo: 'labels' }),
    'label.name': text({ max: 50, nullable: true, filter: false, sort: false }),
    /** Its tags, to filter by; one that was merged stands for the other. `tickets/tag` changes them. */
    tag_ids: several('tags', { max: tagsPerTicketMax, filter: ['=', '!=', 'in'] }),
    tags: json(z.array(z.strictObject({ id: idValue, name: z.string(), color: z.string() }))),
    channel: choice(channels),
    mailbox_id: id({ nullable: true }),
    view_type: choice(viewTypes),
    /** When it wakes; null when it is not snoozed. */
    snoozed_until: time({ nullable: true }),
    /** Who put it off, until when and why. */
    snooze: json(runningSnooze.nullable()),
    /** The one that was resolved long before the customer wrote again. */
    follows_id: id({ nullable: true, sort: false }),
    /** First line of the last message. */
    message: longText({ max: 200 }),
    message_count: integer(),
    /** Since when the customer waits for an answer; null when it is their turn. */
    waiting_since: time({ nullable: true }),
    has_attachments: flag({ filter: ['='] }),
    /** Unread by the person who asks. */
    is_unread: flag({ filter: false, sort: false }),
    /** The person who asks has begun to write something here. */
    has_draft: flag({ filter: false, sort: false }),
    /** Whoever else has, by name; the last of them. */
    draft_by: json(z.string().nullable()),
    /** Who is writing something here, to filter by. */
    drafted_by_ids: several('users', { max: 1000, filter: ['=', 'in'] }),
    /** Whom notes of it name, to filter by. */
    mentioned_ids: several('users', { max: 1000, filter: ['=', 'in'] }),
    /** How far the person who asks has read: a message id, 0 when they never opened it. */
    read_to: integer({ filter: false, sort: false }),
    /** An open ticket this one may belong to: the subject carried its number, the sender could not be proved. */
    looks_like: json(z.strictObject({ id: idValue, case_number: z.string(), title: z.string() }).nullable()),
    /** Where it is found since it was merged. Such a ticket is in no list: it is found by its id. */
    merged_into_id: id({ nullable: true, sort: false }),
    is_spam: flag(),
    is_deleted: flag(),
    /** When it came into the trash. */
    deleted_at: time({ nullable: true }),
    /** Its customer was forgotten, and with them whatever was written. */
    erased_at: time({ nullable: true, sort: false }),
    version: integer({ sort: false }),
    added: time(),
    updated: time(),
  },
});

/** In the trash; then a ticket is deleted for good. */
export const trashDays = 30;

/** What an agent may write at once, markup included. */
export const replyLettersMax = 500_000;
export const templatesPerReplyMax = 20;
export const mentionsPerNoteMax = 50;

const recipients = z.array(z.strictObject({ name: safeText(200).optional(), address: z.email().max(255) })).max(100);

export const replyToTicket = call('tickets/reply', 'Answers the customer. The same client_id twice is one reply', {
  scope: 'messages.create',
  data: z.strictObject({
    ticket_id: idValue,
    /** Chosen by the sender, so that a retried request adds nothing. */
    client_id: z.uuid(),
    body_html: safeText(replyLettersMax),
    to: recipients,
    cc: recipients.optional(),
    bcc: recipients.optional(),
    attachments: z.array(idValue).max(50).optional(),
    /** One of `senders` in tickets/reply-defaults; the mailbox's own address when absent. */
    from: z.email().max(255).optional(),
    /** Templates it was written with: each counts once. */
    template_ids: z.array(idValue).max(templatesPerReplyMax).optional(),
    /** The message being answered; its headers thread the mail. The last one of the customer when absent. */
    in_reply_to: idValue.optional(),
    /** What becomes of the ticket with the letter, in one step; it is answered when absent. */
    and_then: z.union([z.strictObject({ view_type: z.literal('resolved') }), z.strictObject({ snooze })]).optional(),
    /** Keeps it for so long, so that `drafts/take-back` can stop it; sent at once when absent. */
    hold_seconds: z.literal(undoSendSeconds).optional(),
    /** Sends it then, unless the customer writes first. */
    send_at: timeValue.optional(),
    /** The newest message its writer has seen: what a colleague or the customer wrote after it stops the reply. */
    seen_to: z.int().min(0).optional(),
    /** The version of the writer's draft that became this reply: it goes with it. */
    draft_version: z.int().min(1).optional(),
  }),
  answer: z.strictObject({
    /** Null while it waits. */
    message_id: idValue.nullable(),
    ticket_id: idValue,
    waits_until: timeValue.nullable(),
  }),
  errors: [
    'time_not_ahead',
    'time_too_far',
    'ticket_not_found',
    'answered_meanwhile',
    'was_taken_back',
    'limit_reached',
    'not_in_this_state',
    'ticket_has_no_channel',
    'recipient_missing',
    'message_empty',
    'cannot_send_as',
    'unsafe_header',
  ],
});

export const addNote = call('tickets/note', 'Adds a note that only the team sees', {
  scope: 'messages.create',
  data: z.strictObject({
    ticket_id: idValue,
    client_id: z.uuid(),
    body_html: safeText(replyLettersMax),
    attachments: z.array(idValue).max(50).optional(),
    /** Whom it calls. They must be able to see the ticket. */
    mentions: z
      .array(z.strictObject({ kind: z.enum(['user', 'team']), id: idValue }))
      .max(mentionsPerNoteMax)
      .optional(),
    /** The version of the writer's draft that became this note: it goes with it. */
    draft_version: z.int().min(1).optional(),
  }),
  answer: z.strictObject({ message_id: idValue, ticket_id: idValue }),
  errors: ['ticket_not_found', 'message_empty', 'cannot_see_ticket', 'not_found'],
});

export const retryDelivery = call(
  'tickets/retry-delivery',
  'Sends a failed message again to those who did not get it',
  {
    scope: 'messages.create',
    data: z.strictObject({ message_id: idValue }),
    answer: nothing,
    errors: ['not_found', 'not_in_this_state'],
  },
);

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
  data: z.strictObject({ ids: someTickets, is_unread: z.union([z.literal(0), z.literal(1)]).optional() }),
  answer: nothing,
});

export const ticketCounters = call(
  'tickets/counters',
  'How many tickets each view, each product and each team holds, from maintained rows',
  {
    scope: 'tickets.get',
    data: z.strictObject({ company_id: idValue.optional() }),
    answer: z.strictObject({
      views: z.strictObject({
        open: z.int(),
        mine: z.int(),
        unassigned: z.int(),
        snoozed: z.int(),
        /** With a note that names the person who asks, and that they have not read. */
        mentions: z.int(),
        /** Where the person who asks has begun to write something. */
        drafts: z.int(),
        answered: z.int(),
        resolved: z.int(),
        spam: z.int(),
        trash: z.int(),
      }),
      products: z.array(z.strictObject({ id: idValue, open: z.int() })),
      teams: z.array(z.strictObject({ id: idValue, open: z.int() })),
    }),
  },
);
export type TicketCounters = z.output<(typeof ticketCounters)['answer']>;

/** Where the reply goes when nobody edits it: to the sender of what is answered, without ourselves. */
export const replyDefaults = call(
  'tickets/reply-defaults',
  'To and CC of a reply to the last letter (or the one named)',
  {
    scope: 'tickets.get',
    data: z.strictObject({ ticket_id: idValue, message_id: idValue.optional() }),
    answer: z.strictObject({
      message_id: idValue.nullable(),
      /** The address the customer wrote to, where the mailbox may send from it; else the mailbox's own. */
      from: z.strictObject({ name: z.string(), address: z.string() }).nullable(),
      /** All that a reply may come from. */
      senders: z.array(z.strictObject({ name: z.string(), address: z.string() })),
      to: z.array(z.strictObject({ name: z.string(), address: z.string() })),
      cc: z.array(z.strictObject({ name: z.string(), address: z.string() })),
      can_reply: z.boolean(),
      /** It is read where it was asked: nobody is chosen, and it goes at once. */
      is_chat: z.boolean(),
    }),
    errors: ['ticket_not_found'],
  },
);
