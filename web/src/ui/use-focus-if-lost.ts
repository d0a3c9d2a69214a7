import { type RefObject, useEffect, useRef } from 'react';

/**
 * What was pressed has gone with what is no longer shown: what took its place is read out, and Tab goes on from its top.
 * `shown` names what is there; null, nothing yet. Put the ref on something with `tabIndex={-1}`.
 */
export function useFocusIfLost<E extends HTMLElement>(
  shown: string | null,
  before: string | null,
): RefObject<E | null> {
  const element = useRef<E>(null);
  const last = useRef(before);
  useEffect(() => {
    const isFirst = last.current === null;
    if (shown === null || last.current === shown) return;
    last.current = shown;
    if (!isFirst && document.activeElement === document.body) element.current?.focus();
  }, [shown]);
  return element;
}
