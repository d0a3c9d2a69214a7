import { isField } from './held-keys.ts';

/**
 * Whoever presses E twice means two tickets. Between leaving one page and the next one being there, the old one still
 * stands and would take the keys: they are kept, and pressed on the new one. Late ones are forgotten, for a key that does
 * nothing is better than one that does it to another ticket.
 */
const betweenMsMax = 2_000;
const keptMax = 100;
type Press = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>;
let until = 0;
let kept: Press[] = [];

/** By a key or not, this page is being left for another one, which calls `arrive`. */
export function leavePage(): void {
  until = performance.now() + betweenMsMax;
}

/** Everything on the new page listens: what was pressed on the way is pressed now, up to where that leads on again. */
export function arrive(): void {
  const presses = kept;
  forget();
  for (const press of presses) {
    const at = document.activeElement ?? document.body;
    const { key, code, shiftKey } = press;
    const event = new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true });
    // As if it were typed: an event alone writes nothing.
    if (at.dispatchEvent(event) && key.length === 1 && isField(at)) document.execCommand('insertText', false, key);
  }
}

function forget(): void {
  until = 0;
  kept = [];
}

if (typeof window !== 'undefined') {
  window.addEventListener(
    'keydown',
    (event) => {
      if (until === 0) return;
      if (performance.now() > until || event.key === 'Escape') return forget();
      if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key.length !== 1 && event.key !== 'Enter') return;
      event.preventDefault();
      event.stopImmediatePropagation();
      const { key, code, shiftKey } = event;
      // A key held down goes through the pages; it does not run ahead of them.
      if (!event.repeat && kept.length < keptMax) kept.push({ key, code, shiftKey });
    },
    { capture: true },
  );
  window.addEventListener('pointerdown', forget, { capture: true });
}
