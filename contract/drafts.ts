import { z } from 'zod';
import { call, nothing } from './call.ts';
import { idValue, safeLine, safeText, timeValue } from './entity.ts';
import { address, attachment } from './messages.ts';
import { forwardedLettersMax } from './side-conversations.ts';
import { mentionsPerNoteMax } from './ticket-writing.ts';

/** Markup included: what a reply may hold. */
export const draftLettersMax = 500_000;
/** Of a person in a company, those that wait to be sent included. */
export const draftsPerPersonMax = 500;
/** What nobody came back to for so long is forgotten, unless it was sent and waits or is held. */
export const draftDaysMax = 90;
export const draftAttachmentsMax = 50;
export const sendLaterYearsMax = 1;

/** `side`: to a third party, beside the thread. */
export const draftKinds = ['reply', 'note', 'side'] as const;
export type DraftKind = (typeof draftKinds)[number];

export const mention = z.strictObject({ kind: z.enum(['user', 'team']), id: idValue, name: safeLine(200) });
export type Mention = z.output<typeof mention>;

const recipients = z.array(z.strictObject({ name: safeText(200), address: safeLine(255) })).max(100);
const flag = z.union([z.literal(0), z.literal(1)]);

/** What a person has written so far. Recipients need not be complete: they are checked when it is sent. */
const written = {
  body_html: safeText(draftLettersMax),
  /** Null: the suggested ones. */
  recipients: z.strictObject({ to: recipients, cc: recipients, bcc: recipients }).nullable(),
  /** Null: from the suggested address. */
  from: safeLine(255).nullable(),
  template_ids: z.array(idValue).max(20),
  mentions: z.array(mention).max(mentionsPerNoteMax),
  /** 0: the person's own signature was left out. */
  signs: flag,
} as const;

const place = { ticket_id: idValue, kind: z.enum(draftKinds) } as const;

/** What a letter to a third party has beside that. */
export const sideWords = z.strictObject({
  subject: safeText(998),
  /** Letters of the thread that it forwards, and which of their attachments stay here. */
  forwarded_ids: z.array(idValue).max(forwardedLettersMax),
  kept_back_ids: z.array(idValue).max(200),
});

/** A draft as its writer gets it back. */
export const draft = z.strictObject({
  id: idValue,
  ...place,
  version: z.int(),
  ...written,
  /** The letter that it answers; null: the last one. */
  in_reply_to: idValue.nullable(),
  /** The newest message its writer had seen when it was begun; null: nobody knows. */
  seen_to: idValue.nullable(),
  /** Of kind `side`: the conversation that it goes on with; null: it begins one. */
  side_id: idValue.nullable(),
  side: sideWords.nullable(),
  attachments: z.array(attachment),
  updated: timeValue,
});
export type Draft = z.output<typeof draft>;

/** That a colleague is writing something. */
export const draftOfColleague = z.strictObject({
  id: idValue,
  kind: z.enum(draftKinds),
  user: z.strictObject({ id: idValue, name: z.string(), avatar: z.string().nullable() }),
  line: z.string(),
  updated: timeValue,
});
export type DraftOfColleague = z.output<typeof draftOfColleague>;

/** What the person had begun in a ticket that was merged into this one, where they had begun another. */
export const draftAside = z.strictObject({
  id: idValue,
  kind: z.enum(draftKinds),
  /** Of the ticket where it was written. */
  case_number: z.string(),
  line: z.string(),
  updated: timeValue,
});
export type DraftAside = z.output<typeof draftAside>;

/** A letter that leaves by itself at its time, or is held until a person decides. */
export const waitingLetter = z.strictObject({
  id: idValue,
  client_id: z.string(),
  user: z.strictObject({ id: idValue, name: z.string(), avatar: z.string().nullable() }),
  state: z.enum(['waiting', 'held']),
  /** `undo`: sent, and it may be taken back for a moment; `later`: for the time somebody chose. */
  why: z.enum(['undo', 'later']),
  send_at: timeValue,
  /** Until then, as the server's clock has it: a desk's may be wrong. */
  seconds_left: z.int(),
  /** What becomes of the ticket with it. */
  then_state: z.enum(['answered', 'resolved', 'snoozed']),
  /** Why it is held: `customer_wrote`, `answered_meanwhile` (a colleague's in the same seconds), `ticket_in_trash`, or what sending it was refused for. */
  held_key: z.string().nullable(),
  body_html: z.string(),
  to: z.array(address),
  cc: z.array(address),
  bcc: z.array(address),
  attachments: z.array(attachment),
  written_at: timeValue,
});
export type WaitingLetter = z.output<typeof waitingLetter>;

export const draftsOfTicket = call(
  'drafts/of-ticket',
  'What is being written about a ticket, and what waits to leave',
  {
    scope: 'messages.get',
    data: z.strictObject({ ticket_id: idValue }),
    answer: z.strictObject({
      mine: z.array(draft),
      aside: z.array(draftAside),
      colleagues: z.array(draftOfColleague),
      waiting: z.array(waitingLetter),
    }),
    errors: ['ticket_not_found'],
  },
);

