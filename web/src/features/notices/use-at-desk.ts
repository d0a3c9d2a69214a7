import { useEffect } from 'react';
import { atDesk } from '#contract/notifications.ts';
import { call } from '../../api/call.ts';
import { sessionState } from '../../api/session.ts';
import { useRealtimeState } from '../../realtime/realtime.tsx';

/** As often as somebody who goes on working says so. */
const everyMs = 20_000;
const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

/** Says that somebody is at the desk while they touch it, so that no letters or pushes go after them. */
export function useAtDesk(): void {
  const isLive = useRealtimeState() === 'live';
  useEffect(() => {
    if (!isLive) return;
    let last = -Infinity;
    const touch = () => {
      const now = performance.now();
      if (document.visibilityState !== 'visible' || sessionState() !== 'in' || now - last < everyMs) return;
      last = now;
      // Once in a while is often enough, and the next touch says it again.
      call(atDesk, {}).catch(() => {});
    };
    const end = new AbortController();
    for (const name of touches)
      window.addEventListener(name, touch, { passive: true, capture: true, signal: end.signal });
    return () => end.abort();
  }, [isLive]);
}
