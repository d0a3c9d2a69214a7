import { useRealtimeEvents } from '../../realtime/realtime.tsx';
import { watchers } from './watchers-store.ts';

/** Keeps what is known of who is where. */
export function WatchersFeed() {
  useRealtimeEvents(watchers.take);
  return null;
}
