import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, Suspense } from 'react';
import { lazyPart } from './api/fetch-part.ts';
import type { makeRouter } from './router.tsx';
import { styleNonce } from './ui/brand.ts';
import { cssVariables } from './ui/colours.ts';
import { theme } from './ui/theme.ts';

/** Toasts wait in their store until their place is there. */
const Toasts = lazyPart(() => import('./ui/toasts.tsx'));

export function App({ queryClient, router }: { queryClient: QueryClient; router: ReturnType<typeof makeRouter> }) {
  return (
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => styleNonce}
      >
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <Suspense>
            <Toasts />
          </Suspense>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>
  );
}
