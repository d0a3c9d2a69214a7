import { z } from 'zod';
import { call, nothing } from './call.ts';
import { idValue, safeText } from './entity.ts';
import { quidgetLanguages } from './quidget-settings.ts';

/** Of all that are there, the newest. */
export const visitsShownMax = 200;
export const pagesOfVisitMax = 10;
export const invitationLengthMax = 300;

const page = z.strictObject({ url: z.string(), title: z.string() });

/**
 * Somebody who has a page of a site open now. It is news of the moment: whoever has left is forgotten within half an hour.
 * Where the company asks for consent first, nothing but the page is known of those who have not given it.
 */
const visit = z.strictObject({
  /** Also what somebody is called who has said no name: `Visitor 12`. */
  id: idValue,
  company_id: idValue,
  product_id: idValue,
  quidget: z.string(),
  /** As their customer is called; null: they have never written. */
  name: z.string().nullable(),
  customer_id: idValue.nullable(),
  /** Who they are on the site, by the signature of its server. */
  signed_in_as: z.string().nullable(),
  /** Whether more than the page may be known: they were not asked, or have agreed. */
  is_known: z.boolean(),
  page,
  page_since: z.string(),
  began: z.string(),
  /** How many pages they have seen in this visit, and the last of them, newest first. */
  pages: z.int(),
  trail: z.array(page),
  referrer: z.string(),
  language: z.enum(quidgetLanguages),
  /** ISO 3166-1, two letters, by their address; null: unknown. */
  country: z.string().nullable(),
  browser: z.string(),
  system: z.string(),
  /** The conversation that they are in, if one may see it. */
  ticket: z.strictObject({ id: idValue, number: z.string() }).nullable(),
  is_in_chat: z.boolean(),
  invited: z.strictObject({ by: z.string(), at: z.string() }).nullable(),
});
export type Visit = z.infer<typeof visit>;

export const readVisits = call('visits/here', 'Who has a page of the companies’ sites open now, newest first', {
  scope: 'tickets.get',
  data: z.strictObject({}),
  answer: z.strictObject({ visits: z.array(visit), total: z.int() }),
});

export const inviteVisitor = call(
  'visits/invite',
  'Shows a visitor a message at the launcher of their page. It becomes a ticket, given to whoever wrote it, once they answer',
  {
    scope: 'messages.create',
    data: z.strictObject({ id: idValue, text: safeText(invitationLengthMax, 1) }),
    answer: nothing,
    errors: ['not_found', 'not_in_this_state', 'visitor_invited', 'too_many_requests', 'forbidden'],
  },
);
