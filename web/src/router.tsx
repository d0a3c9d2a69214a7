import type { QueryClient } from '@tanstack/react-query';
import { createRouter, type RouterHistory } from '@tanstack/react-router';
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
