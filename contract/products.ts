import { z } from 'zod';
import { healthStates } from './channel-health.ts';
import { choice, colour, entity, flag, id, integer, json, longText, safeLine, safeText, text, time } from './entity.ts';
import { signatureLengthMax } from './settings.ts';

export const autoReplyLettersMax = 20_000;
/** When an automatic reply is sent: to every new letter, or by what its calendar says. */
export const autoReplyWhens = ['always', 'open', 'closed'] as const;
export type AutoReplyWhen = (typeof autoReplyWhens)[number];

/** Subject and HTML, both with variables such as `{{customer.first_name|there}}`. */
const autoReplyText = z.strictObject({ subject: safeLine(200, 1), html: safeText(autoReplyLettersMax, 1) });
export const autoReplyTexts = z.strictObject({ en: autoReplyText.optional(), ua: autoReplyText.optional() });
export type AutoReplyTexts = z.output<typeof autoReplyTexts>;

/** Of a company, disabled ones aside. Beyond it: `limit_reached`. */
export const productsPerCompanyMax = 500;

/** A product is also called an inbox: what customers write about. SPEC section 5: name and abbreviation 3-49, in onboarding 1-4. */
export const products = entity('products', {
  fields: {
    id: id(),
    company_id: id({ write: 'create', required: true, refersTo: 'companies' }),
    name: text({ min: 3, max: 49, write: 'always', required: true }),
    abbreviation: text({ min: 1, max: 49, write: 'always' }),
    color: colour({ write: 'always' }),
    /** Who works on it. */
    team_id: id({ write: 'always', nullable: true, refersTo: 'teams' }),
    team: text({ max: 30, nullable: true, filter: false }),
    /** Answers where the mailbox that a ticket came to is gone; null: any mailbox of the product. */
    mailbox_id: id({ write: 'always', nullable: true, refersTo: 'mailboxes' }),
    mailbox: text({ max: 255, nullable: true, filter: false }),
    /** HTML with variables; stands under every reply, in the place of the mailbox's own signature, where the ticket's team has none. */
    signature: longText({ max: signatureLengthMax, write: 'always' }),
    /** 1: the company's logo stands below what is written to customers. */
    logo_in_letters: flag({ write: 'always' }),
    /** Answers the first letter of a ticket by itself: once per sender and day, and never a program. */
    auto_reply: flag({ write: 'always' }),
    auto_reply_when: choice(autoReplyWhens, { write: 'always' }),
    /** Whose opening hours decide; needed unless it is `always`. */
    auto_reply_calendar_id: id({ write: 'always', nullable: true, refersTo: 'calendars' }),
    /** At least one language, while it is on. */
    auto_reply_texts: json(autoReplyTexts, { write: 'always' }),
    /**
     * What customers reach it by: the first names of mailboxes, integrations and quidgets, and how many phone numbers.
     * The health is that of the worst connection: `health_kind` tells what it is, null that there is none.
     */
    channels: json(
      z.strictObject({
        names: z.array(z.string()),
        phones: z.int(),
        health_kind: z.enum(['mailbox', 'messenger']).nullable(),
        health_state: z.enum(healthStates).nullable(),
        health_key: z.string().nullable(),
        health_since: z.string().nullable(),
        /** Why a mailbox sends nothing; null: it does. */
        send_error_key: z.string().nullable(),
      }),
    ),
    unresolved_tickets: integer(),
    is_deleted: flag(),
    added: time(),
    updated: time(),
  },
  searched: ['name', 'abbreviation'],
  dependents: [
    'open_tickets',
    'mailboxes',
    'integrations',
    'quidgets',
    'product-call-phones',
    'templates',
    'links',
    'product_people',
    'saved_searches',
  ],
});
