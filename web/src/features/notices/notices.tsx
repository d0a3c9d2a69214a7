import { useNavigate, useRouter } from '@tanstack/react-router';
import i18next from 'i18next';
import { useEffect } from 'react';
import { z } from 'zod';
import { notice } from '#contract/notifications.ts';
import type { RealtimeEvent } from '#contract/realtime.ts';
import { readTime } from '../../i18n/time.ts';
import { useRealtimeEvents } from '../../realtime/realtime.tsx';
import { noticeText } from '../../ui/bell/notice-text.ts';
import { playChime } from '../../ui/chime.ts';
import { toast } from '../../ui/toast.tsx';
import { useAtDesk } from './use-at-desk.ts';

/** A desk that was away catches up with the list; it is not told an hour of news by toasts. */
const freshMs = 120_000;
const oneTabMs = 1_500;

/** Says what happened to this person's tickets, in the ways they chose. */
export function Notices() {
  const navigate = useNavigate();
  const take = (event: RealtimeEvent) => {
    if (event.entity !== 'notifications' || event.action !== 'created') return;
    const read = notice.safeParse(event.params);
    if (!read.success || Date.now() - readTime(read.data.at).getTime() > freshMs) return;
    const { kind, ticket_id, letter_id, title, in_app, sound } = read.data;
    // Who looks at the ticket sees it happen.
    if (isLookingAt(ticket_id === null ? `/compose?letter=${letter_id}` : `/tickets/${ticket_id}`)) return;
    if (sound) ringInOneTab();
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
  useRealtimeEvents(take);
  useClickedPushes();
  useAtDesk();
  return null;
}

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

/** A ticket's page has the search of the list that it was opened from. */
function isLookingAt(path: string): boolean {
  const { pathname, search } = window.location;
  return document.visibilityState === 'visible' && [pathname, pathname + search].some((here) => here.endsWith(path));
}

/** Every tab hears of it; the first one rings. */
function ringInOneTab(): void {
  if (!('locks' in navigator)) {
    playChime();
    return;
  }
  void navigator.locks.request('parley.chime', { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    playChime();
    await new Promise((resolve) => setTimeout(resolve, oneTabMs));
  });
}
