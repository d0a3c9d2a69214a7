import type { FoundTicket } from '#contract/search.ts';

/** Where the ticket opens: at the letter, or in the panel of a side conversation. */
export function placeOfHit({ side_id, message_id }: FoundTicket['hit']): string {
  if (side_id !== null) return `side-${side_id}`;
  return message_id === null ? '' : `message-${message_id}`;
}
