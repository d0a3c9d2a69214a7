import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import i18next from 'i18next';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { z } from 'zod';
import { notice } from '#contract/notifications.ts';
import type { RealtimeEvent } from '#contract/realtime.ts';
import { readTime } from '../../i18n/time.ts';
import { useRealtimeEvents } from '../../realtime/realtime.tsx';
import { noticeText } from '../../ui/bell/notice-text.ts';
import { mayChime, playChime } from '../../ui/chime.ts';
import { toast } from '../../ui/toast.tsx';
import { isLookedAt, pageOf, ringInOneTab, sayLooking } from './looking.ts';
import { useAtDesk } from './use-at-desk.ts';

/** A desk that was away catches up with the list; it is not told an hour of news by toasts. */
const freshMs = 120_000;
/** What was missed comes right behind the hello. Later news is of now, whatever the clock of this computer says. */
const catchUpMs = 10_000;

/** Says what happened to this person's tickets, in the ways they chose; `early`: what came before this part of the desk did. */
export function Notices({ early }: { early: RefObject<RealtimeEvent[] | null> }) {
  const navigate = useNavigate();
  const helloAt = useRef(performance.now());
  const take = async (event: RealtimeEvent) => {
    if (event.action === 'hello') helloAt.current = performance.now();
    if (event.entity !== 'notifications' || event.action !== 'created') return;
    const read = notice.safeParse(event.params);
    if (!read.success) return;
    const isCaughtUp = performance.now() - helloAt.current > catchUpMs;
    if (!isCaughtUp && Date.now() - readTime(read.data.at).getTime() > freshMs) return;
    const { kind, ticket_id, letter_id, title, in_app, sound } = read.data;
    // Who looks at the ticket sees it happen.
    const page = ticket_id === null ? `compose?letter=${letter_id}` : `tickets/${ticket_id}`;
    if (pageInSight() === page || (await isLookedAt(page))) return;
    if (sound) void ringInOneTab(mayChime, playChime);
    if (!in_app) return;
    toast({
      status: kind === 'not_delivered' ? 'warning' : 'info',
      title: noticeText(read.data),
      text: title,
      action: {
        label: i18next.t('notices.open'),
        onClick: () =>
          void (ticket_id === null
            ? navigate({ to: '/compose', search: { letter: letter_id ?? undefined } })
            : navigate({ to: '/tickets/$id', params: { id: ticket_id } })),
      },
    });
  };
  useRealtimeEvents((event) => void take(event));
  const takeNow = useEffectEvent(take);
  useEffect(() => {
    const missed = early.current ?? [];
    early.current = null;
    for (const event of missed) void takeNow(event);
  }, [early]);
  useSayLooking();
  useClickedPushes();
  useAtDesk();
  return null;
}

/** The other tabs of this browser keep quiet about what is in sight here. */
function useSayLooking(): void {
  const page = useLocation({ select: pageOf });
  useEffect(() => {
    if (page === undefined) return;
    let letGo: (() => void) | undefined;
    const follow = () => {
      if (document.visibilityState === 'visible') letGo ??= sayLooking(page);
      else {
        letGo?.();
        letGo = undefined;
      }
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      letGo?.();
    };
  }, [page]);
}

const pageInSight = (): string | undefined =>
  document.visibilityState === 'visible'
    ? pageOf({ pathname: window.location.pathname, searchStr: window.location.search })
    : undefined;

const clicked = z.object({ open: z.string().regex(/^\/v1\//) });

/** Somebody clicked what was pushed while this desk was open: it goes there, and says so. */
function useClickedPushes(): void {
  const router = useRouter();
  useEffect(() => {
    const workers = navigator.serviceWorker;
    const follow = (event: MessageEvent) => {
      const read = clicked.safeParse(event.data);
      if (!read.success) return;
      event.ports[0]?.postMessage('taken');
      router.history.push(read.data.open);
    };
    workers?.addEventListener('message', follow);
    return () => workers?.removeEventListener('message', follow);
  }, [router]);
}
