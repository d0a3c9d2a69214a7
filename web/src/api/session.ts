import { useSyncExternalStore } from 'react';

/**
 * How far in this tab is. The desk asks over the page for what is missing, so that nothing typed is lost; it is a fact
 * about this tab, not server data.
 *
 * - `in`: nothing is missing.
 * - `out`: the session ended; the password is asked.
 * - `half`: the password was right; the code is asked.
 * - `setup`: signed in, and the company asks for two-factor, which is not set up.
 */
export type SessionState = 'in' | 'out' | 'half' | 'setup';

let state: SessionState = 'in';
const listeners = new Set<() => void>();

export const sessionState = (): SessionState => state;

/** What a browser keeps of the tickets somebody opened (`features/offline`). */
export const keptDatabase = 'parley-desk';

/** It goes with the session: nothing of it is left for the next person, nor for the same one before they sign in. */
export const forgetKept = () => void indexedDB.deleteDatabase(keptDatabase);

let person: number | null = null;

/** Whose page this is; null while nobody is known. What it asks for is asked as them, and done for nobody else. */
export const whosePage = (): number | null => person;
export const belongTo = (next: number | null): void => {
  person = next;
};

let isLeaving = false;

/** Whether the page goes by itself: nobody is asked about what stands on it. */
export const isPageLeaving = (): boolean => isLeaving;

/**
 * Somebody else signed in, here or in another tab. They find nothing of who was at work before them, neither on the screen nor
 * by going back, and are not asked whether to keep it.
 */
export function leaveToAnother(): void {
  isLeaving = true;
  forgetKept();
  document.documentElement.style.visibility = 'hidden';
  window.location.replace(import.meta.env.BASE_URL);
}

export function markSession(next: SessionState): void {
  if (next === 'out') forgetKept();
  if (state === next) return;
  state = next;
  for (const listener of listeners) listener();
}

/** The tabs of a browser share its session: who signed in again in one of them goes on in all. */
const tabs = 'parley-session';

export function tellOtherTabs(): void {
  const channel = new BroadcastChannel(tabs);
  channel.postMessage('in');
  channel.close();
}

export function onSignedInElsewhere(listener: () => void): () => void {
  const channel = new BroadcastChannel(tabs);
  channel.onmessage = listener;
  return () => channel.close();
}

export const useSessionState = (): SessionState => useSyncExternalStore(subscribe, sessionState);

/** What a refusal says of the session; undefined when it is about something else. */
export function stateAfter(refusal: { status: number; key: string }): SessionState | undefined {
  if (refusal.status === 401) return 'out';
  if (refusal.key === 'google2fa_required') return 'half';
  return refusal.key === 'google2fa_setup_required' ? 'setup' : undefined;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
