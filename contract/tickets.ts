import { z } from 'zod';
import { call } from './call.ts';
import { choice, entity, flag, id, idValue, integer, json, longText, several, text, time } from './entity.ts';
import { channels } from './messages.ts';
import { runningSnooze } from './snoozes.ts';
import { tagsPerTicketMax } from './tags.ts';

/** SPEC section 3. Blank: it is our turn. */
export const viewTypes = ['', 'snoozed', 'answered', 'resolved'] as const;
export type ViewType = (typeof viewTypes)[number];

/** Changed at once by one job (`tickets/act-on-all`); who has more narrows the filter. */
export const bulkTicketsMax = 10_000;

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
    /** 1: done with. To sort by: what is open comes first, whichever way it is open. */
    is_resolved: flag({ filter: false }),
    /** When it wakes; null when it is not snoozed. */
    snoozed_until: time({ nullable: true }),
    /** Who put it off, until when and why. */
    snooze: json(runningSnooze.nullable()),
    /** The one that was resolved long before the customer wrote again. */
    follows_id: id({ nullable: true, sort: false }),
    /** First line of the last message. */
    message: longText({ max: 200 }),
    message_count: integer(),
    /** It is our turn because that last message of ours reached nobody. */
    is_undelivered: flag({ filter: false, sort: false }),
    /** Since when the customer waits for an answer; null when it is their turn. */
    waiting_since: time({ nullable: true }),
    has_attachments: flag({ filter: ['='] }),
    /** A third party has answered beside it, and nobody has looked at that. */
    has_side_answer: flag({ filter: false, sort: false }),
    /** Unread by the person who asks. */
    is_unread: flag({ filter: false, sort: false }),
    /** The person who asks has begun to write something here, or it waits for its time, or was held. */
    has_draft: flag({ filter: false, sort: false }),
    /** What has become of that; of several, the one that asks for a decision. Null: there is nothing. */
    draft_state: json(z.enum(['begun', 'scheduled', 'held']).nullable()),
    /** Whoever else has, by name; the last of them. */
    draft_by: json(z.string().nullable()),
    /** Whose `has_draft` it is, to filter by. */
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
