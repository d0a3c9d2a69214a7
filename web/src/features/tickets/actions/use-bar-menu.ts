import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { BarMenu } from './toolbar-actions.ts';

type Rows = {
  /** Some are picked already: the menu is for them. */
  isPicking: boolean;
  /** The row with the focus, and where it stands. */
  focused: () => { id: number; place: number } | null;
  pick: (id: number) => void;
  clear: () => void;
  /** To the row that stands there now. */
  goOn: (place: number) => void;
};

/** The menus of the toolbar over rows. Opened by a key, one is for the row with the focus, which is picked until it is closed. */
export function useBarMenu({ isPicking, focused, pick, clear, goOn }: Rows) {
  const [menu, setMenu] = useState<BarMenu | null>(null);
  const [isBorrowed, setBorrowed] = useState(false);
  /** Where the row stood that it was opened from; what is chosen there may take that row away. */
  const from = useRef<number | null>(null);
  const goOnIfLost = useEffectEvent((place: number) => {
    if (document.activeElement === document.body) goOn(place);
  });
  useEffect(() => {
    const place = from.current;
    if (menu !== null || place === null) return undefined;
    from.current = null;
    // Behind the menu, which gives the focus back to its row where that is still there.
    const frame = requestAnimationFrame(() => goOnIfLost(place));
    return () => cancelAnimationFrame(frame);
  }, [menu]);
  return {
    menu,
    openMenu: (which: BarMenu) => {
      const row = focused();
      from.current = row?.place ?? null;
      if (!isPicking) {
        if (!row) return;
        pick(row.id);
        setBorrowed(true);
      }
      setMenu(which);
    },
    chooseMenu: (which: BarMenu | null) => {
      if (which === null && isBorrowed) clear();
      setBorrowed(false);
      setMenu(which);
    },
  };
}
