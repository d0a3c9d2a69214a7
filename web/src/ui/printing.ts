import { useSyncExternalStore } from 'react';

let isPrinting = false;

/** Calls back when the page goes to paper, before its pages are laid out, and when it is a screen again. */
export function onPrinting(tell: (isPrinting: boolean) => void): () => void {
  const hear = ({ type }: Event) => tell(type === 'beforeprint');
  const events = ['beforeprint', 'afterprint'] as const;
  for (const one of events) addEventListener(one, hear);
  return () => {
    for (const one of events) removeEventListener(one, hear);
  };
}

/** Whether the page is on its way to paper: what is drawn for it then is on it. */
export const useIsPrinting = (): boolean => useSyncExternalStore(subscribe, () => isPrinting);

const subscribe = (tell: () => void) =>
  onPrinting((now) => {
    isPrinting = now;
    tell();
  });