export const saveDraft = call(
  'drafts/save',
  'Keeps what the signed-in person has written so far. Where another of their machines has saved meanwhile, the newer one stays and the other comes back',
  {
    scope: 'messages.create',
    data: z.strictObject({
      ...place,
      ...written,
      /** One that is not of this ticket counts as none. */
      in_reply_to: idValue.nullish(),
      seen_to: idValue.nullish(),
      /** Of kind `side` alone; absent: it begins a conversation. */
      side_id: idValue.nullish(),
      side: sideWords.nullish(),
      attachments: z.array(idValue).max(draftAttachmentsMax),
      /** The version it continues; 0 when it begins. */
      base_version: z.int().min(0),
      /** How long ago it was last changed; what was saved elsewhere after that is newer. */
      typed_ms_ago: z
        .int()
        .min(0)
        .max(draftDaysMax * 86_400_000),
      /** Whatever machine this is: its own news is none to it. */
      device: z.uuid(),
    }),
    answer: z.strictObject({
      /** 0: another version is newer, and stands in `other`; without one, these words have left within the last minute. */
      is_saved: flag,
      version: z.int(),
      /** What lost, or what won. */
      other: draft.nullable(),
      updated: timeValue,
    }),
    errors: ['ticket_not_found', 'not_found', 'limit_reached'],
  },
);

export const discardDraft = call(
  'drafts/discard',
  'Throws away what the signed-in person was writing. Where another of their machines has written on since `version`, that stays and comes back',
  {
    scope: 'messages.create',
    data: z.strictObject({
      ...place,
      side_id: idValue.nullish(),
      device: z.uuid(),
      /** One that stands aside, instead of what is being written. */
      id: idValue.optional(),
      /** The version that is thrown away; absent: whatever stands there. */
      version: z.int().min(1).optional(),
    }),
    answer: z.strictObject({
      /** What was written elsewhere since, and stays. */
      other: draft.nullable(),
    }),
    errors: ['ticket_not_found'],
  },
);

export const takeOverDraft = call(
  'drafts/take-over',
  "Puts a colleague's draft above what one writes oneself, as a copy; a colleague's waiting letter is stopped by it. One's own that stands aside is put there whole",
  {
    scope: 'messages.create',
    data: z.strictObject({ id: idValue }),
    answer: z.strictObject({ draft }),
    errors: ['not_found', 'already_sent', 'limit_reached'],
  },
);

export const takeBackLetter = call(
  'drafts/take-back',
  'Stops a waiting letter of the signed-in person before it leaves, and makes it a draft again',
  {
    scope: 'messages.create',
    data: z.strictObject({ client_id: z.uuid(), ticket_id: idValue }),
    answer: z.strictObject({ draft }),
    errors: ['ticket_not_found', 'not_in_this_state', 'already_sent'],
  },
);

export const sendWaitingNow = call(
  'drafts/send-now',
  'Sends a waiting or held letter of the signed-in person at once',
  {
    scope: 'messages.create',
    data: z.strictObject({ client_id: z.uuid(), ticket_id: idValue }),
    answer: z.strictObject({ message_id: idValue }),
    errors: ['ticket_not_found', 'not_in_this_state', 'already_sent'],
  },
);

export const changeSendTime = call(
  'drafts/change-time',
  'Another time for a letter of the signed-in person that waits for the one they chose',
  {
    scope: 'messages.create',
    data: z.strictObject({ client_id: z.uuid(), ticket_id: idValue, send_at: timeValue }),
    answer: z.strictObject({ send_at: timeValue }),
    errors: ['ticket_not_found', 'not_in_this_state', 'already_sent', 'time_not_ahead', 'time_too_far'],
  },
);

export const discardWaiting = call(
  'drafts/discard-waiting',
  'Throws away a waiting letter of the signed-in person; a letter or note that has not come yet is refused when it does',
  {
    scope: 'messages.create',
    data: z.strictObject({ client_id: z.uuid(), ticket_id: idValue }),
    answer: nothing,
    errors: ['ticket_not_found', 'not_in_this_state', 'already_sent'],
  },
);

export const mentionable = call(
  'drafts/mentionable',
  'People and teams who may see a ticket, to be named in its notes; or who will see one that begins in a product',
  {
    scope: 'tickets.get',
    data: z
      .strictObject({
        ticket_id: idValue.optional(),
        product_id: idValue.optional(),
        /** Of a ticket that begins: who is to have it. */
        assignee_id: idValue.optional(),
        words: safeText(100).optional(),
      })
      .refine((data) => (data.ticket_id === undefined) !== (data.product_id === undefined), {
        path: ['ticket_id'],
        params: { key: 'required' },
      }),
    answer: z.strictObject({
      people: z.array(z.strictObject({ id: idValue, name: z.string(), avatar: z.string().nullable() })),
      teams: z.array(z.strictObject({ id: idValue, name: z.string(), people: z.int() })),
    }),
    errors: ['ticket_not_found', 'not_found', 'forbidden'],
  },
);
