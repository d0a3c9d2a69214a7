let at: number | null = null;
const listeners = new Set<() => void>();

/** From when what is on the screen is, once nobody tells what has happened since. Milliseconds since the epoch. */
export function markKnownAt(next: number): void {
  at = next;
  for (const listener of listeners) listener();
}

export const knownAt = (): number | null => at;

export function onKnownAt(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The page came from what the browser keeps: no server has answered for it. */
export const isKeptPage = (): boolean => document.documentElement.dataset.kept !== undefined;
