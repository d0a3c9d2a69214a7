import { type Box, wayClear } from './toast-place.ts';

/**
 * What sends or saves: bars that say so, and every button that ends a form or is, filled, the one to press. The field that
 * somebody is in. And what is open to choose from: a toast that comes under a finger would be chosen instead.
 */
const keptClear = [
  '[data-composer], [data-save-bar], button[type="submit"]',
  '.mantine-Button-root:is(:not([data-variant]), [data-variant="filled"])',
  ':is(input, textarea, [contenteditable]):focus, .mantine-Input-wrapper:focus-within',
  '.mantine-Menu-dropdown, .mantine-Combobox-dropdown, .mantine-Popover-dropdown',
].join();

/**
 * While toasts stand they are moved off whatever sends or saves or is filled in, wherever it stands now. Answers what ends it.
 */
export function keepToastsClear(): () => void {
  let frame = 0;
  const look = () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      placeAll();
    });
  };
  placeAll();
  const changed = new MutationObserver(look);
  changed.observe(document.body, { subtree: true, childList: true, attributes: true });
  const grown = new ResizeObserver(look);
  for (const one of [document.body, ...standing()]) grown.observe(one);
  const moves = ['scroll', 'transitionend', 'focusin', 'focusout'] as const;
  for (const move of moves) document.addEventListener(move, look, { capture: true, passive: true });
  return () => {
    cancelAnimationFrame(frame);
    changed.disconnect();
    grown.disconnect();
    for (const move of moves) document.removeEventListener(move, look, { capture: true });
  };
}

/** One for each place where toasts may stand. */
const standing = () => document.querySelectorAll<HTMLElement>('.mantine-Notifications-root');
/** How far each was moved. */
const moved = new WeakMap<HTMLElement, number>();

function placeAll(): void {
  const boxes = [...document.querySelectorAll(keptClear)].flatMap((one): Box[] => {
    const box = one.getBoundingClientRect();
    const isSeen =
      box.height > 0 && box.bottom > 0 && box.top < innerHeight && !one.closest('.mantine-Notifications-root');
    return isSeen ? [box] : [];
  });
  for (const toasts of standing()) {
    const before = moved.get(toasts) ?? 0;
    const { left, top, right, bottom } = toasts.getBoundingClientRect();
    if (bottom === top) continue;
    const by = wayClear({ left, right, top: top - before, bottom: bottom - before }, boxes, innerHeight);
    if (by === before) continue;
    moved.set(toasts, by);
    toasts.style.setProperty('--p-toast-way', `${by}px`);
  }
}
