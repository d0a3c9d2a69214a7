import { useEffect, useState } from 'react';

/**
 * Gives the focus back to where it was when this was first drawn, if nothing else has it when this goes: without, Tab began
 * at the top of the page. A menu that led here is gone by then, and its button is meant.
 */
export function useFocusBack(): void {
  const [from] = useState(whereFocusIs);
  useEffect(
    () => () => {
      setTimeout(() => {
        if (document.activeElement === document.body && from?.isConnected) from.focus({ preventScroll: true });
      });
    },
    [from],
  );
}

function whereFocusIs(): HTMLElement | null {
  const at = document.activeElement;
  const menu = at?.closest('[role=menu]');
  const of = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : at;
  return of instanceof HTMLElement && of !== document.body ? of : null;
}
