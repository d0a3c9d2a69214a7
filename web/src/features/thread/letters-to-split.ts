import { splitMessagesMax } from '#contract/ticket-merges.ts';
import type { Message } from './message.ts';

export type NotSplit = 'nothing_left' | 'too_many';

/** What keeps a message, alone or with all that follow, from becoming a ticket of its own. `hasMore`: older ones are not there yet. */
export function notSplit(
  { letters, hasMore }: { letters: readonly Message[]; hasMore: boolean },
  message: Message,
  fromHere: 0 | 1,
): NotSplit | undefined {
  const parts = new Set(letters.filter(isPart).map(({ id }) => id));
  const going = [...parts].filter((id) => id === message.id || (fromHere === 1 && id > message.id));
  if (going.length > splitMessagesMax) return 'too_many';
  return !hasMore && going.length === parts.size ? 'nothing_left' : undefined;
}

/** What a ticket of its own can be made of. */
const isPart = ({ kind }: Message): boolean => kind === 'inbound' || kind === 'outbound' || kind === 'note';
