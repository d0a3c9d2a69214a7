import { useSyncExternalStore } from 'react';

/**
 * Whether the session ended under our hands. The desk then asks for the password over the page, so that nothing typed is
 * lost; it is a fact about this tab, not server data.
 */
let signedOut = false;
const listeners = new Set<() => void>();

export function markSignedOut(): void {
  set(true);
}
export function markSignedIn(): void {
  set(false);
}
export function useIsSignedOut(): boolean {
  return useSyncExternalStore(subscribe, () => signedOut);
}

function set(next: boolean): void {
  if (signedOut === next) return;
  signedOut = next;
  for (const listener of listeners) listener();
}
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
