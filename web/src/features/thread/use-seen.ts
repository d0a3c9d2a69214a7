import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useUnseenNews } from '../../ui/bell/unseen-news.ts';
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
 * Tells when the newest letter of the customer has been looked at: some of it on the screen, or the end of the thread, in
 * a tab that is in front, for longer than a glance. News of what makes no ticket unread is seen by it as well. Answers how
 * many letters have come that have not.
 */
export function useSeen({ box, ticketId, messages, isOpening, isUnread, onSeen }: Props): number {
  const last = messages.findLast((message) => message.kind !== 'event')?.id ?? 0;
  const newest = messages.findLast((message) => message.kind !== 'event' && message.kind !== 'outbound')?.id ?? last;
  const lastLine = messages.at(-1)?.id ?? last;
  const news = useUnseenNews(ticketId);
  const [seen, see] = useState({ ticketId, upTo: 0 });
  const tell = useEffectEvent(() => {
    see({ ticketId, upTo: newest });
    rememberSeen(ticketId, newest);
    if (isUnread || news !== null) onSeen(lastLine);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came while it is looked at is looked at anew.
  useEffect(() => {
    const ends = [newest, last].map((id) => box.current?.querySelector(`[data-message="${id}"]`));
    const letters = ends.filter((letter) => letter instanceof Element);
    if (isOpening || letters.length === 0 || !box.current) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const inView = new Set<Element>();
    const look = () => {
      clearTimeout(timer);
      if (inView.size > 0 && document.visibilityState === 'visible') timer = setTimeout(tell, glanceMs);
    };
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) inView[isIntersecting ? 'add' : 'delete'](target);
        look();
      },
      { root: box.current },
    );
    for (const letter of letters) observer.observe(letter);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('visibilitychange', look);
    };
  }, [box, newest, last, lastLine, isOpening, isUnread, news]);
  if (seen.ticketId !== ticketId || seen.upTo === 0) return 0;
  return messages.filter((message) => message.id > seen.upTo && message.kind === 'inbound').length;
}
