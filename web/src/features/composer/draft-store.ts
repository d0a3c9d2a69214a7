import { z } from 'zod';
import { mention } from '#contract/drafts.ts';
import { address, attachment } from '#contract/messages.ts';

/** Something half-written, kept in this browser until it is sent. */
const draft = z.object({
  html: z.string(),
  /** Null: the recipients are still the suggested ones. */
  recipients: z.object({ to: z.array(address), cc: z.array(address), bcc: z.array(address) }).nullable(),
  /** Null or absent: from the suggested address. */
  from: z.string().nullish(),
  /** The letter that it answers; null or absent: the last one. */
  answers: z.number().nullish(),
  /** The newest message its writer had seen when they began; null or absent: nobody knows. */
  seen: z.number().nullish(),
  attachments: z.array(attachment),
  /** Templates it was written with. */
  templates: z.array(z.number()).optional(),
  mentions: z.array(mention).optional(),
  /** False: the person's own signature was left out. */
  signs: z.boolean().optional(),
  /** Of a letter to a third party: letters that it forwards, and which of their attachments stay here. */
  side: z.object({ subject: z.string(), forwarded: z.array(z.number()), left: z.array(z.number()) }).nullish(),
  /** Milliseconds since the epoch. */
  savedAt: z.number(),
  /** The server's version that it continues; absent or 0: the server has none. */
  version: z.number().optional(),
  /** False or absent: the server has not got all of it. */
  isKept: z.boolean().optional(),
});
export type Draft = z.infer<typeof draft>;
export type DraftKey = {
  readonly user: number;
  readonly ticket: number;
  readonly kind: 'reply' | 'note' | 'side';
  readonly side?: number;
};

const prefix = 'parley.draft.';
export const draftDaysMax = 90;

export const nameOf = ({ user, ticket, kind, side = 0 }: DraftKey) =>
  `${prefix}${user}.${ticket}.${kind}${kind === 'side' ? side : ''}`;

/** What was kept, or null. What cannot be understood (an older Parley wrote it) counts as nothing. */
export function readDraft(key: DraftKey, storage: Storage = localStorage): Draft | null {
  try {
    return draft.parse(JSON.parse(storage.getItem(nameOf(key)) ?? 'null'));
  } catch {
    return null;
  }
}

/** Keeps a draft. False when the browser has no room or forbids it: then the screen must say so. */
export function keepDraft(key: DraftKey, value: Draft, storage: Storage = localStorage): boolean {
  try {
    storage.setItem(nameOf(key), JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(key: DraftKey, storage: Storage = localStorage): void {
  try {
    storage.removeItem(nameOf(key));
  } catch {
    // A browser that forbids storage holds no draft either.
  }
}

/** Drops what nobody came back to for a month, so that the browser's room is not used up by it. */
export function dropOldDrafts(now: number, storage: Storage = localStorage): void {
  try {
    for (const name of Object.keys(storage).filter((one) => one.startsWith(prefix))) {
      const kept = draft.safeParse(JSON.parse(storage.getItem(name) ?? 'null'));
      if (!kept.success || kept.data.savedAt < now - draftDaysMax * 86_400_000) storage.removeItem(name);
    }
  } catch {
    // As above.
  }
}
