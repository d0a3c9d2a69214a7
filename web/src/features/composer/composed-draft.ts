import { z } from 'zod';
import { composeTypes } from '#contract/compose.ts';
import { mention } from '#contract/drafts.ts';
import { address, attachment } from '#contract/messages.ts';
import type { NewLetter as KeptLetter } from '#contract/new-letters.ts';
import { parseRecipients, type Recipient, typedRecipient } from './recipients.ts';

/** A letter without a ticket, half-written. Its id stays the same until it is sent, so that it cannot be sent twice. */
const newLetter = z.object({
  client_id: z.uuid(),
  type: z.enum(composeTypes),
  product_id: z.number().nullable(),
  from: z.string().nullable(),
  to: z.array(address),
  cc: z.string(),
  bcc: z.string(),
  /** Whom a call or a note is about. */
  customer: z.object({ id: z.number(), name: z.string() }).nullable(),
  how: z.enum(['each', 'together']),
  subject: z.string(),
  html: z.string(),
  attachments: z.array(attachment),
  templates: z.array(z.number()),
  assignee_id: z.number().nullable(),
  tag_ids: z.array(z.number()),
  /** Whom a call or a note calls. */
  mentions: z.array(mention).default([]),
  /** The server's version that it continues; 0: the server has none. */
  version: z.number(),
});
export type NewLetter = z.infer<typeof newLetter>;

export const emptyLetter = (): NewLetter => ({
  client_id: crypto.randomUUID(),
  ...{ type: 'mail' as const, product_id: null, from: null, to: [], cc: '', bcc: '', customer: null },
  ...{ how: 'each' as const, subject: '', html: '', attachments: [], templates: [], assignee_id: null, tag_ids: [] },
  mentions: [],
  version: 0,
});

export const isEmptyLetter = (of: NewLetter): boolean =>
  of.html === '' && of.subject.trim() === '' && of.to.length + of.attachments.length === 0 && of.customer === null;

/** Beyond so many of a person, those that were written in longest ago go. */
export const composedMax = 30;
const kept = newLetter.extend({
  /** When, in milliseconds since the epoch. */
  at: z.number().default(0),
});
/** An older Parley kept one alone, under this name. */
const nameOf = (user: number) => `parley.compose.${user}`;

/** What is kept in this browser, the newest first. What cannot be understood counts as nothing. */
function allOf(user: number, storage: Storage): { name: string; at: number; letter: NewLetter }[] {
  return Object.keys(storage)
    .filter((name) => name === nameOf(user) || name.startsWith(`${nameOf(user)}.`))
    .flatMap((name) => {
      try {
        const { at, ...letter } = kept.parse(JSON.parse(storage.getItem(name) ?? 'null'));
        return [{ name, at, letter }];
      } catch {
        return [];
      }
    })
    .sort((one, other) => other.at - one.at);
}

/** What the server has not got yet of the letter with this id, kept in this browser; of the newest, without one; or null. */
export function readComposed(user: number, id?: string, storage: Storage = localStorage): NewLetter | null {
  try {
    return allOf(user, storage).find(({ letter }) => letter.client_id === (id ?? letter.client_id))?.letter ?? null;
  } catch {
    return null;
  }
}

/** False when the browser has no room or forbids it. */
export function keepComposed(user: number, letter: NewLetter, storage: Storage = localStorage): boolean {
  try {
    storage.setItem(`${nameOf(user)}.${letter.client_id}`, JSON.stringify({ ...letter, at: Date.now() }));
    for (const { name } of allOf(user, storage).slice(composedMax)) storage.removeItem(name);
    return true;
  } catch {
    return false;
  }
}

export function dropComposed(user: number, id: string, storage: Storage = localStorage): void {
  try {
    for (const { name, letter } of allOf(user, storage)) if (letter.client_id === id) storage.removeItem(name);
  } catch {
    // As above.
  }
}

const textOf = (all: readonly Recipient[]): string => all.map(typedRecipient).join(', ');

/** As the server keeps it; pieces that are no addresses yet are kept as they were typed. */
export function toServer(of: NewLetter, productId: number) {
  const list = (text: string) => {
    const { good, bad } = parseRecipients(text);
    return [...good, ...bad.map((piece) => ({ name: '', address: piece.slice(0, 255) }))];
  };
  return {
    ...{ client_id: of.client_id, type: of.type, product_id: productId, from: of.from, to: of.to },
    ...{ cc: list(of.cc), bcc: list(of.bcc), customer_id: of.customer?.id ?? null, how: of.how },
    ...{ subject: of.subject, body_html: of.html, template_ids: of.templates },
    ...{ assignee_id: of.assignee_id, tag_ids: of.tag_ids, attachments: of.attachments.map((file) => file.id) },
    mentions: of.mentions,
  };
}

export const fromServer = (of: KeptLetter): NewLetter => ({
  ...{ client_id: of.client_id, type: of.type, product_id: of.product_id, from: of.from, to: of.to },
  ...{ cc: textOf(of.cc), bcc: textOf(of.bcc), how: of.how, subject: of.subject, html: of.body_html },
  customer: of.customer_id === null ? null : { id: of.customer_id, name: '' },
  ...{ attachments: of.attachments, templates: of.template_ids, assignee_id: of.assignee_id, tag_ids: of.tag_ids },
  mentions: of.mentions,
  version: of.version,
});
