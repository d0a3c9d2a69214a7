import { useEffect, useRef } from 'react';
import type { Doing } from '#contract/realtime.ts';
import { useSayWhere } from '../../realtime/realtime.tsx';

/** Somebody who pauses for longer is reading again. */
const writingMs = 6_000;
/** A glance at another tab is no leaving. */
const glanceMs = 5_000;

/**
 * Lets colleagues know that this person is at a ticket while its page is looked at, and whether they write. Answers what to
 * call when it is written: who has sent it writes no more.
 */
export function useBeingAt(ticketId: number): () => void {
  const say = useSayWhere();
  const written = useRef(() => {});
  useEffect(() => {
    let doing: Doing = 'reading';
    let pause: ReturnType<typeof setTimeout> | undefined;
    let leaving: ReturnType<typeof setTimeout> | undefined;
    const tell = () => say({ ticket_id: ticketId, doing });
    const settle = () => {
      clearTimeout(pause);
      doing = 'reading';
      tell();
    };
    written.current = settle;
    const onInput = ({ target }: Event) => {
      const composer = target instanceof Element ? target.closest<HTMLElement>('[data-composer]') : null;
      if (!composer) return;
      doing = composer.dataset.kind === 'note' ? 'noting' : 'replying';
      tell();
      clearTimeout(pause);
      pause = setTimeout(settle, writingMs);
    };
    const onVisibility = () => {
      clearTimeout(leaving);
      if (document.visibilityState === 'visible') tell();
      else leaving = setTimeout(() => say(null), glanceMs);
    };
    onVisibility();
    document.addEventListener('input', onInput);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      document.removeEventListener('input', onInput);
      document.removeEventListener('visibilitychange', onVisibility);
      clearTimeout(pause);
      clearTimeout(leaving);
      written.current = () => {};
      say(null);
    };
  }, [ticketId, say]);
  return () => written.current();
}
