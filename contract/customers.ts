import { z } from 'zod';
import { call, nothing } from './call.ts';
import { ratings } from './chat-ratings.ts';
import { choice, email, entity, flag, id, idValue, longText, safeLine, safeText, text, time } from './entity.ts';
import { languages } from './settings.ts';
import { viewTypes } from './tickets.ts';
import { isTimeZone } from './time-zones.ts';

/**
 * What may be somebody's telephone number as people write one. What begins with a country's code the server reads exactly;
 * one without it is kept as it was typed.
 */
export const mayBePhone = (text: string): boolean =>
  /^\+?\(?[0-9][0-9 ().\-/]*$/.test(text) && text.replace(/\D/g, '').length >= 3;

/** Letters of what the team wrote down about a customer: `note`. */
export const customerAboutLengthMax = 5000;

export const customers = entity('customers', {
  fields: {
    id: id(),
    company_id: id({ write: 'create', required: true, refersTo: 'companies' }),
    first_name: text({ max: 100, write: 'always' }),
    last_name: text({ max: 100, write: 'always' }),
    email: email({ write: 'always', nullable: true }),
    phone: text({ max: 20, write: 'always', nullable: true }),
    /** In which they are answered; null: as they write. */
    language: choice(languages, { write: 'always', nullable: true }),
    /** An IANA name, as the team wrote it down; null: as their browser or their number says (`zone` of `customers/card`). */
    time_zone: longText({
      max: 64,
      write: 'always',
      nullable: true,
      rule: { key: 'invalid_value', holds: isTimeZone },
    }),
    note: longText({ max: customerAboutLengthMax, write: 'always' }),
    /** What they write goes to spam. */
    is_blocked: flag({ filter: ['='], sort: false }),
    /** The customer it was merged into: `customers/unmerge` takes that back. */
    merged_into: id({ nullable: true }),
    is_deleted: flag(),
    added: time(),
    updated: time(),
  },
  searched: ['first_name', 'last_name', 'email', 'phone'],
  dependents: ['open_tickets'],
});

const some = z.strictObject({ ids: z.array(idValue).min(1).max(100) });

export const blockCustomers = call(
  'customers/block',
  'Whatever these customers write from now on goes to spam, from each of their addresses',
  { scope: 'customers.update', data: some, answer: nothing, errors: ['not_found'] },
);

export const unblockCustomers = call('customers/unblock', 'What these customers write makes tickets again', {
  scope: 'customers.update',
  data: some,
  answer: nothing,
  errors: ['not_found'],
});

/** By what a customer is recognised. Those of messengers and chats come with their first message. */
export const identityKinds = ['email', 'phone', 'telegram', 'viber', 'whatsapp', 'quidget'] as const;
export type IdentityKind = (typeof identityKinds)[number];
/** Of one customer. */
export const identitiesMax = 50;
export const customerNotesMax = 200;
export const customerNoteLengthMax = 5000;
export const tagsPerCustomerMax = 50;
/** As many as a suggestion shows. */
export const suggestedMax = 8;

const flagValue = z.union([z.literal(0), z.literal(1)]);
const yesNo = z.boolean();
const customerId = z.strictObject({ id: idValue });

export const identity = z.strictObject({
  kind: z.enum(identityKinds),
  /** As it is compared: addresses in lower case, numbers as E.164. */
  value: z.string(),
  /** As people read it. */
  readable: z.string(),
  /** How it became known: they wrote from it, somebody of the team typed it in, or a letter was composed to it. */
  source: z.enum(['wrote', 'person', 'compose']),
  added: z.string(),
  added_by: z.string().nullable(),
  /** When they last wrote from it. */
  last_seen: z.string().nullable(),
  /** The one on their card, by which they are answered. */
  is_primary: yesNo,
});
export type Identity = z.infer<typeof identity>;

const customerNote = z.strictObject({
  id: idValue,
  body: z.string(),
  is_pinned: flagValue,
  author: z.string().nullable(),
  is_mine: yesNo,
  added: z.string(),
  updated: z.string(),
});

/** The newest of them, of those tickets that the caller sees. */
export const ratingsShownMax = 20;
const ratingOf = z.strictObject({
  ticket_id: idValue,
  case_number: z.string(),
  rating: z.enum(ratings),
  comment: z.string(),
  at: z.string(),
});

/** What a quidget asked them to agree to before they wrote, once for each browser of theirs. */
const consentOf = z.strictObject({ quidget: z.string(), at: z.string() });

/** One merge that can be taken back. */
const mergeOf = z.strictObject({
  id: idValue,
  name: z.string(),
  by: z.string().nullable(),
  at: z.string(),
  tickets: z.int(),
});

/** Whence it is known where somebody's clock stands: the team wrote it down, their browser said so, or their number's country has one. */
export const zoneSources = ['person', 'chat', 'phone'] as const;
const zoneOf = z.strictObject({ name: z.string(), source: z.enum(zoneSources) });
export type CustomerZone = z.infer<typeof zoneOf>;

export const customerCard = call(
  'customers/card',
  'What a customer page shows: identities, notes, tags, how many tickets, how they rated chats and what they agreed to, what was merged, and what the caller may do',
  {
    scope: 'customers.get',
    data: customerId,
    answer: z.strictObject({
      id: idValue,
      company_id: idValue,
      first_name: z.string(),
      last_name: z.string(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
      language: z.enum(languages).nullable(),
      time_zone: z.string().nullable(),
      /** By which their clock goes; null: nobody knows. */
      zone: zoneOf.nullable(),
      note: z.string(),
      is_blocked: flagValue,
      is_deleted: flagValue,
      /** Where they live on, when they were merged into another. */
      merged_into: idValue.nullable(),
      added: z.string(),
      updated: z.string(),
      identities: z.array(identity),
      notes: z.array(customerNote),
      tags: z.array(z.strictObject({ id: idValue, name: z.string(), color: z.string() })),
      /** Of those tickets that the caller sees, without spam and trash. */
      counts: z.strictObject({
        all: z.int(),
        by_view: z.record(z.enum(viewTypes), z.int()),
        first: z.string().nullable(),
        last: z.string().nullable(),
      }),
      ratings: z.array(ratingOf).max(ratingsShownMax),
      consents: z.array(consentOf).max(ratingsShownMax),
      merges: z.array(mergeOf),
      /** Their data are gone, or going. */
      erasure: z
        .strictObject({
          asked_by: z.string(),
          asked_at: z.string(),
          done_at: z.string().nullable(),
          counts: z.record(z.string(), z.int()),
        })
        .nullable(),
      can: z.strictObject({ update: yesNo, merge: yesNo, export: yesNo, erase: yesNo }),
    }),
    errors: ['customer_not_found'],
  },
);

export const addIdentity = call(
  'customers/add-identity',
  'Adds an address or a number by which a customer is recognised. One that is another customer’s is refused, naming that one: they may be merged',
  {
    scope: 'customers.update',
    data: z.strictObject({
      id: idValue,
      kind: z.enum(['email', 'phone']),
      /** A number in any way of writing, with its country's code. */
      value: safeLine(255, 1),
      /** 1: on the card at once, also where another one stands there. */
      is_primary: flagValue.optional(),
    }),
    answer: z.strictObject({ value: z.string() }),
    errors: ['customer_not_found', 'invalid_email', 'phone_invalid', 'identity_in_use', 'limit_reached'],
  },
);

const namedIdentity = z.strictObject({ id: idValue, kind: z.enum(identityKinds), value: safeLine(255, 1) });

export const removeIdentity = call(
  'customers/remove-identity',
  'Takes an identity off: what comes from it then is somebody else’s. The one on their card gives way to the newest other',
  {
    scope: 'customers.update',
    data: namedIdentity,
    answer: nothing,
    errors: ['customer_not_found'],
  },
);

export const makeIdentityPrimary = call(
  'customers/make-primary',
  'Puts an address or a number on the card: they are answered there',
  {
    scope: 'customers.update',
    data: namedIdentity,
    answer: nothing,
    errors: ['customer_not_found', 'not_found'],
  },
);

export const noteOnCustomer = call('customers/note', 'Adds a note for the team. The same client_id twice is one note', {
  scope: 'customers.update',
  data: z.strictObject({
    id: idValue,
    client_id: z.uuid(),
    body: safeText(customerNoteLengthMax, 1),
    is_pinned: flagValue.optional(),
  }),
  answer: z.strictObject({ note_id: idValue }),
  errors: ['customer_not_found', 'limit_reached'],
});

export const changeCustomerNote = call(
  'customers/change-note',
  'Changes a note, pins it above the others, removes it or takes that back within a day',
  {
    scope: 'customers.update',
    data: z.strictObject({
      note_id: idValue,
      body: safeText(customerNoteLengthMax, 1).optional(),
      is_pinned: flagValue.optional(),
      is_deleted: flagValue.optional(),
      /** What the caller saw there before: where it says something else by now, nothing is changed. */
      seen: z.strictObject({ body: z.string() }).optional(),
    }),
    answer: nothing,
    errors: ['not_found', 'conflict', 'limit_reached'],
  },
);

export const tagCustomer = call('customers/tag', 'Adds tags to a customer and takes tags off', {
  scope: 'customers.update',
  data: z.strictObject({
    id: idValue,
    add: z.array(idValue).max(tagsPerCustomerMax).optional(),
    remove: z.array(idValue).max(tagsPerCustomerMax).optional(),
  }),
  answer: nothing,
  errors: ['customer_not_found', 'not_found', 'limit_reached'],
});

const foundCustomer = z.strictObject({
  id: idValue,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** Their tickets that are not resolved, as far as the caller sees them. */
  open_tickets: z.int(),
});
export type FoundCustomer = z.infer<typeof foundCustomer>;

export const findCustomers = call(
  'customers/find',
  'Customers by parts of their name, any of their addresses, or a number in any way of writing',
  {
    scope: 'customers.get',
    data: z.strictObject({ company_id: idValue, words: safeText(100, 1) }),
    answer: z.strictObject({
      customers: z
        .array(
          foundCustomer.extend({
            /** These very words are one of their addresses or numbers; whoever that is comes first. */
            is_exact: flagValue,
          }),
        )
        .max(suggestedMax),
    }),
    errors: ['not_found'],
  },
);

/** Why two customers may be one, the strongest first. */
export const likenesses = ['same_phone', 'same_mail', 'same_name_and_domain', 'same_name'] as const;

export const customerDuplicates = call('customers/duplicates', 'Customers who may be the same person, and why', {
  scope: 'customers.get',
  data: customerId,
  answer: z.strictObject({
    duplicates: z.array(foundCustomer.extend({ why: z.enum(likenesses) })).max(suggestedMax),
  }),
  errors: ['customer_not_found'],
});

export const keepCustomersApart = call('customers/keep-apart', 'Says that two customers are not the same person', {
  scope: 'customers.update',
  /** 0: takes back that they are not. */
  data: z.strictObject({ id: idValue, twin_id: idValue, is_apart: flagValue.default(1) }),
  answer: nothing,
  errors: ['customer_not_found'],
});

/** What a merge may choose, field by field. */
export const mergedFields = ['first_name', 'last_name', 'email', 'phone', 'language', 'time_zone', 'note'] as const;
export type MergedField = (typeof mergedFields)[number];

export const mergeCustomers = call(
  'customers/merge',
  'Makes two customers one: tickets, identities, notes and tags go to the one that stays. `customers/unmerge` takes it back. The same client_id twice is one merge',
  {
    scope: 'customers.merge',
    data: z.strictObject({
      client_id: z.uuid(),
      /** Who stays. */
      into_id: idValue,
      /** Who goes. */
      from_id: idValue,
      /** Fields whose value is the other one's; `note`: both, one below the other. */
      take: z.array(z.enum(mergedFields)).max(mergedFields.length).optional(),
    }),
    answer: z.strictObject({ merge_id: idValue, tickets: z.int() }),
    errors: ['customer_not_found', 'forbidden', 'not_in_this_state', 'one_is_blocked', 'too_long'],
  },
);

export const unmergeCustomers = call(
  'customers/unmerge',
  'Takes a merge back: what is still where it was put goes back to the other one. Twice is once',
  {
    scope: 'customers.merge',
    data: z.strictObject({ merge_id: idValue }),
    answer: z.strictObject({ id: idValue, tickets: z.int() }),
    errors: ['not_found', 'forbidden', 'not_in_this_state'],
  },
);
