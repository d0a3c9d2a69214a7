import type { DraftContent } from './use-draft.ts';

/** What comes back, above what has been begun since: it goes where the first was to go, and nothing of either is lost. */
export function joinDrafts(back: DraftContent, since: DraftContent | null): DraftContent {
  if (!since) return back;
  return {
    ...back,
    html: back.html + since.html,
    attachments: [...back.attachments, ...since.attachments],
    templates: [...new Set([...(back.templates ?? []), ...(since.templates ?? [])])],
    seen: back.seen && since.seen ? Math.min(back.seen, since.seen) : (back.seen ?? since.seen),
    mentions: [...(back.mentions ?? []), ...(since.mentions ?? [])],
  };
}
