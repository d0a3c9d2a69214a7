import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect } from 'react';

/** `/products/7/edit#mailbox` leads to that part of the form. */
export function usePartOfHash(form: RefObject<HTMLElement | null>): void {
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    const part = form.current?.querySelector<HTMLElement>(`[data-part="${CSS.escape(hash)}"]`);
    if (!part) return;
    // What is folded away cannot be shown.
    part.closest('details')?.setAttribute('open', '');
    part.scrollIntoView({ block: 'start' });
    const before = document.activeElement;
    const begin = (): boolean => {
      if (document.activeElement !== before) return true;
      const first = part.querySelector<HTMLElement>('input, textarea, [contenteditable], [data-ghosts]');
      if (first?.matches('[data-ghosts]')) return false;
      first?.focus({ preventScroll: true });
      return true;
    };
    if (begin()) return;
    // Its first field has to be fetched.
    const coming = new MutationObserver(() => begin() && coming.disconnect());
    coming.observe(part, { childList: true, subtree: true });
    return () => coming.disconnect();
  }, [hash, form]);
}
