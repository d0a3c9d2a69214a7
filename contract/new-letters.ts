import { z } from 'zod';
import { call } from './call.ts';
import { composedAtOnceMax, composeSubjectMax, composeTypes } from './compose.ts';
import { draftAttachmentsMax, draftLettersMax, mention } from './drafts.ts';
import { idValue, safeLine, safeText, timeValue } from './entity.ts';
import { attachment } from './messages.ts';
import { tagsPerTicketMax } from './tags.ts';
import { mentionsPerNoteMax, templatesPerReplyMax } from './ticket-writing.ts';

/** Of a person in a company, those that wait to leave included. */
export const newLettersPerPersonMax = 200;

const recipients = z.array(z.strictObject({ name: safeText(200), address: safeLine(255) })).max(composedAtOnceMax);
const flag = z.union([z.literal(0), z.literal(1)]);
const whose = z.strictObject({ client_id: z.uuid() });

/** As far as it is written. Nothing needs to be complete: it is checked when it is sent. */
const written = {
  type: z.enum(composeTypes),
  product_id: idValue,
  /** Null: the product's own address. */
  from: safeLine(255).nullable(),
  to: recipients,
  cc: recipients,
  bcc: recipients,
  customer_id: idValue.nullable(),
  how: z.enum(['each', 'together']),
  subject: safeLine(composeSubjectMax),
  body_html: safeText(draftLettersMax),
  template_ids: z.array(idValue).max(templatesPerReplyMax),
  assignee_id: idValue.nullable(),
  tag_ids: z.array(idValue).max(tagsPerTicketMax),
  /** Whom a call or a note calls. */
  mentions: z.array(mention).max(mentionsPerNoteMax),
} as const;

/** A letter without a ticket yet, as its writer gets it. */
export const newLetter = z.strictObject({
  id: idValue,
  company_id: idValue,
  ...whose.shape,
  version: z.int(),
  /** `waiting`: it leaves at `send_at`; `held`: it was refused then, for `held_key`. */
  state: z.enum(['draft', 'waiting', 'held']),
  ...written,
  attachments: z.array(attachment),
  why: z.enum(['undo', 'later']).nullable(),
  send_at: timeValue.nullable(),
  held_key: z.string().nullable(),
  /** Its first words. */
  line: z.string(),
  updated: timeValue,
});
export type NewLetter = z.output<typeof newLetter>;

export const myNewLetters = call(
  'new-letters/mine',
  'Letters without a ticket that the signed-in person is writing, or that wait to leave; the newest first',
  { scope: 'messages.create', data: z.strictObject({}), answer: z.strictObject({ letters: z.array(newLetter) }) },
);

export const saveNewLetter = call(
  'new-letters/save',
  'Keeps a letter without a ticket as far as it is written. Where another machine has changed it since, nothing is kept and that one comes back',
  {
    scope: 'messages.create',
    data: z.strictObject({
      ...whose.shape,
      ...written,
      mentions: written.mentions.optional(),
      attachments: z.array(idValue).max(draftAttachmentsMax),
      /** The version it continues; 0 when it begins. */
      base_version: z.int().min(0),
      /** Whatever machine this is: what it wrote itself is no surprise to it. */
      device: z.uuid(),
    }),
    answer: z.strictObject({
      /** 0: another machine's is newer, and stands in `other`. */
      is_saved: flag,
      version: z.int(),
      other: newLetter.nullable(),
      updated: timeValue,
    }),
    errors: ['not_found', 'forbidden', 'not_in_this_state', 'limit_reached'],
  },
);

export const discardNewLetter = call(
  'new-letters/discard',
  'Throws away a letter without a ticket, or stops and throws away one that waits. Nothing there is as good as gone. Where another machine has changed it since `version`, it stays and comes back',
  {
    scope: 'messages.create',
    data: z.strictObject({
      ...whose.shape,
      /** The version that is thrown away; absent: whatever stands there. */
      version: z.int().min(1).optional(),
    }),
    answer: z.strictObject({
      /** What was written elsewhere since, and stays. */
      other: newLetter.nullable(),
    }),
  },
);

export const takeBackNewLetter = call(
  'new-letters/take-back',
  'Stops a waiting letter before it leaves, and makes it one that is being written, under an id of its own',
  {
    scope: 'messages.create',
    data: whose,
    answer: z.strictObject({ letter: newLetter }),
    errors: ['not_in_this_state', 'already_sent'],
  },
);

export const sendNewLetterNow = call('new-letters/send-now', 'Sends a waiting or held letter at once', {
  scope: 'messages.create',
  data: whose,
  answer: z.strictObject({ tickets: z.int() }),
  errors: ['not_in_this_state', 'already_sent'],
});
