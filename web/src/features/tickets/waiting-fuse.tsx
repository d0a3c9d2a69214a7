import { Fuse } from '../../ui/small-parts.tsx';
import { useNow } from './use-now.ts';
import { waitingOf } from './waiting.ts';

/** How long the customer has been waiting; it goes on by itself. Nothing when it is their turn. */
export function WaitingFuse({ since }: { since: string | null }) {
  const now = useNow();
  return <Fuse {...waitingOf(since, now)} />;
}
