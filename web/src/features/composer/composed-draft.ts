import { z } from 'zod';
import { address, attachment } from '#contract/messages.ts';

/** A letter without a ticket, half-written. Its id stays the same until it is sent, so that it cannot be sent twice. */
const newLetter = z.object({
  client_id: z.uuid(),
  product_id: z.number().nullable(),
  from: z.string().nullable(),
  to: z.array(address),
  cc: z.string(),
  bcc: z.string(),
  how: z.enum(['each', 'together']),
  subject: z.string(),
  html: z.string(),
  attachments: z.array(attachment),
  templates: z.array(z.number()),
  assignee_id: z.number().nullable(),
  tag_ids: z.array(z.number()),
});
export type NewLetter = z.infer<typeof newLetter>;

export const emptyLetter = (): NewLetter => ({
  client_id: crypto.randomUUID(),
  ...{ product_id: null, from: null, to: [], cc: '', bcc: '', how: 'each' as const, subject: '', html: '' },
  ...{ attachments: [], templates: [], assignee_id: null, tag_ids: [] },
});

const nameOf = (user: number) => `parley.compose.${user}`;

/** What was kept in this browser, or null. What cannot be understood counts as nothing. */
export function readComposed(user: number): NewLetter | null {
  try {
    return newLetter.parse(JSON.parse(localStorage.getItem(nameOf(user)) ?? 'null'));
  } catch {
    return null;
  }
}

export function keepComposed(user: number, letter: NewLetter): void {
  const isEmpty = letter.html === '' && letter.subject === '' && letter.to.length + letter.attachments.length === 0;
  try {
    if (isEmpty) localStorage.removeItem(nameOf(user));
    else localStorage.setItem(nameOf(user), JSON.stringify(letter));
  } catch {
    // A browser without room keeps what is on the screen.
  }
}

export function dropComposed(user: number): void {
  try {
    localStorage.removeItem(nameOf(user));
  } catch {
    // As above.
  }
}
