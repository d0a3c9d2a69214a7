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
    part.querySelector<HTMLElement>('input, textarea, [contenteditable]')?.focus({ preventScroll: true });
  }, [hash, form]);
}
