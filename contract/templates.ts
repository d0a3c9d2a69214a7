import { z } from 'zod';
import { call } from './call.ts';
import { choice, entity, flag, id, idValue, integer, json, safeText, text, time } from './entity.ts';
import { attachment } from './messages.ts';
import { languages } from './settings.ts';

/** Of a company. */
export const templatesMax = 2000;
export const templateFilesMax = 10;
/** Letters of one language, markup included. */
export const templateLettersMax = 50_000;
export const templateVisibilities = ['personal', 'team', 'company'] as const;
export type TemplateVisibility = (typeof templateVisibilities)[number];

const language = z.enum(languages);
const html = safeText(templateLettersMax);
/** What it says, by language: at least one of them. */
export const templateTexts = z.strictObject({ en: html.optional(), ua: html.optional() });
export type TemplateTexts = z.output<typeof templateTexts>;

/** Answers that are written once (canned replies). Who sees one is decided by `visibility`, in every list and call. */
export const templates = entity('templates', {
  searched: ['name', 'category'],
  fields: {
    id: id(),
    company_id: id({ write: 'create', required: true, refersTo: 'companies' }),
    company_name: text({ max: 50, filter: false }),
    category_id: id({ write: 'always', nullable: true, refersTo: 'categories' }),
    category: text({ max: 50, nullable: true, filter: false }),
    /** Offered on tickets of this product alone; null: on all. */
    product_id: id({ write: 'always', nullable: true, refersTo: 'products' }),
    product: text({ max: 49, nullable: true, filter: false }),
    name: text({ min: 2, max: 100, write: 'always', required: true }),
    /** HTML as the editor writes it, with `{{customer.first_name|there}}` and such; cleaned as replies are. */
    texts: json(templateTexts, { write: 'always', required: true }),
    /** Files that go along. Written, their ids alone count: those of uploads, and of files it has already. */
    attachments: json(z.array(attachment).max(templateFilesMax), { write: 'always' }),
    /** Who finds it: its owner, a team, or everybody. All but `personal` take the right to share, and its owner alone makes it `personal` again. */
    visibility: choice(templateVisibilities, { write: 'always' }),
    team_id: id({ write: 'always', nullable: true, refersTo: 'teams' }),
    team: text({ max: 30, nullable: true, filter: false }),
    /** Whoever created it. */
    owner_id: id(),
    'owner.name': text({ max: 30, sort: false, filter: false }),
    /** Replies sent with it. */
    times_used: integer(),
    is_deleted: flag(),
    added: time(),
    updated: time(),
  },
});

const filled = {
  html: z.string(),
  /** Variables of which nothing is known and that have no fallback; they stand in the text as they were. */
  unfilled: z.array(z.string()),
  /** Names in braces that mean nothing. */
  unknown: z.array(z.string()),
};

export const templatesFoundMax = 20;
export const findTemplates = call(
  'templates/find',
  'Templates for a ticket: those the person used lately first, then the most used; narrowed by words',
  {
    scope: 'templates.get',
    data: z.strictObject({ ticket_id: idValue, words: safeText(100).optional(), language: language.optional() }),
    answer: z.strictObject({
      templates: z.array(
        z.strictObject({
          id: idValue,
          name: z.string(),
          category: z.string().nullable(),
          /** How it begins, in the language it would be inserted in. */
          excerpt: z.string(),
          language,
          languages: z.array(language),
          files: z.int(),
        }),
      ),
    }),
    errors: ['ticket_not_found'],
  },
);

export const insertTemplate = call(
  'templates/insert',
  "A template filled in for a ticket: the customer's language if known, else the person's. Without a ticket its variables stay as they are. Its files come as uploads",
  {
    scope: 'messages.create',
    data: z.strictObject({ id: idValue, ticket_id: idValue.optional(), language: language.optional() }),
    answer: z.strictObject({ ...filled, language, attachments: z.array(attachment) }),
    errors: ['ticket_not_found', 'not_found', 'quota_exceeded'],
  },
);

export const previewTemplate = call(
  'templates/preview',
  'A text with variables as a ticket would have it. Nothing is written',
  {
    scope: 'templates.get',
    data: z.strictObject({ ticket_id: idValue, body_html: html }),
    answer: z.strictObject(filled),
    errors: ['ticket_not_found'],
  },
);
