import type { QueryClient } from '@tanstack/react-query';
import { markKnownAt } from '../../realtime/known-at.ts';
import { putBack } from './copy-queries.ts';
import { keptTicket, keptTickets } from './kept-store.ts';

/** Puts a ticket that nobody can be asked for back as it was when it was last on the screen. */
export async function restoreTicket(client: QueryClient, id: number): Promise<void> {
  const kept = await keptTicket(id);
  if (!kept) return;
  putBack(client, kept.queries);
  markKnownAt(kept.at);
}

/** Of a desk that opened without a server: as old as the newest that is kept. */
export async function markAge(): Promise<void> {
  const [newest] = await keptTickets();
  if (newest) markKnownAt(newest.at);
}
