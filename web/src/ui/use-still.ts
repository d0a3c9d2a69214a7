import { type RefObject, useEffect } from 'react';

const changing = ['keydown', 'beforeinput', 'paste', 'cut', 'drop'] as const;
const leading = ['Tab', 'Escape'];

/**
 * While `isStill`, nothing that is typed, pasted or dropped within changes anything, and the focus stays where it is: what
 * stands there is on its way, and what came behind it would go nowhere.
 */
export function useStill(within: RefObject<HTMLElement | null>, isStill: boolean): void {
  useEffect(() => {
    const element = within.current;
    if (!element || !isStill) return;
    const stop = (event: Event) => {
      if (event instanceof KeyboardEvent && leading.includes(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    for (const kind of changing) element.addEventListener(kind, stop, { capture: true });
    return () => {
      for (const kind of changing) element.removeEventListener(kind, stop, { capture: true });
    };
  }, [within, isStill]);
}
