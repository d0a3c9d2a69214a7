/**
 * Whoever presses A and goes on typing a name means the field that A opens, though it takes a moment to be there. What is
 * typed until it has the focus is kept for it, and leads nowhere else: no letter of a name snoozes a ticket.
 */
const heldMsMax = 1_000;
/** On a slow line what opens the field has to be fetched first; then its words still are. */
const keptMsMax = 10_000;
let until = 0;
let held = '';
let hasEnter = false;

/** After a key that opens a field. */
export function holdKeys(): void {
  if (isField(document.activeElement)) return;
  // What was held already for the same field is kept.
  if (performance.now() > until) {
    held = '';
    hasEnter = false;
  }
  until = performance.now() + heldMsMax;
}

function forget(): void {
  until = 0;
  held = '';
  hasEnter = false;
}

/** Where typed letters go by themselves. */
export function isField(target: EventTarget | null): target is HTMLElement {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  return target.matches('textarea, select, input:not([type=checkbox], [type=radio], [type=button])');
}

if (typeof window !== 'undefined') {
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape') forget();
      if (performance.now() > until || isField(document.activeElement)) return;
      const isEnter = event.key === 'Enter';
      if ((event.key.length !== 1 && !isEnter) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (isEnter) hasEnter = true;
      // What follows Enter is for the page after it, which is not there yet.
      else if (!hasEnter) held += event.key;
      until = performance.now() + heldMsMax;
    },
    { capture: true },
  );
  // Whoever turns elsewhere meant that field, and no other.
  window.addEventListener('pointerdown', forget, { capture: true });
  window.addEventListener('focusin', ({ target }) => {
    if (until === 0 || !isField(target)) return;
    const isLate = performance.now() > until + keptMsMax;
    const text = isLate ? '' : held;
    // A list may have its first line chosen already; a form that nothing is written in is not sent.
    const enters = hasEnter && !isLate && (text !== '' || target.closest('form') === null);
    forget();
    // As if it were typed now: whoever listens to the field hears of it.
    if (text !== '') document.execCommand('insertText', false, text);
    if (enters) pressEnter(target);
  });
}

/** Once what was typed has been heard: a form is sent, and a list has what it looks for. */
function pressEnter(field: HTMLElement): void {
  requestAnimationFrame(() => {
    const form = field.closest('form');
    if (form) form.requestSubmit();
    else
      field.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true, cancelable: true }),
      );
  });
}
