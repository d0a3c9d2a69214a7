import { useSyncExternalStore } from 'react';

const tickMs = 20_000;
let now = new Date();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

/** One clock for every fuse on the page. A tab that was hidden is right again as soon as it is looked at. */
export function useNow(): Date {
  return useSyncExternalStore(subscribe, () => now);
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) start();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) stop();
  };
}

function start(): void {
  now = new Date();
  timer = setInterval(tick, tickMs);
  document.addEventListener('visibilitychange', tick);
}

function stop(): void {
  clearInterval(timer);
  document.removeEventListener('visibilitychange', tick);
}

function tick(): void {
  now = new Date();
  for (const listener of listeners) listener();
}
