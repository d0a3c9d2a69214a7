import { isField } from './held-keys.ts';

/**
 * Whoever presses E twice means two tickets. Between leaving one page and the next one being there, the old one still
 * stands and would take the keys: they are kept, and pressed on the new one. Late ones are forgotten, for a key that does
 * nothing is better than one that does it to another ticket.
 */
const betweenMsMax = 2_000;
const keptMax = 100;
/** Whoever types pauses less long than this between two letters. */
const typingMs = 1_000;
type Press = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>;
let until = 0;
let kept: Press[] = [];
let restUntil = 0;

/** By a key or not, this page is being left for another one, which calls `arrive`. `press`: it is meant for that one as well. */
export function leavePage(press?: Press): void {
  until = performance.now() + betweenMsMax;
  if (press) kept.push({ key: press.key, code: press.code, shiftKey: press.shiftKey });
}

/** Everything on the new page listens: what was pressed on the way is pressed now, up to where that leads on again. */
export function arrive(): void {
  const presses = kept;
  forget();
  // Behind what React is doing: the field that a key opens is there before the next letter is pressed.
  queueMicrotask(() => pressAll(presses));
}

function pressAll(presses: readonly Press[]): void {
  for (const press of presses) {
    const at = document.activeElement ?? document.body;
    const { key, code, shiftKey } = press;
    const event = new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true });
    // As if it were typed: an event alone writes nothing.
    if (at.dispatchEvent(event) && key.length === 1 && isField(at)) document.execCommand('insertText', false, key);
  }
}

/** The field that somebody may be typing in is about to go: what they type on there acts on nothing, until they pause. */
export function restKeys(): void {
  restUntil = performance.now() + typingMs;
}

function forget(): void {
  until = 0;
  kept = [];
}

/** What one types, or ends a line with. */
const isLetter = ({ key, isComposing, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  !isComposing && !ctrlKey && !metaKey && !altKey && (key.length === 1 || key === 'Enter');

if (typeof window !== 'undefined') {
  window.addEventListener(
    'keydown',
    (event) => {
      const isTyping = performance.now() < restUntil && isLetter(event);
      if (isTyping) restKeys();
      const isForGoneField = isTyping && !isField(document.activeElement);
      if (!isForGoneField) {
        if (until === 0) return;
        if (performance.now() > until || event.key === 'Escape') return forget();
        if (!isLetter(event)) return;
      }
      event.preventDefault();
      event.stopImmediatePropagation();
      const { key, code, shiftKey } = event;
      // A key held down goes through the pages; it does not run ahead of them.
      if (!isForGoneField && !event.repeat && kept.length < keptMax) kept.push({ key, code, shiftKey });
    },
    { capture: true },
  );
  window.addEventListener('pointerdown', forget, { capture: true });
}
