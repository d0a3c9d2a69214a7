import { z } from 'zod';
import { choice, entity, flag, id, idValue, integer, json, longText, text, time } from './entity.ts';

/** The world's ways to reach us. Later ones come through the same doors. */
export const channels = ['mail', 'chat', 'telegram', 'viber', 'whatsapp', 'phone'] as const;
/**
 * `forward`, `side_outbound` and `side_inbound` are letters to and from third parties: no customer ever gets one, and what
 * is made for customers asks for `inbound` and `outbound` alone.
 */
export const messageKinds = [
  'inbound',
  'outbound',
  'note',
  'event',
  'call',
  'forward',
  'side_inbound',
  'side_outbound',
] as const;

export const address = z.strictObject({ name: z.string(), address: z.string() });
export type Address = z.infer<typeof address>;

export const attachment = z.strictObject({
  id: idValue,
  name: z.string(),
  size: z.int(),
  content_type: z.string(),
  inline: z.boolean(),
});
export type Attachment = z.infer<typeof attachment>;

/** Whom a letter did not reach, and what their server said. */
export const refusedRecipients = z.array(z.strictObject({ address: z.string(), reason: z.string() }));

/** What became of an outgoing message. `failed` waits for a person; the others move by themselves. */
export const delivery = z
  .strictObject({
    state: z.enum(['queued', 'sending', 'sent', 'failed']),
    attempts: z.int(),
    error: z.string().nullable(),
    /** Why, by a key: one of `mail_errors`, or what became of the letter. */
    error_key: z.string().nullable(),
    next_try_at: z.string().nullable(),
    sent_at: z.string().nullable(),
    /** Recipients that refused while others accepted. */
    refused: refusedRecipients,
  })
  .nullable();
export type Delivery = z.infer<typeof delivery>;

/**
 * Why a letter is not shown whole: encrypted (`pgp`, `smime`), signed around its content (`signed`), packed into winmail.dat
 * (`tnef`), of too many `parts`, or its `text` too long.
 */
export type UnreadableLetter = 'pgp' | 'smime' | 'signed' | 'tnef' | 'parts' | 'text';

export const messages = entity('messages', {
  actions: ['get'],
  fields: {
    id: id(),
    company_id: id(),
    ticket_id: id(),
    origin_ticket_id: id(),
    /** The side conversation it is part of. */
    side_id: id({ nullable: true, sort: false }),
    channel: choice(channels),
    kind: choice(messageKinds),
    /** 1 inbound, 2 outbound. */
    direction: integer(),
    author: json(
      z.strictObject({
        kind: z.enum(['customer', 'user', 'system']),
        id: z.int().nullable(),
        name: z.string(),
        avatar: z.string().nullish(),
      }),
    ),
    from: json(address.nullable()),
    to: json(z.array(address)),
    cc: json(z.array(address)),
    bcc: json(z.array(address)),
    subject: longText({ max: 1000 }),
    /** Ready to show: sanitised. For mail with its own HTML the desk opens `frame` instead. */
    body_html: longText({ max: 2_000_000, nullable: true }),
    body_text: longText({ max: 2_000_000 }),
    quoted_text: longText({ max: 2_000_000 }),
    has_quote: flag(),
    remote_images: integer(),
    /** How the mail was classified: human, automatic, bounce or bulk. */
    mail_kind: choice(['human', 'automatic', 'bounce', 'bulk'], { nullable: true }),
    /** For kind `event`: what happened, for the desk to put in words. For a delivery report, `bounced`: whom a letter did not reach, as `refused`. For a letter of which only the beginning was fetched, `too_large`: its `bytes`. For one that cannot be shown whole, `unreadable`: `what` it is (`pgp`, `smime`, `signed`, `tnef`, `parts`, `text`). */
    event: json(z.strictObject({ key: z.string(), values: z.record(z.string(), z.unknown()) }).nullable()),
    attachments: json(z.array(attachment)),
    delivery: json(delivery),
    client_id: text({ max: 36, nullable: true, filter: ['=', 'in'], sort: false }),
    /** The sender's address was proved by the receiving server (DMARC). Null: nobody checked. */
    is_verified: json(z.boolean().nullable()),
    has_source: flag({ filter: false }),
    /** How often a note was edited, and when it was last. */
    edits: integer({ filter: false, sort: false }),
    edited_at: time({ nullable: true, filter: false, sort: false }),
    added: time(),
  },
});
