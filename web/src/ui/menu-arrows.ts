/**
 * A closed menu's button opens it by the arrows too: Down at its first item, as Enter and Space do, Up at its last. In a
 * list they walk from row to row.
 */
function openByArrow(event: KeyboardEvent): void {
  const { key, target } = event;
  if ((key !== 'ArrowDown' && key !== 'ArrowUp') || event.defaultPrevented) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || !(target instanceof HTMLElement)) return;
  if (!target.matches('[aria-haspopup=menu][aria-expanded=false]') || target.closest('[data-row]')) return;
  event.preventDefault();
  // What opens takes the focus to its first item by itself.
  if (key === 'ArrowUp') document.addEventListener('focusin', toLast, { once: true });
  target.click();
}

function toLast({ target }: FocusEvent): void {
  const menu = target instanceof HTMLElement && target.closest('[role=menu]');
  const items = menu ? [...menu.querySelectorAll<HTMLElement>('[data-menu-item]:not([data-disabled])')] : [];
  // It may be taken there twice, both times already on the way.
  setTimeout(() => items.at(-1)?.focus());
}

if (typeof window !== 'undefined') document.addEventListener('keydown', openByArrow);
