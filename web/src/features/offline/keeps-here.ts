import { useSyncExternalStore } from 'react';

/** Of this device: what one may leave on a desk at home, one may not on a shared one. */
const name = 'parley.keeps-tickets';
const listeners = new Set<() => void>();

export function keepsHere(): boolean {
  try {
    return localStorage.getItem(name) !== '0';
  } catch {
    return false;
  }
}

export function turnKeepsHere(isOn: boolean): void {
  if (isOn) localStorage.removeItem(name);
  else localStorage.setItem(name, '0');
  for (const listener of listeners) listener();
}

export const useKeepsHere = (): boolean =>
  useSyncExternalStore((changed) => {
    listeners.add(changed);
    window.addEventListener('storage', changed);
    return () => {
      listeners.delete(changed);
      window.removeEventListener('storage', changed);
    };
  }, keepsHere);
