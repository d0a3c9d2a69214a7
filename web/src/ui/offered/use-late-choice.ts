import { type KeyboardEvent, useEffect, useRef } from 'react';

/**
 * What is typed chooses the first that fits, and so does what comes late: whoever pressed Enter before anything was there
 * has it when it is. For a select that is being searched; `isAwaited`: nothing fits yet, and the server still looks.
 */
export function useLateChoice(isAwaited: boolean) {
  const entered = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const field = entered.current;
    entered.current = null;
    if (isAwaited || field === null || field !== document.activeElement) return;
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true }));
  }, [isAwaited]);
  return {
    // Turned on once what was awaited is there, it chooses anew.
    selectFirstOptionOnChange: !isAwaited,
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      entered.current = null;
      if (event.key !== 'Enter' || !isAwaited) return;
      event.preventDefault();
      entered.current = event.currentTarget;
    },
  };
}
