import { useMantineColorScheme } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import type { RealtimeEvent } from '#contract/realtime.ts';
import { lazyPart } from '../api/fetch-part.ts';
import { isApiError } from '../api/problem.ts';
import { selfQuery, useSelf } from '../api/self.ts';
import { useSessionState } from '../api/session.ts';
import { useClosedCompanies, useSuspendedCompanies } from '../features/access/tell-closed.ts';
import { Announcements } from '../features/notices/announcements.tsx';
import { resumePushHere } from '../features/settings/push-here.ts';
import { useBulkUnderWay } from '../features/tickets/list/use-bulk-under-way.ts';
import { WatchersFeed } from '../features/together/watchers-feed.tsx';
import { speak } from '../i18n/language.ts';
import { deviceZone } from '../i18n/time-zones.ts';
import { ConnectionBanner } from '../realtime/connection-banner.tsx';
import { Realtime, useRealtimeEvents } from '../realtime/realtime.tsx';
import { applySettings } from '../ui/apply-settings.ts';
import { useChangeSettings } from '../ui/use-change-settings.ts';
import { DeskKeys } from './desk-keys.tsx';
import { QuickLetter } from './quick-letter.tsx';
import { SuspendedPage } from './suspended-page.tsx';

const OwedTwoFactorPage = lazyPart(() =>
  import('./owed-two-factor-page.tsx').then((all) => ({ default: all.OwedTwoFactorPage })),
);
const fetchOverlay = () => import('../features/accounts/signed-out-overlay.tsx');
const SignedOutOverlay = lazyPart(() => fetchOverlay().then((all) => ({ default: all.SignedOutOverlay })));
/** When the desk has settled. */
const overlayAfterMs = 4_000;
const KeepOpened = lazyPart(() =>
  import('../features/offline/keep-opened.tsx').then((all) => ({ default: all.KeepOpened })),
);

const Notices = lazyPart(() => import('../features/notices/notices.tsx').then((all) => ({ default: all.Notices })));
const RefusedLetters = lazyPart(() =>
  import('../features/thread/refused-letters.tsx').then((all) => ({ default: all.RefusedLetters })),
);

/** `children` is the page. */
export function DeskLayout({ children }: { children: ReactNode }) {
  const { data: who, error } = useSuspenseQuery(selfQuery);
  const isSetupOwed = useSessionState() === 'setup';
  // Whoever looks anew who is here, as a window does that is come back to, must not take the codes away.
  const [hasCodes, setHasCodes] = useState(false);
  useEffect(() => {
    // What is typed waits in its draft; nothing else answers until two-factor is set up.
    if (isSetupOwed && who) window.location.assign(`${import.meta.env.BASE_URL}security`);
  }, [isSetupOwed, who]);
  if (isApiError(error, 'company_suspended')) return <SuspendedPage error={error} />;
  return who && !hasCodes ? (
    <Desk>{children}</Desk>
  ) : (
    <Suspense>
      <OwedTwoFactorPage keepOpen={setHasCodes} />
    </Suspense>
  );
}

/** What happens before the part that tells of it is there is told when it is. */
function NoticesOnce() {
  const early = useRef<RealtimeEvent[] | null>([]);
  useRealtimeEvents((event) => {
    if (event.entity === 'notifications') early.current?.push(event);
  });
  return (
    <Suspense>
      <Notices early={early} />
    </Suspense>
  );
}

function Desk({ children }: { children: ReactNode }) {
  useSettings();
  usePush();
  useBulkUnderWay();
  useClosedCompanies();
  useSuspendedCompanies();
  return (
    <Realtime>
      <Announcements />
      <ModalsProvider>
        {children}
        <QuickLetter />
      </ModalsProvider>
      <DeskKeys />
      <WatchersFeed />
      <NoticesOnce />
      <Suspense>
        <RefusedLetters />
      </Suspense>
      <ConnectionBanner />
      <WhenSignedOut />
      <Suspense>
        <KeepOpened />
      </Suspense>
    </Realtime>
  );
}

/** Fetched before it is needed: by then the server may have another build. */
function WhenSignedOut() {
  const state = useSessionState();
  useEffect(() => {
    const timer = setTimeout(() => void fetchOverlay().catch(() => {}), overlayAfterMs);
    return () => clearTimeout(timer);
  }, []);
  if (state !== 'out' && state !== 'half') return null;
  return (
    <Suspense>
      <SignedOutOverlay />
    </Suspense>
  );
}

/** Whoever signs in where news arrived before goes on hearing, also over a page whose session had ended. */
function usePush(): void {
  const { id } = useSelf().user;
  const isIn = useSessionState() === 'in';
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person is another reason
  useEffect(() => {
    if (isIn) resumePushHere().catch(() => {});
  }, [id, isIn]);
}

/** What the person prefers holds on whatever device they sign in, and in every tab. */
function useSettings(): void {
  const { settings } = useSelf();
  const { language, theme } = settings;
  const { setColorScheme } = useMantineColorScheme();
  const change = useChangeSettings();
  // Before anything is drawn: the first time on the screen reads as the person prefers.
  useState(() => applySettings(settings));
  useEffect(() => applySettings(settings), [settings]);
  useEffect(() => setColorScheme(theme === 'system' ? 'auto' : theme), [theme, setColorScheme]);
  useEffect(() => void speak(language), [language]);
  const hasZone = settings.time_zone !== null;
  useEffect(() => {
    if (!hasZone) change({ time_zone: deviceZone() });
  }, [hasZone, change]);
}
