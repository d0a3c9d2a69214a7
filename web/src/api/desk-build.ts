import { useSyncExternalStore } from 'react';
import { brand } from '../ui/brand.ts';

/** Why this page cannot be completed: the server has another desk, or the browser does not fetch a part of this one. */
export type Flaw = 'old' | 'torn';

let flaw: Flaw | null = null;
const listeners = new Set<() => void>();

/** Said again each time that it is noticed. */
export function markFlaw(next: Flaw | null): void {
  flaw = next;
  for (const listener of listeners) listener();
}

export function onFlaw(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const flawOfPage = (): Flaw | null => flaw;
export const useFlaw = (): Flaw | null => useSyncExternalStore(onFlaw, flawOfPage);

/** Looks which desk the server has now, and marks this page as old where that is another one; null when it does not say. */
export async function lookAtBuild(): Promise<'same' | 'other' | null> {
  const build = await buildOfServer();
  if (build === null || brand.build === '') return null;
  const isOld = build !== brand.build;
  if (isOld) markFlaw('old');
  else if (flaw === 'old') markFlaw(null);
  return isOld ? 'other' : 'same';
}

async function buildOfServer(): Promise<string | null> {
  try {
    const answer = await fetch(`${import.meta.env.BASE_URL}build.json`, { cache: 'no-store' });
    const { build } = (await answer.json()) as { build?: unknown };
    return answer.ok && typeof build === 'string' ? build : null;
  } catch {
    return null;
  }
}
