import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useReducer, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Announcement, currentAnnouncements, putAwayAnnouncement } from '#contract/announcements.ts';
import { call, callQuery } from '../../api/call.ts';
import { readTime } from '../../i18n/time.ts';
import { AnnouncementLine } from '../../ui/announcement.tsx';
import { toastError } from '../../ui/toast.tsx';
import { DueTwoFactor } from './due-two-factor.tsx';

const current = callQuery(currentAnnouncements, {});
/** Sooner than what the server tells ahead. */
const againMs = 600_000;

/** What the operators announce, above the desk, which gives way: it covers nothing. */
export function Announcements() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data } = useQuery({ ...current, refetchInterval: againMs });
  const all = data?.announcements ?? [];
  const now = useNowOf(all);
  const shown = all.filter((one) => readTime(one.begins).getTime() <= now && readTime(one.ends).getTime() > now);
  const box = useHeight();
  const away = useMutation({
    mutationFn: (id: number) => call(putAwayAnnouncement, { id }),
    onMutate: (id) =>
      client.setQueryData(current.queryKey, (before) =>
        before ? { announcements: before.announcements.filter((one) => one.id !== id) } : before,
      ),
    onError: (error) => {
      toastError(t('errors.internal'), error);
      void client.invalidateQueries({ queryKey: current.queryKey });
    },
  });
  return (
    <section ref={box} aria-label={t('notices.announcements')} aria-live="polite">
      <DueTwoFactor />
      {shown.map((one) => (
        <AnnouncementLine key={one.id} of={one} putAway={() => away.mutate(one.id)} />
      ))}
    </section>
  );
}

/** The time now, looked at again when the next of them begins or ends. */
function useNowOf(all: readonly Announcement[]): number {
  const [, look] = useReducer((n: number) => n + 1, 0);
  const now = Date.now();
  const ahead = all.flatMap((one) => [readTime(one.begins).getTime(), readTime(one.ends).getTime()]);
  const next = Math.min(...ahead.filter((at) => at > now));
  useEffect(() => {
    // Timers count no further; what is further away is fetched again before.
    if (next - Date.now() > 2 * againMs) return;
    const timer = setTimeout(look, Math.max(0, next - Date.now()) + 1);
    return () => clearTimeout(timer);
  }, [next]);
  return now;
}

/** Tells the desk how much room it has left. */
function useHeight() {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const { style } = document.documentElement;
    const watch = new ResizeObserver(([entry]) =>
      style.setProperty('--p-announced', `${entry?.borderBoxSize[0]?.blockSize ?? 0}px`),
    );
    if (box.current) watch.observe(box.current);
    return () => {
      watch.disconnect();
      style.removeProperty('--p-announced');
    };
  }, []);
  return box;
}
