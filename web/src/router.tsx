import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { routeTree } from './routeTree.gen.ts';

export type RouterContext = { queryClient: QueryClient };

export function makeRouter(queryClient: QueryClient) {
  return createRouter({
    routeTree,
    basepath: '/v1',
    context: { queryClient },
    defaultPreload: 'intent',
    // Freshness is the query cache's affair.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
