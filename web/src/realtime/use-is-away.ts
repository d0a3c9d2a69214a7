import { isKeptPage } from './known-at.ts';
import { useRealtimeState } from './realtime.tsx';

/** Nobody tells what happens: what is on the screen is what was known last. */
export function useIsAway(): boolean {
  const state = useRealtimeState();
  return state === 'offline' || (state === 'connecting' && (isKeptPage() || !navigator.onLine));
}
