import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { onPrinting } from '../../ui/printing.ts';

/** Within this distance of the end a reader counts as being there. */
const nearPx = 48;
/** How much of the letter before stays in sight above the place a thread opens at. */
const headroomPx = 56;
/** How far a key goes: the line of an arrow, or a share of what is in sight. */
const linePx = 40;
const page = 0.9;

type Mode = 'opening' | 'end' | 'free';

/**
 * Where a thread stands. It opens at `[data-pointed]`, at the first unread message, or at its end; it stays there while
 * frames and pictures take their height, until the reader moves. At its end it follows what comes; elsewhere nothing moves
 * and `isAway` says that there is more below. Older letters that come in above push nothing. Where nothing has the focus,
 * the keys that scroll a page scroll the thread.
 */
export function useThreadScroll(
  box: RefObject<HTMLElement | null>,
  isReady: boolean,
  first: number,
  firstUnread: number | null,
) {
  const mode = useRef<Mode>('opening');
  const [isAway, setAway] = useState(false);
  /** How high it was when it was last looked at; to look at every rendering would lay the page out each time. */
  const before = useRef({ first, height: 0 });

  const opening = useEffectEvent(() =>
    firstUnread === null
      ? null
      : (box.current?.querySelector<HTMLElement>('[data-new]') ??
        box.current?.querySelector<HTMLElement>(`[data-message="${firstUnread}"]`)),
  );

  useEffect(() => {
    const element = box.current;
    if (!element || !isReady) return;
    mode.current = 'opening';
    const settle = () => {
      before.current.height = element.scrollHeight;
      if (mode.current === 'free') return;
      const isOpening = mode.current === 'opening';
      const pointed = isOpening ? element.querySelector<HTMLElement>('[data-pointed]') : null;
      const here = isOpening ? opening() : null;
      if (pointed) element.scrollTop += fromMiddle(pointed, element);
      else element.scrollTop = here ? here.offsetTop - headroomPx : element.scrollHeight;
    };
    const look = () => {
      const near = element.scrollHeight - element.scrollTop - element.clientHeight < nearPx;
      if (mode.current !== 'opening') mode.current = near ? 'end' : 'free';
      setAway(!near);
    };
    const take = () => {
      if (mode.current === 'opening') mode.current = 'free';
    };
    const grown = new ResizeObserver(settle);
    for (const child of element.children) grown.observe(child);
    grown.observe(element);
    const added = new MutationObserver(() => {
      for (const child of element.children) grown.observe(child);
      settle();
      look();
    });
    added.observe(element, { childList: true });
    element.addEventListener('scroll', look, { passive: true });
    // Paper is as long as all of it: whoever is back from there reads on where they were.
    let [top, how]: [number, Mode] = [0, 'opening'];
    const endPrinting = onPrinting((isPrinting) => {
      if (isPrinting) [top, how] = [element.scrollTop, mode.current];
      else [element.scrollTop, mode.current] = [top, how];
    });
    const moves = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;
    for (const move of moves) element.addEventListener(move, take, { passive: true });
    settle();
    look();
    return () => {
      grown.disconnect();
      added.disconnect();
      endPrinting();
      element.removeEventListener('scroll', look);
      for (const move of moves) element.removeEventListener(move, take);
    };
  }, [box, isReady]);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const last = before.current;
    if (last.first !== first && last.first !== 0 && element.scrollTop < nearPx && mode.current === 'free') {
      element.scrollTop += element.scrollHeight - last.height;
    }
    before.current.first = first;
  }, [box, first]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const element = box.current;
      const isFree = event.target === document.body && !document.querySelector('[role=dialog], [role=menu]');
      if (!element || !isFree || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const by = wayOf(event, element);
      if (by === null) return;
      event.preventDefault();
      mode.current = 'free';
      element.scrollBy({ top: by });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [box]);

  return {
    isAway,
    /** Opens anew at what is pointed at now. */
    toPointed: () => {
      mode.current = 'opening';
      const pointed = box.current?.querySelector<HTMLElement>('[data-pointed]');
      if (box.current && pointed) box.current.scrollTop += fromMiddle(pointed, box.current);
    },
    toEnd: () => {
      mode.current = 'end';
      box.current?.scrollTo({ top: box.current.scrollHeight });
    },
  };
}

/** How far it stands from the middle of the box; what is higher than that begins below its upper edge. */
function fromMiddle(pointed: HTMLElement, box: HTMLElement): number {
  const [{ top, height }, around] = [pointed.getBoundingClientRect(), box.getBoundingClientRect()];
  return top - around.top - Math.max(headroomPx, (box.clientHeight - height) / 2);
}

/** How far down a key leads; null for any other. */
function wayOf({ key, shiftKey }: KeyboardEvent, { clientHeight, scrollHeight }: HTMLElement): number | null {
  if (key === ' ') return shiftKey ? -page * clientHeight : page * clientHeight;
  if (shiftKey) return null;
  if (key === 'PageDown' || key === 'PageUp') return (key === 'PageUp' ? -page : page) * clientHeight;
  if (key === 'ArrowDown' || key === 'ArrowUp') return key === 'ArrowUp' ? -linePx : linePx;
  if (key === 'Home' || key === 'End') return key === 'Home' ? -scrollHeight : scrollHeight;
  return null;
}
