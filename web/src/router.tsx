import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { settleBeforeLeaving } from './api/before-leaving.ts';
import { flawOfPage, onFlaw } from './api/desk-build.ts';
import { learnDesk } from './i18n/language.ts';
import { PendingPage } from './pages/pending-page.tsx';
import { routeTree } from './routeTree.gen.ts';

export type RouterContext = { queryClient: QueryClient };

export function makeRouter(queryClient: QueryClient, history?: RouterHistory) {
  return createRouter({
    routeTree,
    basepath: '/v1',
    context: { queryClient },
    defaultPendingComponent: PendingPage,
    defaultPreload: 'intent',
    // Freshness is the query cache's affair.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    ...(history && { history }),
  });
}

/** So that two servers that are replaced by and by, and answer in turns, send nobody round in circles. */
const leaveEveryMs = 60_000;
const leftAt = 'parley.left-for-missing';

/** A page that leads to one whose code cannot be had any more goes there as any other link does. */
export function leaveForMissing(router: ReturnType<typeof makeRouter>): void {
  onFlaw(() => {
    const isOnTheWay = flawOfPage() !== null && router.state.status === 'pending';
    if (!isOnTheWay || Date.now() - Number(sessionStorage.getItem(leftAt) ?? 0) < leaveEveryMs) return;
    sessionStorage.setItem(leftAt, String(Date.now()));
    void settleBeforeLeaving().then(() => window.location.assign(router.latestLocation.publicHref));
  });
}

/** Whoever signs in wants their tickets next: their code comes while the password is typed. */
export function fetchDeskWhenIdle(router: ReturnType<typeof makeRouter>): void {
  const { routesById } = router;
  const next = [routesById['/_desk'], routesById['/_desk/tickets/'], routesById['/_desk/tickets/$id']];
  const fetch = () => {
    next.forEach((route) => void router.loadRouteChunk(route));
    void learnDesk().catch(() => {}); // asked for again when it is needed
  };
  if ('requestIdleCallback' in window) requestIdleCallback(fetch, { timeout: 5000 });
  else setTimeout(fetch, 1000); // Safari
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
  interface HistoryState {
    /** Whose password was forgotten. */
    email?: string;
    /** The number of a ticket that was asked for, and leads here since it was merged. */
    mergedFrom?: string;
  }
}
