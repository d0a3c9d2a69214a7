import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { Message } from './message.ts';
import { rememberSeen } from './use-first-unread.ts';

/** A glance that passes is not reading. */
const glanceMs = 600;

type Props = {
  box: RefObject<HTMLElement | null>;
  ticketId: number;
  messages: readonly Message[];
  /** It does not stand yet where it is to be read from: what is on the screen is nobody's choice. */
  isOpening: boolean;
  isUnread: boolean;
  onSeen: (upTo: number) => void;
};

/**
 * Tells when the newest letter of the customer has been looked at: some of it on the screen, in a tab that is in front,
 * for longer than a glance. Answers how many letters have come that have not.
 */
export function useSeen({ box, ticketId, messages, isOpening, isUnread, onSeen }: Props): number {
  const newest = messages.findLast((message) => message.kind !== 'event' && message.kind !== 'outbound')?.id ?? 0;
  const [seen, see] = useState({ ticketId, upTo: 0 });
  const tell = useEffectEvent(() => {
    see({ ticketId, upTo: newest });
    rememberSeen(ticketId, newest);
    if (isUnread) onSeen(messages.at(-1)?.id ?? newest);
  });
  useEffect(() => {
    const letter = box.current?.querySelector(`[data-message="${newest}"]`);
    if (isOpening || !letter || !box.current) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isInView = false;
    const look = () => {
      clearTimeout(timer);
      if (isInView && document.visibilityState === 'visible') timer = setTimeout(tell, glanceMs);
    };
    const observer = new IntersectionObserver(
      (entries) => {
        isInView = entries.at(-1)?.isIntersecting ?? false;
        look();
      },
      { root: box.current },
    );
    observer.observe(letter);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('visibilitychange', look);
    };
  }, [box, newest, isOpening]);
  if (seen.ticketId !== ticketId || seen.upTo === 0) return 0;
  return messages.filter((message) => message.id > seen.upTo && message.kind === 'inbound').length;
}
