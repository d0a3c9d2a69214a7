import { useRealtimeEvents } from '../../realtime/realtime.tsx';
import { watchers } from '../../ui/together/watchers-store.ts';

/** Keeps what is known of who is where. */
export function WatchersFeed() {
  useRealtimeEvents(watchers.take);
  return null;
}
