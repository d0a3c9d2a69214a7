import { useRealtimeState } from './realtime.tsx';

/** The page came from what the browser keeps: no server has answered for it. */
export const isKeptPage = (): boolean => document.documentElement.dataset.kept !== undefined;

/** Nobody tells what happens: what is on the screen is what was known last. */
export function useIsAway(): boolean {
  const state = useRealtimeState();
  return state === 'offline' || (state === 'connecting' && (isKeptPage() || !navigator.onLine));
}
